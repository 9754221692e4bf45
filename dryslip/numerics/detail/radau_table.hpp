#pragma once

#include <Eigen/Core>
#include <array>
#include <complex>

namespace dryslip::detail {

/// Numbers of the collocation at five Radau points.
struct RadauTable {
  static constexpr int points = 5;
  using Real = Eigen::Matrix<double, points, points>;
  using Complex = Eigen::Matrix<std::complex<double>, points, points>;

  /// Roots of P₅ − P₄, Legendre polynomials of 2c − 1; the last is the end of the step.
  static constexpr std::array<double, points> c{0.05710419611451768, 0.27684301363812383, 0.58359043236891682,
                                                0.86024013565621945, 1.0};
  Real A;  ///< A_ij = ∫₀^cᵢ ℓⱼ, ℓⱼ the Lagrange polynomials of the points
  Eigen::Matrix<double, points, 1> start_slope;  ///< derivative at 0 of the polynomials of basis()

  /// A = S diag(λ) S⁻¹: the first λ is real, then come two pairs that are conjugate.
  std::array<std::complex<double>, points> eigenvalues;
  Complex S, inverse_S;

  /// Lagrange polynomial of point i among the points and 0.
  static double basis(int i, double x);

  static const RadauTable& table();
};

}  // namespace dryslip::detail
