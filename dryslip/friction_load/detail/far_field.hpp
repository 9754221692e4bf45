#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "dryslip/friction_load/detail/basic_load.hpp"

namespace dryslip::detail {

/// Load of any isotropic contact whose center of rotation is far away, by a series in its moments (docs/theory/load.md).
///
/// With the slip as a complex number, v = V(1 + κζ), κ = iω/V, and ζ the position from the center of pressure,
///
///     D = |V| ∫ p |1 + κζ| dA = |V| Σ b_j b_k κʲ κ̄ᵏ m_jk,   b_j = binom(1/2, j),   m_jk = ∫ p ζʲ ζ̄ᵏ dA
///
/// cut after j + k = order. Lengths are scaled with the largest |ζ|, and the series is used for |κ| ≤ largest_ratio,
/// where the first term left out is below 2e-16. Exact in the limit of translation; no cancellation.
class FarField {
 public:
  static constexpr int order = 14;
  static constexpr double largest_ratio = 0.125;

  FarField() = default;
  /// moment(j, k) returns m_jk for j ≥ k, j + k ≤ order, with m_00 = 1 and m_10 = 0.
  template <class Moments>
  explicit FarField(const Moments& moment);

  /// Load about the center of pressure per unit μN; |omega| ≤ largest_ratio |velocity|.
  template <class Real>
  DRYSLIP_HD BasicLoad<Real> load(const BasicTwist<Real>& V) const;

 private:
  /// b_{k+d} b_k m_{k+d,k}, twice that for d > 0; a row per d, of the terms of positive degree.
  struct Row {
    int d = 0;
    std::vector<std::complex<double>> coefficients;  // of e^(d + 2k − 2), k from first_k
    int first_k = 0;
  };
  std::vector<Row> rows_;  // descending d; rows of zeros are left out
};

template <class Moments>
FarField::FarField(const Moments& moment) {
  std::array<double, order + 1> b{1.0};
  for (int j = 1; j <= order; ++j) {
    b[static_cast<std::size_t>(j)] = b[static_cast<std::size_t>(j - 1)] * (1.5 - j) / j;
  }
  for (int d = order; d >= 0; --d) {
    Row row{.d = d, .coefficients = {}, .first_k = d < 2 ? 1 : 0};  // the degrees 0 and 1 are known: 1 and 0
    bool is_zero = true;
    for (int k = row.first_k; d + 2 * k <= order; ++k) {
      std::complex<double> m = moment(d + k, k);
      if (std::abs(m) < 1e-17) m = 0.0;  // rounding of a symmetric contact
      is_zero = is_zero && m == 0.0;
      row.coefficients.push_back((d > 0 ? 2.0 : 1.0) * b[static_cast<std::size_t>(d + k)] *
                                 b[static_cast<std::size_t>(k)] * m);
    }
    if (!is_zero) rows_.push_back(row);
  }
}

template <class Real>
BasicLoad<Real> FarField::load(const BasicTwist<Real>& V) const {
  using std::sqrt;
  const Real speed = sqrt(dot(V.velocity, V.velocity));
  const BasicVec2<Real> u{V.velocity.x / speed, V.velocity.y / speed};
  const Real e = V.omega / speed;
  const Real x = e * e;
  // Z_d = τᵈ Σ_k c_dk eᵈ⁺²ᵏ with κ = eτ, τ = i ū; the sums are over Re Z, (d+2k) Re Z and d Im Z, all divided by e²
  const BasicVec2<Real> tau{u.y, u.x};
  Real sum(0.0), degree_sum(0.0), turn_sum(0.0);
  BasicVec2<Real> power{Real(1.0), Real(0.0)};  // τᵈ
  Real e_power(1.0);                            // e^(d − 2), from d = 2 on
  int d = 0;
  for (std::size_t i = rows_.size(); i-- > 0;) {
    const Row& row = rows_[i];
    for (; d < row.d; ++d) {
      power = {power.x * tau.x - power.y * tau.y, power.x * tau.y + power.y * tau.x};
      if (d >= 2) e_power = e_power * e;
    }
    BasicVec2<Real> p{}, q{};
    for (std::size_t k = row.coefficients.size(); k-- > 0;) {
      const std::complex<double> c = row.coefficients[k];
      const double degree = row.d + 2.0 * (static_cast<double>(k) + row.first_k);
      p = {p.x * x + c.real(), p.y * x + c.imag()};
      q = {q.x * x + degree * c.real(), q.y * x + degree * c.imag()};
    }
    const Real factor = row.d == 1 ? e : e_power;
    sum += factor * (power.x * p.x - power.y * p.y);
    degree_sum += factor * (power.x * q.x - power.y * q.y);
    turn_sum += factor * static_cast<double>(row.d) * (power.x * p.y + power.y * p.x);
  }
  // F = u (g − 2κ g_κ)*, M = 2 Re(κ g_κ)/e with g = D/|V|
  const Real along = 1.0 + x * (sum - degree_sum);
  const Real across = x * turn_sum;
  return {{along * u.x - across * u.y, along * u.y + across * u.x}, e * degree_sum};
}

}  // namespace dryslip::detail
