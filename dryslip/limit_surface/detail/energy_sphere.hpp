#pragma once

#include <Eigen/Core>
#include <optional>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"

namespace dryslip::detail {

using Vector3 = Eigen::Vector3d;

/// Distance from a kink at which its slopes are taken [rad], and what counts as no slope: D curves by more than that.
inline constexpr double beside = 1e-8, no_slope = 1e-7;

/// Any two unit vectors across x and each other.
Eigen::Matrix<double, 3, 2> directions_across(const Vector3& x);

/// Slope and curvature of the dissipation on the sphere, at a direction x.
struct SphereSlope {
  Vector3 along;                           ///< gradient across x: p − λ x
  double dissipation = 0.0;                ///< λ = p·x
  Eigen::Matrix<double, 3, 2> directions;  ///< of principal curvature
  Eigen::Vector2d curvatures;              ///< ascending; of order of λ
};

/// Motions of unit kinetic energy as unit vectors x = LᵀV with G = LLᵀ, and their loads p = L⁻¹P, in units that make the
/// largest |p| about 1: D is then a function on the unit sphere with the gradient p.
class EnergySphere {
 public:
  /// Throws InvalidInput for a metric that is not symmetric and positive definite.
  EnergySphere(const FrictionModel& model, const Mat3& metric);

  Twist twist(const Vector3& x) const;
  Vector3 direction(const Twist& V) const;  ///< normalised
  Vector3 load(const Vector3& x) const { return covector(model_.load(twist(x))); }
  Vector3 covector(const FrictionLoad& P) const;
  /// D′(x; w) for a unit vector w across x, from the load just beside x.
  double slope(const Vector3& x, const Vector3& w) const { return load((x + beside * w).normalized()).dot(w); }
  /// The least slope of all directions: positive at the bottom of a cone.
  double least_slope(const Vector3& x) const;
  SphereSlope slope_at(const Vector3& x) const;
  /// The smooth critical point that Newton's method reaches from x, if it does.
  std::optional<Vector3> newton(Vector3 x) const;
  /// The twist of x, or one less than 1e-15 away whose loads are a set with as many terms as there are.
  Twist twist_on_kink(const Vector3& x) const;
  /// Kind of a critical point by the changes of sign of D − D(x) on a small circle; none where it is not critical.
  std::optional<EigenDirection::Kind> kind_around(const Vector3& x, double radius) const;

  double unit() const { return unit_; }            ///< of loads p and of λ
  double tolerance() const { return tolerance_; }  ///< of p, dimensionless

 private:
  const FrictionModel& model_;
  Mat3 to_twist_;  // L⁻ᵀ
  Mat3 to_unit_;   // Lᵀ
  double unit_ = 1.0;
  double tolerance_;
};

}  // namespace dryslip::detail
