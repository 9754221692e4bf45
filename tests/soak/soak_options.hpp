#pragma once

#include <string>
#include <vector>

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

/// Throws std::invalid_argument for what it does not know, with all that it knows.
SoakOptions read_options(const std::vector<std::string>& words);

}  // namespace dryslip::soak
