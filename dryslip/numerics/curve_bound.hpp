#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>

#include "dryslip/numerics/interval.hpp"

namespace dryslip {

/// A smooth quantity y along a curve over a span of its parameter x.
///
/// Contained are the exact y and what is computed for it in doubles. Where y has a pole or is not defined within the
/// span, all three are the whole line.
struct CurveBound {
  Interval center;  ///< at the middle of the span; part of value
  Interval value;   ///< over the whole span
  Interval rate;    ///< of its derivative by the parameter over the whole span
  double stray;     ///< most by which a computed y is off the exact one anywhere in the span; 0 where left out
};

inline double middle_of(const CurveBound& b) { return 0.5 * (b.center.lower + b.center.upper); }

inline bool is_constant(const CurveBound& a) { return a.value.lower == a.value.upper && is_zero(a.rate); }

inline constexpr CurveBound unbounded_curve{whole_line, whole_line, whole_line,
                                            std::numeric_limits<double>::infinity()};

/// A quantity that is constant along the curve.
inline CurveBound constant_curve(double a) {
  return std::isfinite(a) ? CurveBound{point(a), point(a), point(0.0), 0.0} : unbounded_curve;
}

/// Arithmetic of smooth quantities along one span |x − xc| ≤ h of a curve.
///
/// Each result is bounded by its operation on the values and, once more, by the mean value theorem:
///
///     y(x) ∈ y(xc) + y′ [−h, h]
///
/// The part by which `value` exceeds the exact range then falls with h², whatever the formula.
class CurveSpan {
 public:
  /// Quantities stray by their rounding only, unless it is said that they may stray further.
  explicit CurveSpan(double half_width, bool strays_further = false)
      : half_width_(half_width), strays_further_(strays_further) {}

  double half_width() const { return half_width_; }

  CurveBound negated(const CurveBound& a) const { return {-a.center, -a.value, -a.rate, a.stray}; }

  CurveBound shifted(const CurveBound& a, double b) const {
    const Interval value = a.value + point(b);
    if (!is_bounded(value)) return unbounded_curve;
    return {intersection(value, a.center + point(b)), value, a.rate, total(a.stray, rounding(value))};
  }

  CurveBound scaled(const CurveBound& a, double b) const {
    const Interval value = a.value * b;
    if (!is_bounded(value)) return unbounded_curve;
    return {intersection(value, a.center * b), value, change(point(b), a.rate),
            total(times(std::abs(b), a.stray), rounding(value))};
  }

  CurveBound divided(const CurveBound& a, double b) const {
    const Interval value = a.value / b;
    if (!is_bounded(value)) return unbounded_curve;
    return {intersection(value, a.center / b), value, a.rate / b, total(a.stray / std::abs(b), rounding(value))};
  }

  CurveBound sum(const CurveBound& a, const CurveBound& b) const {
    if (is_constant(a)) return shifted(b, a.value.lower);
    if (is_constant(b)) return shifted(a, b.value.lower);
    const Interval value = a.value + b.value;
    return bound(a.center + b.center, value, a.rate + b.rate, total(a.stray + b.stray, rounding(value)));
  }

  CurveBound difference(const CurveBound& a, const CurveBound& b) const {
    if (is_constant(b)) return shifted(a, -b.value.lower);
    const Interval value = a.value - b.value;
    return bound(a.center - b.center, value, a.rate - b.rate, total(a.stray + b.stray, rounding(value)));
  }

  CurveBound product(const CurveBound& a, const CurveBound& b) const {
    if (is_constant(a)) return scaled(b, a.value.lower);
    if (is_constant(b)) return scaled(a, b.value.lower);
    const Interval value = a.value * b.value;
    const double stray = times(magnitude(a.value), b.stray) + times(magnitude(b.value), a.stray);
    return bound(a.center * b.center, value, change(a.value, b.rate) + change(b.value, a.rate),
                 total(stray, rounding(value)));
  }

  /// Unbounded where b may be 0.
  CurveBound quotient(const CurveBound& a, const CurveBound& b) const {
    if (is_constant(b)) return divided(a, b.value.lower);
    const Interval value = a.value / b.value;
    if (!is_bounded(value)) return unbounded_curve;
    const double stray = (a.stray + times(magnitude(value), b.stray)) / mignitude(b.value);
    const Interval rate = (a.rate - change(value, b.rate)) / b.value;
    return bound(a.center / b.center, value, rate, total(stray, rounding(value)));
  }

  CurveBound square(const CurveBound& a) const {
    const Interval value = dryslip::square(a.value), slope = a.value * 2.0;
    return bound(dryslip::square(a.center), value, change(slope, a.rate),
                 total(times(magnitude(slope), a.stray), rounding(value)));
  }

  /// aⁿ for 2 ≤ n ≤ 8.
  CurveBound whole_power(const CurveBound& a, std::uint32_t n) const {
    return function(
        a, [n](auto x) { return dryslip::whole_power(x, n); },
        [n](Interval x, Interval) { return dryslip::whole_power(x, n - 1) * static_cast<double>(n); });
  }

  /// Unbounded where a may be negative by more than its rounding, as √(1 − sin²) never is; where it may be 0, its rate is.
  CurveBound square_root(const CurveBound& a) const {
    constexpr auto root = [](auto x) {
      using std::sqrt;
      return sqrt(x);
    };
    constexpr double roundings = 4.0;
    if (!strays_further_ && a.value.lower < 0.0 && a.value.lower >= -roundings * a.stray && a.value.upper >= 0.0) {
      const Interval value{0.0, root(Interval{0.0, a.value.upper}).upper};
      return bound(value, value, whole_line, unbounded_curve.stray);
    }
    return function(a, root, [](Interval, Interval value) { return point(0.5) / value; });
  }

