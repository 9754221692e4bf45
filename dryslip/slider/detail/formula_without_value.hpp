#pragma once

#include <optional>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/slider/slider.hpp"

namespace dryslip::detail {

/// The formula of the drive or of the table that has no finite value in this state, or first has none within the time `ahead` [s]
/// as the body moves on: a run may end short of the place. Poles count within the part `next_to_pole` of the time. None where the fault
/// is not a formula's.
std::optional<InvalidInput> formula_without_value(const Slider& slider, double t, const SliderState& state,
                                                  double ahead = 0.0, double next_to_pole = 1e-9);

/// The formula that has no finite value once velocities within `slow` of those of `carried`, which moves with the table, count as equal to
/// them: vx/abs(vx) of a body that comes to rest but never quite gets there.
std::optional<InvalidInput> formula_without_value_at_rest(const Slider& slider, double t, const SliderState& state,
                                                          const SliderState& carried, const SliderState& slow);

/// Throws it for a state at t = 0, before the run begins.
void check_formulas_at_start(const Slider& slider, const SliderState& initial);

}  // namespace dryslip::detail
