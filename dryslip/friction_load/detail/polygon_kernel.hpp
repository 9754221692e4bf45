#pragma once

#include <cmath>

#include "dryslip/friction_load/detail/basic_load.hpp"
#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip::detail {

// Constants of a polygon are doubles, or of higher precision where the sums over the edges cancel (slivers).

/// Pressure value + gradient·r + twist x y, about the kernel's reference point: uniform, linear, or bilinear.
template <class Constant>
struct PressurePolynomial {
  Constant value{};
  BasicVec2<Constant> gradient{};
  Constant twist{};
  Constant sixth{};  ///< value/6, which a uniform pressure needs
};

/// A directed edge as its integrals need it.
template <class Constant>
struct PolygonEdge {
  BasicVec2<Constant> tangent{};  ///< unit vector
  Constant length{};
  Constant distance{};  ///< of its line from the reference point, positive where that lies on the left
  Constant abscissa{};  ///< of its start along the line, from the foot of the reference point

  /// The point of the edge that is s from its start.
  BasicVec2<Constant> point(const Constant& s) const {
    return {distance * tangent.y + (abscissa + s) * tangent.x, (abscissa + s) * tangent.y - distance * tangent.x};
  }
};

/// An edge seen from the center of rotation c: distance d of its line and abscissas of its ends from the foot of c.
template <class Real>
struct SeenEdge {
  Real d, s1, s2, d2;

  template <class Constant>
  DRYSLIP_HD SeenEdge(const PolygonEdge<Constant>& edge, const BasicVec2<Real>& c)
      : d(edge.distance - edge.tangent.y * c.x + edge.tangent.x * c.y),
        s1(edge.abscissa - edge.tangent.x * c.x - edge.tangent.y * c.y),
        s2(s1 + edge.length),
        d2(d * d) {}
  /// Of the point at abscissa s from c.
  DRYSLIP_HD Real distance(const Real& s) const {
    using std::sqrt;
    return sqrt(d2 + s * s);
  }
};

/// Sums over the edges: ∫ p r dA and ∫ p e dA, with r the distance from the center of rotation and e the unit vector.
template <class Real>
struct PolygonIntegrals {
  Real r{};
  BasicVec2<Real> e{};
};

/// J0 = ∫ ds/R of an edge of this length whose ends are at distances R1, R2. On the edge itself it is kept finite: d² = 0 multiplies it.
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline Real edge_logarithm(const Real& length, const Real& R1, const Real& R2) {
  const Real sum = R1 + R2;
  return log_ratio(length, sum, larger(Real(sum - length), Real(0x1p-60)));
}

/// Integrals over the triangle between the center of rotation c and one edge, as line integrals along the edge
/// (docs/theory/load.md): with d the distance of the edge's line, s the abscissa along it and R² = d² + s²,
///
///     ∫ p r dA = d ∫ Σ_k p_k/(3+k) R ds,   ∫ p e dA = d ∫ Σ_k p_k/(2+k) (d n + s t)/R ds
///
/// p_k the part of the pressure of degree k about c. Degree: 0 uniform, 1 linear, 2 bilinear. R1, R2: distances of the
/// ends; J_k = ∫ s^k/R ds, J0 from edge_logarithm. An edge through c contributes 0.
template <int Degree, class Real, class Constant>
DRYSLIP_HD inline void add_edge(const PolygonEdge<Constant>& edge, const PressurePolynomial<Constant>& p,
                                const BasicVec2<Real>& c, const SeenEdge<Real>& seen, const Real& R1, const Real& R2,
                                const Real& J0, PolygonIntegrals<Real>& sum) {
  const Constant tx = edge.tangent.x, ty = edge.tangent.y;
  const auto& [d, s1, s2, d2] = seen;
  // R2 − R1; its cancellation, which |c| amplifies, is avoided where there is more to add up
  const Real J1 = Degree == 0 ? Real(R2 - R1) : Real(Real(edge.length) * (s1 + s2) / (R1 + R2));
  const Real sR1 = s1 * R1, sR2 = s2 * R2;
  if constexpr (Degree == 0) {
    // six times and twice the integrals of unit pressure: add_part has the factors
    const Real along = d * J1;
    const Real across = d2 * J0;
    sum.r += d * ((sR2 - sR1) + across);
    sum.e.x = sum.e.x + across * ty + along * tx;
    sum.e.y = sum.e.y + along * ty - across * tx;
  } else {
    const Real J2 = 0.5 * (sR2 - sR1 - d2 * J0);
    const Real integral_R = d2 * J0 + J2;
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

/// A rectangle with sides along the axes.
struct AlignedRectangle {
  Vec2 low;
  Vec2 high;
};

/// Its sides as seen from the center of rotation.
template <class Real>
struct RectangleSides {
  Real x1, x2, y1, y2;

  DRYSLIP_HD RectangleSides(const AlignedRectangle& box, const BasicVec2<Real>& c)
      : x1(box.low.x - c.x), x2(box.high.x - c.x), y1(box.low.y - c.y), y2(box.high.y - c.y) {}
};

/// Six times ∫ r dA and twice ∫ e dA over a rectangle. R: distances of the corners (x1, y1), (x2, y1), (x2, y2),
/// (x1, y2); J0: edge_logarithm of the edges that start there. With I = 2 ∫ R ds of an edge, ∫ e dA is the difference of
/// opposite ones.
template <class Real>
DRYSLIP_HD inline PolygonIntegrals<Real> rectangle_integrals(const RectangleSides<Real>& sides, const Real (&R)[4],
                                                             const Real (&J0)[4]) {
  const auto& [x1, x2, y1, y2] = sides;
  const Real bottom = (x2 * R[1] - x1 * R[0]) + y1 * y1 * J0[0], right = (y2 * R[2] - y1 * R[1]) + x2 * x2 * J0[1];
  const Real top = (x2 * R[2] - x1 * R[3]) + y2 * y2 * J0[2], left = (y2 * R[3] - y1 * R[0]) + x1 * x1 * J0[3];
  return {(x2 * right - x1 * left) + (y2 * top - y1 * bottom), {right - left, top - bottom}};
}

/// Adds the integrals of one piece; a uniform pressure enters here only.
template <int Degree, class Real, class Constant>
DRYSLIP_HD inline void add_part(const PolygonIntegrals<Real>& part, const PressurePolynomial<Constant>& p,
                                PolygonIntegrals<Real>& sum) {
  const Constant r_factor = Degree == 0 ? p.sixth : Constant(1.0);
  const Constant e_factor = Degree == 0 ? Constant(p.value * 0.5) : Constant(1.0);
  sum.r += r_factor * part.r;
  sum.e.x += e_factor * part.e.x;
  sum.e.y += e_factor * part.e.y;
}

/// The center of rotation, for ω ≠ 0.
template <class Real>
DRYSLIP_HD inline BasicVec2<Real> rotation_center(const BasicTwist<Real>& V) {
  const Real inverse = 1.0 / V.omega;
  return {-V.velocity.y * inverse, V.velocity.x * inverse};
}

/// Load about the reference point from the sums over all edges.
template <class Real>
DRYSLIP_HD inline BasicLoad<Real> load_of(const PolygonIntegrals<Real>& sum, const BasicVec2<Real>& c,
                                          const Real& omega) {
  const Real sign = sign_factor(omega);
  const BasicVec2<Real> force{-(sign * sum.e.y), sign * sum.e.x};
  return {force, sign * sum.r + c.x * force.y - c.y * force.x};
}

}  // namespace dryslip::detail
