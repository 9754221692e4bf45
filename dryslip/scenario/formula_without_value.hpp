#pragma once

#include "dryslip/numerics/invalid_input.hpp"
#include "dryslip/scenario/scenario.hpp"

namespace dryslip {

/// What is wrong where a motion in time became infinite or NaN at the time t [s]: expressions may have no value at some time or place,
/// which nobody can know before. Names the one of [drive] or [table], where it is known.
InvalidInput formula_without_value(const Scenario& scenario, double t);

}  // namespace dryslip
