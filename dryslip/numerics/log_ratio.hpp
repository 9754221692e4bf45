#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "dryslip/numerics/dual3.hpp"
#include "dryslip/numerics/host_device.hpp"

namespace dryslip {

/// condition ? a : b, lane by lane for SIMD packs.
template <class Mask, class Real>
DRYSLIP_HD constexpr Real select(const Mask& condition, const Real& a, const Real& b) {
  return condition ? a : b;
}

/// The integer type with the lanes of a number type whose lanes are doubles; void for other number types.
template <class Real>
struct LaneBits {
  using type = void;
};
template <>
struct LaneBits<double> {
  using type = std::int64_t;
};

namespace detail {

/// ln((sum + l)/difference) by range reduction on the bits and the series of artanh.
template <class Real, class Bits>
DRYSLIP_HD Real log_ratio_of_lanes(const Real& l, const Real& sum, const Real& difference) {
  constexpr std::int64_t exponent_field = 0x7FF0000000000000;
  const Real a = sum + l;
  const Bits a_bits = std::bit_cast<Bits>(a);
  const Bits b_bits = std::bit_cast<Bits>(difference);
  // a with the exponent of b: a' / b lies in (1/2, 2); shift counts the powers of two taken out (0 to about 2000)
  Real a_near = std::bit_cast<Real>(Bits((a_bits & ~exponent_field) | (b_bits & exponent_field)));
  const Bits shift_bits = (a_bits >> 52) - (b_bits >> 52);
  constexpr std::int64_t two_to_52 = 0x4330000000000000;  // integer to double without a conversion instruction
  Real shift = std::bit_cast<Real>(Bits(shift_bits + two_to_52)) - 0x1p52;
  // bring a'/b into [1/√2, √2)
  const auto large = a_near > 1.4142135623730951 * difference;
  a_near = select(large, 0.5 * a_near, a_near);
  shift = select(large, shift + 1.0, shift);
  const auto small = a_near < 0.7071067811865476 * difference;
  a_near = select(small, 2.0 * a_near, a_near);
  shift = select(small, shift - 1.0, shift);
  // a far edge needs no reduction: l/sum itself keeps its relative accuracy
  const auto far = 6.0 * l < sum;
  const Real numerator = select(far, l, a_near - difference);
  const Real denominator = select(far, sum, a_near + difference);
  shift = select(far, Real{}, shift);
  const Real x = numerator / denominator;
  // 2 artanh(x) = 2x Σ x²ᵏ/(2k+1); |x| ≤ 0.1716, the first term left out is below 3e-17
  const Real q = x * x;
  const Real q2 = q * q;
  const Real p01 = 1.0 + q * (1.0 / 3.0);
  const Real p23 = 1.0 / 5.0 + q * (1.0 / 7.0);
  const Real p45 = 1.0 / 9.0 + q * (1.0 / 11.0);
  const Real p67 = 1.0 / 13.0 + q * (1.0 / 15.0);
  const Real p89 = 1.0 / 17.0 + q * (1.0 / 19.0);
  const Real q4 = q2 * q2;
  const Real series = (p01 + q2 * p23) + q4 * ((p45 + q2 * p67) + q4 * p89);
  return shift * 0.6931471805599453 + 2.0 * x * series;
}

}  // namespace detail

/// Logarithm that belongs to a straight edge of length l, seen from a point at distances R1, R2 of its ends:
///
///     ∫ ds/R = ln((sum + l)/difference) = 2 artanh(l/sum),   sum = R1 + R2, difference = sum − l > 0
///
/// difference comes on its own since it cancels close to the edge. Relative accuracy of a few ulp for every l/sum; only
/// additions, products, one division and bit operations, so that it vectorises.
template <class Real>
DRYSLIP_HD Real log_ratio(const Real& l, const Real& sum, const Real& difference) {
  using Bits = typename LaneBits<Real>::type;
  if constexpr (std::is_void_v<Bits>) {
    using std::log;
    return log((sum + l) / difference);
  } else {
    return detail::log_ratio_of_lanes<Real, Bits>(l, sum, difference);
  }
}

DRYSLIP_HD inline Dual3 log_ratio(const Dual3& l, const Dual3& sum, const Dual3& difference) {
  const double slope_of_sum = 1.0 / (sum.value + l.value);
  const double slope_of_difference = -1.0 / difference.value;
  Dual3 result = (sum + l).chain(0.0, slope_of_sum) + difference.chain(0.0, slope_of_difference);
  result.value = log_ratio(l.value, sum.value, difference.value);
  return result;
}

}  // namespace dryslip
