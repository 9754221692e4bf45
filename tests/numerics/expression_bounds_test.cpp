#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "tests/numerics/random_formula.hpp"

namespace dryslip {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double next_above(double x) { return std::nextafter(x, infinity); }
double next_below(double x) { return std::nextafter(x, -infinity); }

/// The parameter t itself, from t0 to t1.
struct Span {
  double t0, t1;

  double center() const { return 0.5 * t0 + 0.5 * t1; }
  double half_width() const { return next_above(std::max(t1 - center(), center() - t0)); }
  CurveBound parameter() const { return {point(center()), {t0, t1}, point(1.0), 0.0}; }
};

std::vector<double> choices_at(const Expression& formula, std::span<const double> values) {
  std::vector<double> choices(formula.branch_count());
  formula.branches(values, choices);
  return choices;
}

/// Of a formula of t alone, with the choices at `held`.
Expression::Bounds bounds_of(const std::string& text, Span span, double held) {
  const Expression formula(text, {"t"});
  return formula.bounds_with(std::array{span.parameter()}, span.half_width(), choices_at(formula, std::array{held}));
}
Expression::Bounds bounds_of(const std::string& text, Span span) { return bounds_of(text, span, span.center()); }

/// A formula of x and y with all operations.
std::string random_formula(std::mt19937& random, int depth) {
  static const tests::Join arithmetic{"(@a?@b)", {"+", "-", "*", "/"}};
  static const tests::FormulaKit kit{
      {"x", "y", "x", "y", "0", "1", "2.5", "0.3", "-3", "100"},
      {arithmetic,
       arithmetic,
       {"(@a?@b)", {"<", "<=", "==", ">=", ">"}},
       {"?(@a,@b)", {"mod", "min", "max", "atan2"}},
       {"?(@a)", {"abs", "sign", "floor"}},
       {"?(@a)", {"-", "sin", "cos", "tan", "atan", "tanh", "sinh", "cosh", "exp"}},
       {"?(@a)", {"log", "sqrt", "asin", "acos", "exp", "sin", "cos"}},
       {"?", {"(@a)^(@b)", "(@a)^2", "(@a)^3", "(@a)^6", "(@a)^(-2)", "(@a)^1.5", "(@a)^11", "2^(@a)"}},
       {"if(@c,@a,@b)"}}};
  return tests::random_formula(kit, random, depth);
}

/// x = t and y a polynomial of t, over a span.
struct RandomCurve {
  Span span;
  std::array<double, 4> y;

  explicit RandomCurve(std::mt19937& random) {
    const auto uniform = [&](double size) { return std::uniform_real_distribution<double>(-size, size)(random); };
    const double center = random() % 4 ? uniform(3.0) : std::round(uniform(3.0));
    const double half_width = std::pow(10.0, -0.5 - std::abs(uniform(13.0))) * (random() % 10 ? 1.0 : 0.0);
    span = {center - half_width, center + half_width};
    for (double& c : y) c = random() % 4 ? uniform(2.0) : 0.0;
  }

