#pragma once

#include <numbers>

#include "dryslip/numerics/host_device.hpp"
#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip {

/// Largest |x| of sine() and cosine().
inline constexpr double largest_angle = 1e5;

namespace detail {

/// x = q π/2 + r + a multiple of 2π, |r| ≤ π/4, q = −2 … 2, with the sine and cosine of r.
template <class Real>
struct ReducedAngle {
  Real q{}, sine{}, cosine{};

  [[gnu::always_inline]] DRYSLIP_HD explicit ReducedAngle(const Real& x) {
    // sums with 1.5·2^52 and 1.5·2^54 leave whole numbers and multiples of 4
    const Real n = (x * (2.0 * std::numbers::inv_pi) + 0x1.8p52) - 0x1.8p52;
    q = n - ((n + 0x1.8p54) - 0x1.8p54);
    // π/2 in three parts: products of n with the first two are exact
    const Real r = ((x - n * 0x1.921fb544p0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
    const Real r2 = r * r, r4 = r2 * r2;
    // Taylor series to r¹⁷ and r¹⁸: what is left out is below 1e-18
    const Real s = ((-1.0 / 6.0 + r2 * (1.0 / 120.0)) + r4 * (-1.0 / 5040.0 + r2 * (1.0 / 362880.0))) +
                   (r4 * r4) * ((-1.0 / 39916800.0 + r2 * (1.0 / 6227020800.0)) +
                                r4 * (-1.0 / 1307674368000.0 + r2 * (1.0 / 355687428096000.0)));
    const Real c = ((1.0 / 24.0 + r2 * (-1.0 / 720.0)) + r4 * (1.0 / 40320.0 + r2 * (-1.0 / 3628800.0))) +
                   (r4 * r4) * ((1.0 / 479001600.0 + r2 * (-1.0 / 87178291200.0)) +
                                r4 * (1.0 / 20922789888000.0 + r2 * (-1.0 / 6402373705728000.0)));
    sine = r + r * r2 * s;
    cosine = 1.0 + r2 * (r2 * c - 0.5);
  }
};

}  // namespace detail

/// sin x for |x| ≤ largest_angle, within 2 ulp; only additions and products, so that it vectorises.
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline Real sine(const Real& x) {
  const detail::ReducedAngle<Real> angle(x);
  const Real size = angle.q * angle.q;  // 0, 1 or 4
  return select(Real(1.0 - size) * (1.0 - size) < Real(0.5), Real(angle.q * angle.cosine),
                Real((1.0 - 0.5 * size) * angle.sine));
}

/// cos x, likewise.
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline Real cosine(const Real& x) {
  const detail::ReducedAngle<Real> angle(x);
  const Real size = angle.q * angle.q;
  return select(Real(1.0 - size) * (1.0 - size) < Real(0.5), Real(-angle.q * angle.sine),
                Real((1.0 - 0.5 * size) * angle.cosine));
}

}  // namespace dryslip
