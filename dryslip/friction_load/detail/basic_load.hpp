#pragma once

#include "dryslip/numerics/dual3.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip::detail {

/// Load of a kernel per unit μN, lengths in the kernel's own unit.
template <class Real>
struct BasicLoad {
  BasicVec2<Real> force{};
  Real moment{};
};

/// The twist a kernel sees: velocity of its reference point, and omega times its unit of length.
template <class Real>
struct BasicTwist {
  BasicVec2<Real> velocity{};
  Real omega{};
};

/// A twist whose load has its derivatives by vx, vy and ω.
inline BasicTwist<Dual3> with_derivatives(const BasicTwist<double>& V) {
  return {{Dual3(V.velocity.x, 1.0, 0.0, 0.0), Dual3(V.velocity.y, 0.0, 1.0, 0.0)}, Dual3(V.omega, 0.0, 0.0, 1.0)};
}

/// Numbers of one kind from the kernel's constants.
template <class Real>
DRYSLIP_HD BasicVec2<Real> promote(const Vec2& a) {
  return {Real(a.x), Real(a.y)};
}

}  // namespace dryslip::detail
