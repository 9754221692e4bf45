#include "dryslip/contact_patch/shape.hpp"

#include <cmath>
#include <numbers>

#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {
namespace {

using std::numbers::pi;

struct MeasureOf {
  double operator()(const Rectangle& shape) const { return shape.size.x * shape.size.y; }
  double operator()(const Polygon& shape) const { return loops_area(shape.loops); }
  double operator()(const Disk& shape) const { return pi * shape.radius * shape.radius; }
  double operator()(const Ring& shape) const { return 2 * pi * shape.radius; }
  double operator()(const Annulus& shape) const {
    const auto [inner, outer] = shape.radii;
    return pi * (outer - inner) * (outer + inner);  // a thin annulus keeps its digits
  }
  double operator()(const Ellipse& shape) const { return pi * shape.semi_axes.x * shape.semi_axes.y; }
  double operator()(const Segment& shape) const { return length(shape.to - shape.from); }
  double operator()(const Points& shape) const {
    double total = 0.0;
    for (const WeightedPoint& point : shape.points) total += point.weight;
    return total;
  }
};

}  // namespace

ShapeKind kind_of(const Shape& shape) {
  if (std::holds_alternative<Points>(shape)) return ShapeKind::Points;
  if (std::holds_alternative<Ring>(shape) || std::holds_alternative<Segment>(shape)) return ShapeKind::Line;
  return ShapeKind::Area;
}

double measure_of(const Shape& shape) { return std::visit(MeasureOf{}, shape); }

std::vector<std::vector<Vec2>> boundary_loops(const Shape& shape) {
  if (const auto* rectangle = std::get_if<Rectangle>(&shape)) {
    const double x = rectangle->size.x / 2, y = rectangle->size.y / 2;
    return {{{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
  }
  std::vector<std::vector<Vec2>> loops;
  if (const auto* polygon = std::get_if<Polygon>(&shape)) {
    for (const auto& loop : polygon->loops) loops.push_back(without_repeated_vertices(loop));
  }
  return loops;
}

}  // namespace dryslip
