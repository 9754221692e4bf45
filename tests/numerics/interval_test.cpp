#include "dryslip/numerics/interval.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace dryslip {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

/// An operation on intervals, on doubles and, as the exact one, on long doubles.
struct Operation {
  std::string name;
  std::function<Interval(Interval, Interval)> of_intervals;
  std::function<double(double, double)> of_doubles;
  std::function<long double(long double, long double)> exact;
};

double sign_of(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

template <class F>
Operation both(const std::string& name, F f) {
  return {name, f, f, f};
}

// Of doubles; those of intervals are found by their argument.
using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::floor, std::log,
    std::max, std::min, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;

std::vector<Operation> operations() {
  return {
      both("+", [](auto a, auto b) { return a + b; }),
      both("-", [](auto a, auto b) { return a - b; }),
      both("*", [](auto a, auto b) { return a * b; }),
      both("/", [](auto a, auto b) { return a / b; }),
      both("-a", [](auto a, auto) { return -a; }),
      both("sqrt", [](auto a, auto) { return sqrt(a); }),
      both("sin", [](auto a, auto) { return sin(a); }),
      both("cos", [](auto a, auto) { return cos(a); }),
      both("tan", [](auto a, auto) { return tan(a); }),
      both("asin", [](auto a, auto) { return asin(a); }),
      both("acos", [](auto a, auto) { return acos(a); }),
      both("atan", [](auto a, auto) { return atan(a); }),
      both("atan2", [](auto a, auto b) { return atan2(a, b); }),
      both("sinh", [](auto a, auto) { return sinh(a); }),
      both("cosh", [](auto a, auto) { return cosh(a); }),
      both("tanh", [](auto a, auto) { return tanh(a); }),
      both("exp", [](auto a, auto) { return exp(a); }),
      both("log", [](auto a, auto) { return log(a); }),
      both("abs", [](auto a, auto) { return abs(a); }),
      both("pow", [](auto a, auto b) { return pow(a, b); }),
      both("floor", [](auto a, auto) { return floor(a); }),
      both("min", [](auto a, auto b) { return min(a, b); }),
      both("max", [](auto a, auto b) { return max(a, b); }),
      {"divided", [](Interval a, Interval b) { return a / b.lower; }, {}, {}},
      {"scaled", [](Interval a, Interval b) { return a * b.lower; }, {}, {}},
      {"square", [](Interval a, Interval) { return square(a); }, [](double a, double) { return a * a; },
       [](long double a, long double) { return a * a; }},
      {"a^7", [](Interval a, Interval) { return whole_power(a, 7); },
       [](double a, double) { return whole_power(a, 7); },
       [](long double a, long double) { return a * a * a * a * a * a * a; }},
      {"a^8", [](Interval a, Interval) { return whole_power(a, 8); },
       [](double a, double) { return whole_power(a, 8); },
       [](long double a, long double) { return a * a * a * a * a * a * a * a; }},
      {"sign", [](Interval a, Interval) { return sign(a); }, [](double a, double) { return sign_of(a); },
       [](long double a, long double) { return a > 0   ? 1.0L
                                               : a < 0 ? -1.0L
                                                       : 0.0L; }},
      {"mod",
       [](Interval a, Interval b) { return mod(a, b); },
       [](double a, double b) { return a - b * std::floor(a / b); },
       {}},
  };
}

/// Numbers of all sizes, with many zeros, ones and exact ones among them.
class Numbers {
 public:
  double next() {
    switch (random_() % 8) {
      case 0:
        return special_[random_() % special_.size()];
      case 1:
        return std::ldexp(uniform(-1.0, 1.0), static_cast<int>(random_() % 2090) - 1070);
      case 2:
        return uniform(-1000.0, 1000.0);
      case 3:
        return std::round(uniform(-5.0, 5.0));
      default:
        return uniform(-2.0, 2.0);
    }
  }
  Interval interval() {
    const double a = next();
    const double b = random_() % 2 ? next() : random_() % 3 ? a + uniform(-1e-3, 1e-3) * std::abs(a) : a;
    return {std::min(a, b), std::max(a, b)};
  }
  double within(Interval a) {
    if (random_() % 4 == 0) return random_() % 2 ? a.lower : a.upper;
    const double part = uniform(0.0, 1.0);
    return std::clamp(a.lower * (1.0 - part) + a.upper * part, a.lower, a.upper);
  }

 private:
  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }

  std::mt19937 random_{17};
  std::array<double, 12> special_{0.0,    -0.0,    1.0,   -1.0, std::numbers::pi / 2, -std::numbers::pi, 1e9, 5e-324,
                                  1e-310, -1e-300, 1e300, -3e13};
};

