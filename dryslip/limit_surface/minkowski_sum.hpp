#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// A convex polytope of loads.
struct LoadHull {
  std::vector<FrictionLoad> points;                     ///< its corners
  std::vector<std::array<std::size_t, 3>> triangles{};  ///< counter-clockwise from outside; none for a flat set
};

/// Set of all loads as the Minkowski sum of those of the single supports [Goyal1991, sec. 8.2]: the convex hull of the sums
/// of their points. A point support gives the loads of `sides` directions of slip (at least 3), a line or area
/// those of sides² motions. All corners are loads that the contact carries; the gap to the surface falls with 1/sides².
///
/// Time and memory grow with the number of corners, about (supports × sides)². Of the exact contact, also where the surface is
/// that of a surrogate. Throws InvalidInput for fewer than 3 sides, std::runtime_error where the library was built without qhull or
/// qhull fails.
LoadHull minkowski_sum(const LimitSurface& surface, std::size_t sides);

/// False where the library was built without qhull.
bool has_minkowski_sum();

}  // namespace dryslip
