#include "dryslip/limit_surface/detail/ray_triangle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dryslip::detail {

RayTriangle::RayTriangle(double depth, double width) {
  for (std::size_t i = 0; i < 3; ++i) {
    const double angle = 0.4 + static_cast<double>(i) * 2.0 * std::numbers::pi / 3.0;
    points_[i] = {-depth, width * unit_vector(angle)};
  }
  find_plane();
}

bool RayTriangle::find_plane() {
  const Vec2 b0 = points_[0].beside, b1 = points_[1].beside, b2 = points_[2].beside;
  const double area = cross(b1 - b0, b2 - b0);
  if (area == 0.0 || !std::isfinite(1.0 / area)) return false;
  weights_ = {cross(b1, b2) / area, cross(b2, b0) / area, cross(b0, b1) / area};
  // rounding of a ray through a side or corner
  for (double& weight : weights_) weight = std::max(weight, 0.0);
  const double a1 = points_[1].height - points_[0].height, a2 = points_[2].height - points_[0].height;
  const Vec2 d1 = b1 - b0, d2 = b2 - b0;
  slope_ = (1.0 / area) * Vec2{a2 * d1.y - a1 * d2.y, a1 * d2.x - a2 * d1.x};
  height_ = 0.0;
  for (std::size_t i = 0; i < 3; ++i) height_ += weights_[i] * points_[i].height;
  return std::isfinite(slope_.x) && std::isfinite(slope_.y);
}

bool RayTriangle::improve(const RayPoint& point) {
  const Vec2 b0 = points_[0].beside, b1 = points_[1].beside, b2 = points_[2].beside, b = point.beside;
  const double area = cross(b1 - b0, b2 - b0);
  const std::array<double, 3> shares{cross(b1 - b, b2 - b) / area, cross(b2 - b, b0 - b) / area,
                                     cross(b0 - b, b1 - b) / area};
  // the point that leaves is the first whose weight comes down to zero as that of the new one grows; one that lies across a
  // side from the new one, but for rounding, must stay or nothing of the triangle is left
  constexpr double rounding = 1e-11;  // above the error of loads
  std::size_t leaving = 3;
  for (std::size_t i = 0; i < 3; ++i) {
    if (shares[i] <= rounding) continue;
    if (leaving == 3 || weights_[i] * shares[leaving] < weights_[leaving] * shares[i]) leaving = i;
  }
  if (leaving == 3) return false;
  const RayTriangle before = *this;
  points_[leaving] = point;
  is_start_[leaving] = false;
  if (find_plane()) return true;
  *this = before;
  return false;
}

double RayTriangle::height_inside(double limit) const {
  double sum = 0.0, weight = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (is_start_[i]) continue;
    sum += weights_[i] * points_[i].height;
    weight += weights_[i];
  }
  return weight > 1.0 - limit ? sum / weight : 0.0;
}

}  // namespace dryslip::detail
