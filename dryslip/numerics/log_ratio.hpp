#pragma once

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

/// 1 with the sign of x (1 at 0), without a branch that a random sign would mispredict.
template <class Real>
DRYSLIP_HD Real sign_factor(const Real& x) {
  return select(x < Real(0.0), Real(-1.0), Real(1.0));
}
DRYSLIP_HD inline double sign_factor(double x) { return std::copysign(1.0, x); }

/// The same bits as another type: std::bit_cast, which the library of emscripten does not have yet.
template <class To, class From>
DRYSLIP_HD constexpr To bits_as(const From& from) {
  return __builtin_bit_cast(To, from);
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
[[gnu::always_inline]] DRYSLIP_HD inline Real log_ratio_of_lanes(const Real& l, const Real& sum,
                                                                 const Real& difference) {
  const Real a = sum + l;
  const Bits a_bits = bits_as<Bits>(a);
  // exponent of a/(b/√2) as if mantissas were logarithms: 2^shift b is within a factor √2 or so of a
  const Bits ratio_bits = a_bits - bits_as<Bits>(difference) + 0x0008000000000000;
  const Bits shift_bits = ratio_bits >> 52;
  const Real a_near = bits_as<Real>(Bits(a_bits - (shift_bits << 52)));  // a / 2^shift
  constexpr std::int64_t two_to_52 = 0x4330000000000000;  // integer to double without a conversion instruction
  const Real shift = bits_as<Real>(Bits(shift_bits + two_to_52)) - 0x1p52;
  // a far edge needs no reduction: l/sum itself keeps its relative accuracy
  const auto far = 5.0 * l < sum;
  const Real x = select(far, l, a_near - difference) / select(far, sum, a_near + difference);
  // artanh(x)/x for |x| ≤ 1/5, minimax in x² with a relative error of 3e-17
  const Real q = x * x;
  const Real q2 = q * q;
  const Real low = (1.0 + q * 0.3333333333333776) + q2 * (0.19999999997683143 + q * 0.14285714746645828);
  const Real high =
      (0.11111066163591002 + q * 0.09093282011344904) + q2 * (0.07623312668359676 + q * 0.07696298348110983);
  const Real series = low + q2 * q2 * high;
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
[[gnu::always_inline]] DRYSLIP_HD inline Real log_ratio(const Real& l, const Real& sum, const Real& difference) {
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
