#include <unistd.h>

#include <iostream>

#include "cli/entry.hpp"
#include "cli/interruption.hpp"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  dryslip::cli::remove_unfinished_files_when_interrupted();
  const dryslip::cli::Streams streams{.in = std::cin,
                                      .out = std::cout,
                                      .messages = std::cerr,
                                      .messages_on_terminal = isatty(STDERR_FILENO) != 0,
                                      .out_on_terminal = isatty(STDOUT_FILENO) != 0};
  const int status = dryslip::cli::run(argc, argv, streams);
  std::cout.flush();
  return status;
}
