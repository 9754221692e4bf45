#include "dryslip/numerics/loop_fault.hpp"

#include <algorithm>
#include <array>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Box = bg::model::box<Point>;

struct Edge {
  Vec2 from;
  Vec2 to;
  std::size_t loop = 0;  ///< index of the loop it belongs to
};

bool is_finite(Vec2 r) { return std::isfinite(r.x) && std::isfinite(r.y); }

/// Distance of r from the line through the edge, positive on its left.
double distance_to_line(Vec2 r, const Edge& edge) {
  const Vec2 along = edge.to - edge.from;
  return cross(along, r - edge.from) / length(along);
}

Vec2 point_on(const Edge& edge, double fraction) { return edge.from + fraction * (edge.to - edge.from); }

std::vector<Edge> edges_of(std::span<const Loop> loops) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const Loop loop = without_repeated_vertices(loops[i]);
    for (std::size_t j = 0; j < loop.size(); ++j) edges.push_back({loop[j], loop[(j + 1) % loop.size()], i});
  }
  return edges;
}

/// Edges with a search tree of their boxes, so that large outlines take n log n steps.
class EdgeTree {
 public:
  explicit EdgeTree(std::vector<Edge> edges) : edges_(std::move(edges)), tree_(boxes_of(edges_)) {
    for (const Edge& edge : edges_) {
      reach_ = std::max({reach_, std::abs(edge.from.x), std::abs(edge.from.y)});
    }
  }

  const std::vector<Edge>& edges() const { return edges_; }

  /// Points nearer than this touch: rounding of the coordinates and of the distance.
  double tolerance() const { return 8 * std::numeric_limits<double>::epsilon() * reach_; }

  /// Indices of the edges whose box meets the box of two points, in a fixed order.
  std::vector<std::size_t> near(Vec2 a, Vec2 b) const {
    std::vector<std::pair<Box, std::size_t>> found;
    tree_.query(bg::index::intersects(box_of(a, b)), std::back_inserter(found));
    std::vector<std::size_t> indices;
    for (const auto& entry : found) indices.push_back(entry.second);
    std::sort(indices.begin(), indices.end());
    return indices;
  }

  /// Edges met by the horizontal ray from r towards +x.
  std::vector<std::size_t> on_ray(Vec2 r) const { return near(r, {std::max(reach_, r.x), r.y}); }

 private:
  static Box box_of(Vec2 a, Vec2 b) {
    return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
  }
  static std::vector<std::pair<Box, std::size_t>> boxes_of(const std::vector<Edge>& edges) {
    std::vector<std::pair<Box, std::size_t>> boxes;
    for (std::size_t i = 0; i < edges.size(); ++i) boxes.emplace_back(box_of(edges[i].from, edges[i].to), i);
    return boxes;
  }

  std::vector<Edge> edges_;
  bg::index::rtree<std::pair<Box, std::size_t>, bg::index::quadratic<16>> tree_;
  double reach_ = 0.0;  ///< largest coordinate
};

/// Place where two edges pass through each other; touching is not crossing.
std::optional<Vec2> crossing(const Edge& a, const Edge& b, double tolerance) {
  const auto on_both_sides = [&](double first, double second) {
    return std::min(first, second) < -tolerance && std::max(first, second) > tolerance;
  };
  const double b_from = distance_to_line(b.from, a), b_to = distance_to_line(b.to, a);
  if (!on_both_sides(b_from, b_to)) return std::nullopt;
  if (!on_both_sides(distance_to_line(a.from, b), distance_to_line(a.to, b))) return std::nullopt;
  return point_on(b, b_from / (b_from - b_to));
}

std::optional<LoopFault> find_crossing(const EdgeTree& tree) {
  const std::vector<Edge>& edges = tree.edges();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (const std::size_t j : tree.near(edges[i].from, edges[i].to)) {
      if (j <= i) continue;
      const auto place = crossing(edges[i], edges[j], tree.tolerance());
      if (!place) continue;
      const std::string what =
          edges[i].loop == edges[j].loop ? "crosses itself" : "crosses loop " + std::to_string(edges[j].loop);
      return LoopFault{edges[i].loop, what + " at " + number_text(*place, 6) + ": loops must not cross"};
    }
  }
  return std::nullopt;
}

/// How often the loops wind around the points just left and just right of an edge.
struct Windings {
  int left = 0;
  int right = 0;
};