  CurveBound sine(const CurveBound& a) const {
    const SineCosine range = sine_cosine(a);
    return along(a, range.sine, range.cosine, range.center_sine, [](Interval x) { return sin(x); });
  }
  CurveBound cosine(const CurveBound& a) const {
    const SineCosine range = sine_cosine(a);
    return along(a, range.cosine, -range.sine, range.center_cosine, [](Interval x) { return cos(x); });
  }

  /// y = f(a) for `f` of a double and of an Interval; its derivative from a and f(a) by `slope`.
  template <class F, class Slope>
  CurveBound function(const CurveBound& a, F f, Slope slope) const {
    const Interval value = f(a.value);
    if (!is_bounded(value)) return unbounded_curve;
    return along(a, value, slope(a.value, value), f(middle(a.center)), f);
  }

  /// Combines what is known: `value` by the operation itself, the rest as in CurveBound.
  [[gnu::always_inline]] CurveBound bound(Interval center, Interval value, Interval rate, double stray) const {
    if (!is_bounded(value)) return unbounded_curve;
    const double reach =
        (magnitude(rate) * half_width_ + stray) * (1.0 + detail::function_error) + detail::underflow_error;
    // With an infinite reach, or NaN of ∞·0, the comparisons keep the value.
    const Interval by_rate{detail::below(center.lower - reach, detail::double_spacing),
                           detail::above(center.upper + reach, detail::double_spacing)};
    const Interval narrowed = intersection(value, by_rate);
    return {intersection(narrowed, center), narrowed, rate, stray};
  }

  /// Slope times rate: what does not change stays so where the slope is infinite, and what does not matter where its
  /// rate is.
  [[gnu::always_inline]] static Interval change(Interval slope, Interval rate) {
    if (rate.lower == rate.upper) return rate.lower == 0.0 ? point(0.0) : slope * rate.lower;
    if (slope.lower == slope.upper) return slope.lower == 0.0 ? point(0.0) : rate * slope.lower;
    return slope * rate;
  }
  static double times(double slope, double stray) { return stray == 0.0 || slope == 0.0 ? 0.0 : slope * stray; }
  /// Rounded up, however the sum was.
  static double total(double stray, double rounding) {
    return (stray + rounding) * (1.0 + detail::function_error) + detail::underflow_error;
  }
  static double rounding(Interval value) { return magnitude(value) * detail::double_spacing; }
  static double function_rounding(Interval value) { return magnitude(value) * detail::function_error; }

 private:
  struct SineCosine {
    Interval sine;
    Interval cosine;
    double center_sine;
    double center_cosine;
  };

  static double middle(Interval a) { return 0.5 * a.lower + 0.5 * a.upper; }

  /// From the value of the function in the middle of the center, c: f(a) ∈ f(c) + f′ (a − c).
  template <class F>
  CurveBound along(const CurveBound& a, Interval value, Interval slope, double value_at_middle, F f) const {
    const double c = middle(a.center), size = magnitude(slope);
    const double off =
        times(size, std::max(a.center.upper - c, c - a.center.lower)) + function_error_of(value_at_middle);
    const double margin = off * (1.0 + detail::function_error) + detail::underflow_error;
    const Interval center =
        margin < std::numeric_limits<double>::infinity()
            ? detail::widened(value_at_middle - margin, value_at_middle + margin, detail::double_spacing)
            : f(a.center);
    return bound(center, value, change(slope, a.rate), total(times(size, a.stray), function_rounding(value)));
  }
  static double function_error_of(double value) { return std::abs(value) * detail::function_error; }

  /// Of a narrow argument from its middle alone: sin(m + d) = s + s (cos d − 1) + c sin d, with 0 ≥ cos d − 1 ≥ −d²/2.
  static SineCosine sine_cosine(const CurveBound& a) {
    const double m = middle(a.center), s = std::sin(m), c = std::cos(m);
    const double r = std::max(a.value.upper - m, m - a.value.lower) * (1.0 + detail::function_error);
    constexpr double narrow = 0.25;
    if (!(r < narrow && std::abs(m) < detail::largest_sine_argument)) return {sin(a.value), cos(a.value), s, c};
    const double curved = 0.5 * r * r;
    const auto range = [&](double at, double slope) {
      const double straight = std::abs(slope) * r;
      const double linear = straight + (straight + std::abs(at)) * detail::function_error + detail::underflow_error;
      return Interval{std::max(at - linear - std::max(at, 0.0) * curved, -1.0),
                      std::min(at + linear + std::max(-at, 0.0) * curved, 1.0)};
    };
    return {range(s, c), range(c, s), s, c};
  }

  double half_width_;
  bool strays_further_;
};

/// Bounds over x0 ≤ x ≤ x1 of the polynomial c[0] + c[1] x + …, and of its derivative, from its terms about the middle xc:
///
///     p(xc + d) = Σ pₖ dᵏ,   p′ ∈ p₁ + Σ k |pₖ| hᵏ⁻¹ [−1, 1]  (k ≥ 2),   |d| ≤ h
///
/// Contains what Horner's rule computes in doubles. Of at most 64 coefficients.
CurveBound bound_polynomial(std::span<const double> coefficients, double x0, double x1);

}  // namespace dryslip
