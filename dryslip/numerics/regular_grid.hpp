#pragma once

#include <cstddef>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// Nodes at equal distances, numbered row by row along x, from the lowest y upward.
struct RegularGrid {
  Vec2 origin;              ///< first node [m]
  Vec2 spacing;             ///< [m]
  std::size_t columns = 0;  ///< nodes along x
  std::size_t rows = 0;     ///< nodes along y

  std::size_t size() const { return columns * rows; }
  Vec2 node(std::size_t i, std::size_t j) const {
    return {origin.x + static_cast<double>(i) * spacing.x, origin.y + static_cast<double>(j) * spacing.y};
  }
  Vec2 node(std::size_t k) const { return node(k % columns, k / columns); }
};

/// Grid whose first and last nodes are the corners of a box; at least 2 columns and rows.
inline RegularGrid grid_over(Vec2 low, Vec2 high, std::size_t columns, std::size_t rows) {
  return {.origin = low,
          .spacing = {(high.x - low.x) / static_cast<double>(columns - 1),
                      (high.y - low.y) / static_cast<double>(rows - 1)},
          .columns = columns,
          .rows = rows};
}

/// A function known at the nodes.
struct SampledField {
  RegularGrid grid;            ///< at least 2 columns and rows
  std::vector<double> values;  ///< in the order of the nodes
};

}  // namespace dryslip
