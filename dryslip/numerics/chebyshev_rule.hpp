#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace dryslip {

/// Polynomials through values at eight places of 0 ≤ x ≤ 1.
struct ChebyshevRule {
  static constexpr int count = 8;
  using Matrix = Eigen::Matrix<double, count, count>;
  using Powers = std::array<double, count>;  ///< Σ powers[k] xᵏ
  std::array<double, count> at;
  Matrix to_series;  ///< values × to_series: coefficients of Chebyshev polynomials
  Matrix to_powers;  ///< these × to_powers: coefficients of powers of x

  ChebyshevRule() {
    // T_k(2x − 1) by powers of x
    to_powers.setZero();
    to_powers(0, 0) = 1.0;
    to_powers(1, 0) = -1.0, to_powers(1, 1) = 2.0;
    for (int k = 2; k < count; ++k) {
      for (int j = 0; j < count; ++j) {
        const double times_x = j > 0 ? to_powers(k - 1, j - 1) : 0.0;
        to_powers(k, j) = 4.0 * times_x - 2.0 * to_powers(k - 1, j) - to_powers(k - 2, j);
      }
    }
    for (int j = 0; j < count; ++j) {
      const double angle = std::numbers::pi * (j + 0.5) / count;
      at[static_cast<std::size_t>(j)] = 0.5 * (1.0 + std::cos(angle));
      for (int k = 0; k < count; ++k) to_series(j, k) = (k == 0 ? 1.0 : 2.0) / count * std::cos(k * angle);
    }
  }
  static const ChebyshevRule& get() {
    static const ChebyshevRule rule;
    return rule;
  }
};

}  // namespace dryslip
