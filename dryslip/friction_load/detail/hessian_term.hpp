#pragma once

#include "dryslip/numerics/adaptive_quadrature.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip::detail {

/// Upper triangle of factor a aᵀ with a = (ν, r×ν), ν = ẑ×slip: what slip at r in a unit direction adds to ∂²D/∂V².
inline Integral<6> hessian_term(Vec2 r, Vec2 unit_slip, double factor) {
  const Vec2 nu = turned_left(unit_slip);
  const double m = cross(r, nu);
  Integral<6> result{{nu.x * nu.x, nu.x * nu.y, nu.x * m, nu.y * nu.y, nu.y * m, m * m}, 0.0, true};
  for (double& component : result.value) component *= factor;
  return result;
}

}  // namespace dryslip::detail
