#include "dryslip/drawing/load_view.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {
namespace {

/// Area of the page that the visible facets cover, before it is fitted.
double visible_facets(const SurfaceMesh& mesh, const LoadView& view) {
  double area = 0.0;
  for (const SurfaceFacet& facet : mesh.facets) {
    std::vector<Vec2> outline;
    for (const std::uint32_t i : facet.outline) outline.push_back(view.page(mesh.points[i].load));
    area += std::max(0.0, -signed_area(outline));  // y runs downwards on the page
  }
  return area;
}

}  // namespace

FrictionLoad load_of(const std::array<double, 3>& components) {
  return {{components[0], components[1]}, components[2]};
}

Eigen::Vector3d LoadView::towards_viewer() const {
  const double c = std::cos(elevation);
  return {c * std::cos(azimuth), c * std::sin(azimuth), std::sin(elevation)};
}
Eigen::Vector3d LoadView::right() const { return {-std::sin(azimuth), std::cos(azimuth), 0.0}; }
Eigen::Vector3d LoadView::up() const {
  const double s = std::sin(elevation);
  return {-s * std::cos(azimuth), -s * std::sin(azimuth), std::cos(elevation)};
}

Vec2 LoadView::page(const FrictionLoad& P) const {
  const Eigen::Vector3d r = place(P);
  return {origin.x + scale * right().dot(r), origin.y - scale * up().dot(r)};
}

bool LoadView::shows(const Twist& normal) const {
  const Eigen::Vector3d n{normal.velocity.x, normal.velocity.y, normal.omega * length};
  return n.dot(towards_viewer()) > 0.0;
}

LoadRanges ranges_of(const SurfaceMesh& mesh) {
  LoadRanges ranges{};
  for (const SurfacePoint& point : mesh.points) {
    const std::array<double, 3> load{point.load.force.x, point.load.force.y, point.load.moment};
    for (std::size_t k = 0; k < 3; ++k) {
      ranges[k][0] = std::min(ranges[k][0], load[k]);
      ranges[k][1] = std::max(ranges[k][1], load[k]);
    }
  }
  // a direction without extent gets a part of the others
  constexpr double flat = 1e-9, least = 0.3, margin = 0.15;
  const auto width = [&](std::size_t k) { return ranges[k][1] - ranges[k][0]; };
  const double widest = std::max(width(0), width(1)) > 0.0 ? std::max(width(0), width(1)) : 1.0;
  const double tallest = width(2) > flat * widest * mesh.length ? width(2) : widest * mesh.length;
  const std::array<double, 3> whole{widest, widest, tallest};
  for (std::size_t k = 0; k < 3; ++k) {
    const double missing = std::max(0.0, least * whole[k] - width(k));
    ranges[k][0] -= 0.5 * missing + margin * whole[k];
    ranges[k][1] += 0.5 * missing + margin * whole[k];
  }
  return ranges;
}

LoadView view_of(const SurfaceMesh& mesh, const LoadRanges& ranges, Vec2 corner, Vec2 size) {
  const auto width = [&](std::size_t k) { return ranges[k][1] - ranges[k][0]; };
  constexpr double degree = std::numbers::pi / 180.0;
  LoadView best{.azimuth = -60 * degree, .elevation = 24 * degree, .length = width(2) / std::max(width(0), width(1))};
  // other sides only where they show clearly more
  constexpr double clearly = 1.2;
  double most = visible_facets(mesh, best);
  for (const double elevation : {24.0, -24.0}) {
    for (const double azimuth : {-60.0, -30.0, -85.0}) {
      LoadView view = best;
      view.azimuth = azimuth * degree;
      view.elevation = elevation * degree;
      const double area = visible_facets(mesh, view);
      if (area <= clearly * most) continue;
      most = area;
      best = view;
    }
  }
  Vec2 low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
  for (std::size_t i = 0; i < 8; ++i) {
    const Vec2 place = best.page(load_of({ranges[0][i & 1], ranges[1][(i >> 1) & 1], ranges[2][i >> 2]}));
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  best.scale = std::min(size.x / (high.x - low.x), size.y / (high.y - low.y));
  best.origin = corner + 0.5 * size - (0.5 * best.scale) * (low + high);
  return best;
}

}  // namespace dryslip
