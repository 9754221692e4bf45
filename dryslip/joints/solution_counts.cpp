#include "dryslip/joints/solution_counts.hpp"

namespace dryslip {

Vec2 SolutionCounts::middle(int column, int row) const {
  const Vec2 whole = high - low;
  return {low.x + whole.x * (column + 0.5) / columns, low.y + whole.y * (row + 0.5) / rows};
}

SolutionCounts count_solutions(SolutionCounts region, const std::function<int(double x, double y)>& count,
                               const Progress& progress) {
  region.counts.clear();
  const double cells = static_cast<double>(region.columns) * region.rows;
  for (int row = 0; row < region.rows; ++row) {
    for (int column = 0; column < region.columns; ++column) {
      tell(progress, static_cast<double>(region.counts.size()) / cells);
      const Vec2 middle = region.middle(column, row);
      region.counts.push_back(count(middle.x, middle.y));
    }
  }
  tell(progress, 1.0);
  return region;
}

}  // namespace dryslip
