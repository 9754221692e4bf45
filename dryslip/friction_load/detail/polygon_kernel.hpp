#pragma once

#include <span>
#include <vector>

#include "dryslip/friction_load/detail/basic_load.hpp"
#include "dryslip/numerics/simd_pack.hpp"

namespace dryslip::detail {

// Constants of a polygon are doubles, or of higher precision where the sums over the edges cancel (slivers).

/// Pressure value + gradient·r + twist x y, about the kernel's reference point: uniform, linear, or bilinear.
template <class Constant>
struct PressurePolynomial {
  Constant value{};
  BasicVec2<Constant> gradient{};
  Constant twist{};
};

/// A directed edge: its ends, unit tangent and length.
template <class Constant>
struct PolygonEdge {
  BasicVec2<Constant> start{};
  BasicVec2<Constant> end{};
  BasicVec2<Constant> tangent{};
  Constant length{};
};

/// A closed loop of edges, the inside on the left; or, with packs as constants, edges side by side in any order.
template <class Constant>
using PolygonLoop = std::vector<PolygonEdge<Constant>>;

/// Loops under one polynomial pressure.
template <class Constant>
struct PolygonPiece {
  std::vector<PolygonLoop<Constant>> loops;
  PressurePolynomial<Constant> pressure;
};

/// Sums over the edges: ∫ p r dA and ∫ p e dA, with r the distance from the center of rotation and e the unit vector.
template <class Real>
struct PolygonIntegrals {
  Real r{};
  BasicVec2<Real> e{};
};

/// Integrals over the triangle between the center of rotation c and one edge, as line integrals along the edge
/// (docs/theory/load.md): with d the distance of the edge's line, s the abscissa along it and R² = d² + s²,
///
///     ∫ p r dA = d ∫ Σ_k p_k/(3+k) R ds,   ∫ p e dA = d ∫ Σ_k p_k/(2+k) (d n + s t)/R ds
///
/// p_k the part of the pressure of degree k about c. Degree: 0 uniform, 1 linear, 2 bilinear. R1, R2: distances of the
/// ends. An edge through c contributes 0.
template <int Degree, class Real, class Constant>
DRYSLIP_HD inline void add_edge(const PolygonEdge<Constant>& edge, const PressurePolynomial<Constant>& p,
                                const BasicVec2<Real>& c, const Real& R1, const Real& R2, PolygonIntegrals<Real>& sum) {
  const Constant tx = edge.tangent.x, ty = edge.tangent.y;
  const Real from_x = edge.start.x - c.x, from_y = edge.start.y - c.y;
  const Real d = ty * from_x - tx * from_y;
  const Real s1 = tx * from_x + ty * from_y;
  const Real s2 = s1 + edge.length;
  const Real l = Real{} + edge.length;
  const Real distance_sum = R1 + R2;
  const Real gap = distance_sum - edge.length;
  const Real smallest = 0x1p-60 * distance_sum;  // on the edge itself: the logarithm is then multiplied by d² = 0
  // J_k = ∫ s^k/R ds
  const Real d2 = d * d;
  const Real J0 = log_ratio(l, distance_sum, select(gap > smallest, gap, smallest));
  const Real J1 = R2 - R1;
  const Real sR1 = s1 * R1, sR2 = s2 * R2;
  const Real J2 = 0.5 * (sR2 - sR1 - d2 * J0);
  const Real integral_R = d2 * J0 + J2;
  if constexpr (Degree == 0) {
    const Real along = d * J1;
    const Real across = d2 * J0;
    sum.r += (1.0 / 3.0) * d * integral_R;
    sum.e.x += 0.5 * (across * ty + along * tx);
    sum.e.y += 0.5 * (along * ty - across * tx);
  } else {
    // the pressure seen from c: value, then its change along n = (ty, −tx) and t
    const Real gx = p.gradient.x + p.twist * c.y, gy = p.gradient.y + p.twist * c.x;
    const Real value = p.value + p.gradient.x * c.x + p.gradient.y * c.y + p.twist * (c.x * c.y);
    const Real g_n_d = (gx * ty - gy * tx) * d;
    const Real g_t = gx * tx + gy * ty;
    const Real third = (Real{} + 1.0) / 3.0;
    const Real J3 = third * (s2 * sR2 - s1 * sR1 - 2.0 * d2 * J1);
    Real r_sum = (third * value + 0.25 * g_n_d) * integral_R + 0.25 * g_t * (d2 * J1 + J3);
    const Real q0 = 0.5 * value + third * g_n_d;
    const Real q1 = third * g_t;
    Real across = q0 * J0 + q1 * J1;
    Real along = q0 * J1 + q1 * J2;
    if constexpr (Degree == 2) {
      // x y = (d n_x + s t_x)(d n_y + s t_y)
      const Real J4 = 0.25 * (s2 * s2 * sR2 - s1 * s1 * sR1 - 3.0 * d2 * J2);
      const Real c0 = -p.twist * (tx * ty) * d2, c1 = p.twist * (ty * ty - tx * tx) * d;
      const Constant c2 = p.twist * tx * ty;
      r_sum += (Real{} + 1.0) / 5.0 * (c0 * integral_R + c1 * (d2 * J1 + J3) + c2 * (d2 * J2 + J4));
      across += 0.25 * (c0 * J0 + c1 * J1 + c2 * J2);
      along += 0.25 * (c0 * J1 + c1 * J2 + c2 * J3);
    }
    across = d2 * across;
    along = d * along;
    sum.r += d * r_sum;
    sum.e.x += across * ty + along * tx;
    sum.e.y += along * ty - across * tx;
  }
}

/// ∫ p r dA and ∫ p e dA of one piece, seen from the center of rotation c.
template <int Degree, bool IsPaired = false, class Real, class Constant>
DRYSLIP_HD inline void add_piece(const PolygonPiece<Constant>& piece, const BasicVec2<Real>& c,
                                 PolygonIntegrals<Real>& sum) {
  using std::sqrt;
  const auto distance = [&](const BasicVec2<Constant>& a) {
    const Real x = a.x - c.x, y = a.y - c.y;
    return Real(sqrt(x * x + y * y));
  };
  PolygonIntegrals<Real> part;
  for (const PolygonLoop<Constant>& loop : piece.loops) {
    Real R1 = distance(loop.front().start);
    for (const PolygonEdge<Constant>& edge : loop) {
      if constexpr (IsPaired) R1 = distance(edge.start);
      const Real R2 = distance(edge.end);
      add_edge<Degree>(edge, piece.pressure, c, R1, R2, part);
      R1 = R2;
    }
  }
  const Constant factor = Degree == 0 ? piece.pressure.value : Constant(1.0);  // a uniform pressure enters here only
  sum.r += factor * part.r;
  sum.e.x += factor * part.e.x;
  sum.e.y += factor * part.e.y;
}

/// Load about the reference point from the sums over all edges.
template <class Real>
DRYSLIP_HD inline BasicLoad<Real> load_of(const PolygonIntegrals<Real>& sum, const BasicVec2<Real>& c,
                                          const BasicTwist<Real>& V) {
  const auto clockwise = V.omega < 0.0;
  const BasicVec2<Real> force{select(clockwise, sum.e.y, Real(-sum.e.y)), select(clockwise, Real(-sum.e.x), sum.e.x)};
  return {force, select(clockwise, Real(-sum.r), sum.r) + c.x * force.y - c.y * force.x};
}

/// Load about the reference point of polygons whose pressure integrates to 1, for ω ≠ 0.
template <int Degree, class Real, class Constant>
DRYSLIP_HD inline BasicLoad<Real> polygon_load(std::span<const PolygonPiece<Constant>> pieces,
                                               const BasicTwist<Real>& V) {
  const BasicVec2<Real> c{-V.velocity.y / V.omega, V.velocity.x / V.omega};
  PolygonIntegrals<Real> sum;
  for (const PolygonPiece<Constant>& piece : pieces) add_piece<Degree>(piece, c, sum);
  return load_of(sum, c, V);
}

/// The same for one twist, two edges at a time.
template <int Degree>
inline BasicLoad<double> paired_polygon_load(std::span<const PolygonPiece<Pack<2>>> pieces,
                                             const BasicTwist<double>& V) {
  const BasicVec2<double> c{-V.velocity.y / V.omega, V.velocity.x / V.omega};
  PolygonIntegrals<Pack<2>> pairs;
  for (const PolygonPiece<Pack<2>>& piece : pieces) {
    add_piece<Degree, true>(piece, BasicVec2<Pack<2>>{Pack<2>(c.x), Pack<2>(c.y)}, pairs);
  }
  const PolygonIntegrals<double> sum{sum_of_lanes(pairs.r), {sum_of_lanes(pairs.e.x), sum_of_lanes(pairs.e.y)}};
  return load_of(sum, c, V);
}

}  // namespace dryslip::detail
