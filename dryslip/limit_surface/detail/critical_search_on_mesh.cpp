#include "dryslip/limit_surface/detail/critical_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "dryslip/limit_surface/detail/icosphere.hpp"

namespace dryslip::detail {

using Kind = EigenDirection::Kind;

namespace {

constexpr double flat = 1e-6;           // curvatures below this part of λ are looked at twice
constexpr double beside_circle = 1e-5;  // no smooth critical points are sought nearer to a circle of kinks [rad]
constexpr double last_size = 1e-11;     // of a triangle around a kink that no candidate names [rad]

/// Distance of zero from the convex hull of three vectors of a plane, and the weights of the nearest point.
std::pair<double, std::array<double, 3>> zero_in_triangle(const std::array<Vec2, 3>& g) {
  const double twice = cross(g[1] - g[0], g[2] - g[0]);
  if (twice != 0.0) {
    const std::array<double, 3> weights{cross(g[1], g[2]) / twice, cross(g[2], g[0]) / twice,
                                        cross(g[0], g[1]) / twice};
    if (std::min({weights[0], weights[1], weights[2]}) >= 0.0) return {0.0, weights};
  }
  std::pair<double, std::array<double, 3>> best{length(g[0]), {1.0, 0.0, 0.0}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const Vec2 side = g[j] - g[i];
    const double squared = dot(side, side);
    const double t = squared > 0.0 ? std::clamp(-dot(g[i], side) / squared, 0.0, 1.0) : 0.0;
    if (const double distance = length(g[i] + t * side); distance < best.first) {
      best = {distance, {}};
      best.second[i] = 1.0 - t;
      best.second[j] = t;
    }
  }
  return best;
}

}  // namespace

void CriticalSearch::add_smooth(const Vector3& x) {
  if (is_known(x)) return;
  const SphereSlope at = sphere_.slope_at(x);
  if (at.dissipation <= sphere_.tolerance()) return free_.push_back(x);
  const auto kind_of = [&](double low, double high) {
    if (std::min(std::abs(low), std::abs(high)) <= flat * at.dissipation) return Kind::Degenerate;
    return low > 0.0 ? Kind::Minimum : high < 0.0 ? Kind::Maximum : Kind::Saddle;
  };
  Critical critical{x, kind_of(at.curvatures[0], at.curvatures[1]), true, at.along.norm()};
  if (critical.kind != Kind::Degenerate) return found_.push_back(critical);
  CriticalCurve curve = curve_through(sphere_, x);
  if (curve.points.empty()) {
    critical.kind = sphere_.kind_around(x, curve_step).value_or(Kind::Degenerate);
    return found_.push_back(critical);
  }
  for (const std::size_t i : curve.middles()) {
    const double across = curve.curvatures[i];
    found_.push_back({curve.points[i], kind_of(across, across), false, slope(curve.points[i]).norm()});
  }
  curves_.push_back(std::move(curve));
}

/// Looks for a zero of the slope in a triangle: by Newton's method, else in its four parts.
void CriticalSearch::search_triangle(const Triangle& triangle, int depth, double doubt) {
  const auto& [corners, slopes] = triangle;
  const Vector3 middle = (corners[0] + corners[1] + corners[2]).normalized();
  const double size = (corners[0] - corners[1]).norm();
  const auto across = directions_across(middle);
  std::array<Vec2, 3> g;
  double largest = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    g[i] = {across.col(0).dot(slopes[i]), across.col(1).dot(slopes[i])};
    largest = std::max(largest, length(g[i]));
  }
  // around the end of a kink the slope changes over small distances: finer and finer triangles there
  constexpr int levels_at_end = 8;
  const auto is_near = [&](const Vector3& x) { return (x - middle).norm() < 2.0 * size; };
  if (depth < levels_at_end && std::any_of(fine_places_.begin(), fine_places_.end(), is_near)) {
    return search_parts(triangle, depth + 1, doubt);
  }
  const auto [distance, weights] = zero_in_triangle(g);
  if (distance > doubt * largest || largest == 0.0) return;
  if (--triangles_left_ < 0) return;
  const Vector3 start = (weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2]).normalized();
  for (const Vector3& circle : flat_circles_) {
    if (std::abs(circle.dot(middle)) < size) return;
  }
  if (model_.is_unique(sphere_.twist(start))) {
    if (const auto x = sphere_.newton(start)) {
      add_smooth(*x);
      // near the zero of the interpolated slope there is no room for two
      if ((*x - start).norm() < 0.2 * size) return;
    }
  }
  const auto crosses = [&](const Vector3& normal) { return std::abs(normal.dot(middle)) < size; };
  if (size < beside_circle && std::any_of(circles_.begin(), circles_.end(), crosses)) return;
  if (size < last_size) return add_kink(triangle);
  search_parts(triangle, depth + 1, 0.5 * doubt);
}

void CriticalSearch::search_parts(const Triangle& triangle, int depth, double doubt) {
  const auto& [corners, slopes] = triangle;
  Triangle inner;  // its corners lie opposite to those of the triangle
  for (std::size_t i = 0; i < 3; ++i) {
    inner.corners[i] = (corners[(i + 1) % 3] + corners[(i + 2) % 3]).normalized();
    inner.slopes[i] = slope(inner.corners[i]);
  }
  search_triangle(inner, depth, doubt);
  for (std::size_t i = 0; i < 3; ++i) {
    Triangle part = inner;
    part.corners[i] = corners[i];
    part.slopes[i] = slopes[i];
    search_triangle(part, depth, doubt);
  }
}

/// A critical point where D has a kink that no candidate names.
void CriticalSearch::add_kink(const Triangle& triangle) {
  const Vector3 x = (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]).normalized();
  if (is_known(x)) return;
  if (sphere_.load(x).dot(x) <= sphere_.tolerance()) return free_.push_back(x);
  const auto across = directions_across(x);
  std::array<Vec2, 3> g;
  for (std::size_t i = 0; i < 3; ++i) {
    g[i] = {across.col(0).dot(triangle.slopes[i]), across.col(1).dot(triangle.slopes[i])};
  }
  constexpr double radius = 1e-4;  // far outside the triangle, inside what surrounds the kink
  if (const auto kind = sphere_.kind_around(x, radius))
    found_.push_back({x, *kind, true, zero_in_triangle(g).first, Place::Kink});
}

void CriticalSearch::search_mesh(int level) {
  const Icosphere mesh = make_icosphere(level);
  std::vector<Twist> twists;
  for (const Vector3& x : mesh.vertices) twists.push_back(sphere_.twist(x));
  std::vector<FrictionLoad> loads(twists.size());
  model_.loads(twists, loads);
  std::vector<Vector3> slopes;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const Vector3 p = sphere_.covector(loads[i]);
    slopes.push_back(p - p.dot(mesh.vertices[i]) * mesh.vertices[i]);
    if (p.norm() <= sphere_.tolerance()) free_.push_back(mesh.vertices[i]);
  }
  // The slope is not linear in a triangle: what it may be beside the line through its corners, of its size. Smaller
  // triangles are smoother, so that along a valley of kinks only the places near critical ones go on.
  constexpr double most_doubt = 0.2;
  triangles_left_ = 20000;  // where critical points fill a region
  for (const auto& [a, b, c] : mesh.triangles) {
    search_triangle({{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, {slopes[a], slopes[b], slopes[c]}}, 0,
                    most_doubt);
  }
}

}  // namespace dryslip::detail
