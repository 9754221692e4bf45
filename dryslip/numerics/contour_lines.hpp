#pragma once

#include <vector>

#include "dryslip/numerics/regular_grid.hpp"

namespace dryslip {

// Marching squares, linear along the sides of the cells; saddles are decided by the mean of the cell. The region below the
// level is on the left of every line.

/// Boundary of the region where the field is below the level, as closed loops; where the region leaves the grid they run
/// along its rim.
std::vector<std::vector<Vec2>> region_below(const SampledField& field, double level);

/// Where a function has one value.
struct ContourLine {
  std::vector<Vec2> points;
  bool is_closed = false;  ///< false: it begins and ends on the rim of the grid
};

/// Lines on which the field is at the level, without the rim.
std::vector<ContourLine> contour_lines(const SampledField& field, double level);

}  // namespace dryslip
