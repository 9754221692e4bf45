#pragma once

#include <array>
#include <cstddef>

namespace dryslip {

/// Collocation of y′ = f(t, y) at the Gauss points of a step, which is taken as the interval from 0 to 1: with slopes f_j at the
/// points c_j the curve is y(x) = y(0) + h Σ_j f_j ∫₀ˣ ℓ_j, ℓ_j the Lagrange polynomials, of order 32 at the end of the step
/// [Hairer1993, sec. II.7].
struct GaussCollocation {
  static constexpr std::size_t points = 16;
  using Row = std::array<double, points>;

  alignas(64) Row places;                             ///< c_j, ascending
  alignas(64) Row weights;                            ///< ∫₀¹ ℓ_j
  alignas(64) std::array<Row, points> integrals;      ///< of ℓ_j up to c_i, at [j][i]
  alignas(64) std::array<Row, points> of_polynomial;  ///< what f_j counts in the coefficient of P_k(2x − 1), at [j][k]

  /// ∫₀ˣ ℓ_j.
  Row integrals_to(double x) const;

  static const GaussCollocation& table();
};

}  // namespace dryslip
