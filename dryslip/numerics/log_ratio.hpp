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
  const Real a = sum + l;
  const Bits a_bits = std::bit_cast<Bits>(a);
  // exponent of a/(b/√2) as if mantissas were logarithms: 2^shift b is within a factor √2 or so of a
  const Bits ratio_bits = a_bits - std::bit_cast<Bits>(difference) + 0x0008000000000000;
  const Bits shift_bits = ratio_bits >> 52;
  const Real a_near = std::bit_cast<Real>(Bits(a_bits - (shift_bits << 52)));  // a / 2^shift
  constexpr std::int64_t two_to_52 = 0x4330000000000000;  // integer to double without a conversion instruction
  const Real shift = std::bit_cast<Real>(Bits(shift_bits + two_to_52)) - 0x1p52;
  // a far edge needs no reduction: l/sum itself keeps its relative accuracy
  const auto far = 5.0 * l < sum;
  const Real x = select(far, l, a_near - difference) / select(far, sum, a_near + difference);
  // 2 artanh(x) = 2x Σ x²ᵏ/(2k+1); |x| ≤ 1/5, the first term left out is below 1e-17
  const Real q = x * x;
  const Real q2 = q * q, q4 = q2 * q2;
  const Real low = (1.0 + q * (1.0 / 3.0)) + q2 * (1.0 / 5.0 + q * (1.0 / 7.0));
  const Real middle = (1.0 / 9.0 + q * (1.0 / 11.0)) + q2 * (1.0 / 13.0 + q * (1.0 / 15.0));
  const Real high = (1.0 / 17.0 + q * (1.0 / 19.0)) + q2 * (1.0 / 21.0);
  const Real series = low + q4 * (middle + q4 * high);
  return select(far, Real{}, shift * 0.6931471805599453) + 2.0 * x * series;
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

template <class Scalar>
DRYSLIP_HD BasicDual3<Scalar> log_ratio(const BasicDual3<Scalar>& l, const BasicDual3<Scalar>& sum,
                                        const BasicDual3<Scalar>& difference) {
  const Scalar zero(0.0), one(1.0);
  BasicDual3<Scalar> result =
      (sum + l).chain(zero, one / (sum.value + l.value)) - difference.chain(zero, one / difference.value);
  result.value = log_ratio(l.value, sum.value, difference.value);
  return result;
}

}  // namespace dryslip
