#pragma once

#include <Eigen/Core>
#include <complex>

namespace dryslip::detail {

/// Collocation at five Radau points: what a step needs of them.
struct RadauTable {
  static constexpr int points = 5;
  /// Roots of P₅ − P₄, Legendre polynomials of 2c − 1; the last is the end of the step.
  static constexpr double c[points]{0.05710419611451768, 0.27684301363812383, 0.58359043236891682, 0.86024013565621945,
                                    1.0};
  /// Lagrange polynomial of point i among the points and 0.
  static double basis(int i, double x) {
    double value = x / c[i];
    for (int k = 0; k < points; ++k) {
      if (k != i) value *= (x - c[k]) / (c[i] - c[k]);
    }
    return value;
  }

  Eigen::Matrix<double, points, points> A;  ///< A_ij = ∫₀^cᵢ ℓⱼ, ℓⱼ the Lagrange polynomials of the points
  double start_slope[points];               ///< derivative at 0 of the polynomials of basis()
  /// A = T λ T⁻¹; of a pair of conjugate eigenvalues only the first is here.
  static constexpr int pairs = points / 2;
  double real_value = 0.0;
  Eigen::Matrix<double, points, 1> real_T;
  Eigen::Matrix<double, 1, points> real_inverse;
  std::complex<double> value[pairs];
  Eigen::Matrix<std::complex<double>, points, pairs> T;
  Eigen::Matrix<std::complex<double>, pairs, points> inverse;

  static const RadauTable& get();
};

}  // namespace dryslip::detail