TEST(Interval, OfEachOperationContainsTheExactResultAndTheComputedOne) {
  Numbers numbers;
  for (const Operation& operation : operations()) {
    int bounded = 0;
    for (int i = 0; i < 40000; ++i) {
      const Interval a = numbers.interval(), b = numbers.interval();
      const Interval result = operation.of_intervals(a, b);
      ASSERT_LE(result.lower, result.upper) << operation.name;
      ASSERT_EQ(std::isinf(result.lower), std::isinf(result.upper)) << operation.name;
      if (!is_bounded(result)) continue;
      ++bounded;
      for (int k = 0; k < 6; ++k) {
        const double x = numbers.within(a), y = numbers.within(b);
        const bool is_scaled = operation.name == "scaled";
        const bool is_divided = operation.name == "divided";
        const double computed = is_divided ? x / b.lower : is_scaled ? x * b.lower : operation.of_doubles(x, y);
        ASSERT_TRUE(contains(result, computed)) << operation.name << " " << x << " " << y << ": " << computed << " in "
                                                << result.lower << " " << result.upper;
        if (!operation.exact) continue;
        const long double exact = operation.exact(x, y);
        ASSERT_TRUE(result.lower <= exact && exact <= result.upper) << operation.name << " " << x << " " << y;
      }
    }
    EXPECT_GT(bounded, 6000) << operation.name;
  }
}

/// Largest distance, in units of `error`, of the bounds from those expected.
void expect_interval(Interval a, double lower, double upper, double error = 1e-14) {
  EXPECT_NEAR(a.lower, lower, error * (1.0 + std::abs(lower)));
  EXPECT_NEAR(a.upper, upper, error * (1.0 + std::abs(upper)));
}

TEST(Interval, IsNoWiderThanTheRange) {
  const double pi = std::numbers::pi;
  expect_interval(Interval{-1, 2} * Interval{-3, 5}, -6, 10);
  expect_interval(Interval{-1, 2} * -3.0, -6, 3);
  expect_interval(Interval{-1, 2} / Interval{-4, -2}, -1, 0.5);
  expect_interval(Interval{-1, 2} - Interval{-3, 5}, -6, 5);
  expect_interval(square(Interval{-1, 2}), 0, 4);
  expect_interval(square(Interval{-3, -2}), 4, 9);
  expect_interval(whole_power(Interval{-2, 1}, 3), -8, 1);
  expect_interval(whole_power(Interval{-2, 1}, 4), 0, 16);
  expect_interval(pow(Interval{-2, -1}, point(-3)), -1, -0.125);
  expect_interval(pow(Interval{-2, 1}, point(10)), 0, 1024);
  expect_interval(pow(Interval{0, 4}, point(0.5)), 0, 2);
  expect_interval(pow(Interval{0.5, 4}, Interval{-1, 2}), 0.25, 16);
  expect_interval(sin(Interval{0, 2}), 0, 1);
  expect_interval(sin(Interval{0, 1}), 0, std::sin(1.0));
  expect_interval(sin(Interval{100 * pi + 2, 100 * pi + 5}), -1, std::sin(2.0), 1e-13);
  expect_interval(sin(Interval{-5, -4}), std::sin(-4.0), 1);
  expect_interval(cos(Interval{-1, 2}), std::cos(2.0), 1);
  expect_interval(cos(Interval{2, 4}), -1, std::cos(2.0));
  expect_interval(cos(Interval{1e6, 1e6 + 0.1}), std::cos(1e6), std::cos(1e6 + 0.1), 1e-14);
  expect_interval(tan(Interval{-1, 1.5}), std::tan(-1.0), std::tan(1.5));
  expect_interval(cosh(Interval{-2, 1}), 1, std::cosh(2.0));
  expect_interval(acos(Interval{-1, 0.5}), std::acos(0.5), pi);
  expect_interval(atan2(Interval{1, 2}, Interval{-3, 4}), std::atan2(1, 4), std::atan2(1, -3));
  expect_interval(atan2(Interval{-2, -1}, Interval{-3, -1}), std::atan2(-1, -3), std::atan2(-2, -1));
  expect_interval(atan2(Interval{-2, -1}, Interval{1, 3}), std::atan2(-2, 1), std::atan2(-1, 3));
  expect_interval(atan2(Interval{-2, 1}, Interval{1, 3}), std::atan2(-2, 1), std::atan2(1, 1));
  expect_interval(atan2(Interval{1, 2}, Interval{-3, -1}), std::atan2(2, -1), std::atan2(1, -3));
  expect_interval(atan2(Interval{-1, 2}, Interval{-3, -1}), -pi, pi);
  expect_interval(mod(Interval{0.7, 0.8}, point(0.3)), 0.1, 0.2);
  expect_interval(mod(Interval{0.7, 1.0}, point(0.3)), 0, 0.3);
  expect_interval(mod(Interval{0.7, 1.0}, point(-0.3)), -0.3, 0);
  expect_interval(floor(Interval{-0.5, 3.5}), -1, 3, 0.0);
  expect_interval(sign(Interval{-0.5, 0}), -1, 0, 0.0);
  expect_interval(min(Interval{1, 5}, Interval{2, 3}), 1, 3, 0.0);
  expect_interval(max(Interval{1, 5}, Interval{2, 3}), 2, 5, 0.0);
  expect_interval(hull(Interval{1, 2}, Interval{4, 5}), 1, 5, 0.0);
  expect_interval(intersection(Interval{1, 3}, Interval{2, 5}), 2, 3, 0.0);
  expect_interval(intersection(Interval{1, 2}, Interval{4, 5}), 1, 2, 0.0);
}

