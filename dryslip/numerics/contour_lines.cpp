#include "dryslip/numerics/contour_lines.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace dryslip {
namespace {

/// A side of a cell: its lower left node and whether it is upright.
using Side = std::pair<std::size_t, bool>;

/// The grid with a rim of nodes that are always above the level, so that every line closes.
class RimmedGrid {
 public:
  RimmedGrid(const SampledField& field, double level)
      : field_(field), level_(level), columns_(field.grid.columns + 2), rows_(field.grid.rows + 2) {}

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }

  bool is_rim(std::size_t i, std::size_t j) const { return i == 0 || j == 0 || i + 1 == columns_ || j + 1 == rows_; }
  double value(std::size_t i, std::size_t j) const {
    return is_rim(i, j) ? std::numeric_limits<double>::infinity()
                        : field_.values[(j - 1) * field_.grid.columns + i - 1];
  }
  bool is_below(std::size_t i, std::size_t j) const { return value(i, j) < level_; }

  /// Place of a node; that of the rim is the nearest node of the field.
  Vec2 place(std::size_t i, std::size_t j) const {
    const auto inside = [](std::size_t k, std::size_t count) { return std::clamp<std::size_t>(k, 1, count - 2) - 1; };
    return field_.grid.node(inside(i, columns_), inside(j, rows_));
  }

  /// Point of the level on a side.
  Vec2 crossing(const Side& side) const {
    const auto [a, b] = ends(side);
    if (is_rim(a[0], a[1])) return place(b[0], b[1]);
    if (is_rim(b[0], b[1])) return place(a[0], a[1]);
    const double low = value(a[0], a[1]), high = value(b[0], b[1]);
    const double part = (level_ - low) / (high - low);
    const Vec2 from = place(a[0], a[1]);
    return from + part * (place(b[0], b[1]) - from);
  }
  /// One end of the side is a node of the rim.
  bool is_on_rim(const Side& side) const {
    const auto [a, b] = ends(side);
    return is_rim(a[0], a[1]) || is_rim(b[0], b[1]);
  }

  bool mean_is_below(std::size_t i, std::size_t j) const {
    return value(i, j) + value(i + 1, j) + value(i, j + 1) + value(i + 1, j + 1) < 4 * level_;
  }

 private:
  using Node = std::array<std::size_t, 2>;
  std::pair<Node, Node> ends(const Side& side) const {
    const std::size_t i = side.first % columns_, j = side.first / columns_;
    return {{i, j}, side.second ? Node{i, j + 1} : Node{i + 1, j}};
  }

  const SampledField& field_;
  double level_;
  std::size_t columns_, rows_;
};

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

/// The sides that each closed line crosses, in order.
std::vector<std::vector<Side>> loops_of(const RimmedGrid& grid) {
  std::map<Side, Side> next = pieces_of(grid);
  std::vector<std::vector<Side>> loops;
  while (!next.empty()) {
    std::vector<Side>& loop = loops.emplace_back();
    Side side = next.begin()->first;
    for (auto piece = next.find(side); piece != next.end(); piece = next.find(side)) {
      loop.push_back(side);
      side = piece->second;
      next.erase(piece);
    }
  }
  return loops;
}

/// A point a line goes through, unless it is there already.
void append_point(std::vector<Vec2>& line, Vec2 point) {
  if (line.empty() || line.back() != point) line.push_back(point);
}

}  // namespace

std::vector<std::vector<Vec2>> region_below(const SampledField& field, double level) {
  const RimmedGrid grid(field, level);
  std::vector<std::vector<Vec2>> result;
  for (const std::vector<Side>& loop : loops_of(grid)) {
    std::vector<Vec2>& points = result.emplace_back();
    for (const Side& side : loop) append_point(points, grid.crossing(side));
  }
  return result;
}

std::vector<ContourLine> contour_lines(const SampledField& field, double level) {
  const RimmedGrid grid(field, level);
  std::vector<ContourLine> result;
  for (std::vector<Side>& loop : loops_of(grid)) {
    // begin on the rim, so that no line is cut in two
    const auto on_rim = [&](const Side& side) { return grid.is_on_rim(side); };
    const auto first = std::find_if(loop.begin(), loop.end(), on_rim);
    const bool is_closed = first == loop.end();
    if (!is_closed) std::rotate(loop.begin(), first, loop.end());
    ContourLine line{.points = {}, .is_closed = is_closed};
    for (const Side& side : loop) {
      if (!on_rim(side)) {
        append_point(line.points, grid.crossing(side));
      } else if (!line.points.empty()) {
        result.push_back(std::exchange(line, {}));
      }
    }
    if (!line.points.empty()) result.push_back(line);
  }
  return result;
}

}  // namespace dryslip
