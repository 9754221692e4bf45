#include <unistd.h>

#include <iostream>

#include "cli/entry.hpp"
#include "cli/interruption.hpp"
#include "python/bindings.hpp"
#include "python/record.hpp"

namespace dryslip::python {
namespace {

int run_command_line(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  cli::remove_unfinished_files_when_interrupted();
  const cli::Streams streams{.in = std::cin,
                             .out = std::cout,
                             .messages = std::cerr,
                             .messages_on_terminal = isatty(STDERR_FILENO) != 0,
                             .out_on_terminal = isatty(STDOUT_FILENO) != 0};
  const nb::gil_scoped_release free;
  const int status = cli::run(static_cast<int>(argv.size()), argv.data(), streams);
  std::cout.flush();
  return status;
}

}  // namespace

void bind_cli(nb::module_& m) {
  m.def("_run_command_line", &run_command_line, nb::arg("arguments"),
        "Runs a whole command line, `dryslip <command> scenario.toml ...`, and returns its exit status. Ctrl-C ends "
        "the process at once.");
}

}  // namespace dryslip::python
