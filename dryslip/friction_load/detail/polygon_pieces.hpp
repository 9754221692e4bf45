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
  PolygonIntegrals<Real> part;
  for (const PolygonLoop<Constant>& loop : piece.loops) {
    Real first{}, R1{};
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const SeenEdge<Real> seen(loop[i], c);
      if (i == 0) R1 = first = seen.distance(seen.s1);
      const Real R2 = i + 1 < loop.size() ? seen.distance(seen.s2) : first;
      add_edge<Degree>(loop[i], piece.pressure, c, seen, R1, R2, edge_logarithm(Real(loop[i].length), R1, R2), part);
      R1 = R2;
    }
  }
  add_part<Degree>(part, piece.pressure, sum);
}

/// Load about the reference point of polygons whose pressure integrates to 1, for ω ≠ 0.
template <int Degree, class Real, class Constant>
DRYSLIP_HD inline BasicLoad<Real> polygon_load(std::span<const PolygonPiece<Constant>> pieces,
                                               const BasicTwist<Real>& V) {
  const BasicVec2<Real> c = rotation_center(V);
  PolygonIntegrals<Real> sum;
  for (const PolygonPiece<Constant>& piece : pieces) add_piece<Degree>(piece, c, sum);
  return load_of(sum, c, V.omega);
}

}  // namespace dryslip::detail
