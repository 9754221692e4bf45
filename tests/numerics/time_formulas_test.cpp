#include "dryslip/numerics/time_formulas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "dryslip/numerics/look_along.hpp"

namespace dryslip::tests {
namespace {

TimeFormulas formula(const std::string& text) { return TimeFormulas({Expression(text, {"t"})}, {1.0}); }

TEST(TimeFormulas, FindTheirFirstSwitchHoweverShort) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0.1, 0.9);
  for (const double width : {1e-1, 1e-4, 1e-8, 1e-12}) {
    const double t0 = place(random);
    const std::string from = std::to_string(t0);
    const TimeFormulas pulse =
        formula("if(t < " + from + ", 0, if(t < " + from + " + " + std::to_string(width * 1e12) + "*1e-12, 1, 0))");
    ASSERT_TRUE(pulse.first_switch(0.0, 1.0)) << width;
    EXPECT_EQ(*pulse.first_switch(0.0, 1.0), std::stod(from)) << width;
  }
  EXPECT_FALSE(formula("abs(2 + sin(1000*t))").first_switch(0.0, 100.0));
  EXPECT_FALSE(formula("cos(t)").first_switch(0.0, 100.0));
}

TEST(TimeFormulas, FindASwitchBesideNumbersThatAreEqual) {
  // zero against zero, up to where the pulse counts; its largest value that does not is 1e-13
  const auto t = formula("max(0, exp(-((t - 0.5)/1e-5)^2))").first_switch(0.0, 1.0);
  ASSERT_TRUE(t);
  EXPECT_GT(*t, 0.5 - 3e-4);  // exp underflows there
  EXPECT_LE(*t, 0.5 - 1e-5 * std::sqrt(std::log(1e13)) * (1.0 - 1e-6));
  EXPECT_FALSE(formula("max(0, 1e-14*exp(-((t - 0.5)/1e-5)^2))").first_switch(0.0, 1.0));
  EXPECT_FALSE(formula("1e-20*floor(1e9*t)").first_switch(0.0, 1e-3));
}

TEST(TimeFormulas, HoldWhatComesJustAfterASwitch) {
  TimeFormulas step = formula("3*sign(t - 0.5)");
  EXPECT_EQ(step.value(0, 0.7), -3.0);
  EXPECT_EQ(*step.first_switch(0.0, 1.0), 0.5);
  step.hold(0.5);
  EXPECT_EQ(step.value(0, 0.5), 3.0);
  EXPECT_FALSE(step.first_switch(0.5, 1.0));
}

TEST(TimeFormulas, AreKnownUpToAPulse) {
  constexpr double part = 1e-11;
  TimeFormulas pulse = formula("exp(-((t - 0.7)/1e-6)^2)");
  const double until = pulse.known_until(0.0, 1.0, part);
  EXPECT_GT(until, 0.08);
  EXPECT_LT(until, 0.7);
  EXPECT_LT(pulse.known_until(0.7 - 1e-6, 1.0, part), 0.7 + 1e-5);
  EXPECT_EQ(formula("2*t + 1").known_until(0.0, 1.0, part), 1.0);
  EXPECT_LT(formula("sin(1000*t)").known_until(0.0, 1.0, part), 0.01);
}

TEST(TimeFormulas, FindPolesAndNoOthers) {
  EXPECT_NEAR(*formula("tan(3*t)").first_pole(0.0, 1.0), std::numbers::pi / 6.0, 1e-14);
  EXPECT_NEAR(*formula("1/(t - 0.5)^2").first_pole(0.0, 1.0), 0.5, 1e-14);
  EXPECT_NEAR(*formula("sqrt(0.25 - t)").first_pole(0.0, 1.0), 0.25, 1e-14);
  EXPECT_FALSE(formula("sqrt(t^2 - t + 0.25)").first_pole(0.0, 1.0));  // digits that cancel
  EXPECT_FALSE(formula("1/(1e-6 + (t - 0.5)^2)").first_pole(0.0, 1.0));
}

TEST(TimeFormulas, FindSwitchesBesideChoicesThatNothingTells) {
  // the bounds of sqrt(t*t) and t are the same but for rounding at every time; the pulses are short and not linear in time
  for (const char* beside : {"(sqrt(t*t) >= t)", "floor(exp(max(0, t-2)))", "max(0, 1-sin(t)^2-cos(t)^2)",
                             "max(sqrt(t*t), t)", "2*(sin(t)^2+cos(t)^2 <= 1.5)"}) {
    for (const double width : {0.01, 1e-4, 1e-6}) {
      const std::string pulse = "((t-0.5)*(" + std::to_string(0.5 + width) + "-t) > 0)";
      TimeFormulas formulas({Expression(beside + ("+" + pulse), {"t"})}, {1.0});
      formulas.hold(0.49);  // from far before it, numbers that are zero but for rounding take seconds
      const auto switches = formulas.first_switch(0.49, 1.0);
      ASSERT_TRUE(switches) << beside << width;
      EXPECT_NEAR(*switches, 0.5, 1e-15) << beside << width;
    }
  }
}

TEST(TimeFormulas, BoundsContainValuesAndRates) {
  const TimeFormulas formulas({Expression("sin(7*t)*exp(-t)", {"t"}), Expression("t^3 - 2*t", {"t"})});
  std::vector<CurveBound> bounds;
  for (double t = 0.0; t < 2.0; t += 0.13) {
    formulas.bounds(t, t + 0.1, bounds);
    for (double at = t; at <= t + 0.1; at += 0.02) {
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_TRUE(contains(bounds[i].value, formulas.value(i, at)));
        EXPECT_TRUE(contains(bounds[i].rate, formulas.rate(i, at)));
      }
    }
  }
}

/// The line of a sum of formulas has it within its `off` everywhere, and over many periods no more than the largest values.
TEST(TimeFormulas, LinesEncloseTheirSumsTightly) {
  const TimeFormulas formulas({Expression("2*sin(t)", {"t"}), Expression("1 + 0.5*cos(3*t)", {"t"})});
  const std::array weights{1.5, -2.0};
  std::vector<CurveBound> bounds;
  for (const double width : {1e-3, 0.1, 1.0, 10.0, 1e6}) {
    for (const double start : {0.0, 0.3, 1.6, 4.0}) {
      formulas.bounds(start, start + width, bounds);
      const double half = 0.5 * width;
      const BoundLine line = line_of(weights, bounds, half);
      for (int i = 0; i <= 1000; ++i) {
        const double x = half * (i / 500.0 - 1.0), t = start + half + x;
        const double sum = 1.5 * formulas.value(0, t) - 2.0 * formulas.value(1, t);
        ASSERT_LE(std::abs(sum - line.center - line.slope * x), line.off) << width << ' ' << start << ' ' << t;
      }
      EXPECT_LE(std::abs(line.center + 2.0) + line.off, width > 3.0 ? 4.0 + 1e-12 : 9.0) << width << ' ' << start;
    }
  }
}

}  // namespace
}  // namespace dryslip::tests
