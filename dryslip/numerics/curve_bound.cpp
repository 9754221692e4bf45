#include "dryslip/numerics/curve_bound.hpp"

#include <array>
#include <cassert>

namespace dryslip {
namespace {

constexpr std::size_t most_coefficients = 64;
using Coefficients = std::array<double, most_coefficients>;

/// Coefficients about x in place of those about 0, by repeated Horner steps.
void shift_polynomial(std::span<double> c, double x) {
  for (std::size_t k = 0; k + 1 < c.size(); ++k) {
    for (std::size_t i = c.size() - 1; i-- > k;) c[i] += c[i + 1] * x;
  }
}

/// Σ |cₖ| xᵏ for x ≥ 0.
double sum_of_sizes(std::span<const double> c, double x) {
  double sum = 0.0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * x + std::abs(c[k]);
  return sum;
}

Interval around(double middle, double radius) { return point(middle) + Interval{-radius, radius}; }

}  // namespace

CurveBound bound_polynomial(std::span<const double> coefficients, double x0, double x1) {
  const std::size_t n = coefficients.size();
  assert(n <= most_coefficients && x0 <= x1);
  if (n == 0) return constant_curve(0.0);
  const double xc = 0.5 * x0 + 0.5 * x1, h = std::max(x1 - xc, xc - x0) * (1.0 + detail::function_error);
  // A term goes through at most n products and n sums, which round by half a spacing each: of twice that, one half is
  // for the rounding of the sums of sizes, which are sums of positive numbers.
  const double relative_error = 2.0 * static_cast<double>(n) * detail::double_spacing;
  Coefficients terms, sizes;
  for (std::size_t k = 0; k < n; ++k) {
    terms[k] = coefficients[k];
    sizes[k] = std::abs(coefficients[k]);
  }
  const double stray =
      relative_error * sum_of_sizes(coefficients, std::max(std::abs(x0), std::abs(x1))) + detail::underflow_error;
  shift_polynomial(std::span(terms).first(n), xc);
  shift_polynomial(std::span(sizes).first(n), std::abs(xc));
  const auto error = [&](std::size_t k) { return relative_error * sizes[k] + detail::underflow_error; };
  // The terms from k = 2 on, added up from the smallest.
  double rate = 0.0, lower = 0.0, upper = 0.0;
  for (std::size_t k = n; k-- > 2;) {
    const double most = std::abs(terms[k]) + error(k);
    rate = (rate * h + static_cast<double>(k) * most);
    const bool is_even = k % 2 == 0;
    lower = lower * h + (is_even ? std::max(error(k) - terms[k], 0.0) : most);
    upper = upper * h + (is_even ? std::max(error(k) + terms[k], 0.0) : most);
  }
  const double up = 1.0 + relative_error;
  const Interval center = around(terms[0], std::max(error(0), 0.0) + stray);
  const Interval slope = n > 1 ? around(terms[1], rate * h * up + error(1)) : point(0.0);
  const double linear = n > 1 ? (std::abs(terms[1]) + error(1)) * h * up : 0.0;
  const Interval value = center + Interval{-lower * h * h * up - linear, upper * h * h * up + linear};
  const CurveBound bound = CurveSpan(h).bound(center, value, slope, stray);
  return bound;
}

}  // namespace dryslip
