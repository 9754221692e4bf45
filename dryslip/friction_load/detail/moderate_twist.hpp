#pragma once

#include <cmath>

#include "dryslip/friction_load/twist.hpp"

namespace dryslip::detail {

/// True when squares of the twist's components neither overflow nor vanish; extent: size of the contact from O [m].
[[gnu::always_inline]] inline bool is_moderate(const Twist& V, double extent) {
  const double size = std::abs(V.velocity.x) + std::abs(V.velocity.y) + std::abs(V.omega) * extent;
  return size > 1e-100 && size < 1e100;
}

}  // namespace dryslip::detail
