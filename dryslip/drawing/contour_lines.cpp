#include "dryslip/drawing/contour_lines.hpp"

#include <array>
#include <limits>
#include <map>
#include <utility>

namespace dryslip {
namespace {

/// The grid with a rim of nodes that are always above the level, so that every line closes.
class RimmedGrid {
 public:
  RimmedGrid(const SampledField& field, double level)
      : field_(field), level_(level), columns_(field.columns + 2), rows_(field.rows() + 2) {}

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }

  bool is_rim(std::size_t i, std::size_t j) const { return i == 0 || j == 0 || i + 1 == columns_ || j + 1 == rows_; }
  double value(std::size_t i, std::size_t j) const {
    return is_rim(i, j) ? std::numeric_limits<double>::infinity() : field_.values[(j - 1) * field_.columns + i - 1];
  }
  bool is_below(std::size_t i, std::size_t j) const { return value(i, j) < level_; }

  /// Place of a node; that of the rim is the nearest node of the field.
  Vec2 place(std::size_t i, std::size_t j) const {
    const auto inside = [](std::size_t k, std::size_t count) {
      return static_cast<double>(k == 0 ? 0 : (k + 1 == count ? count - 3 : k - 1));
    };
    return {field_.origin.x + inside(i, columns_) * field_.spacing.x,
            field_.origin.y + inside(j, rows_) * field_.spacing.y};
  }

  /// Point of the level on the side between two neighbouring nodes.
  Vec2 crossing(std::array<std::size_t, 2> a, std::array<std::size_t, 2> b) const {
    if (is_rim(a[0], a[1])) return place(b[0], b[1]);
    if (is_rim(b[0], b[1])) return place(a[0], a[1]);
    const double low = value(a[0], a[1]), high = value(b[0], b[1]);
    const double part = (level_ - low) / (high - low);
    const Vec2 from = place(a[0], a[1]);
    return from + part * (place(b[0], b[1]) - from);
  }

  bool mean_is_below(std::size_t i, std::size_t j) const {
    return value(i, j) + value(i + 1, j) + value(i, j + 1) + value(i + 1, j + 1) < 4 * level_;
  }

 private:
  const SampledField& field_;
  double level_;
  std::size_t columns_, rows_;
};

/// A side of a cell: its lower left node and whether it is upright.
using Side = std::pair<std::size_t, bool>;

/// Directed pieces of the line, the region on their left: from side to side.
std::map<Side, Side> pieces_of(const RimmedGrid& grid) {
  std::map<Side, Side> next;
  for (std::size_t j = 0; j + 1 < grid.rows(); ++j) {
    for (std::size_t i = 0; i + 1 < grid.columns(); ++i) {
      // Corners counter-clockwise from the lower left; side k joins corner k to corner k + 1.
      const std::array<bool, 4> below{grid.is_below(i, j), grid.is_below(i + 1, j), grid.is_below(i + 1, j + 1),
                                      grid.is_below(i, j + 1)};
      const std::size_t node = j * grid.columns() + i;
      const std::array<Side, 4> sides{Side{node, false}, Side{node + 1, true}, Side{node + grid.columns(), false},
                                      Side{node, true}};
      for (std::size_t k = 0; k < 4; ++k) {
        if (!below[k] || below[(k + 1) % 4]) continue;  // the line enters where the region ends
        // It leaves where the region begins again: before it, or at a saddle that is above, round this corner only.
        const bool is_saddle = below[(k + 2) % 4] && !below[(k + 3) % 4];
        std::size_t exit = (k + 3) % 4;
        if (is_saddle && grid.mean_is_below(i, j)) {
          exit = (k + 1) % 4;
        } else if (!is_saddle) {
          while (below[exit]) exit = (exit + 3) % 4;
        }
        next[sides[k]] = sides[exit];
      }
    }
  }
  return next;
}

}  // namespace

std::vector<std::vector<Vec2>> region_below(const SampledField& field, double level) {
  const RimmedGrid grid(field, level);
  std::map<Side, Side> next = pieces_of(grid);
  std::vector<std::vector<Vec2>> loops;
  while (!next.empty()) {
    std::vector<Vec2>& loop = loops.emplace_back();
    Side side = next.begin()->first;
    for (auto piece = next.find(side); piece != next.end(); piece = next.find(side)) {
      const std::size_t i = side.first % grid.columns(), j = side.first / grid.columns();
      const Vec2 point = grid.crossing({i, j}, side.second ? std::array{i, j + 1} : std::array{i + 1, j});
      if (loop.empty() || loop.back() != point) loop.push_back(point);
      side = piece->second;
      next.erase(piece);
    }
  }
  return loops;
}

}  // namespace dryslip
