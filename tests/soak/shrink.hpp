#pragma once

#include "tests/soak/case_checks.hpp"
#include "tests/soak/scenario_text.hpp"

namespace dryslip::soak {

struct Shrunk {
  ScenarioText scenario;
  std::string message;  ///< of the check that still fails
  int tried = 0;
};

/// The scenario reduced for as long as the same check fails: supports, loads, springs and keys left out, terms of formulas
/// left out, numbers of fewer digits, a shorter run. Stops after some seconds.
Shrunk shrink(const ScenarioText& scenario, const Failure& failure, const CheckOptions& options, double seconds);

}  // namespace dryslip::soak
