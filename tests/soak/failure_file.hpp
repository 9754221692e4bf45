#pragma once

#include <string>

#include "tests/soak/scenario_text.hpp"
#include "tests/soak/soak_options.hpp"

namespace dryslip::soak {

/// A case and the check that it fails.
struct FoundFailure {
  ScenarioText scenario;
  Failure failure;
  unsigned long long index = 0;
};

/// Reduces it in place.
void shrink_failure(FoundFailure& found, const SoakOptions& options);

/// Writes it as a scenario that a user can run, with a comment on what fails and how to see it; returns the path.
std::string write_failure(const FoundFailure& found, const SoakOptions& options);

}  // namespace dryslip::soak