  std::array<CurveBound, 2> bounds() const { return {span.parameter(), bound_polynomial(y, span.t0, span.t1)}; }
  std::array<double, 2> at(double t) const { return {t, y[0] + t * (y[1] + t * (y[2] + t * y[3]))}; }
  double y_rate(double t) const { return y[1] + t * (2 * y[2] + 3 * t * y[3]); }
  double random_parameter(std::mt19937& random) const {
    if (random() % 4 == 0) return random() % 2 ? span.t0 : span.t1;
    const double part = std::uniform_real_distribution<double>(0.0, 1.0)(random);
    return std::clamp(span.t0 + part * (span.t1 - span.t0), span.t0, span.t1);
  }
};

/// A formula along a curve, with the choices it makes in the middle or anywhere.
struct RandomCase {
  std::string text;
  Expression formula;
  RandomCurve curve;
  std::vector<double> choices;
};

RandomCase random_case(std::mt19937& random) {
  const std::string text = random_formula(random, 4);
  const Expression formula(text, {"x", "y"});
  const RandomCurve curve(random);
  const double held_at = random() % 3 ? curve.span.center() : curve.random_parameter(random);
  return {text, formula, curve, choices_at(formula, curve.at(held_at))};
}

TEST(ExpressionBounds, ContainTheFormulaItsRateAndItsChoices) {
  std::mt19937 random(23);
  int finite = 0, smooth = 0, hold = 0, switches = 0;
  for (int i = 0; i < 40000; ++i) {
    const auto [text, formula, curve, choices] = random_case(random);
    const auto [bound, choices_hold, is_finite] = formula.bounds_with(curve.bounds(), curve.span.half_width(), choices);
    ASSERT_LE(bound.value.lower, bound.value.upper) << text;
    const double center = formula.value_with(curve.at(curve.span.center()), choices);
    if (is_finite) {
      ASSERT_TRUE(contains(bound.center, center)) << text << " " << center;
    }
    finite += is_finite;
    smooth += is_finite && is_bounded(bound.rate);
    hold += choices_hold && !choices.empty();
    switches += !choices_hold;
    for (int k = 0; k < 12; ++k) {
      const double t = curve.random_parameter(random);
      const std::array<double, 2> at = curve.at(t);
      const double value = formula.value_with(at, choices);
      const auto where = [&] {
        return text + " at " + std::to_string(t) + " ± " + std::to_string(curve.span.half_width()) + ": " +
               std::to_string(value) + " in " + std::to_string(bound.value.lower) + " " +
               std::to_string(bound.value.upper);
      };
      if (choices_hold) {
        ASSERT_EQ(choices_at(formula, at), choices) << where();
      }
      if (is_finite) {
        ASSERT_TRUE(std::isfinite(value)) << where();
      }
      if (is_finite || !std::isnan(value)) {
        ASSERT_TRUE(contains(bound.value, value)) << where();
      }
      const double rate =
          formula.derivative_with(at, 0, choices) + formula.derivative_with(at, 1, choices) * curve.y_rate(t);
      // Derivatives are rounded in another order than the bounds, up to 1e-9 of their size, and may overflow on the way.
      const double error = 1e-9 * (1e-3 + magnitude(bound.rate));
      if (is_finite && std::isfinite(rate)) {
        ASSERT_TRUE(bound.rate.lower - error <= rate && rate <= bound.rate.upper + error)
            << where() << " " << rate << " in " << bound.rate.lower << " " << bound.rate.upper;
      }
    }
  }
  EXPECT_GT(finite, 20000);
  EXPECT_GT(smooth, 20000);
  EXPECT_GT(hold, 10000);
  EXPECT_GT(switches, 2000);
}

TEST(ExpressionBounds, ContainTheOwnChoicesOfTheFormulaWhereTheyAreLoose) {
  std::mt19937 random(29);
  int told = 0, differ = 0, unbounded = 0, all_loose = 0;
  for (int i = 0; i < 40000; ++i) {
    const auto [text, formula, curve, choices] = random_case(random);
    if (choices.empty()) continue;
    std::vector<char> loose(choices.size());
    const bool are_all = random() % 2;
    for (char& one : loose) one = are_all || random() % 2 ? 1 : 0;
    const auto [bound, choices_hold, is_finite] =
        formula.bounds_with(curve.bounds(), curve.span.half_width(), choices, loose);
    if (are_all && is_finite) {
      ASSERT_TRUE(choices_hold) << text;
      ++all_loose;
    }
    if (!choices_hold || !is_finite) {
      ++unbounded;
      continue;
    }
    for (int k = 0; k < 12; ++k) {
      const double t = curve.random_parameter(random);
      const std::array<double, 2> at = curve.at(t);
      const double own = formula(at), held = formula.value_with(at, choices);
      const auto where = [&] {
        return text + " at " + std::to_string(t) + " ± " + std::to_string(curve.span.half_width()) + ": " +
               std::to_string(own) + ", held " + std::to_string(held) + " in " + std::to_string(bound.value.lower) +
               " " + std::to_string(bound.value.upper);
      };
      ASSERT_TRUE(contains(bound.value, own)) << where();
      ASSERT_TRUE(contains(bound.value, held)) << where();
      ASSERT_LE(std::abs(own - held), bound.stray * (1.0 + 1e-12)) << where();
      ++told;
      differ += own != held;
    }
  }
  EXPECT_GT(told, 50000);
  EXPECT_GT(differ, 1500);
  EXPECT_GT(all_loose, 3000);
}

TEST(ExpressionBounds, StrayFromHeldChoicesByNoMoreThanTheyDiffer) {
  const auto stray_of = [](const char* text, Span span, double held) {
    const Expression formula(text, {"t"});
    const std::vector<double> choices = choices_at(formula, std::array{held});
    const std::vector<char> loose(choices.size(), 1);
    return formula.bounds_with(std::array{span.parameter()}, span.half_width(), choices, loose).bound.stray;
  };
  constexpr double rounding = 1e-12;
  EXPECT_NEAR(stray_of("abs(t)", {-0.5, 2.0}, 1.0), 1.0, rounding);
  EXPECT_NEAR(stray_of("abs(t)", {-0.5, 2.0}, -1.0), 4.0, rounding);
  EXPECT_NEAR(stray_of("max(t, 1)", {-0.5, 1.25}, 0.0), 0.25, rounding);
  EXPECT_NEAR(stray_of("min(t, 1)", {-0.5, 1.25}, 0.0), 0.25, rounding);
  EXPECT_NEAR(stray_of("floor(t)", {0.5, 3.5}, 0.75), 3.0, rounding);
  EXPECT_NEAR(stray_of("sign(t)", {-0.5, 3.5}, 0.75), 2.0, rounding);
  EXPECT_NEAR(stray_of("if(t < 1, 5, 5.5)", {0.5, 3.5}, 0.75), 0.5, rounding);
  EXPECT_NEAR(stray_of("if(t < 1, 5, 5.5)", {1.5, 3.5}, 0.75), 0.5, rounding);  // never as held
  EXPECT_NEAR(stray_of("if(t < 1, 5, 5.5)", {0.5, 0.9}, 0.75), 0.0, rounding);
}

TEST(ExpressionBounds, KnowThatASaturatedTangentIsFlat) {
  const Interval rate = bounds_of("tanh(1e20*(t - 0.5))", {0.0, 0.25}).bound.rate;
  EXPECT_LT(magnitude(rate), 1e-100);
  const Interval half = bounds_of("tanh(t)", {20.0, 20.5}).bound.rate;  // 1/cosh², all digits of which tanh has lost
  EXPECT_LE(half.lower, std::pow(std::cosh(20.5), -2.0));
  EXPECT_GE(half.upper, std::pow(std::cosh(20.0), -2.0));
  EXPECT_LT(half.upper, 1.01 * std::pow(std::cosh(20.0), -2.0));
}

/// Exact range of a formula of t over a span, by 2000 samples.
Interval sampled_range(const Expression& formula, Span span, std::span<const double> choices) {
  Interval range{infinity, -infinity};
  for (int i = 0; i <= 2000; ++i) {
    const double t = span.t0 + (span.t1 - span.t0) * i / 2000.0;
    const double value = formula.value_with(std::array{t}, choices);
    range = hull(range, point(value));
  }
  return range;
}

TEST(ExpressionBounds, ExceedTheRangeByTheSquareOfTheWidth) {
  for (const char* text :
       {"t^2-t", "t*sin(5*t)-t^3", "exp(-t)*t", "t/(1+t^2)", "sqrt(t+1)-t/2", "atan2(t, 1-t)-t", "log(1+t)*cos(t)",
        "t^1.5*(2-t)", "tanh(t)-tan(t)", "asin(t)+acos(t^2)", "sinh(t)-cosh(t)", "atan(t)-t^5", "abs(t-3)*t",
        "mod(7*t, 4)*t", "max(t, t-1)-t^2", "if(t>0.1, t^2-t, 5)", "2^t-t", "(t-3)^(-3)+t", "(1+t)^t-t"}) {
    const Expression formula(text, {"t"});
    std::array<double, 3> excess{};
    for (std::size_t k = 0; k < excess.size(); ++k) {
      const double h = 0.04 / std::pow(4.0, k);
      const Span span{0.47 - h, 0.47 + h};
      const std::vector<double> choices = choices_at(formula, std::array{0.47});
      const auto [bound, choices_hold, is_finite] = bounds_of(text, span);
      EXPECT_TRUE(choices_hold && is_finite) << text;
      const Interval range = sampled_range(formula, span, choices);
      excess[k] = (bound.value.upper - bound.value.lower) - (range.upper - range.lower);
    }
    // A sixteenth for a quarter of the width; a bound of first order would lose a quarter only. 1e-9: the samples.
    EXPECT_LT(excess[1], excess[0] / 8.0 + 1e-9) << text;
    EXPECT_LT(excess[2], excess[1] / 8.0 + 1e-9) << text;
    EXPECT_LT(excess[0], 0.1) << text;
    EXPECT_GT(excess[0], -1e-12) << text;
  }
}

TEST(ExpressionBounds, ReachThePeakOfAPulseOfAnyWidth) {
  for (const std::string width : {"0.1", "0.001", "1e-6", "1e-12"}) {
    const std::string text = "20*exp(-((t-0.5)/" + width + ")^2)";
    for (const Span span : {Span{0.0, 1.0}, Span{0.3, 0.9}, Span{0.4999, 0.7}}) {
      EXPECT_GE(bounds_of(text, span).bound.value.upper, 20.0) << text;
      EXPECT_TRUE(bounds_of(text, span).is_finite) << text;
    }
    EXPECT_LT(bounds_of(text, {0.8, 0.9}).bound.value.upper, 0.01) << text;
  }
  EXPECT_GE(bounds_of("if(abs(t-0.3) < 1e-9, 5, 0)", {0.0, 1.0}, 0.3).bound.value.upper, 5.0);
  EXPECT_FALSE(bounds_of("if(abs(t-0.3) < 1e-9, 5, 0)", {0.0, 1.0}).choices_hold);
}

/// Each switches at t = 0.625 only, between 0.5 and 0.75.
const std::vector<std::string> switching{"if(t < 0.625, t, 2)", "if(t >= 0.625, t, 2)",    "sign(t - 0.625)",
                                         "floor(t + 0.375)",    "abs(t - 0.625)",          "min(t, 0.625)",
                                         "max(t, 0.625)",       "min(0.625 - t, t-0.625)", "mod(t, 0.625)",
                                         "(0.625 > t) + 1",     "if(0.625 <= t, 1, 2)",    "atan2(t - 0.625, -1)",
                                         "atan2(t-0.625, 1)",   "if(floor(t+0.375), 1, t)"};

TEST(ExpressionBounds, GiveUpTheChoicesAtASwitchAndNotBeside) {
  for (const std::string& text : switching) {
    EXPECT_TRUE(bounds_of(text, {0.5, 0.624}).choices_hold) << text;
    EXPECT_TRUE(bounds_of(text, {0.626, 0.75}).choices_hold) << text;
    EXPECT_FALSE(bounds_of(text, {0.5, 0.75}).choices_hold) << text;
    EXPECT_FALSE(bounds_of(text, {0.5, next_above(0.625)}).choices_hold) << text;
    EXPECT_FALSE(bounds_of(text, {next_below(0.625), 0.75}).choices_hold) << text;
    EXPECT_FALSE(bounds_of(text, {next_below(0.625), next_above(0.625)}).choices_hold) << text;
    EXPECT_FALSE(bounds_of(text, {0.5, 0.6}, 0.7).choices_hold) << text;  // the choices of the other side
    EXPECT_FALSE(bounds_of(text, {0.65, 0.75}, 0.6).choices_hold) << text;
  }
}

TEST(ExpressionBounds, HoldTheChoicesUpToTheLastDoubleBeforeASwitch) {
  for (const std::string& text : switching) {
    // t + 0.375, t/0.625 and angles are rounded.
    const bool is_rounded = text.find("floor") != text.npos || text.find("mod") != text.npos;
    const int steps = is_rounded ? 8 : 1;
    double before = 0.625, after = 0.625;
    for (int i = 0; i < steps; ++i) before = next_below(before), after = next_above(after);
    EXPECT_TRUE(bounds_of(text, {0.5, before}).choices_hold) << text;
    EXPECT_TRUE(bounds_of(text, {after, 0.75}).choices_hold) << text;
  }
}

TEST(ExpressionBounds, KnowOnWhichSideTheSwitchItselfLies) {
  const auto below = [](const std::string& text) { return bounds_of(text, {0.5, 0.625}).choices_hold; };
  const auto above = [](const std::string& text) { return bounds_of(text, {0.625, 0.75}).choices_hold; };
  for (const char* text : {"t < 0.625", "t >= 0.625", "0.625 > t", "0.625 <= t", "abs(t-0.625)", "min(t, 0.625)",
                           "floor(t + 0.375)", "atan2(t-0.625, 1)"}) {
    EXPECT_FALSE(below(text)) << text;
    EXPECT_TRUE(above(text)) << text;
  }
  for (const char* text : {"t > 0.625", "t <= 0.625", "0.625 < t", "0.625 >= t", "max(t, 0.625)", "abs(0.625-t)"}) {
    EXPECT_TRUE(below(text)) << text;
    EXPECT_FALSE(above(text)) << text;
  }
  for (const char* text : {"sign(t-0.625)", "t == 0.625", "if(t-0.625, 1, 2)", "atan2(t-0.625, -1)"}) {
    EXPECT_FALSE(below(text)) << text;
    EXPECT_FALSE(above(text)) << text;
    EXPECT_EQ(bounds_of(text, {0.625, 0.625}).choices_hold, std::string(text) != "atan2(t-0.625, -1)") << text;
  }
}

TEST(ExpressionBounds, DecideNothingInABranchThatIsNotTaken) {
  for (const char* text : {"if(t < 10, 2*t, floor(100*t)+abs(t)+sqrt(t-5))", "if(t > 10, mod(t, 0.01)*sign(t)/t, 2*t)",
                           "if(t < 10, if(t > -10, 2*t, max(t, 0)), t<0)"}) {
    const auto [bound, choices_hold, is_finite] = bounds_of(text, {-1.0, 1.0});
    EXPECT_TRUE(choices_hold && is_finite) << text;
    EXPECT_NEAR(bound.value.lower, -2.0, 1e-14);
    EXPECT_NEAR(bound.value.upper, 2.0, 1e-14);
    EXPECT_NEAR(bound.rate.lower, 2.0, 1e-14);
    EXPECT_NEAR(bound.rate.upper, 2.0, 1e-14);
  }
}

TEST(ExpressionBounds, TellATouchingLimitByTheDifference) {
  // t² − t + 1/4 = (t − 1/2)² stays 1e-6 away; the intervals of t² and t − 0.25 alone would need spans of 1e-6.
  for (const char* text :
       {"t^2 < t - 0.250001", "t^2 > t - 0.250001", "min(t^2, t - 0.250001)", "max(t^2, t-0.250001)"}) {
    EXPECT_TRUE(bounds_of(text, {0.4996, 0.5004}).choices_hold) << text;
    EXPECT_FALSE(bounds_of(text, {0.4, 0.6}).choices_hold) << text;
  }
  EXPECT_FALSE(bounds_of("t^2 < t - 0.249999", {0.49, 0.51}).choices_hold);
}

TEST(ExpressionBounds, AreOfQuotientsByNumbersThatOverflow) {
  // pulses and switches that are nothing, or 1, far away
  for (const auto& [text, at] : {std::pair("1/cosh((t-0.5)/1e-4)", 0.0),
                                 std::pair("1/(1+exp((t-0.5)/1e-4))", 0.0),
                                 std::pair("1/(1+exp(-(t-0.5)/1e-4))", 1.0),
                                 std::pair("2/(exp((t-0.5)/1e-4)+exp(-(t-0.5)/1e-4))", 0.0),
                                 std::pair("1-1/(2*cosh((t-0.5)/1e-4))", 1.0),
                                 std::pair("tanh(exp((t-0.5)/1e-4))", 1.0),
                                 std::pair("1/sinh((t-0.4)/1e-4)", 0.0),
                                 std::pair("-3/(-exp((t-0.5)/1e-4)-1)", 0.0),
                                 std::pair("1/cosh((t-0.5)/1e-4)^2", 0.0),
                                 std::pair("1/(1+((t-0.5)/1e-4)^200)", 0.0),
                                 std::pair("1/(1+exp((t-0.5)/1e-4))^3", 0.0),
                                 std::pair("exp(-((t-0.5)/1e-3)^200)", 0.0),
                                 std::pair("1/sqrt(1+sinh((t-0.5)/1e-4)^2)", 0.0),
                                 std::pair("1/(1+sinh((t-0.5)/1e-4)^2)^0.7", 0.0),
                                 std::pair("1/(1e-5*cosh((t-0.5)/1e-4))", 0.0),
                                 std::pair("1/(1+abs(sinh((0.5-t)/1e-4)))", 0.0),
                                 std::pair("1/(1+max(0, sinh((t-0.5)/1e-4)))", 0.0),
                                 std::pair("2+min(cosh((t-0.5)/1e-4), 3)", 5.0),
                                 std::pair("if(cosh((t-0.5)/1e-4) > 5, 3, 0)", 3.0),
                                 std::pair("1+sign(sinh((t-0.5)/1e-4))", 2.0)}) {
    const Expression formula(text, {"t"});
    for (const auto& [t0, t1] :
         {std::pair(0.6, 0.9), std::pair(0.56, 0.58), std::pair(0.55, 0.9), std::pair(0.53, 1e3)}) {
      const auto [bound, choices_hold, is_finite] = bounds_of(text, {t0, t1});
      EXPECT_TRUE(is_finite) << text;
      EXPECT_NEAR(bound.value.lower, at, 1e-12) << text;
      EXPECT_NEAR(bound.value.upper, at, 1e-12) << text;
      const bool is_far = t0 > 0.54 && text[0] != 't' && std::string(text).find('^') == std::string::npos;
      if (is_far) {
        EXPECT_LE(magnitude(bound.rate), 1e-8) << text;
      }
      for (const double t : {t0, 0.5 * (t0 + t1), t1})
        EXPECT_TRUE(contains(bound.value, formula(std::array{t}))) << text;
    }
    // where it is something
    const auto [bound, choices_hold, is_finite] = bounds_of(text, {0.5004, 0.9});
    EXPECT_TRUE(is_finite) << text;
    EXPECT_TRUE(contains(bound.value, formula(std::array{0.5004}))) << text;
  }
  for (const char* text : {"exp(1e4*t)", "exp(1e4*t)/2", "log(exp(1e4*t))", "exp(1e4*t)-exp(2e4*t)",
                           "exp(1e4*t)*(t-0.7)", "exp(1e4*t)/cosh(1e4*t)", "sqrt(cosh(1e4*t))", "exp(exp(1e4*t))",
                           "sqrt(-cosh(1e4*t))", "1/sqrt((t-0.7)*cosh(1e4*t))"})
    EXPECT_FALSE(bounds_of(text, {0.6, 0.9}).is_finite) << text;
  // a user's own way around it
  EXPECT_TRUE(bounds_of("exp(-log(cosh(min(max((t-0.5)/2e-6, -700), 700))))", {0.6, 0.9}).is_finite);
  // which of two is the larger is not known, nor a fraction
  for (const char* text : {"exp(1e4*t) > cosh(1e4*t)", "min(exp(1e4*t), exp(2e4*t))", "floor(exp(1e4*t))",
                           "mod(exp(1e4*t), 2)", "abs((t-0.7)*cosh(1e4*t))"})
    EXPECT_FALSE(bounds_of(text, {0.6, 0.9}).choices_hold) << text;
}

TEST(ExpressionBounds, AreNotFiniteAtAPole) {
  for (const char* text :
       {"1/(t-0.02)", "log(t)", "sqrt(t-1)", "tan(t+1)", "asin(1.5*t)", "t^(-1)", "t^(-0.5)", "atan(1/(t-0.02))",
        "exp(1000*t)", "(t-0.5)^1.5", "mod(t, t-0.02)", "t + 1/0", "min(t, 0/0)", "acos(t+0.5)", "log(-1-t)"}) {
    EXPECT_FALSE(bounds_of(text, {0.0, 1.0}).is_finite) << text;
  }
  for (const char* text : {"sin(sqrt(t)) < 2", "max(tanh(asin(t+0.5)), 3)"}) {  // NaN chooses otherwise
    EXPECT_FALSE(bounds_of(text, {-0.1, 1.0}).choices_hold) << text;
  }
  for (const char* text : {"1/(t+0.02)", "log(t+1e-300)", "sqrt(t)", "tan(t)", "asin(t)", "exp(500*t)", "t^1.5",
                           "t^0.5", "(t-0.5)^7", "(t-0.5)^11", "(t-2)^(-3)", "mod(t, t+0.02)"}) {
    EXPECT_TRUE(bounds_of(text, {0.0, 1.0}).is_finite) << text;
  }
  EXPECT_EQ(bounds_of("sqrt(t)", {0.0, 1.0}).bound.rate.upper, infinity);
  EXPECT_NEAR(bounds_of("sqrt(t)", {0.0, 1.0}).bound.value.upper, 1.0, 1e-15);
}

TEST(ExpressionBounds, ContainBothSidesWhereAContinuedAngleJumps) {
  // Held from y > 0 the angle goes on to 3π/2, from y < 0 to −3π/2; the middle of the span is not on the jump.
  for (const char* text : {"atan2(1-t, t-2)", "atan2(t-1, t-2)"}) {
    const Expression formula(text, {"t"});
    const auto [bound, choices_hold, is_finite] = bounds_of(text, {1.9, 2.05}, 0.0);
    const std::vector<double> choices = choices_at(formula, std::array{0.0});
    for (const double t : {1.9, 1.99, 2.01, 2.05}) {
      EXPECT_TRUE(contains(bound.value, formula.value_with(std::array{t}, choices))) << text << " " << t;
    }
    EXPECT_FALSE(choices_hold);
    EXPECT_FALSE(is_bounded(bound.rate));
  }
}

/// What follows from held choices alone is a number, and is computed as the formula itself does.
TEST(ExpressionBounds, NumbersAreComputed) {
  for (const char* text : {"floor(t)/3 >= 1", "0.1*floor(t)/0.3 >= 1.0000000000000002", "mod(floor(t), 3) == 0",
                           "exp(max(0, t-9)) == 1", "floor(sqrt(floor(t) + 1)) == 2", "floor(t)^0.5 == sqrt(3)"}) {
    const Expression formula(text, {"t"});
    for (const double t : {3.25, 3.75}) EXPECT_EQ(formula(std::array{t}), 1.0) << text;
    const auto [bound, choices_hold, is_finite] = bounds_of(text, {3.2, 3.8});
    EXPECT_TRUE(choices_hold) << text;
    EXPECT_EQ(bound.value.lower, 1.0) << text;
    EXPECT_EQ(bound.value.upper, 1.0) << text;
  }
}

TEST(ExpressionBounds, SurviveHugeNumbers) {
  const auto wide = bounds_of("sin(1e9*t)", {0.0, 1.0});
  EXPECT_EQ(wide.bound.value.upper, 1.0);
  EXPECT_EQ(wide.bound.value.lower, -1.0);
  EXPECT_GE(wide.bound.rate.upper, 1e9);
  EXPECT_TRUE(wide.is_finite);
  EXPECT_EQ(bounds_of("cos(1e270*t)", {0.5, 0.5}).bound.value.upper, 1.0);
  EXPECT_FALSE(bounds_of("floor(1e17*t)", {0.5, 0.6}).choices_hold);
  EXPECT_TRUE(bounds_of("sign(1e270*t)", {0.5, 0.6}).choices_hold);
  EXPECT_FALSE(bounds_of("(1e300*t)^2", {0.5, 0.6}).is_finite);
  EXPECT_TRUE(bounds_of("(1e-300*t)^2", {0.5, 0.6}).is_finite);
  // Rounding may make a computed value larger than any exact one: the bound holds both.
  const auto staircase = bounds_of("(t + 1e10) - 1e10", {0.0, 1e-6});
  for (double t = 0.0; t < 1e-6; t += 1e-9) EXPECT_TRUE(contains(staircase.bound.value, (t + 1e10) - 1e10));
}

}  // namespace
}  // namespace dryslip
