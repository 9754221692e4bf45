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
/// where the first term left out is below 1e-16. Exact in the limit of translation; no cancellation.
class FarField {
 public:
  static constexpr int order = 14;
  static constexpr double largest_ratio = 1.0 / 8.0;

  FarField() = default;
  /// moment(j, k) returns m_jk for j ≥ k, j + k ≤ order, with m_00 = 1 and m_10 = 0.
  template <class Moments>
  explicit FarField(const Moments& moment);

  /// Load about the center of pressure per unit μN; |omega| ≤ largest_ratio |velocity|.
  template <class Real>
  DRYSLIP_HD BasicLoad<Real> load(const BasicTwist<Real>& V) const;

 private:
  /// Coefficient b_{k+d} b_k m_{k+d,k} (twice that for d > 0) of τᵈ e^(d+2k), and the same times its degree d + 2k.
  struct Term {
    double real = 0.0;
    double imag = 0.0;
    double degree_real = 0.0;
    double degree_imag = 0.0;
  };
  /// The terms of one d, from the lowest positive degree on.
  struct Row {
    int d = 0;
    std::vector<Term> terms;
  };
  template <bool IsReal, class Real>
  DRYSLIP_HD BasicLoad<Real> sum(const BasicTwist<Real>& V) const;

  std::vector<Row> rows_;  // ascending d; rows of zeros are left out
  bool is_real_ = true;    // contact with a mirror line along x: no imaginary parts
};

template <class Moments>
FarField::FarField(const Moments& moment) {
  std::array<double, order + 1> b{1.0};
  for (int j = 1; j <= order; ++j) {
    b[static_cast<std::size_t>(j)] = b[static_cast<std::size_t>(j - 1)] * (1.5 - j) / j;
  }
  for (int d = 0; d <= order; ++d) {
    Row row{.d = d, .terms = {}};
    bool is_zero = true;
    for (int k = d < 2 ? 1 : 0; d + 2 * k <= order; ++k) {  // the degrees 0 and 1 are known: 1 and 0
      std::complex<double> m = moment(d + k, k);
      // rounding of a symmetric contact
      if (std::abs(m.real()) < 3e-16) m.real(0.0);
      if (std::abs(m.imag()) < 3e-16) m.imag(0.0);
      is_real_ = is_real_ && m.imag() == 0.0;
      is_zero = is_zero && m == 0.0;
      const double degree = d + 2 * k;
      const auto c = (d > 0 ? 2.0 : 1.0) * b[static_cast<std::size_t>(d + k)] * b[static_cast<std::size_t>(k)] * m;
      row.terms.push_back({c.real(), c.imag(), degree * c.real(), degree * c.imag()});
    }
    if (!is_zero) rows_.push_back(row);
  }
}

template <class Real>
BasicLoad<Real> FarField::load(const BasicTwist<Real>& V) const {
  return is_real_ ? sum<true>(V) : sum<false>(V);
}

template <bool IsReal, class Real>
BasicLoad<Real> FarField::sum(const BasicTwist<Real>& V) const {
  using std::sqrt;
  const Real inverse_speed = 1.0 / sqrt(dot(V.velocity, V.velocity));
  const BasicVec2<Real> u{V.velocity.x * inverse_speed, V.velocity.y * inverse_speed};
  const Real e = V.omega * inverse_speed;
  const Real x = e * e;
  // Z_d = τᵈ Σ_k c_dk eᵈ⁺²ᵏ with κ = eτ, τ = i ū; the sums are over Re Z, (d+2k) Re Z and d Im Z, all divided by e²
  const BasicVec2<Real> tau{u.y, u.x};
  Real value_sum(0.0), degree_sum(0.0), turn_sum(0.0);
  BasicVec2<Real> power{Real(1.0), Real(0.0)};  // τᵈ, from d = 2 on times e^(d − 2)
  int d = 0;
  for (const Row& row : rows_) {
    for (; d < row.d; ++d) {
      const BasicVec2<Real> step = d >= 2 ? BasicVec2<Real>{e * tau.x, e * tau.y} : tau;
      power = {power.x * step.x - power.y * step.y, power.x * step.y + power.y * step.x};
    }
    BasicVec2<Real> p{}, q{};
    for (std::size_t k = row.terms.size(); k-- > 0;) {
      const Term& term = row.terms[k];
      p.x = p.x * x + term.real;
      q.x = q.x * x + term.degree_real;
      if constexpr (!IsReal) {
        p.y = p.y * x + term.imag;
        q.y = q.y * x + term.degree_imag;
      }
    }
    const BasicVec2<Real> factor = row.d == 1 ? BasicVec2<Real>{e * power.x, e * power.y} : power;
    value_sum += factor.x * p.x;
    degree_sum += factor.x * q.x;
    Real turn = factor.y * p.x;
    if constexpr (!IsReal) {
      value_sum += -(factor.y * p.y);
      degree_sum += -(factor.y * q.y);
      turn += factor.x * p.y;
    }
    turn_sum += static_cast<double>(row.d) * turn;
  }
  // F = u (g − 2κ g_κ)*, M = 2 Re(κ g_κ)/e with g = D/|V|
  const Real along = 1.0 + x * (value_sum - degree_sum);
  const Real across = x * turn_sum;
  return {{along * u.x - across * u.y, along * u.y + across * u.x}, e * degree_sum};
}

}  // namespace dryslip::detail
