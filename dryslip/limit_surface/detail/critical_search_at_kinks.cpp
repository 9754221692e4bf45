#include "dryslip/limit_surface/detail/critical_search.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace dryslip::detail {

using Kind = EigenDirection::Kind;

/// Ends and crossings of kinks. The cones among them are critical where they go up on all sides.
void CriticalSearch::find_cones() {
  for (const Twist& V : kinks_.cones) {
    for (const double sign : {1.0, -1.0}) ends_.push_back(sign * sphere_.direction(V));
  }
  constexpr std::size_t most = 100;  // circles whose crossings are tried one by one
  for (std::size_t i = 0; i < std::min(circles_.size(), most); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (const double sign : {1.0, -1.0}) ends_.push_back(sign * circles_[i].cross(circles_[j]).normalized());
    }
  }
  for (const Vector3& x : ends_) {
    if (is_known(x) || !(sphere_.least_slope(x) > no_slope)) continue;
    cones_.push_back(x);
    found_.push_back({x, Kind::Minimum, true, 0.0, Place::Kink});
  }
}

/// Great circles of kinks, such as the motions that let a wheel roll.
void CriticalSearch::find_circles() {
  for (const Twist& V : kinks_.on_circles) {
    for (const FrictionLoad& side : sides_of(model_.load_set(V))) {
      const Vector3 a = sphere_.covector(side);
      if (a.norm() < sphere_.tolerance()) continue;
      const Vector3 normal = a.normalized();
      const auto is_same = [&](const Vector3& other) { return normal.cross(other).norm() < same_direction; };
      if (std::none_of(circles_.begin(), circles_.end(), is_same)) circles_.push_back(normal);
    }
  }
}

/// Angles once around a great circle, finer and finer towards the ends of other kinks on it.
std::vector<double> CriticalSearch::angles_on(const Eigen::Matrix<double, 3, 2>& across) const {
  constexpr int count = 360;
  constexpr double turn = 2.0 * std::numbers::pi, step = turn / count, start = 0.1234;  // beside all symmetries
  std::vector<double> angles;
  for (int i = 0; i <= count; ++i) angles.push_back(start + i * step);
  for (const Vector3& x : ends_) {
    const Eigen::Vector2d in_plane = across.transpose() * x;
    if (in_plane.norm() < 1.0 - same_direction) continue;
    const double end = std::atan2(in_plane[1], in_plane[0]);
    for (double away = step; away > same_direction; away *= 0.5) {
      for (const double angle : {end - away, end + away}) {
        angles.push_back(angle - turn * std::floor((angle - start) / turn));
      }
    }
  }
  std::sort(angles.begin(), angles.end());
  return angles;
}

/// Critical points of D on the circle; the loads across it must hold λ x.
void CriticalSearch::search_circle(const Vector3& normal) {
  const auto across = directions_across(normal);
  const auto at = [&](double angle) -> Vector3 {
    return across.col(0) * std::cos(angle) + across.col(1) * std::sin(angle);
  };
  const auto derivative = [&](double angle) { return sphere_.load(at(angle)).dot(at(angle + std::numbers::pi / 2)); };
  const auto is_held = [&](const Vector3& x) {
    return std::min(sphere_.slope(x, normal), sphere_.slope(x, -normal)) > no_slope;
  };
  const std::vector<double> angles = angles_on(across);
  double before = derivative(angles[0]);
  std::size_t still = 1;
  for (std::size_t i = 1; i < angles.size(); ++i) {
    const double after = derivative(angles[i]);
    if (std::abs(after) < sphere_.tolerance()) ++still;
    if (const Vector3 x = at(angles[i]); sphere_.load(x).dot(x) <= sphere_.tolerance()) free_.push_back(x);
    if ((before < 0.0) != (after < 0.0)) {
      std::uintmax_t evaluations = 100;
      const auto [low, high] =
          boost::math::tools::toms748_solve(derivative, angles[i - 1], angles[i], before, after,
                                            boost::math::tools::eps_tolerance<double>(52), evaluations);
      const Vector3 x = at(std::abs(derivative(low)) < std::abs(derivative(high)) ? low : high);
      const double left = std::abs(slope(x).dot(normal.cross(x)));
      const Kind kind = after > before ? Kind::Minimum : Kind::Saddle;
      if (left <= sphere_.tolerance() && is_held(x) && !is_known(x))
        found_.push_back({x, kind, true, left, Place::Kink});
    }
    before = after;
  }
  if (still < angles.size() || !is_held(at(angles[0]))) return;
  flat_circles_.push_back(normal);
  std::erase_if(found_, [&](const Critical& other) { return std::abs(other.x.dot(normal)) < same_direction; });
  found_.push_back({at(angles[0]), Kind::Minimum, false, 0.0, Place::Kink});
}

}  // namespace dryslip::detail