TEST(Interval, OfSumsAndZerosIsExact) {
  expect_interval(Interval{0.5, 1} - point(0.5), 0, 0.5, 0.0);
  expect_interval(point(0.3) - point(0.3), 0, 0, 0.0);
  expect_interval(Interval{0, 1} * Interval{0, 1}, 0, (Interval{0, 1} * point(1.0)).upper, 0.0);
  EXPECT_EQ((Interval{-1, 0} * Interval{1, 2}).upper, 0.0);
  EXPECT_EQ((Interval{-1, 0} * -3.0).lower, 0.0);
  EXPECT_EQ((Interval{-1, 0} / Interval{1, 2}).upper, 0.0);
  EXPECT_TRUE(is_zero(point(0.0) * Interval{-7, 5}));
  EXPECT_EQ(square(Interval{-1, 2}).lower, 0.0);
  EXPECT_EQ(sqrt(Interval{0, 2}).lower, 0.0);
  EXPECT_LT((point(1.0) + point(1e-30)).lower, (point(1.0) + point(1e-30)).upper);
  EXPECT_GT((point(1e-200) * point(1e-200)).upper, 0.0);  // underflow is not 0
  EXPECT_GT((point(1e-200) / point(1e200)).upper, 0.0);
}

TEST(Interval, IsTheWholeLineWhereNothingIsCertain) {
  const auto is_whole = [](Interval a) { return a.lower == -infinity && a.upper == infinity; };
  for (const Interval a : {
           Interval{1, 2} / Interval{-1, 1},
           Interval{1, 2} / Interval{0, 1},
           Interval{1, 2} / Interval{-1, 0},
           Interval{0, 0} / Interval{0, 0},
           whole_line * point(0.0),
           point(0.0) * whole_line,
           whole_line * 0.0,
           whole_line * Interval{0, 1},
           whole_line + whole_line,
           whole_line - whole_line,
           whole_line / Interval{1, 2},
           Interval{1, 2} / whole_line,
           Interval{1e300, 1e301} * Interval{1e300, 1e301},
           Interval{1, 2} * nan,
           abs(whole_line),
           square(whole_line),
           sqrt(Interval{-1e-300, 1}),
           sqrt(Interval{-2, -1}),
           log(Interval{0, 1}),
           log(Interval{-2, -1}),
           exp(Interval{0, 800}),
           tan(Interval{1, 2}),
           tan(Interval{-10, 10}),
           asin(Interval{0, 1.0000001}),
           acos(Interval{-2, 0}),
           pow(Interval{-1, 1}, point(0.5)),
           pow(Interval{-1, 1}, point(-1)),
           pow(Interval{0, 1}, point(-0.5)),
           pow(Interval{-2, -1}, Interval{1, 2}),
           mod(Interval{1, 2}, Interval{-1, 1}),
           min(whole_line, point(1.0)),
           max(whole_line, point(1.0)),
           whole_power(Interval{1e200, 1e201}, 3),
       }) {
    EXPECT_TRUE(is_whole(a)) << a.lower << " " << a.upper;
  }
  for (const Interval a : {sin(whole_line), cos(whole_line), sin(Interval{1e15, 1e15}), tanh(whole_line)}) {
    EXPECT_EQ(a.lower, -1.0);
    EXPECT_EQ(a.upper, 1.0);
  }
}

}  // namespace
}  // namespace dryslip