/// Counted along a ray to +x from a point of a rising or falling edge; nothing when another edge ends or crosses there.
std::optional<Windings> windings_beside(const EdgeTree& tree, const Edge& edge, double fraction) {
  const Vec2 r = point_on(edge, fraction);
  const Vec2 other = point_on(edge, fraction < 0.5 ? 0.9 : 0.1);
  const bool rises = edge.to.y > edge.from.y;
  int beyond = 0;  // from edges on the +x side
  int along = 0;   // edges that run with this one (itself among them) less those against it
  for (const std::size_t i : tree.on_ray(r)) {
    const Edge& met = tree.edges()[i];
    if ((met.from.y <= r.y) == (met.to.y <= r.y)) continue;
    const bool met_rises = met.from.y <= r.y;
    const double side = distance_to_line(r, met);
    if (std::abs(side) > tree.tolerance()) {
      if (met_rises == (side > 0)) beyond += met_rises ? 1 : -1;
    } else if (std::abs(distance_to_line(other, met)) <= tree.tolerance()) {
      along += met_rises == rises ? 1 : -1;
    } else {
      return std::nullopt;
    }
  }
  // The +x side of a rising edge is its right, of a falling edge its left.
  return rises ? Windings{beyond + along, beyond} : Windings{beyond, beyond - along};
}

std::string describe(Windings windings, double area, const std::string& place) {
  if (windings.right < 0 && area < 0) {
    return "clockwise and not inside an outer loop: outer loops go counter-clockwise, holes clockwise inside them";
  }
  if (windings.left > 1 && area > 0) {
    return "overlaps another outer loop or itself near " + place + ": loops must not overlap, holes go clockwise";
  }
  return "runs over itself or another loop near " + place + ": outer loops go counter-clockwise, holes clockwise";
}

enum class Frame { AsGiven, TurnedRight };

/// Checks that the region lies on the left of every steep edge and nowhere else.
std::optional<LoopFault> find_wrong_winding(const EdgeTree& tree, std::span<const Loop> loops, Frame frame) {
  // Several points of an edge are tried, since another loop may touch it anywhere.
  constexpr std::array<double, 6> fractions{0.5, 0.381966, 0.645751, 0.236068, 0.828427, 0.141593};
  for (const Edge& edge : tree.edges()) {
    const Vec2 along = edge.to - edge.from;
    const bool steep =
        frame == Frame::AsGiven ? std::abs(along.y) >= std::abs(along.x) : std::abs(along.y) > std::abs(along.x);
    if (!steep) continue;
    std::optional<Windings> windings;
    double fraction = 0.0;
    for (std::size_t i = 0; i < fractions.size() && !windings; ++i) {
      fraction = fractions[i];
      windings = windings_beside(tree, edge, fraction);
    }
    const auto allowed = [](int winding) { return winding == 0 || winding == 1; };
    if (!windings || (allowed(windings->left) && allowed(windings->right))) continue;
    const Vec2 r = point_on(edge, fraction);
    const Vec2 place = frame == Frame::AsGiven ? r : turned_left(r);
    return LoopFault{edge.loop, describe(*windings, signed_area(loops[edge.loop]), number_text(place, 6))};
  }
  return std::nullopt;
}

/// Faults of a loop by itself, before anything is computed with it.
std::optional<std::string> find_vertex_fault(const Loop& loop) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    if (!is_finite(loop[i])) return "vertex " + std::to_string(i) + " is " + number_text(loop[i]) + ": must be finite";
  }
  std::vector<std::pair<double, double>> distinct;
  for (const Vec2 r : loop) distinct.emplace_back(r.x, r.y);
  std::sort(distinct.begin(), distinct.end());
  const auto count = std::unique(distinct.begin(), distinct.end()) - distinct.begin();
  if (count < 3)
    return std::to_string(count) + (count == 1 ? " distinct vertex" : " distinct vertices") +
           ": a loop needs at least 3";
  return std::nullopt;
}

/// True when all vertices lie on a line, as far as the rounded coordinates can tell.
bool has_no_area(const Loop& loop, double tolerance) {
  double perimeter = 0.0;
  for (std::size_t i = 0; i < loop.size(); ++i) perimeter += length(loop[(i + 1) % loop.size()] - loop[i]);
  return std::abs(signed_area(loop)) <= tolerance * perimeter / 2;
}

/// The loops turned by −90°, exactly.
std::vector<Edge> turned_right(std::vector<Edge> edges) {
  for (Edge& edge : edges) {
    edge.from = {edge.from.y, -edge.from.x};
    edge.to = {edge.to.y, -edge.to.x};
  }
  return edges;
}

}  // namespace

std::optional<LoopFault> find_loop_fault(std::span<const Loop> loops) {
  if (loops.empty()) return LoopFault{0, "no loops: at least one is needed"};
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (auto fault = find_vertex_fault(loops[i])) return LoopFault{i, *fault};
  }
  const EdgeTree tree(edges_of(loops));
  if (auto fault = find_crossing(tree)) return fault;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (has_no_area(loops[i], tree.tolerance())) return LoopFault{i, "zero area: the vertices lie on a line"};
  }
  // Steep edges as they stand, the others turned by a quarter.
  if (auto fault = find_wrong_winding(tree, loops, Frame::AsGiven)) return fault;
  return find_wrong_winding(EdgeTree(turned_right(tree.edges())), loops, Frame::TurnedRight);
}

}  // namespace dryslip
