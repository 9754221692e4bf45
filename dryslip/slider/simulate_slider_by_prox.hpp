#pragma once

#include <memory>

#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip {

/// The motion of the slider in time by steps of fixed size h = options.step. simulate_slider() calls it for Method::Prox.
///
/// A step is implicit in the friction and in the springs: with the twist W of the body and that of the table below it, W_t,
///
///     G (W' − W) = h (loads − springs' K h W' − C (W' − W) − P),   P ∈ ∂D(V),  V = W' − W_t;   pose' = pose + h W'
///
/// that is, V = argmin ½ (V − V*)ᵀ(G + hC + h²K)(V − V*) + h D(V), which is unique for any h [Moreau1988]. A body at rest
/// has exactly the velocity of the table. First order; without loads the kinetic energy never grows, and springs of any
/// stiffness are stable. Loads given by formulas are those of the end of the step in time and of its start in the state, so
/// that a formula like −1000 vx needs short steps.
///
/// Works are computed with the mean velocity of a step, so that their sum is the change of the kinetic energy up to rounding. Rows
/// between steps have the values of the step's end, except for the pose. Events occur at ends of steps; a reversal without rest
/// is not one.
SliderRun simulate_slider_by_prox(const Slider& slider, const SliderState& initial, const Contact& contact,
                                  const SliderRunOptions& options, const Progress& progress,
                                  const RowSink<SliderSample>& sink = {});

}  // namespace dryslip
