#include "dryslip/drawing/support_outline.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace dryslip {
namespace {

std::vector<Vec2> ellipse_loop(Vec2 semi_axes) {
  constexpr int count = 180;  // sides of 2 degrees look round
  std::vector<Vec2> loop;
  for (int k = 0; k < count; ++k) {
    const Vec2 e = unit_vector(2.0 * std::numbers::pi * k / count);
    loop.push_back({semi_axes.x * e.x, semi_axes.y * e.y});
  }
  return loop;
}

/// Outline in the support's own frame.
struct OutlineOfShape {
  SupportOutline operator()(const Rectangle& shape) const { return {.loops = boundary_loops(shape)}; }
  SupportOutline operator()(const Polygon& shape) const { return {.loops = boundary_loops(shape)}; }
  SupportOutline operator()(const Disk& shape) const { return circle(shape.radius); }
  SupportOutline operator()(const Ring& shape) const { return circle(shape.radius); }
  SupportOutline operator()(const Annulus& shape) const {
    SupportOutline outline = circle(shape.radii[1]);
    if (shape.radii[0] > 0) outline.loops.push_back(circle(shape.radii[0]).loops[0]);
    return outline;
  }
  SupportOutline operator()(const Ellipse& shape) const { return {.loops = {ellipse_loop(shape.semi_axes)}}; }
  SupportOutline operator()(const Segment& shape) const { return {.lines = {{shape.from, shape.to}}}; }
  SupportOutline operator()(const Points& shape) const {
    SupportOutline outline;
    for (const WeightedPoint& point : shape.points) outline.points.push_back(point.position);
    return outline;
  }

  static SupportOutline circle(double radius) { return {.loops = {ellipse_loop({radius, radius})}}; }
};

}  // namespace

SupportOutline support_outline(const Support& support) {
  SupportOutline outline = std::visit(OutlineOfShape{}, support.shape);
  const Vec2 direction = unit_vector(support.angle);
  const auto place = [&](Vec2& point) { point = support.center + rotated(point, direction); };
  for (auto& loop : outline.loops) std::for_each(loop.begin(), loop.end(), place);
  for (auto& line : outline.lines) std::for_each(line.begin(), line.end(), place);
  std::for_each(outline.points.begin(), outline.points.end(), place);
  return outline;
}

Box bounding_box(const ContactPatch& patch) {
  constexpr double far = std::numeric_limits<double>::max();
  Box box{{far, far}, {-far, -far}};
  const auto include = [&](Vec2 point) {
    box.low = {std::min(box.low.x, point.x), std::min(box.low.y, point.y)};
    box.high = {std::max(box.high.x, point.x), std::max(box.high.y, point.y)};
  };
  for (const Support& support : patch.supports) {
    const SupportOutline outline = support_outline(support);
    for (const auto& loop : outline.loops) std::for_each(loop.begin(), loop.end(), include);
    for (const auto& line : outline.lines) std::for_each(line.begin(), line.end(), include);
    std::for_each(outline.points.begin(), outline.points.end(), include);
  }
  return box;
}

Box surroundings(const ContactPatch& patch, double margin) {
  const Box box = bounding_box(patch);
  const Vec2 extent = box.high - box.low;
  const double size = std::max(extent.x, extent.y);
  const double rim = size > 0 ? margin * size : 0.01;  // one point alone: a centimetre around it
  constexpr double narrowest = 0.75;                   // shorter by longer side: the picture is not a strip
  const double least = narrowest * (size + 2 * rim);
  const Vec2 middle = 0.5 * (box.low + box.high);
  const Vec2 half{0.5 * std::max(extent.x + 2 * rim, least), 0.5 * std::max(extent.y + 2 * rim, least)};
  return {middle - half, middle + half};
}

}  // namespace dryslip
