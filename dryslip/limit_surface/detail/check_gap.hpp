#pragma once

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {

/// Throws InvalidInput for a gap that nothing can be refined to.
inline void check_gap(double gap) {
  if (!(gap > 0.0 && gap <= 1.0)) {
    throw InvalidInput("gap", number_text(gap) + ": must be above 0 and at most 1");
  }
}

}  // namespace dryslip::detail
