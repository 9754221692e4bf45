#pragma once

#include <span>

#include "dryslip/friction_load/detail/polygon_pieces.hpp"
#include "dryslip/numerics/simd_pack.hpp"

namespace dryslip::detail {

/// A polygon with four edges side by side, component by component; edges without length fill the last four.
struct FourEdges {
  double tangent_x[4], tangent_y[4], length[4], distance[4], abscissa[4];
};
struct FourEdgePiece {
  std::vector<FourEdges> edges;
  PressurePolynomial<double> pressure;
};

/// polygon_load of one twist, four edges at a time; the same bits for every instruction set.
using FourEdgeLoad = BasicLoad<double> (*)(std::span<const FourEdgePiece> pieces, const BasicTwist<double>& V);

/// The fastest for this processor.
FourEdgeLoad four_edge_load(int degree);

template <int Degree, class Set>
BasicLoad<double> four_edge_load_of_degree(std::span<const FourEdgePiece> pieces, const BasicTwist<double>& V) {
  using Real = Pack<Set>;
  const BasicVec2<double> c = rotation_center(V);
  const BasicVec2<Real> c_pack{Real(c.x), Real(c.y)};
  PolygonIntegrals<Real> sum;
  for (const FourEdgePiece& piece : pieces) {
    const auto& p = piece.pressure;
    const PressurePolynomial<Real> pressure{
        Real(p.value), {Real(p.gradient.x), Real(p.gradient.y)}, Real(p.twist), Real(p.sixth)};
    PolygonIntegrals<Real> part;
    for (const FourEdges& four : piece.edges) {
      const PolygonEdge<Real> edge{{Real::load(four.tangent_x), Real::load(four.tangent_y)},
                                   Real::load(four.length),
                                   Real::load(four.distance),
                                   Real::load(four.abscissa)};
      const SeenEdge<Real> seen(edge, c_pack);
      const Real R1 = seen.distance(seen.s1), R2 = seen.distance(seen.s2);
      add_edge<Degree>(edge, pressure, c_pack, seen, R1, R2, edge_logarithm(edge.length, R1, R2), part);
    }
    add_part<Degree>(part, pressure, sum);
  }
  const PolygonIntegrals<double> total{sum_of_four_lanes(sum.r),
                                       {sum_of_four_lanes(sum.e.x), sum_of_four_lanes(sum.e.y)}};
  return load_of(total, c, V.omega);
}

template <class Set>
inline constexpr FourEdgeLoad four_edge_loads[3] = {four_edge_load_of_degree<0, Set>, four_edge_load_of_degree<1, Set>,
                                                    four_edge_load_of_degree<2, Set>};

}  // namespace dryslip::detail
