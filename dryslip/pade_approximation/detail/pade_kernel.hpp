#pragma once

#include <cmath>

#include "dryslip/numerics/exponential.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip::detail {

/// Factor and exponent of one denominator, prepared for many calls; with a pack as Real, those of several at once.
template <class Real>
struct PadeTerm {
  Real b{1.0};
  Real m{2.0};
  Real inverse_m{0.5};
  Real log_b{0.0};
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

/// Below every slip that counts; keeps quotients and logarithms of zero finite.
inline constexpr double no_slip = 1e-290;

/// (vᵐ + (b w)ᵐ)^(1/m) = larger × (1 + z)^(1/m), z = (smaller/larger)ᵐ; logarithm = ln(v/w).
template <class Real, class Number>
DRYSLIP_HD Real power_mean(const PadeTerm<Number>& term, const Real& v, const Real& w, const Real& logarithm) {
  const Real exponent = term.m * (logarithm - term.log_b);
  const Real z = exponential(larger(Real(-larger(exponent, Real(-exponent))), Real(-700.0)));
  return larger(v, Real(term.b * w)) * exponential(Real(term.inverse_m * log_of_one_plus(z)));
}

/// 1/D for the denominator D² = power_mean² + ε².
template <class Real, class Number>
DRYSLIP_HD Real inverse_denominator(const PadeTerm<Number>& term, const Real& v, const Real& w, const Real& logarithm,
                                    const Real& epsilon) {
  using std::sqrt;
  const Real mean = power_mean(term, v, w, logarithm);
  return 1.0 / larger(Real(sqrt(mean * mean + epsilon * epsilon)), Real(no_slip));
}

/// The formula of PadeFormula::load() for given denominators.
template <class Real>
DRYSLIP_HD PadeLoad<Real> pade_quotients(const Real& b_T, const Real& b_M, const PadeMoments<Real>& c,
                                         const BasicVec2<Real>& velocity, const Real& omega, const Real& over_T,
                                         const Real& over_M) {
  const Real spin = b_T * omega;
  return {{(velocity.x - spin * c.direction.y) * over_T, (velocity.y + spin * c.direction.x) * over_T},
          (b_M * omega * c.distance + cross(c.center, velocity)) * over_M};
}

/// The formula of PadeFormula::load().
template <class Real>
DRYSLIP_HD PadeLoad<Real> pade_load(const PadeTerm<double>& for_T, const PadeTerm<double>& for_M,
                                    const PadeMoments<Real>& c, const BasicVec2<Real>& velocity, const Real& omega,
                                    const Real& epsilon) {
  using std::sqrt;
  const Real v = larger(Real(sqrt(dot(velocity, velocity))), Real(no_slip));
  const Real w = larger(larger(omega, Real(-omega)), Real(no_slip));
  const Real logarithm = log_of_quotient(v, w);
  return pade_quotients(Real(for_T.b), Real(for_M.b), c, velocity, omega,
                        inverse_denominator(for_T, v, w, logarithm, epsilon),
                        inverse_denominator(for_M, v, w, logarithm, epsilon));
}

}  // namespace dryslip::detail
