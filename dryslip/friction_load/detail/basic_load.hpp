#pragma once

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

/// Numbers of one kind from the kernel's constants.
template <class Real>
DRYSLIP_HD BasicVec2<Real> promote(const Vec2& a) {
  return {Real(a.x), Real(a.y)};
}

}  // namespace dryslip::detail
