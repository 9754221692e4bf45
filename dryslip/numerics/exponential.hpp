#pragma once

#include <cstdint>
#include <numbers>

#include "dryslip/numerics/dual3.hpp"
#include "dryslip/numerics/host_device.hpp"
#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip {

/// eˣ for |x| ≤ 700, within 2 ulp; only additions, products and bit operations, so that it vectorises.
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline Real exponential(const Real& x) {
  using Bits = typename LaneBits<Real>::type;
  // x = n ln 2 + r; the sum with 1.5·2^52 leaves n in the lowest bits
  const Real rounded = x * std::numbers::log2e + 0x1.8p52;
  const Real n = rounded - 0x1.8p52;
  constexpr double ln2_high = 0x1.62e42fefp-1, ln2_low = 0x1.473de6af278edp-34;  // n ln2_high is exact
  const Real r = (x - n * ln2_high) - n * ln2_low;
  // Taylor series to r¹³: what is left out is below 1e-17 for |r| ≤ ln 2/2
  const Real r2 = r * r, r4 = r2 * r2;
  const Real a = (1.0 + r) + r2 * (1.0 / 2.0 + r * (1.0 / 6.0));
  const Real b = (1.0 / 24.0 + r * (1.0 / 120.0)) + r2 * (1.0 / 720.0 + r * (1.0 / 5040.0));
  const Real c = (1.0 / 40320.0 + r * (1.0 / 362880.0)) + r2 * (1.0 / 3628800.0 + r * (1.0 / 39916800.0));
  const Real d = 1.0 / 479001600.0 + r * (1.0 / 6227020800.0);
  const Real mantissa = a + r4 * (b + r4 * (c + r4 * d));
  return bits_as<Real>(Bits(bits_as<Bits>(mantissa) + (bits_as<Bits>(rounded) << 52)));
}

template <class Scalar>
DRYSLIP_HD BasicDual3<Scalar> exponential(const BasicDual3<Scalar>& x) {
  const Scalar value = exponential(x.value);
  return x.chain(value, value);
}

/// ln(a/b) for a, b > 0, with the accuracy of log_ratio().
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline Real log_of_quotient(const Real& a, const Real& b) {
  const auto is_below = a < b;  // log_ratio() is for quotients from 1 on
  const Real high = select(is_below, b, a), low = select(is_below, a, b);
  const Real logarithm = log_ratio(Real(0.5 * (high - low)), Real(0.5 * (high + low)), low);
  return select(is_below, Real(-logarithm), logarithm);
}

/// ln(1 + z) for 0 ≤ z ≤ 1, with the relative accuracy of log_ratio().
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline Real log_of_one_plus(const Real& z) {
  const auto is_large = z > Real(0.5);  // then 1 + z is compared with 2
  const Real b = select(is_large, Real(2.0), Real(1.0));
  const Real x = (z - (b - 1.0)) / (z + (b + 1.0));
  return select(is_large, Real(std::numbers::ln2), Real(0.0)) + detail::two_artanh(x);
}

}  // namespace dryslip
