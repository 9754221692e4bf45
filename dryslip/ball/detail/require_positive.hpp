#pragma once

#include <cmath>
#include <string>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {

/// Throws InvalidInput with the key of the scenario.
inline void require_positive(const char* key, double value, const char* unit) {
  if (value > 0.0 && std::isfinite(value)) return;
  throw InvalidInput(key, number_text(value) + ": must be above 0 " + unit);
}

}  // namespace dryslip::detail
