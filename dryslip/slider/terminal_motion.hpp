#pragma once

#include <optional>
#include <vector>

#include "dryslip/friction_load/twist.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/slider/prepared_slider.hpp"

namespace dryslip {

/// A motion that free sliding may have just before it stops.
struct TerminalMotion {
  Twist motion;                            ///< of the center of mass, body axes; m v² + J ω² = 1 J
  std::optional<Vec2> center_of_rotation;  ///< body frame, from O [m]; none for a translation
  double dissipation = 0.0;                ///< λ = D of this motion [W]; zero for free rolling, which never stops
  EigenDirection::Kind kind = EigenDirection::Kind::Degenerate;
  bool is_isolated = true;  ///< false: one of a curve of them, as EigenDirection says

  /// Nearby motions end in it (or in another of its curve). The slightest disturbance leads away from all others.
  bool is_attracting() const { return kind == EigenDirection::Kind::Minimum; }
};
template <>
inline constexpr auto description<TerminalMotion> = record<TerminalMotion>(
    "A motion that free sliding may have just before it stops.",
    field<&TerminalMotion::motion>("m/s, m/s, rad/s",
                                   "vx, vy, omega of the center of mass, body axes; m v² + J ω² = 1 J"),
    field<&TerminalMotion::center_of_rotation>("m", "body frame; None for a translation"),
    field<&TerminalMotion::dissipation>("W", "of this motion"),
    field<&TerminalMotion::kind>("", "of the dissipation there"),
    field<&TerminalMotion::is_isolated>("", "False: it stands for a curve of them"));

struct TerminalMotions {
  std::vector<TerminalMotion> motions;  ///< by dissipation, ascending
  bool is_complete = false;             ///< as EigenDirections: no sign that any is missing
  bool converged = true;                ///< every direction is known to 1e-9
};
template <>
inline constexpr auto description<TerminalMotions> =
    record<TerminalMotions>("All motions in which free sliding can come to rest.",
                            field<&TerminalMotions::motions>("", "by dissipation, ascending"),
                            field<&TerminalMotions::is_complete>("", "nothing speaks against these being all"),
                            field<&TerminalMotions::converged>("", "every direction is known to 1e-9"));

/// All motions in which free sliding, G dV/dt = −P, can come to rest: eigen-directions of load and motion in the metric of the
/// kinetic energy [Goyal1991b]. The body axes turn, but the slower the slide, the less that matters, and at the end not at
/// all. Start, drive and table do not matter. No friction at all: none is listed. Kinetic coefficients. Throws InvalidInput as
/// kinetic_metric() and find_eigen_directions().
TerminalMotions find_terminal_motions(const PreparedSlider& slider);

}  // namespace dryslip
