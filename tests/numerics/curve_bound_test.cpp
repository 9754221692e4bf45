#include "dryslip/numerics/curve_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace dryslip {
namespace {

using Polynomial = std::vector<double>;

template <class Real>
Real value_at(const Polynomial& c, Real x) {
  Real value = 0;
  for (std::size_t k = c.size(); k-- > 0;) value = value * x + static_cast<Real>(c[k]);
  return value;
}

Polynomial derivative(const Polynomial& c) {
  Polynomial rates;
  for (std::size_t k = 1; k < c.size(); ++k) rates.push_back(static_cast<double>(k) * c[k]);
  return rates;
}

double uniform(std::mt19937& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}

Polynomial random_polynomial(std::mt19937& random, std::size_t most_coefficients) {
  Polynomial c(random() % (most_coefficients + 1));
  for (double& coefficient : c) coefficient = random() % 5 ? uniform(random, -2.0, 2.0) : 0.0;
  return c;
}

bool contains_exact(Interval a, long double x) { return a.lower <= x && x <= a.upper; }

struct ParameterSpan {
  double x0, x1;

  double center() const { return 0.5 * x0 + 0.5 * x1; }
  double at(std::mt19937& random) const {
    if (random() % 4 == 0) return random() % 2 ? x0 : x1;
    return std::clamp(x0 + uniform(random, 0.0, 1.0) * (x1 - x0), x0, x1);
  }
  CurveSpan curve_span() const {
    const double h = std::max(x1 - center(), center() - x0);
    return CurveSpan(std::nextafter(h, std::numeric_limits<double>::infinity()));
  }
};

ParameterSpan random_span(std::mt19937& random) {
  const double center = uniform(random, -3.0, 3.0),
               h = random() % 9 ? std::pow(10.0, uniform(random, -15.0, 0.0)) : 0.0;
  return {center - h, center + h};
}

TEST(BoundPolynomial, ContainsItsExactAndItsComputedValues) {
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    const Polynomial c = random_polynomial(random, 18), rates = derivative(c);
    const ParameterSpan span = random_span(random);
    const CurveBound bound = bound_polynomial(c, span.x0, span.x1);
    ASSERT_TRUE(contains_exact(bound.center, value_at<long double>(c, span.center())));
    for (int k = 0; k < 8; ++k) {
      const double x = span.at(random);
      const double computed = value_at(c, x);
      const long double exact = value_at<long double>(c, x);
      ASSERT_TRUE(contains_exact(bound.value, exact)) << c.size();
      ASSERT_TRUE(contains(bound.value, computed)) << c.size();
      ASSERT_LE(std::abs(computed - exact), bound.stray);
      ASSERT_TRUE(contains_exact(bound.rate, value_at<long double>(rates, x))) << c.size();
    }
  }
}

TEST(BoundPolynomial, ExceedsTheRangeByTheSquareOfTheWidth) {
  const Polynomial c{0.3, -1.0, 2.0, 0.7, -1.1};
  double before = 1.0;
  for (const double h : {0.1, 0.025, 0.00625}) {
    const CurveBound bound = bound_polynomial(c, 0.4 - h, 0.4 + h);
    const double range = value_at(c, 0.4 + h) - value_at(c, 0.4 - h);  // rises
    const double excess = bound.value.upper - bound.value.lower - range;
    EXPECT_LT(excess, before / 8.0);
    EXPECT_GE(excess, 0.0);
    before = excess;
  }
  const CurveBound touching = bound_polynomial(Polynomial{0.25, -1.0, 1.0}, 0.4, 0.6);  // (x − ½)²
  EXPECT_NEAR(touching.value.lower, 0.0, 1e-14);
  EXPECT_NEAR(touching.value.upper, 0.01, 1e-14);
  EXPECT_NEAR(touching.rate.upper, 0.2, 1e-14);
  const CurveBound from_below = bound_polynomial(Polynomial{-0.25, 1.0, -1.0}, 0.4, 0.6);
  EXPECT_NEAR(from_below.value.lower, -0.01, 1e-14);
  EXPECT_NEAR(from_below.value.upper, 0.0, 1e-14);
}

TEST(BoundPolynomial, OfAConstantAndOfNothingIsThatNumber) {
  EXPECT_TRUE(is_zero(bound_polynomial({}, 0.0, 1.0).value));
  const CurveBound constant = bound_polynomial(Polynomial{0.7}, -1.0, 4.0);
  EXPECT_NEAR(constant.value.lower, 0.7, 1e-15);
  EXPECT_NEAR(constant.value.upper, 0.7, 1e-15);
  EXPECT_TRUE(is_zero(constant.rate));
}

