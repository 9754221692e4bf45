#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "dryslip/limit_surface/detail/ray_triangle.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip::detail {

inline constexpr double certified = 1e-10;  ///< largest gap of the bounds, of the factor

/// The contact along the ray of one load, in units of force and length that make its scale 1: twists with P·V = 1 are
/// p + e₁ y₁ + e₂ y₂ with p the direction of the load, so that D is a convex function of y.
class LoadRay {
 public:
  LoadRay(const LimitSurface& surface, const FrictionLoad& P);

  Twist twist_of(const Eigen::Vector3d& x) const { return {{x[0], x[1]}, x[2] / length_}; }
  Twist twist(Vec2 y) const { return twist_of(p_ + y.x * e1_ + y.y * e2_); }
  /// The direction in which y goes to infinity.
  Twist sideways(Vec2 y) const { return twist_of(y.x * e1_ + y.y * e2_); }
  Vec2 slope_of(const Twist& V) const {
    const Eigen::Vector3d x(V.velocity.x, V.velocity.y, V.omega * length_);
    return {e1_.dot(x) / p_.dot(x), e2_.dot(x) / p_.dot(x)};
  }
  double along(const Twist& V) const { return p_.dot(Eigen::Vector3d(V.velocity.x, V.velocity.y, V.omega * length_)); }

  /// A load of the motion y.
  RayPoint point(Vec2 y) const { return point_of(twist(y)); }
  /// A load of the motion across the ray, at infinity in direction y.
  RayPoint point_sideways(Vec2 y) const { return point_of(sideways(y)); }
  /// A load of the motion y, of the flat set thickened across itself, which moves no end of a ray inside it.
  RayPoint thickened(const RayPoint& point, Vec2 y) const {
    RayPoint sum = point;
    const Eigen::Vector3d x = p_ + y.x * e1_ + y.y * e2_;
    for (const Eigen::Vector3d& w : flat_directions_) {
      const RayPoint more = seen((w.dot(x) < 0.0 ? -1.0 : 1.0) * w);
      sum = {sum.height + more.height, sum.beside + more.beside};
    }
    return sum;
  }
  /// D(y).
  double dissipation_at(Vec2 y) const { return power(model_.load(twist(y)), twist(y)) / force_; }
  /// What D(y) grows by per unit of y far out along w: no less than anywhere on the way there.
  double growth_far_out(Vec2 w) const { return power(model_.load(sideways(w)), sideways(w)) / force_; }
  /// The part of the load's direction that leaves a flat set: none of it is carried.
  Eigen::Vector3d across() const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& w : flat_directions_) sum += w.dot(p_) * w;
    return sum;
  }
  static double dissipation(const RayPoint& point, Vec2 y) { return point.height + dot(point.beside, y); }
  /// Largest D(y) within the error bound of this very load, which may be far below the tolerance.
  double largest_dissipation_at(Vec2 y) const {
    const FrictionState state = model_.state(twist(y));
    return state.dissipation / force_ + std::max(state.error_bound, rounding) * (1.0 + length(y));
  }
  /// How well D(y) is known, whatever y.
  double uncertainty(Vec2 y) const { return uncertainty_ * (1.0 + length(y)); }

  /// ∂²D/∂y².
  std::array<double, 3> curvature(Vec2 y) const {
    const Eigen::Vector3d units(1.0, 1.0, 1.0 / length_);
    const Eigen::Matrix3d H = units.asDiagonal() * model_.hessian(twist(y)) * units.asDiagonal() / force_;
    return {e1_.dot(H * e1_), e1_.dot(H * e2_), e2_.dot(H * e2_)};
  }

  double factor(double height) const { return std::ldexp(height * force_ / size_, -exponent_); }

 private:
  static constexpr double rounding = 1e-15;  // of a load

  RayPoint point_of(const Twist& V) const {
    const FrictionLoad P = model_.load(V);
    return seen(Eigen::Vector3d(P.force.x, P.force.y, P.moment / length_) / force_);
  }
  RayPoint seen(const Eigen::Vector3d& load) const { return {p_.dot(load), {e1_.dot(load), e2_.dot(load)}}; }

  const FrictionModel& model_;
  std::span<const Eigen::Vector3d> flat_directions_;  // across the span of all loads
  double force_;
  double length_;
  double uncertainty_;
  int exponent_ = 0;  // the load is 2^exponent × size × p
  double size_ = 0.0;
  Eigen::Vector3d p_, e1_, e2_;
};

/// The best bounds so far and where they come from.
struct RaySearch {
  double lower = 0.0;
  double upper = std::numeric_limits<double>::infinity();
  Vec2 y;                  // of upper
  bool is_strict = false;  // D is smooth and curved at y: no other motion has this load
  double gap() const { return upper - lower; }
  bool is_certified() const { return gap() <= certified * upper; }

  /// Takes in an upper bound; false where it is no better.
  bool lowers(double D, Vec2 at) {
    if (!(D < upper)) return false;
    upper = D;
    if (!is_strict) y = at;
    return true;
  }
  /// Takes in a lower bound; false where it is no better but for rounding.
  bool raises(double height) {
    const bool is_better = height > lower * (1.0 + 1e-15);
    lower = std::max(lower, height);
    return is_better;
  }
};

/// Bounds on the height at which the ray leaves the set, closed as far as rounding allows. Faster from a motion that is nearly the one of the
/// load.
RaySearch search_along(const LoadRay& ray, const Twist& near = {});

}  // namespace dryslip::detail
