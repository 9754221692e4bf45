#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace dryslip {

/// All numbers from lower to upper; the whole line stands for what cannot be bounded, NaN included.
///
/// Every operation returns an interval that contains its exact result and the result computed in doubles, for all numbers
/// of its arguments. Bounds are moved outwards by multiples of the spacing of doubles; no rounding mode is touched, so
/// that the same code holds in WebAssembly. There are no half-lines: where one bound is infinite, both are.
struct Interval {
  double lower;
  double upper;
};

inline constexpr Interval whole_line{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

constexpr Interval point(double a) { return {a, a}; }
constexpr bool is_bounded(Interval a) { return a.upper - a.lower < std::numeric_limits<double>::infinity(); }
constexpr bool is_zero(Interval a) { return a.lower == 0.0 && a.upper == 0.0; }
constexpr bool contains(Interval a, double x) { return a.lower <= x && x <= a.upper; }
inline double magnitude(Interval a) { return std::max(-a.lower, a.upper); }         ///< largest |x|
inline double mignitude(Interval a) { return std::max({a.lower, -a.upper, 0.0}); }  ///< least |x|
constexpr Interval hull(Interval a, Interval b) { return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)}; }

/// Of two intervals that contain the same number; the first where they have none in common.
constexpr Interval intersection(Interval a, Interval b) {
  const Interval both{std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
  return both.lower <= both.upper ? both : a;
}

namespace detail {

/// Spacing of doubles by their size: a result rounded to the nearest double is off by at most half of it.
inline constexpr double double_spacing = std::numeric_limits<double>::epsilon();
/// The functions of the C library are off by up to 2 spacings, x^n multiplied out by 3.5; both the bound and the number
/// within it may be off.
inline constexpr double function_error = 8.0 * double_spacing;
/// Below it, results may have lost digits to underflow, by far less than as much. Its products with common numbers are
/// still normal: processors are slow with others.
inline constexpr double underflow_limit = 1e-290;
inline constexpr double underflow_error = underflow_limit;

inline Interval bounded_or_whole(Interval a) { return is_bounded(a) ? a : whole_line; }

inline double below(double x, double relative_error) {
  const double size = std::abs(x);
  return x - (size * relative_error + (size > underflow_limit ? 0.0 : underflow_error));
}
inline double above(double x, double relative_error) { return -below(-x, relative_error); }

/// Bounds moved outwards by what a function may be off.
inline Interval widened(double lower, double upper, double relative_error = function_error) {
  return bounded_or_whole({below(lower, relative_error), above(upper, relative_error)});
}

/// Not above a + b, and equal to it where the sum is a double: the error of a sum is a double [Knuth's TwoSum].
inline double sum_below(double a, double b) {
  const double sum = a + b, b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  return sum - (error < 0.0 ? std::abs(sum) * double_spacing : 0.0);
}

/// Rounded to a bound below the exact product or quotient; exact at 0.
inline double product_below(double a, double b) {
  const double product = a * b;
  return a == 0.0 || b == 0.0 ? product : below(product, double_spacing);
}
inline double quotient_below(double a, double b) { return a == 0.0 ? a / b : below(a / b, double_spacing); }

/// From the least and the largest of f at the four corners, by `f_below`: not above f(a, b), with f(−a, b) = −f(a, b).
template <class F, class FBelow>
[[gnu::always_inline]] inline Interval corners(Interval a, Interval b, F f, FBelow f_below) {
  const double f0 = f(a.lower, b.lower), f1 = f(a.lower, b.upper), f2 = f(a.upper, b.lower), f3 = f(a.upper, b.upper);
  const double least = std::min(std::min(f0, f1), std::min(f2, f3));
  const double most = std::max(std::max(f0, f1), std::max(f2, f3));
  if (std::abs(least) > underflow_limit && std::abs(most) > underflow_limit) {
    return bounded_or_whole({least - std::abs(least) * double_spacing, most + std::abs(most) * double_spacing});
  }
  return bounded_or_whole({std::min(std::min(f_below(a.lower, b.lower), f_below(a.lower, b.upper)),
                                    std::min(f_below(a.upper, b.lower), f_below(a.upper, b.upper))),
                           -std::min(std::min(f_below(-a.lower, b.lower), f_below(-a.lower, b.upper)),
                                     std::min(f_below(-a.upper, b.lower), f_below(-a.upper, b.upper)))});
}

}  // namespace detail

inline Interval operator-(Interval a) { return {-a.upper, -a.lower}; }

[[gnu::always_inline]] inline Interval operator+(Interval a, Interval b) {
  return detail::bounded_or_whole({detail::sum_below(a.lower, b.lower), -detail::sum_below(-a.upper, -b.upper)});
}
inline Interval operator-(Interval a, Interval b) { return a + (-b); }

inline Interval operator*(Interval a, double b) {
  if (b < 0.0) a = {a.upper, a.lower};
  return detail::bounded_or_whole({detail::product_below(a.lower, b), -detail::product_below(-a.upper, b)});
}
inline Interval operator*(double a, Interval b) { return b * a; }
/// The whole line times 0 is the whole line: infinity may be meant.
inline Interval operator*(Interval a, Interval b) {
  return detail::corners(
      a, b, [](double x, double y) { return x * y; }, detail::product_below);
}

/// The whole line where the divisor may be 0.
inline Interval operator/(Interval a, double b) {
  if (b == 0.0) return whole_line;
  if (b < 0.0) a = {a.upper, a.lower};
  return detail::bounded_or_whole({detail::quotient_below(a.lower, b), -detail::quotient_below(-a.upper, b)});
}
inline Interval operator/(Interval a, Interval b) {
  if (!(b.lower > 0.0 || b.upper < 0.0)) return whole_line;
  return detail::corners(
      a, b, [](double x, double y) { return x / y; }, detail::quotient_below);
}

inline Interval abs(Interval a) { return detail::bounded_or_whole({mignitude(a), magnitude(a)}); }

inline Interval square(Interval a) {
  const double least = mignitude(a), most = magnitude(a);
  return detail::bounded_or_whole(
      {std::max(detail::product_below(least, least), 0.0), -detail::product_below(-most, most)});
}

/// aⁿ by repeated multiplication.
inline double whole_power(double base, std::uint32_t exponent) {
  double power = 1.0;
  for (double square = base; exponent != 0; exponent >>= 1, square *= square) {
    if (exponent & 1) power *= square;
  }
  return power;
}

/// aⁿ for 1 ≤ n ≤ 8.
inline Interval whole_power(Interval a, std::uint32_t exponent) {
  if (exponent == 1 || is_zero(a)) return a;
  const bool is_even = exponent % 2 == 0;
  if (is_even) a = abs(a);
  const double lower = whole_power(a.lower, exponent), upper = whole_power(a.upper, exponent);
  const Interval power = detail::widened(lower, upper);
  if (!is_bounded(power)) return whole_line;
  return {a.lower >= 0.0 ? std::max(power.lower, 0.0) : power.lower, a.upper == 0.0 ? 0.0 : power.upper};
}

/// The whole line where a may be negative.
inline Interval sqrt(Interval a) {
  if (!(a.lower >= 0.0)) return whole_line;
  const double lower = std::sqrt(a.lower), upper = std::sqrt(a.upper);
  const double error = detail::double_spacing;
  return detail::bounded_or_whole({lower - lower * error, upper + upper * error});
}

inline Interval exp(Interval a) {
  const Interval value = detail::widened(std::exp(a.lower), std::exp(a.upper));
  return {is_bounded(value) ? std::max(value.lower, 0.0) : value.lower, value.upper};
}

/// The whole line where a may be 0 or negative.
inline Interval log(Interval a) {
  if (!(a.lower > 0.0)) return whole_line;
  return detail::widened(std::log(a.lower), std::log(a.upper));
}

namespace detail {

/// Whether (k + shift) period lies within for a whole number k, or may lie there.
inline bool may_contain_multiple(Interval a, double period, double shift) {
  const double first = a.lower / period - shift, last = a.upper / period - shift;
  const double error = 8.0 * double_spacing * (1.0 + std::abs(first) + std::abs(last));
  return std::floor(last + error) >= std::ceil(first - error);
}

/// Larger arguments of sine and cosine, which have lost all but four digits of their turn.
inline constexpr double largest_sine_argument = 1e12;

/// From the values at both ends and the turns at which sin or cos is 1.
inline Interval sine_range(Interval a, double at_lower, double at_upper, double shift) {
  constexpr double turn = 2.0 * std::numbers::pi;
  if (!(magnitude(a) <= largest_sine_argument) || a.upper - a.lower >= turn) return {-1.0, 1.0};
  const Interval ends = widened(std::min(at_lower, at_upper), std::max(at_lower, at_upper));
  return {may_contain_multiple(a, turn, shift + 0.5) ? -1.0 : std::max(ends.lower, -1.0),
          may_contain_multiple(a, turn, shift) ? 1.0 : std::min(ends.upper, 1.0)};
}

}  // namespace detail

inline Interval sin(Interval a) { return detail::sine_range(a, std::sin(a.lower), std::sin(a.upper), 0.25); }
inline Interval cos(Interval a) { return detail::sine_range(a, std::cos(a.lower), std::cos(a.upper), 0.0); }

/// The whole line where a pole may lie within.
inline Interval tan(Interval a) {
  if (!(magnitude(a) <= detail::largest_sine_argument)) return whole_line;
  if (detail::may_contain_multiple(a, std::numbers::pi, 0.5)) return whole_line;
  return detail::widened(std::tan(a.lower), std::tan(a.upper));
}

/// asin and acos: the whole line where |a| > 1 is possible.
inline Interval asin(Interval a) {
  if (!(magnitude(a) <= 1.0)) return whole_line;
  return detail::widened(std::asin(a.lower), std::asin(a.upper));
}
inline Interval acos(Interval a) {
  if (!(magnitude(a) <= 1.0)) return whole_line;
  const Interval value = detail::widened(std::acos(a.upper), std::acos(a.lower));
  return {std::max(value.lower, 0.0), value.upper};
}

inline Interval atan(Interval a) { return detail::widened(std::atan(a.lower), std::atan(a.upper)); }
inline Interval sinh(Interval a) { return detail::widened(std::sinh(a.lower), std::sinh(a.upper)); }
inline Interval cosh(Interval a) {
  const Interval value = detail::widened(std::cosh(mignitude(a)), std::cosh(magnitude(a)));
  return {is_bounded(value) ? std::max(value.lower, 1.0) : value.lower, value.upper};
}
inline Interval tanh(Interval a) {
  const Interval value = detail::widened(std::tanh(a.lower), std::tanh(a.upper));
  return {std::max(value.lower, -1.0), std::min(value.upper, 1.0)};
}

/// Angle of (x, y) in (−π, π]; [−π, π] where the half-line on which it jumps is touched.
inline Interval atan2(Interval y, Interval x) {
  if (!is_bounded(x) || !is_bounded(y) || !(x.lower > 0.0 || y.lower > 0.0 || y.upper < 0.0)) {
    return detail::widened(-std::numbers::pi, std::numbers::pi);
  }
  // The least angle is at the corner most clockwise, seen from the origin.
  const double x_least = y.lower >= 0.0 ? x.upper : x.lower, x_most = y.upper >= 0.0 ? x.lower : x.upper;
  const double y_least = x_least >= 0.0 ? y.lower : y.upper, y_most = x_most >= 0.0 ? y.upper : y.lower;
  return detail::widened(std::atan2(y_least, x_least), std::atan2(y_most, x_most));
}

/// a^b. A negative base needs one whole exponent; the whole line where std::pow may be NaN or infinite.
inline Interval pow(Interval a, Interval b) {
  if (is_zero(b)) return point(1.0);
  const auto value = [](double x, double y) { return std::pow(x, y); };
  if (b.lower == b.upper && b.lower == std::floor(b.lower) && a.lower < 0.0) {
    if (a.upper >= 0.0 && b.lower < 0.0) return whole_line;
    const bool is_even = std::fmod(b.lower, 2.0) == 0.0;
    if (is_even) a = abs(a);
    const double f0 = value(a.lower, b.lower), f1 = value(a.upper, b.lower);
    return detail::widened(std::min(f0, f1), std::max(f0, f1));
  }
  if (!(a.lower > 0.0 || (a.lower == 0.0 && b.lower > 0.0))) return whole_line;
  const double f0 = value(a.lower, b.lower), f1 = value(a.upper, b.lower);
  const double f2 = b.lower == b.upper ? f0 : value(a.lower, b.upper);
  const double f3 = b.lower == b.upper ? f1 : value(a.upper, b.upper);
  const Interval power =
      detail::widened(std::min(std::min(f0, f1), std::min(f2, f3)), std::max(std::max(f0, f1), std::max(f2, f3)));
  return {is_bounded(power) ? std::max(power.lower, 0.0) : power.lower, power.upper};
}

inline Interval min(Interval a, Interval b) {
  if (!is_bounded(a) || !is_bounded(b)) return whole_line;
  return {std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
}
inline Interval max(Interval a, Interval b) { return -min(-a, -b); }
inline Interval floor(Interval a) { return {std::floor(a.lower), std::floor(a.upper)}; }
/// −1, 0 or 1.
inline Interval sign(Interval a) {
  const auto of = [](double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; };
  return {of(a.lower), of(a.upper)};
}
/// a − b ⌊a/b⌋: from 0 to b, unless the quotient stays between two whole numbers.
inline Interval mod(Interval a, Interval b) {
  const Interval turns = floor(a / b);
  if (turns.lower == turns.upper) return a - b * turns.lower;
  const double error = detail::function_error * (magnitude(a) + magnitude(b));  // ⌊a/b⌋ may be one off
  return is_bounded(turns) ? hull(point(0.0), b) + Interval{-error, error} : whole_line;
}

}  // namespace dryslip
