#pragma once

#include <cmath>

#include "dryslip/friction_load/detail/basic_load.hpp"
#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip::detail {

/// Straight line contact from start along tangent, with line pressure ends[0] to ends[1] (integral 1).
struct SegmentKernel {
  Vec2 start;
  Vec2 tangent;
  double length = 0.0;
  double ends[2] = {0.0, 0.0};
};

/// Load about the reference point, for ω ≠ 0: ∫ p R ds and ∫ p (d n + s t)/R ds in closed form, d, s, R as for an edge
/// of a polygon. The force is continuous but turns within a distance d of the line like d ln d.
template <class Real>
DRYSLIP_HD BasicLoad<Real> segment_load(const SegmentKernel& k, const BasicTwist<Real>& V) {
  using std::sqrt;
  const BasicVec2<Real> c{-V.velocity.y / V.omega, V.velocity.x / V.omega};
  const Real from_x = k.start.x - c.x, from_y = k.start.y - c.y;
  const Real d = k.tangent.y * from_x - k.tangent.x * from_y;
  const Real s1 = k.tangent.x * from_x + k.tangent.y * from_y;
  const Real s2 = s1 + k.length;
  const Real d2 = d * d;
  const Real R1 = sqrt(d2 + s1 * s1), R2 = sqrt(d2 + s2 * s2);
  // R1 + R2 − length without cancellation: (R2 − s2) + (R1 + s1)
  const Real zero(0.0);
  const Real gap2 = s2 > zero ? Real(d2 / (R2 + s2)) : Real(R2 - s2);
  const Real gap1 = s1 < zero ? Real(d2 / (R1 - s1)) : Real(R1 + s1);
  const Real gap = gap1 + gap2;
  const Real smallest(1e-300);  // on the segment itself: the logarithm is then multiplied by d = 0
  const Real J0 = log_ratio(Real(k.length), Real(R1 + R2), gap > smallest ? gap : smallest);
  const Real J1 = R2 - R1;
  const Real sR1 = s1 * R1, sR2 = s2 * R2;
  const Real J2 = 0.5 * (sR2 - sR1 - d2 * J0);
  const Real J3 = (1.0 / 3.0) * (s2 * sR2 - s1 * sR1 - 2.0 * d2 * J1);
  // line pressure w + slope s about the foot of c
  const double slope = (k.ends[1] - k.ends[0]) / k.length;
  const Real w = k.ends[0] - slope * s1;
  const Real r_sum = w * (d2 * J0 + J2) + slope * (d2 * J1 + J3);
  const Real across = d * (w * J0 + slope * J1);
  const Real along = w * J1 + slope * J2;
  const Real ex = across * k.tangent.y + along * k.tangent.x;
  const Real ey = along * k.tangent.y - across * k.tangent.x;
  const Real sign = sign_factor(V.omega);
  const BasicVec2<Real> force{-(sign * ey), sign * ex};
  return {force, sign * r_sum + c.x * force.y - c.y * force.x};
}

}  // namespace dryslip::detail
