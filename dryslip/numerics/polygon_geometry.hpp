#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

// Areas bounded by loops: outer ones counter-clockwise, holes clockwise, the last vertex joined to the first.

using Loop = std::vector<Vec2>;  ///< vertices

/// Vertices without those equal to the one before (the first comes after the last).
Loop without_repeated_vertices(std::span<const Vec2> loop);

/// ½ Σ rᵢ × rᵢ₊₁, positive for counter-clockwise loops [m²].
double signed_area(std::span<const Vec2> loop);

/// Area of the region: sum of the signed areas [m²].
double loops_area(std::span<const Loop> loops);

/// Centroid of the region [m].
Vec2 loops_centroid(std::span<const Loop> loops);

/// Mean of |r − centroid|² over the region [m²].
double loops_squared_gyration_radius(std::span<const Loop> loops);

/// Convex hull, counter-clockwise, without repeated and collinear vertices; its two ends (or one) where all points lie on
/// a line.
Loop convex_hull(std::span<const Vec2> points);

/// Points inside the region: on `rows` horizontal lines, `per_chord` points on each piece of a line that lies inside.
std::vector<Vec2> interior_points(std::span<const Loop> loops, int rows, int per_chord);

/// Loops of a POLYGON or MULTIPOLYGON in well-known text, oriented as above, without the closing vertices.
/// Throws std::invalid_argument with line and column.
std::vector<Loop> read_wkt(std::string_view text);

}  // namespace dryslip
