#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <utility>

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
  static constexpr std::size_t order = 14;
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
  /// Where the row of d starts: the terms of degree 0 and 1 are known to be 1 and 0.
  static constexpr std::size_t first_k(std::size_t d) { return d < 2 ? 1 : 0; }

  /// What the rows add up: Re Z, its degree times Re Z, d Im Z; all divided by e².
  template <class Real>
  struct Sums {
    Real value{}, degree{}, turn{};
  };
  template <std::size_t d, bool IsReal, class Real>
  DRYSLIP_HD void add_row(const Real& x, const BasicVec2<Real>& factor, Sums<Real>& sums) const;
  /// Every Step-th row.
  template <std::size_t Step, bool IsReal, class Real>
  DRYSLIP_HD BasicLoad<Real> sum(const BasicTwist<Real>& V) const;

  std::array<std::array<Term, order / 2 + 1>, order + 1> rows_{};  // by d, then k
  bool is_real_ = true;  // contact with a mirror line along x: no imaginary parts
  bool is_even_ = true;  // contact that a half turn leaves as it is: no odd d
};

template <class Moments>
FarField::FarField(const Moments& moment) {
  std::array<double, order + 1> b{1.0};
  for (std::size_t j = 1; j <= order; ++j) b[j] = b[j - 1] * (1.5 - static_cast<double>(j)) / static_cast<double>(j);
  for (std::size_t d = 0; d <= order; ++d) {
    for (std::size_t k = first_k(d); d + 2 * k <= order; ++k) {
      std::complex<double> m = moment(d + k, k);
      // rounding of a symmetric contact
      if (std::abs(m.real()) < 3e-16) m.real(0.0);
      if (std::abs(m.imag()) < 3e-16) m.imag(0.0);
      is_real_ = is_real_ && m.imag() == 0.0;
      is_even_ = is_even_ && (d % 2 == 0 || m == 0.0);
      const auto degree = static_cast<double>(d + 2 * k);
      const auto c = (d > 0 ? 2.0 : 1.0) * b[d + k] * b[k] * m;
      rows_[d][k] = {c.real(), c.imag(), degree * c.real(), degree * c.imag()};
    }
  }
}

template <class Real>
BasicLoad<Real> FarField::load(const BasicTwist<Real>& V) const {
  if (is_even_) return is_real_ ? sum<2, true>(V) : sum<2, false>(V);
  return is_real_ ? sum<1, true>(V) : sum<1, false>(V);
}

template <std::size_t d, bool IsReal, class Real>
void FarField::add_row(const Real& x, const BasicVec2<Real>& factor, Sums<Real>& sums) const {
  BasicVec2<Real> p{}, q{};
  for (std::size_t k = (order - d) / 2 + 1; k-- > first_k(d);) {
    const Term& term = rows_[d][k];
    p.x = p.x * x + term.real;
    q.x = q.x * x + term.degree_real;
    if constexpr (!IsReal) {
      p.y = p.y * x + term.imag;
      q.y = q.y * x + term.degree_imag;
    }
  }
  sums.value += factor.x * p.x;
  sums.degree += factor.x * q.x;
  Real turn = factor.y * p.x;
  if constexpr (!IsReal) {
    sums.value += -(factor.y * p.y);
    sums.degree += -(factor.y * q.y);
    turn += factor.x * p.y;
  }
  sums.turn += static_cast<double>(d) * turn;
}

template <std::size_t Step, bool IsReal, class Real>
BasicLoad<Real> FarField::sum(const BasicTwist<Real>& V) const {
  using std::sqrt;
  const Real inverse_speed = 1.0 / sqrt(dot(V.velocity, V.velocity));
  const BasicVec2<Real> u{V.velocity.x * inverse_speed, V.velocity.y * inverse_speed};
  const Real e = V.omega * inverse_speed;
  const Real x = e * e;
  // Z_d = τᵈ Σ_k c_dk eᵈ⁺²ᵏ with κ = eτ, τ = i ū; what stands before the sum, divided by e²: 1, κ, τ², τ²κ, τ²κ², …
  const auto product = [](const BasicVec2<Real>& a, const BasicVec2<Real>& b) {
    return BasicVec2<Real>{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
  };
  const BasicVec2<Real> tau{u.y, u.x}, kappa{e * u.y, e * u.x};
  const BasicVec2<Real> step = Step == 1 ? kappa : product(kappa, kappa);
  BasicVec2<Real> factor = product(tau, tau);
  Sums<Real> sums;
  add_row<0, IsReal>(x, {Real(1.0), Real(0.0)}, sums);
  if constexpr (Step == 1) add_row<1, IsReal>(x, kappa, sums);
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((add_row<2 + Step * i, IsReal>(x, factor, sums), factor = product(factor, step)), ...);
  }
  (std::make_index_sequence<(order - 2) / Step + 1>());
  // F = u (g − 2κ g_κ)*, M = 2 Re(κ g_κ)/e with g = D/|V|
  const Real along = 1.0 + x * (sums.value - sums.degree);
  const Real across = x * sums.turn;
  return {{along * u.x - across * u.y, along * u.y + across * u.x}, e * sums.degree};
}

}  // namespace dryslip::detail
