#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "dryslip/friction_load/detail/polygon_kernel.hpp"

namespace dryslip::detail {

/// A closed loop of edges, the inside on the left.
template <class Constant>
using PolygonLoop = std::vector<PolygonEdge<Constant>>;

/// Loops under one polynomial pressure.
template <class Constant>
struct PolygonPiece {
  std::vector<PolygonLoop<Constant>> loops;
  PressurePolynomial<Constant> pressure;
};

/// ∫ p r dA and ∫ p e dA of one piece, seen from the center of rotation c.
template <int Degree, class Real, class Constant>
DRYSLIP_HD inline void add_piece(const PolygonPiece<Constant>& piece, const BasicVec2<Real>& c,
                                 PolygonIntegrals<Real>& sum) {
  using std::sqrt;
  const auto distance = [&](const BasicVec2<Constant>& a) {
    const Real x = a.x - c.x, y = a.y - c.y;
    return Real(sqrt(x * x + y * y));
  };
  PolygonIntegrals<Real> part;
  for (const PolygonLoop<Constant>& loop : piece.loops) {
    const Real first = distance(loop.front().start);
    Real R1 = first;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Real R2 = i + 1 < loop.size() ? distance(loop[i].end) : first;
      add_edge<Degree>(loop[i], piece.pressure, c, R1, R2, part);
      R1 = R2;
    }
  }
  add_part<Degree>(part, piece.pressure.value, sum);
}

/// Load about the reference point of polygons whose pressure integrates to 1, for ω ≠ 0.
template <int Degree, class Real, class Constant>
DRYSLIP_HD inline BasicLoad<Real> polygon_load(std::span<const PolygonPiece<Constant>> pieces,
                                               const BasicTwist<Real>& V) {
  const Real inverse = 1.0 / V.omega;
  const BasicVec2<Real> c{-V.velocity.y * inverse, V.velocity.x * inverse};
  PolygonIntegrals<Real> sum;
  for (const PolygonPiece<Constant>& piece : pieces) add_piece<Degree>(piece, c, sum);
  return load_of(sum, c, V);
}

}  // namespace dryslip::detail