/// A combination of the polynomials a and b, with its derivative.
struct Combination {
  const char* name;
  std::function<CurveBound(const CurveSpan&, const CurveBound&, const CurveBound&)> bound;
  std::function<long double(long double, long double)> value;
  std::function<long double(long double, long double, long double, long double)> rate;  ///< of a, b, a′, b′
};

// Named r, s: the rates of a, b.
const std::vector<Combination> combinations{
    {"a+b", [](auto& s, auto& a, auto& b) { return s.sum(a, b); }, [](auto a, auto b) { return a + b; },
     [](auto, auto, auto r, auto s) { return r + s; }},
    {"a-b", [](auto& s, auto& a, auto& b) { return s.difference(a, b); }, [](auto a, auto b) { return a - b; },
     [](auto, auto, auto r, auto s) { return r - s; }},
    {"a*b", [](auto& s, auto& a, auto& b) { return s.product(a, b); }, [](auto a, auto b) { return a * b; },
     [](auto a, auto b, auto r, auto s) { return r * b + a * s; }},
    {"a/b", [](auto& s, auto& a, auto& b) { return s.quotient(a, b); }, [](auto a, auto b) { return a / b; },
     [](auto a, auto b, auto r, auto s) { return (r * b - a * s) / (b * b); }},
    {"-a", [](auto& s, auto& a, auto&) { return s.negated(a); }, [](auto a, auto) { return -a; },
     [](auto, auto, auto r, auto) { return -r; }},
    {"a+2.7", [](auto& s, auto& a, auto&) { return s.shifted(a, 2.7); }, [](auto a, auto) { return a + 2.7; },
     [](auto, auto, auto r, auto) { return r; }},
    {"-0.3a", [](auto& s, auto& a, auto&) { return s.scaled(a, -0.3); }, [](auto a, auto) { return a * -0.3; },
     [](auto, auto, auto r, auto) { return r * -0.3; }},
    {"a/-0.3", [](auto& s, auto& a, auto&) { return s.divided(a, -0.3); }, [](auto a, auto) { return a / -0.3; },
     [](auto, auto, auto r, auto) { return r / -0.3; }},
    {"a²", [](auto& s, auto& a, auto&) { return s.square(a); }, [](auto a, auto) { return a * a; },
     [](auto a, auto, auto r, auto) { return 2 * a * r; }},
    {"a⁵", [](auto& s, auto& a, auto&) { return s.whole_power(a, 5); }, [](auto a, auto) { return a * a * a * a * a; },
     [](auto a, auto, auto r, auto) { return 5 * a * a * a * a * r; }},
    {"√a", [](auto& s, auto& a, auto&) { return s.square_root(a); }, [](auto a, auto) { return std::sqrt(a); },
     [](auto a, auto, auto r, auto) { return r / (2 * std::sqrt(a)); }},
    {"sin", [](auto& s, auto& a, auto&) { return s.sine(a); }, [](auto a, auto) { return std::sin(a); },
     [](auto a, auto, auto r, auto) { return std::cos(a) * r; }},
    {"cos", [](auto& s, auto& a, auto&) { return s.cosine(a); }, [](auto a, auto) { return std::cos(a); },
     [](auto a, auto, auto r, auto) { return -std::sin(a) * r; }},
};

TEST(CurveSpan, BoundsTheExactCurvesOfItsArithmetic) {
  std::mt19937 random(7);
  for (const Combination& combination : combinations) {
    int bounded = 0;
    for (int i = 0; i < 4000; ++i) {
      const Polynomial a = random_polynomial(random, 5), b = random_polynomial(random, 5);
      const ParameterSpan span = random_span(random);
      const CurveBound bound = combination.bound(span.curve_span(), bound_polynomial(a, span.x0, span.x1),
                                                 bound_polynomial(b, span.x0, span.x1));
      if (!is_bounded(bound.rate)) continue;
      ++bounded;
      for (int k = 0; k < 6; ++k) {
        const long double x = k == 0 ? span.center() : span.at(random);
        const long double A = value_at(a, x), B = value_at(b, x);
        const long double value = combination.value(A, B);
        const long double rate = combination.rate(A, B, value_at(derivative(a), x), value_at(derivative(b), x));
        ASSERT_TRUE(contains_exact(bound.value, value)) << combination.name;
        ASSERT_TRUE(k != 0 || contains_exact(bound.center, value)) << combination.name;
        ASSERT_TRUE(std::isnan(rate) || contains_exact(bound.rate, rate)) << combination.name;  // NaN: of √0
      }
    }
    EXPECT_GT(bounded, 800) << combination.name;
  }
}

