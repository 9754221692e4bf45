#pragma once

#include <optional>
#include <string>

#include "tests/soak/case_checks.hpp"

namespace dryslip::soak {

struct SoakOptions {
  unsigned long long seed = 1;
  unsigned long long first = 0;  ///< index of the first case; case i depends on seed and i only
  unsigned long long cases = 0;  ///< 0: until the time is over
  double seconds = 60.0;
  unsigned threads = 1;
  double shrink_seconds = 30.0;  ///< for one failure; 0: failures are written as they are
  int shrink_most = 3;           ///< failures of each kind that are reduced
  std::string out = "soak_failures";
  std::string file;    ///< a scenario to check instead of random ones
  bool print = false;  ///< write the first case to standard output, and no more
  CheckOptions checks;
};

/// The options of a command line; nothing where --help was asked for, which is then printed. Throws std::invalid_argument, in one line,
/// with the option, what was given and what is allowed.
std::optional<SoakOptions> read_options(int argc, const char* const* argv);

}  // namespace dryslip::soak
