#pragma once

#include <array>
#include <vector>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/numerics/regular_grid.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

/// Sense of a rotation. Laws that do not change with the sign of the slip have the same moment function for both.
enum class Spin { CounterClockwise, Clockwise };
template <>
inline constexpr std::array words<Spin>{"counter_clockwise", "clockwise"};

/// Unit spin about c: the twist whose dissipation is the moment function.
///
///     V = ±(−ẑ×c, 1)
Twist unit_spin(Vec2 center_of_rotation, Spin spin = Spin::CounterClockwise);

/// Frictional moment about the center of rotation c, against the spin.
///
///     M(c) = D(±(−ẑ×c, 1))   [Goyal1991, eq. (7)]
///
/// c in the body frame [m], M [N m]. Convex where the law obeys maximum power, with a kink at every point support; for a
/// model without a potential it is the power of the unit spin, and no more.
double moment_function(const FrictionModel& model, Vec2 center_of_rotation, Spin spin = Spin::CounterClockwise);

/// The moment function at one place with its slope.
struct MomentState {
  double moment = 0.0;       ///< M(c) [N m]
  Vec2 gradient;             ///< ∇M(c) [N], exact; one element where M has a kink
  double error_bound = 0.0;  ///< as FrictionState [-]
  bool converged = true;     ///< as FrictionState
};

MomentState moment_state(const FrictionModel& model, Vec2 center_of_rotation, Spin spin = Spin::CounterClockwise);

/// The load by the gradient of the moment function, at O.
///
///     F = ∓ẑ×∇M(c),   moment about O = ±M(c) + c×F   [Goyal1991, eq. (7); printed with the sign of c×F reversed]
///
/// A center |c| far away costs log₁₀(|c|/size of the contact) digits of the moment.
FrictionLoad load_by_gradient(Vec2 center_of_rotation, const MomentState& M, Spin spin = Spin::CounterClockwise);

/// The moment function on a grid of centers of rotation.
struct MomentGrid {
  SampledField moment;          ///< M [N m]
  std::vector<Vec2> gradients;  ///< ∇M [N] at the same nodes
};

/// The moment function at all nodes of a grid at once, by FrictionModel::loads.
MomentGrid moment_grid(const FrictionModel& model, const RegularGrid& centers, Spin spin = Spin::CounterClockwise);

}  // namespace dryslip
