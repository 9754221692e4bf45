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

/// The larger of two numbers, lane by lane for SIMD packs.
template <class Real>
DRYSLIP_HD constexpr Real larger(const Real& a, const Real& b) {
  return a > b ? a : b;
}

/// 1/√a for a > 0, fast for SIMD packs.
template <class Real>
DRYSLIP_HD Real inverse_root(const Real& a) {
  using std::sqrt;
  return 1.0 / sqrt(a);
}

/// 1 with the sign of x (1 at 0), without a branch that a random sign would mispredict.
template <class Real>
DRYSLIP_HD Real sign_factor(const Real& x) {
  return select(x < Real(0.0), Real(-1.0), Real(1.0));
}
DRYSLIP_HD inline double sign_factor(double x) { return std::copysign(1.0, x); }

/// Bits of a value read as another type: std::bit_cast, which the library of emscripten does not have yet.
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

/// An integer as a number, for multiples of 2^52 only.
template <class Real>
DRYSLIP_HD Real multiple_of_2_52(std::int64_t bits) {
  return static_cast<Real>(bits);
}

namespace detail {

/// 2 artanh(x) for |x| ≤ 1/5, minimax in x² with a relative error of 3e-17.
template <class Real>
[[gnu::always_inline]] DRYSLIP_HD inline Real two_artanh(const Real& x) {
  const Real q = x * x;
  const Real q2 = q * q;
  const Real low = (2.0 + q * 0.6666666666667552) + q2 * (0.39999999995366286 + q * 0.28571429493291656);
  const Real high =
      (0.22222132327182004 + q * 0.18186564022689808) + q2 * (0.15246625336719352 + q * 0.15392596696221966);
  return x * (low + q2 * q2 * high);
}

/// ln((sum + l)/difference) by range reduction on the bits and the series of artanh.
template <class Real, class Bits>
[[gnu::always_inline]] DRYSLIP_HD inline Real log_ratio_of_lanes(const Real& l, const Real& sum,
                                                                 const Real& difference) {
  constexpr std::int64_t half_step = 0x0008000000000000, exponent = 0x7FF0000000000000 | (std::int64_t{1} << 63);
  const Real a = sum + l;
  // exponent of the ratio as if mantissas were logarithms: b = 2^shift difference is within a factor √2 or so of a
  const Bits step = (bits_as<Bits>(a) - bits_as<Bits>(difference) + half_step) & exponent;  // shift 2^52
  const Real b = bits_as<Real>(Bits(bits_as<Bits>(difference) + step));
  // (a − b)/(a + b) with a = 2l + difference; l/sum for shift = 0, a far edge, which keeps its relative accuracy
  const Real x = (2.0 * l - (b - difference)) / (a + b);
  return multiple_of_2_52<Real>(step) * (0x1p-52 * 0.6931471805599453) + two_artanh(x);
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
