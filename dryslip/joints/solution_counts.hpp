#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/progress.hpp"

namespace dryslip {

// Instead of a number of accelerations:
inline constexpr int continuum_count = -1;
inline constexpr int undefined_count = -2;  ///< the model does not allow the parameters

/// Numbers of accelerations over two parameters, in the cells of a region.
struct SolutionCounts {
  Vec2 low{}, high{};  ///< corners of the region
  int columns = 0, rows = 0;
  std::vector<int> counts{};  ///< row by row from the lowest y, at the middles of the cells

  Vec2 middle(int column, int row) const;
};

/// Counts by a function of both parameters, cell by cell, in the region given. Throws Cancelled where progress says so.
SolutionCounts count_solutions(SolutionCounts region, const std::function<int(double x, double y)>& count,
                               const Progress& progress = {});

}  // namespace dryslip
