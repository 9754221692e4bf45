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

/// The one that has no finite value where some or all of the velocities that are off those of `carried`, which moves with the table, by no
/// more than `slow` are none: vx/abs(vx) of a body that comes to rest, which is never quite there.
std::optional<InvalidInput> formula_without_value_at_rest(const Slider& slider, double t, const SliderState& state,
                                                          const SliderState& carried, const SliderState& slow);

/// Throws it where a formula has no value in the initial state already.
void check_formulas_at_start(const Slider& slider, const SliderState& initial);

}  // namespace dryslip::detail
