#pragma once

#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// Rigid motion of the slider at the patch origin O: the point at r has slip v = velocity + omega ẑ×r.
struct Twist {
  Vec2 velocity;       ///< of O, body frame [m/s]
  double omega = 0.0;  ///< counter-clockwise [rad/s]

  friend constexpr bool operator==(const Twist&, const Twist&) = default;
};

/// External load that overcomes friction (what the slider exerts on the support), reduced to the patch origin O.
struct FrictionLoad {
  Vec2 force;           ///< [N], body frame
  double moment = 0.0;  ///< about O, counter-clockwise positive [N m]

  friend constexpr bool operator==(const FrictionLoad&, const FrictionLoad&) = default;
};

constexpr FrictionLoad operator+(const FrictionLoad& a, const FrictionLoad& b) {
  return {a.force + b.force, a.moment + b.moment};
}
constexpr FrictionLoad operator-(const FrictionLoad& a, const FrictionLoad& b) {
  return {a.force - b.force, a.moment - b.moment};
}
constexpr FrictionLoad operator*(double s, const FrictionLoad& a) { return {s * a.force, s * a.moment}; }

/// Power P·V [W].
constexpr double power(const FrictionLoad& P, const Twist& V) { return dot(P.force, V.velocity) + P.moment * V.omega; }

/// Load of a force at the point r, reduced to O.
constexpr FrictionLoad load_at(Vec2 r, Vec2 force) { return {force, cross(r, force)}; }

}  // namespace dryslip
