#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "dryslip/numerics/curve_bound.hpp"

// Searches a whole span of a curve: bounds show that nothing happens within a part of it; where they cannot, the part is halved, down to
// the rounding of time.

namespace dryslip {

/// What is known about a part: nothing happens in it, something may, or a change was found.
enum class Look { Clear, Unclear, Found };

inline Look clear_if(bool is_clear) { return is_clear ? Look::Clear : Look::Unclear; }

/// The place where `is_over` turns true, by bisection between a place where it is false and one where it is true.
template <class IsOver>
double first_over(double before, double after, double smallest, const IsOver& is_over) {
  while (after - before > smallest) {
    const double middle = before + 0.5 * (after - before);
    (is_over(middle) ? after : before) = middle;
  }
  return after;
}

/// Goes from `first` to `last` in parts, as long as possible, for which `look(from, to)` is clear. Where a part cannot be halved any more,
/// `is_over(x)` at its end says whether the change has come; that place is then returned. Where bounds decide nothing from there on, as for
/// a number that is zero but for rounding, only the ends of parts are checked, and each part is four times as long as the last. Before
/// that, `give_in(from, to)` may make `look` ignore what it cannot decide there.
template <class LookAt, class IsOver, class GiveIn>
std::optional<double> look_along(double first, double last, double smallest, const LookAt& look, const IsOver& is_over,
                                 const GiveIn& give_in) {
  double from = first, width = last - first, least = smallest;
  while (from < last) {
    const double to = from + width < last ? from + width : last;
    const Look seen = look(from, to);
    if (seen == Look::Found) return to;
    if (seen == Look::Clear) {
      from = to;
      width *= 2.0;
      least = smallest;
    } else if (0.5 * width > least) {
      width *= 0.5;
    } else {
      if (is_over(to)) return first_over(from, to, smallest, is_over);
      constexpr double many = 64.0;  // beyond the rounding around a switch
      if (least > many * smallest) give_in(from, to);
      from = to;
      least *= 4.0;
      width = std::max(width, least);
    }
  }
  return std::nullopt;
}

template <class LookAt, class IsOver>
std::optional<double> look_along(double first, double last, double smallest, const LookAt& look,
                                 const IsOver& is_over) {
  return look_along(first, last, smallest, look, is_over, [](double, double) {});
}

/// The first place 0 ≤ x ≤ last at which the polynomial Σ powers[k] xᵏ, x ≤ 1, is below zero.
inline std::optional<double> first_negative(std::span<const double> powers, double last) {
  constexpr double smallest = 1e-15;
  return look_along(
      0.0, last, smallest,
      [&](double from, double to) { return clear_if(bound_polynomial(powers, from, to).value.lower >= 0.0); },
      [&](double x) {
        double value = 0.0;
        for (std::size_t k = powers.size(); k-- > 0;) value = powers[k] + x * value;
        return value < 0.0;
      });
}

/// A quantity over a span: center + slope (x − xc) up to `off`.
struct BoundLine {
  double center = 0.0, slope = 0.0, off = 0.0;
};

/// Sum of weights times bounds as a line; infinite `off` where one of them is not bounded.
inline BoundLine line_of(std::span<const double> weights, std::span<const CurveBound> bounds, double half_width) {
  BoundLine result;
  double middle = 0.0, off_value = 0.0, off_rate = 0.0;
  bool has_rate = true;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double w = weights[i];
    if (w == 0.0) continue;
    const CurveBound& b = bounds[i];
    if (!is_bounded(b.value)) return {.off = std::numeric_limits<double>::infinity()};
    result.center += w * middle_of(b);
    middle += w * 0.5 * (b.value.lower + b.value.upper);
    const double blur = std::abs(w) * (0.5 * (b.center.upper - b.center.lower) + b.stray);
    off_value += std::abs(w) * 0.5 * (b.value.upper - b.value.lower);
    if (is_bounded(b.rate)) {
      result.slope += w * 0.5 * (b.rate.lower + b.rate.upper);
      off_rate += blur + std::abs(w) * half_width * 0.5 * (b.rate.upper - b.rate.lower);
    } else {
      has_rate = false;
    }
  }
  if (has_rate && off_rate < off_value) return {result.center, result.slope, off_rate};
  return {middle, 0.0, off_value};
}

}  // namespace dryslip
