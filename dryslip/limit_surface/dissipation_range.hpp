#pragma once

#include <cstddef>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

/// Range of the dissipation among the motions with VᵀGV = 1 J. The bounds are proven: D lies between `least` and `largest`
/// for every motion, even if the search missed an extreme; the values found on the way show how tight they are.
struct DissipationRange {
  double least = 0.0;        ///< least ≤ D(V); 0 where some motion meets no friction [W]
  double least_found = 0.0;  ///< of the motions looked at: least ≤ min D ≤ least_found, up to the error of a load [W]
  double largest_found = 0.0;  ///< of the motions looked at: largest_found ≤ max D ≤ largest [W]
  double largest = 0.0;        ///< D(V) ≤ largest [W]
  bool converged = true;       ///< the bounds are as tight as asked for

  /// Some motion meets no friction, or too little to tell.
  bool has_free_motion() const { return least_found == 0.0; }
};
template <>
inline constexpr auto description<DissipationRange> = record<DissipationRange>(
    "What the dissipation can be among the motions with VᵀGV = 1 J; the bounds are proven.",
    field<&DissipationRange::least>("W", "no dissipation is below; 0 where some motion meets no friction"),
    field<&DissipationRange::least_found>("W", "of the motions looked at"),
    field<&DissipationRange::largest_found>("W", "of the motions looked at"),
    field<&DissipationRange::largest>("W", "no dissipation is above"),
    field<&DissipationRange::converged>("", "the bounds are as tight as asked for"));

struct DissipationRangeOptions {
  double width = 1e-6;  ///< of each bound, relative [-]
  /// Most motions spent on each bound; a bound that needs more stays wider, as where D is constant over the sphere. 0: 400 000, or
  /// 20 000 where loads are integrated.
  std::size_t most_motions = 0;
};

/// Bounds min D and max D on the sphere VᵀGV = 1 J by triangles that are halved until
///
///     D(q) ≥ Σ wₐ Pₐ·q  (loads of the corners, any weights),    D(q) ≤ Σ λ_b D(x_b)  for q = Σ λ_b x_b
///
/// leave no triangle in doubt: docs/theory/limit_surface.md. Least values below 1e-9 of the largest count as zero. Throws
/// InvalidInput for a metric that is not symmetric and positive definite.
DissipationRange bound_dissipation(const LimitSurface& surface, const Mat3& metric,
                                   const DissipationRangeOptions& options = {});

}  // namespace dryslip
