#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "dryslip/numerics/exponential.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// Factor and exponent of one denominator, prepared for many calls; with a pack as Real, the terms of several at once.
template <class Real>
struct PadeTerm {
  Real b{1.0};
  Real square_b{1.0};
  Real log_square_b{0.0};
  Real half_m{1.0};
  Real two_per_m{1.0};
};

inline PadeTerm<double> pade_term(double b, double m) {
  return {.b = b, .square_b = b * b, .log_square_b = 2.0 * std::log(b), .half_m = 0.5 * m, .two_per_m = 2.0 / m};
}

/// A term for many loads at once: (1 + z)^(2/m) by its binomial series around the middle of 1 and √2, or of √2 and 2.
struct PadeBatchTerm : PadeTerm<double> {
  static constexpr double root_2 = std::numbers::sqrt2, middle = 0.5 * (1.0 + root_2);
  std::array<double, 20> binomials{};           ///< of 2/m over k; what is left out is below 1e-16
  double scale = 1.0, scale_from_root_2 = 1.0;  ///< powers of the middles

  explicit PadeBatchTerm(const PadeTerm<double>& term)
      : PadeTerm(term),
        scale(std::pow(middle, term.two_per_m)),
        scale_from_root_2(std::pow(root_2 * middle, term.two_per_m)) {
    double binomial = 1.0;
    for (std::size_t k = 0; k < binomials.size(); ++k) {
      binomials[k] = binomial;
      binomial *= (term.two_per_m - static_cast<double>(k)) / static_cast<double>(k + 1);
    }
  }
};

/// The moments of the pressure that the formula needs; names as PressureMoments.
template <class Real>
struct PadeMoments {
  BasicVec2<Real> center{};
  BasicVec2<Real> direction{};
  Real distance{};
};

template <class Real>
struct PadeLoad {
  BasicVec2<Real> T{};
  Real M{};
};

/// Moments of the Hertz contact that leans by `shift` [Szewc, eq. (10)].
template <class Real>
DRYSLIP_HD PadeMoments<Real> hertz_pade_moments(const BasicVec2<Real>& shift) {
  constexpr double pi = std::numbers::pi;
  return {Real(0.2) * shift, Real(3.0 * pi / 32.0) * shift, Real(3.0 * pi / 16.0)};
}

/// Below the square of every slip that counts; keeps quotients and logarithms of zero finite.
inline constexpr double smallest_square = 1e-300;

/// (1 + z)^(2/m) for 0 ≤ z ≤ 1.
template <class Real, class Number>
DRYSLIP_HD Real power_of_one_plus(const PadeTerm<Number>& term, const Real& z) {
  return exponential(Real(term.two_per_m * log_of_one_plus(z)));
}
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline Real power_of_one_plus(const PadeBatchTerm& term, const Real& z) {
  using Term = PadeBatchTerm;
  const auto is_below = z < Real(Term::root_2 - 1.0);
  const Real x =
      (1.0 + z) * select(is_below, Real(1.0 / Term::middle), Real(1.0 / (Term::root_2 * Term::middle))) - 1.0;
  // four sums in x⁴ that do not wait for each other
  const Real x2 = x * x, x4 = x2 * x2;
  Real a(0.0), b(0.0), c(0.0), d(0.0);
  for (std::size_t k = term.binomials.size(); k > 0; k -= 4) {
    a = a * x4 + term.binomials[k - 4];
    b = b * x4 + term.binomials[k - 3];
    c = c * x4 + term.binomials[k - 2];
    d = d * x4 + term.binomials[k - 1];
  }
  const Real sum = (a + b * x) + x2 * (c + d * x);
  return select(is_below, Real(term.scale), Real(term.scale_from_root_2)) * sum;
}

/// 1/D for the denominator D² = (vᵐ + (b w)ᵐ)^(2/m) + ε², from squares of v and w and the logarithm of their quotient; the power is
/// larger × (1 + z)^(2/m), z = (smaller/larger)^(m/2), with the squares.
template <class Real, class Term>
[[gnu::always_inline]] DRYSLIP_HD inline Real inverse_denominator(const Term& term, const Real& v2, const Real& w2,
                                                                  const Real& logarithm, const Real& epsilon) {
  const Real exponent = term.half_m * (logarithm - term.log_square_b);
  const Real z = exponential(larger(Real(-larger(exponent, Real(-exponent))), Real(-700.0)));
  const Real power = larger(v2, Real(term.square_b * w2)) * power_of_one_plus(term, z);
  return inverse_root(power + epsilon * epsilon);
}

/// The formula of PadeFormula::load() for given denominators.
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline PadeLoad<Real> pade_quotients(const Real& b_T, const Real& b_M,
                                                                       const PadeMoments<Real>& c,
                                                                       const BasicVec2<Real>& velocity,
                                                                       const Real& omega, const Real& over_T,
                                                                       const Real& over_M) {
  const Real spin = b_T * omega;
  return {{(velocity.x - spin * c.direction.y) * over_T, (velocity.y + spin * c.direction.x) * over_T},
          (b_M * omega * c.distance + cross(c.center, velocity)) * over_M};
}

/// The formula of PadeFormula::load().
template <class Real, class Term>
[[gnu::always_inline]] DRYSLIP_HD inline PadeLoad<Real> pade_load(const Term& for_T, const Term& for_M,
                                                                  const PadeMoments<Real>& c,
                                                                  const BasicVec2<Real>& velocity, const Real& omega,
                                                                  const Real& epsilon) {
  const Real v2 = larger(dot(velocity, velocity), Real(smallest_square)),
             w2 = larger(Real(omega * omega), Real(smallest_square));
  const Real logarithm = log_of_quotient(v2, w2);
  return pade_quotients(Real(for_T.b), Real(for_M.b), c, velocity, omega,
                        inverse_denominator(for_T, v2, w2, logarithm, epsilon),
                        inverse_denominator(for_M, v2, w2, logarithm, epsilon));
}

}  // namespace dryslip
