#pragma once

#include <array>

#include "dryslip/surrogate/contact_samples.hpp"

namespace dryslip {

/// Limit surface H(y) = 1 of a convex homogeneous polynomial of degree 4 [Zhou2016], in the units of a ContactFrame. The gauge
/// is g = H^¼ and the dissipation its dual,
///
///     D(x) = max x·y over H(y) ≤ 1
///
/// so that a load is found by Newton's method for ∇H(z) ∥ x, then y = z/g(z) (docs/theory/surrogates.md).
class Quartic {
 public:
  using Coefficients = std::array<double, 15>;
  /// Powers of y₁, y₂, y₃ that belong to the coefficients.
  static const std::array<std::array<int, 3>, 15> powers;

  explicit Quartic(const Coefficients& coefficients);

  FrictionLoad load(const Twist& x) const;
  Mat3 hessian(const Twist& x) const;
  double gauge(const FrictionLoad& y) const;
  const Coefficients& coefficients() const { return coefficients_; }

 private:
  Mat3 second_derivatives(const Eigen::Vector3d& y) const;
  Eigen::Vector3d load_vector(const Eigen::Vector3d& x) const;

  Coefficients coefficients_;
  Eigen::Matrix<double, 6, 6> to_hessian_;  // of the products y₁y₁, y₂y₂, y₃y₃, y₁y₂, y₁y₃, y₂y₃ to the same of ∂²H
};

/// A quartic with its proof of convexity: zᵀ ∂²H(y) z = wᵀ G w for w = y ⊗ z, a sum of squares where G is positive definite.
struct CertifiedQuartic {
  Quartic quartic;
  double convexity = 0.0;  ///< least eigenvalue of G [-]
};

/// f⁴ + c f²m² + m⁴ with f = |F|, m = |moment|: the c with the least largest error of the gauge. For axisymmetric contacts;
/// others get what their loads average to.
CertifiedQuartic quartic_by_one_parameter(const ContactSamples& samples);

/// All 15 coefficients by least squares of gauge and normal, Σ ((H − 1)/4)² + Σ |∇H/4 − x/D|²/10 over the loads of the samples,
/// among the quartics whose convexity is certified as above: a barrier method.
CertifiedQuartic quartic_by_least_squares(const ContactSamples& samples);

/// The parameter c of a quartic of the first kind.
double axisymmetric_parameter(const Quartic& quartic);

}  // namespace dryslip
