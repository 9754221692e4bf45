#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "dryslip/numerics/dual3.hpp"
#include "dryslip/numerics/host_device.hpp"

namespace dryslip {

/// The associate complete elliptic integrals of the second kind [Bulirsch1965], Δ² = 1 − m sin²θ,
///
///     B(m) = ∫₀^{π/2} cos²θ/Δ dθ,   D(m) = ∫₀^{π/2} sin²θ/Δ dθ,   C(m) = (D − B)/m
///
/// K = B + D and E = B + (1−m) D. Disk and ring contacts are sums of B, D and C that do not cancel where sums of K and E
/// would.
template <class Real>
struct AssociateElliptic {
  Real B;
  Real D;
  Real C;
  Real C_minus_D;  ///< on its own, since the infinite parts of its derivatives cancel at m = 1
};

/// By the arithmetic-geometric mean, for 0 ≤ m ≤ 1 and m1 = 1 − m given on its own (it may be tiny). At m1 = 0, where D
/// is infinite, the values are those of m1 = 1e-40, so that m1 D vanishes.
template <class Real>
DRYSLIP_HD AssociateElliptic<Real> complete_elliptic(const Real& m, const Real& m1) {
  using std::sqrt;
  const Real smallest(1e-40);
  const Real kc = sqrt(m1 < smallest ? smallest : m1);
  // a, g: the two means, c: half their difference; D/K = ½ + Σ 2ⁿ⁻¹ cₙ²/m, C/K = Σ 2ⁿ cₙ²/m²
  Real a = Real(0.5) * (Real(1.0) + kc);
  Real g = sqrt(kc);
  const Real quarter = Real(0.25) / a;
  Real term = quarter * quarter;  // 2ⁿ⁻¹ cₙ²/m²
  Real c_squared = term * m * m;
  Real sum = term;
  const Real converged(std::numeric_limits<Real>::digits > 53 ? 1e-34 : 1e-17);  // c² over 4a is the next c
  for (int n = 0; n < 16 && c_squared > converged; ++n) {
    const Real mean = Real(0.5) * (a + g);
    g = sqrt(a * g);
    a = mean;
    const Real factor = c_squared / (Real(16.0) * a * a);
    term = term * (factor + factor);
    c_squared = c_squared * factor;
    sum += term;
  }
  const Real K = Real(0.5 * std::numbers::pi) / a;
  const Real D = K * (Real(0.5) + m * sum);
  const Real C = (K + K) * sum;
  return {K - D, D, C, C - D};
}

/// With derivatives: B' = C/2, D' = (B/m1 − C)/2, C' = (B/(2 m1) − 2C)/m, (C − D)' = (B/2 − 2C)/m + C/2. m1 > 0; its
/// derivative is minus that of m.
template <class Scalar>
DRYSLIP_HD AssociateElliptic<BasicDual3<Scalar>> complete_elliptic(const BasicDual3<Scalar>& m,
                                                                   const BasicDual3<Scalar>& m1) {
  const auto [B, D, C, C_minus_D] = complete_elliptic(m.value, m1.value);
  const Scalar half(0.5);
  const Scalar quotient = B / m1.value;
  const Scalar slope = m.value > Scalar(0.0) ? Scalar((half * quotient - C - C) / m.value) : Scalar(0.0);
  const Scalar slope_of_difference =
      m.value > Scalar(0.0) ? Scalar((half * B - C - C) / m.value + half * C) : Scalar(0.0);
  return {m.chain(B, half * C), m.chain(D, half * (quotient - C)), m.chain(C, slope),
          m.chain(C_minus_D, slope_of_difference)};
}

}  // namespace dryslip
