#include "dryslip/limit_surface/detail/load_ray.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>

namespace dryslip::detail {

LoadRay::LoadRay(const LimitSurface& surface, const FrictionLoad& P)
    : model_(surface.model()),
      flat_directions_(surface.flat_directions()),
      force_(model_.scale().force),
      length_(surface.unit_length()),
      uncertainty_(surface.load_error()) {
  // by a power of two, so that the largest loads do not overflow
  exponent_ = std::ilogb(std::max({std::abs(P.force.x), std::abs(P.force.y), std::abs(P.moment)}));
  const auto scaled = [&](double value) { return std::ldexp(value, -exponent_); };
  const Eigen::Vector3d given(scaled(P.force.x), scaled(P.force.y), scaled(P.moment) / length_);
  size_ = given.stableNorm();
  p_ = given / size_;
  // any two directions across p
  Eigen::Vector3d other = Eigen::Vector3d::Zero();
  Eigen::Index smallest = 0;
  p_.cwiseAbs().minCoeff(&smallest);
  other[smallest] = 1.0;
  e1_ = p_.cross(other).normalized();
  e2_ = p_.cross(e1_);
}

namespace {

/// Newton's method for the minimum of D(y), as long as the slope halves; false where D is not smooth enough.
bool minimise_smooth(const LoadRay& ray, RaySearch& search) {
  Vec2 y = search.y;
  RayPoint at = ray.point(y);
  for (int step = 0; step < 12; ++step) {
    const auto [xx, xy, yy] = ray.curvature(y);
    const double determinant = xx * yy - xy * xy;
    if (!(determinant > 1e-14 * (xx + yy) * (xx + yy))) return false;
    const Vec2 next =
        y - (1.0 / determinant) * Vec2{yy * at.beside.x - xy * at.beside.y, xx * at.beside.y - xy * at.beside.x};
    const RayPoint at_next = ray.point(next);
    if (!(length(at_next.beside) <= 0.5 * length(at.beside))) {
      const bool is_found = length(at.beside) < 1e-12;
      if (is_found) search.y = y;  // better known by the slope than by D, whose minimum is flat
      search.is_strict = is_found && determinant > 1e-6 * (xx + yy) * (xx + yy);
      return is_found;
    }
    y = next;
    at = at_next;
    search.lowers(LoadRay::dissipation(at, y) + ray.uncertainty(y), y);
  }
  return false;
}

/// Three loads around the one at y, for motions this far from it.
void surround(const LoadRay& ray, Vec2 y, double radius, RayTriangle& triangle) {
  for (int i = 0; i < 3; ++i) {
    const Vec2 at = y + radius * unit_vector(1.0 + 2.1 * i);
    triangle.improve(ray.thickened(ray.point(at), at));
  }
}

/// From a triangle this far below the set, and from a motion that may be near.
RaySearch search_from(const LoadRay& ray, double depth, const std::optional<Vec2>& near = {}) {
  constexpr double width = 4.0;  // relative to LoadScale all loads are within 3
  RayTriangle triangle(depth, width);
  triangle.improve({0.0, {}});  // no load at all is inside
  RaySearch search;
  if (near && search.lowers(ray.dissipation_at(*near) + ray.uncertainty(*near), *near) &&
      minimise_smooth(ray, search) && search.is_strict) {
    // D is convex: where its slope is zero is its least value
    search.lower = search.upper;
    return search;
  }
  double last_try = 1.0;
  int idle = 0;
  for (int i = 0; i < 400 && idle < 12; ++i) {
    // a ray along a flat side of the set: beyond this the rest of the motion would be lost in rounding
    constexpr double farthest = 1e12;
    Vec2 y = triangle.slope();
    if (length(y) > farthest) y = (farthest / length(y)) * y;
    const RayPoint point = ray.point(y);
    ++idle;
    if (search.lowers(LoadRay::dissipation(point, y) + ray.uncertainty(y), y)) idle = 0;
    // points beside the ray by less than the error of a load count as on it
    const double error = 100.0 * ray.uncertainty({});
    double height = triangle.height_inside(error);
    if (length(point.beside) <= error) height = std::max(height, point.height);
    if (search.raises(height)) idle = 0;
    // the motion is known to rounding already where Newton's method found it
    const double enough = search.is_strict ? 0.1 * certified * search.upper : 4.0 * ray.uncertainty(search.y);
    if (search.gap() <= enough) break;
    if (search.gap() < 0.1 * last_try * search.upper) {
      last_try *= 0.1;
      if (minimise_smooth(ray, search)) surround(ray, search.y, 1e-6 * (1.0 + length(search.y)), triangle);
    } else if (!triangle.improve(ray.thickened(point, y))) {
      break;
    }
  }
  return search;
}

using Bracket = std::pair<double, double>;

/// Both sides of the sign change of an increasing function, down to rounding; none where both ends have the same sign.
template <class Increasing>
std::optional<Bracket> sign_change(const Increasing& function, Bracket ends) {
  const double first = function(ends.first), last = function(ends.second);
  if (!(first < 0.0 && last > 0.0)) return std::nullopt;
  std::uintmax_t most_steps = 200;
  return boost::math::tools::toms748_solve(function, ends.first, ends.second, first, last,
                                           boost::math::tools::eps_tolerance<double>(), most_steps);
}

/// A motion across the ray that costs nothing: the ray then runs along a flat side of the set.
std::optional<Vec2> free_motion_across(const LoadRay& ray) {
  constexpr int samples = 16;
  Vec2 n;
  double least_cost = std::numeric_limits<double>::infinity();
  for (int i = 0; i < samples; ++i) {
    const Vec2 y = unit_vector(i * 2.0 * std::numbers::pi / samples);
    const double cost = dot(ray.point_sideways(y).beside, y);
    if (cost < least_cost) std::tie(least_cost, n) = std::pair(cost, y);
  }
  const Vec2 q = turned_left(n);
  const auto slope = [n, q, &ray](double s) { return dot(ray.point_sideways(n + s * q).beside, q); };
  if (const auto least = sign_change(slope, {-1.0, 1.0})) n = n + 0.5 * (least->first + least->second) * q;
  n = (1.0 / length(n)) * n;
  if (dot(ray.point_sideways(n).beside, n) > 4.0 * ray.uncertainty({})) return std::nullopt;
  return n;
}

/// The search in the plane of a flat side with this normal: motions far enough along the normal have loads of the side.
void search_in_side(const LoadRay& ray, Vec2 normal, RaySearch& search) {
  const Vec2 q = turned_left(normal);
  const double error = 100.0 * ray.uncertainty({});
  for (double far = 4.0; far < 1e7 && !search.is_certified(); far *= 8.0) {
    const auto motion = [&](double s) { return s * q + far * (1.0 + std::abs(s)) * normal; };
    const auto beside = [&](double s) { return dot(ray.point(motion(s)).beside, q); };
    double wide = 1.0 + std::abs(dot(search.y, q));
    std::optional<Bracket> ends;
    for (; !ends && wide < 1e4; wide *= 8.0) ends = sign_change(beside, {-wide, wide});
    if (!ends) return;
    const RayPoint a = ray.point(motion(ends->first)), b = ray.point(motion(ends->second));
    search.lowers(LoadRay::dissipation(a, motion(ends->first)) + ray.uncertainty(motion(ends->first)),
                  motion(ends->first));
    if (std::max(std::abs(dot(a.beside, normal)), std::abs(dot(b.beside, normal))) > error) continue;
    const double left = -dot(a.beside, q), right = dot(b.beside, q);
    if (left + right > 0.0)
      search.lower = std::max(search.lower, (right * a.height + left * b.height) / (left + right));
  }
}

}  // namespace

RaySearch search_along(const LoadRay& ray, const Twist& near) {
  RaySearch search;
  const auto take = [&](RaySearch next) {
    if (next.upper <= 4.0 * ray.uncertainty(next.y)) next.upper = next.lower = 0.0;  // carries nothing that way
    next.lower = std::max(next.lower, search.lower);
    if (next.upper < search.upper) search = next;
    search.lower = next.lower;
  };
  if (ray.along(near) > 0.0) {
    take(search_from(ray, 40.0, ray.slope_of(near)));
    if (search.is_certified()) return search;
  }
  take(search_from(ray, 40.0));
  if (search.is_certified()) return search;
  if (const auto normal = free_motion_across(ray)) search_in_side(ray, *normal, search);
  // a normal almost across the load needs a deeper start
  for (const double depth : {1e4, 1e7}) {
    if (search.is_certified()) return search;
    take(search_from(ray, depth));
  }
  if (search.upper > 0.0) search.lowers(ray.largest_dissipation_at(search.y), search.y);
  return search;
}

}  // namespace dryslip::detail
