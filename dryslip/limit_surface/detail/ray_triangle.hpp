#pragma once

#include <array>
#include <cstddef>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip::detail {

/// A point of a convex set seen along a ray: how far along it, and where beside it.
struct RayPoint {
  double height = 0.0;
  Vec2 beside;
};

/// Three points of a convex set whose triangle the ray meets, improved with the points that support the set in the
/// direction of the triangle's normal: the simplex method for the farthest point of the ray inside, with the set's points
/// as columns made when they are needed.
class RayTriangle {
 public:
  /// Starts with a triangle far below and beside the set; its points belong to the set in name only.
  RayTriangle(double depth, double width);

  /// Where the ray meets the triangle.
  double height() const { return height_; }
  /// The triangle's plane is height + slope·beside = height(): the direction (1, slope) is normal to it.
  Vec2 slope() const { return slope_; }
  /// Takes in a point above the plane in place of the one that lets the ray still meet the triangle. False when the
  /// triangle has become too thin for that.
  bool improve(const RayPoint& point);
  /// Where the ray meets the triangle by the points of the set alone, if the weight of those of the start is below `limit`; 0 where it
  /// is not.
  double height_inside(double limit) const;

 private:
  bool find_plane();

  std::array<RayPoint, 3> points_;
  std::array<bool, 3> is_start_{true, true, true};
  std::array<double, 3> weights_{};  // of the points, where the ray passes
  double height_ = 0.0;
  Vec2 slope_;
};

}  // namespace dryslip::detail
