#pragma once

#include "dryslip/joints/scalar_joint.hpp"

namespace dryslip {

/// A uniform rod whose end slides along a wall (Painlevé's example; [Dupont1992, sec. 5.2] cites it): an external, unilateral
/// contact in the form of a scalar joint. x along
/// the wall, y away from it.
struct SlenderRod {
  double mass = 1.0, half_length = 1.0;
  double angle = 0.0, angular_velocity = 0.0;
  double mu = 0.0;
  double force_x = 0.0, force_y = 0.0;
};
template <>
inline constexpr auto description<SlenderRod> = record<SlenderRod>(
    "A uniform rod whose end slides along a wall: Painlevé's example.",
    field<&SlenderRod::mass>("kg", "of the rod", positive),
    field<&SlenderRod::half_length>("m", "l, from the end to the center of mass", positive),
    field<&SlenderRod::angle>("rad", "θ between rod and wall; the rod lies at (cos θ, sin θ) from its end",
                              acute_angle),
    field<&SlenderRod::angular_velocity>("rad/s", "counter-clockwise"),
    field<&SlenderRod::mu>("-", "kinetic coefficient", not_negative),
    field<&SlenderRod::force_x>("N", "at the center of mass, along the wall"),
    field<&SlenderRod::force_y>("N", "away from the wall; negative presses the rod against it"));

/// Throws InvalidInput with the key of the field.
void check_rod(const SlenderRod& rod);

/// The slip of the rod's end as a joint with τ = 0: with the mobility W of the end and its acceleration g without contact,
///
///     M = W⁻¹:   a = M_xx,  b = −(M g)_x,  c = M_xy,  d = −(M g)_y     (docs/theory/forward_dynamics.md)
///
/// unilateral, and after separation q̈ = g_x.
ScalarJoint rod_joint(const SlenderRod& rod);

/// μ above which some loads have no or two accelerations: (1 + 3 cos² θ)/(3 sin θ cos θ), smallest 4/3 at tan θ = 2.
double critical_mu_of_rod(double angle);

}  // namespace dryslip
