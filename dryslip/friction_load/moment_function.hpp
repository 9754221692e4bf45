#pragma once

#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip {

/// Frictional moment about the center of rotation c, for counter-clockwise spin.
///
///     M(c) = D(−ẑ×c, 1)   [Goyal1991, eq. (7)]
///
/// c in the body frame [m], M [N m]. For laws that obey maximum power it is convex, with a kink at every point support,
/// and the load follows from its gradient: F = −ẑ×∇M(c), moment about O = M(c) + c×F. For a model without a potential M
/// is still the power of the unit spin, and no more.
double moment_function(const FrictionModel& model, Vec2 center_of_rotation);

/// Unit spin about c: the twist whose dissipation is the moment function.
Twist unit_spin(Vec2 center_of_rotation);

}  // namespace dryslip
