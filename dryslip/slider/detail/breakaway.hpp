#pragma once

#include <functional>
#include <optional>

#include "dryslip/slider/detail/slider_equations.hpp"

namespace dryslip::detail {

/// A body a little after its load has grown through the limit surface.
struct BreakawayPlace {
  SliderState state;
  Vector3 works;  ///< of the drive, the springs and friction since then, on the body [J]
};
struct Breakaway {
  double duration = 0.0;                              ///< [s]
  std::function<BreakawayPlace(double after)> place;  ///< for times up to the duration [s]
};

/// The slip that begins where the load just reaches the kinetic limit surface. Its velocity relative to the table is τ² w(τ)
/// with a smooth w, while explicit steps would be as short as the time in which friction turns the slip; w is found as the
/// polynomial that satisfies the equations of motion at eight times, over the longest span in which that is good to
/// `tolerance`; docs/theory/stick_slip.md. None where the load turns back, or the surface is not smooth there.
std::optional<Breakaway> find_breakaway(const SliderEquations& equations, double t, const SliderState& state,
                                        const Twist& normal, double longest, double tolerance);

}  // namespace dryslip::detail