TEST(CurveSpan, FollowsHowFarComputedValuesStray) {
  std::mt19937 random(9);
  const auto strayed = [](const Polynomial& c, ParameterSpan span, double stray) {
    const CurveBound bound = bound_polynomial(c, span.x0, span.x1);
    const Interval around{-stray, stray};
    return CurveBound{bound.center + around, bound.value + around, bound.rate, bound.stray + stray};
  };
  const double stray_a = 1e-3, stray_b = 3e-3;
  for (const Combination& combination : combinations) {
    for (int i = 0; i < 500; ++i) {
      const Polynomial a{3.0, uniform(random, -0.5, 0.5)}, b{-2.0, uniform(random, -0.5, 0.5)};
      const double h = std::pow(10.0, uniform(random, -9.0, -1.0));
      const ParameterSpan span{0.7 - h, 0.7 + h};
      const CurveBound bound =
          combination.bound(span.curve_span(), strayed(a, span, stray_a), strayed(b, span, stray_b));
      const double x = span.at(random);
      const double A = value_at(a, x), B = value_at(b, x);
      const long double exact = combination.value(A, B);
      for (const double side_a : {-1.0, 1.0}) {
        for (const double side_b : {-1.0, 1.0}) {
          const long double value = combination.value(A + side_a * stray_a, B + side_b * stray_b);
          ASSERT_LE(std::abs(value - exact), bound.stray) << combination.name;
          ASSERT_TRUE(contains_exact(bound.value, value)) << combination.name;
        }
      }
    }
  }
}

TEST(CurveSpan, IsTightOverANarrowSpan) {
  // The exact ranges of monotone combinations, from their ends; the excess is of second order in h.
  const Polynomial a{1.3, 0.7, -0.2}, b{2.1, -0.4};
  const double x = 0.3, h = 1e-4;
  const ParameterSpan span{x - h, x + h};
  for (const Combination& combination : combinations) {
    const CurveBound bound =
        combination.bound(span.curve_span(), bound_polynomial(a, x - h, x + h), bound_polynomial(b, x - h, x + h));
    const auto at = [&](long double t) { return combination.value(value_at(a, t), value_at(b, t)); };
    const double range = static_cast<double>(std::abs(at(x + h) - at(x - h)));
    EXPECT_LT(bound.value.upper - bound.value.lower, range + 30.0 * h * h) << combination.name;
    EXPECT_LT(bound.rate.upper - bound.rate.lower, 100.0 * h) << combination.name;
    EXPECT_LT(bound.stray, 1e-13) << combination.name;
  }
}

TEST(CurveSpan, ARootOfZeroButForRoundingIsOne) {
  // √(1 − sin²(π/2 + x)) = |sin x|
  for (const double h : {1e-12, 1e-9, 3e-9}) {
    const CurveSpan span(h);
    const double quarter = std::numbers::pi / 2;
    const CurveBound x{point(quarter), {quarter - h, quarter + h}, point(1.0), 0.0};
    const CurveBound root = span.square_root(span.difference(constant_curve(1.0), span.square(span.sine(x))));
    EXPECT_EQ(root.value.lower, 0.0) << h;
    EXPECT_GE(root.value.upper, h) << h;
    EXPECT_LT(root.value.upper, 1e-7) << h;  // rounding of 1, of which the root is taken
    EXPECT_FALSE(is_bounded(root.rate)) << h;
    const CurveBound below = span.square_root(span.difference(constant_curve(1.0 - 1e-12), span.square(span.sine(x))));
    EXPECT_FALSE(is_bounded(below.value)) << h;
  }
}

TEST(CurveSpan, KeepsWhatDoesNotChangeWhereASlopeIsInfinite) {
  const CurveSpan span(0.5);
  const CurveBound zero = constant_curve(0.0), root = span.square_root(zero);
  EXPECT_TRUE(is_zero(root.value));
  EXPECT_TRUE(is_zero(root.rate));
  EXPECT_FALSE(is_bounded(span.quotient(constant_curve(1.0), zero).value));
  EXPECT_FALSE(is_bounded(span.square_root(constant_curve(-1.0)).value));
  EXPECT_FALSE(is_bounded(constant_curve(std::numeric_limits<double>::quiet_NaN()).value));
  EXPECT_FALSE(is_bounded(span.product(zero, unbounded_curve).value));
}

}  // namespace
}  // namespace dryslip
