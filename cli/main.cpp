#include <unistd.h>

#include <iostream>

#include "cli/entry.hpp"
#include "cli/interruption.hpp"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  dryslip::cli::remove_unfinished_files_when_interrupted();
  const bool watched = isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0;
  const int status = dryslip::cli::run(argc, argv, {std::cin, std::cout, std::cerr, watched});
  std::cout.flush();
  return status;
}
