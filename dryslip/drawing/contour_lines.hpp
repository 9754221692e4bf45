#pragma once

#include <cstddef>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// Values on the nodes of a regular grid.
struct SampledField {
  Vec2 origin;                 ///< first node [m]
  Vec2 spacing;                ///< [m]
  std::size_t columns = 0;     ///< nodes along x, at least 2
  std::vector<double> values;  ///< row by row along x, from the lowest y upward

  std::size_t rows() const { return values.size() / columns; }
};

/// Boundary of the region where the field is below the level, as closed loops; where the region leaves the grid they run
/// along its rim. Marching squares, linear along the sides of the cells; saddles are decided by the mean of the cell.
std::vector<std::vector<Vec2>> region_below(const SampledField& field, double level);

}  // namespace dryslip
