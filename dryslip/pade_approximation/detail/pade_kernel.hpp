#pragma once

#include <cmath>

#include "dryslip/numerics/exponential.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip::detail {

/// Factor and exponent of one denominator, prepared for many calls.
struct PadeTerm {
  double b = 1.0;
  double m = 2.0;
  double inverse_m = 0.5;
  double log_b = 0.0;
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
template <class Real>
DRYSLIP_HD Real power_mean(const PadeTerm& term, const Real& v, const Real& w, const Real& logarithm) {
  const Real exponent = term.m * (logarithm - term.log_b);
  const Real z = exponential(larger(Real(-larger(exponent, Real(-exponent))), Real(-700.0)));
  const Real factor = exponential(Real(term.inverse_m * log_ratio(Real(0.5 * z), Real(1.0 + 0.5 * z), Real(1.0))));
  return larger(v, Real(term.b * w)) * factor;
}

/// The formula of PadeFormula::load().
template <class Real>
DRYSLIP_HD PadeLoad<Real> pade_load(const PadeTerm& for_T, const PadeTerm& for_M, const PadeMoments<Real>& c,
                                    const BasicVec2<Real>& velocity, const Real& omega, const Real& epsilon) {
  using std::sqrt;
  const Real v = larger(Real(sqrt(dot(velocity, velocity))), Real(no_slip));
  const Real w = larger(larger(omega, Real(-omega)), Real(no_slip));
  const Real logarithm = log_of_quotient(v, w), square = epsilon * epsilon;
  const Real D_T = power_mean(for_T, v, w, logarithm), D_M = power_mean(for_M, v, w, logarithm);
  const Real over_T = 1.0 / larger(Real(sqrt(D_T * D_T + square)), Real(no_slip));
  const Real over_M = 1.0 / larger(Real(sqrt(D_M * D_M + square)), Real(no_slip));
  const Real spin = for_T.b * omega;
  return {{(velocity.x - spin * c.direction.y) * over_T, (velocity.y + spin * c.direction.x) * over_T},
          (for_M.b * omega * c.distance + cross(c.center, velocity)) * over_M};
}

}  // namespace dryslip::detail
