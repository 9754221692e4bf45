#include "dryslip/numerics/adaptive_quadrature.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace dryslip {
namespace {

using Function = std::function<double(double)>;

Integral<1> integrate(const Function& f, const std::vector<double>& breaks, double tolerance) {
  return integrate_adaptively<1>([&](double x) { return Integral<1>{{f(x)}, 0.0, true}; }, breaks, tolerance);
}

TEST(AdaptiveQuadrature, PanelIsExactForPolynomialsOfItsDegree) {
  // 15 Kronrod points around 7 of Gauss: exact to degree 22; the embedded rule to 13
  const auto power = [](int n) {
    return gauss_kronrod_panel<1>([n](double x) { return Integral<1>{{std::pow(x, n)}, 0.0, true}; }, -1.0, 2.0);
  };
  for (const int n : {0, 1, 5, 13, 22}) {
    const double exact = (std::pow(2.0, n + 1) - std::pow(-1.0, n + 1)) / (n + 1);
    EXPECT_NEAR(power(n).value[0], exact, 1e-14 * exact) << n;
  }
  EXPECT_LE(power(13).error, 1e-14 * std::pow(2.0, 14));
  EXPECT_GT(power(14).error, 1e-10);  // the error is the difference of the two rules
  const double exact26 = (std::pow(2.0, 27) + 1) / 27;
  EXPECT_GT(std::abs(power(26).value[0] - exact26), 1e-15 * exact26);  // and the rule is no better than it should be
}

struct Case {
  const char* name;
  Function f;
  std::vector<double> breaks;
  double exact;
};

std::vector<Case> smooth_and_rough() {
  constexpr double pi = std::numbers::pi;
  return {{"exponential", [](double x) { return std::exp(x); }, {0.0, 1.0}, std::numbers::e - 1},
          {"square-root ends", [](double x) { return std::sqrt(x * (2.0 - x)); }, {0.0, 2.0}, pi / 2},
          {"square-root ends with a break", [](double x) { return std::sqrt(x * (2.0 - x)); }, {0.0, 0.7, 2.0}, pi / 2},
          {"root of the ends' distance below", [](double x) { return 1 / std::sqrt(x); }, {0.0, 1.0}, 2.0},
          {"narrow peak",
           [](double x) { return 1e-3 / (1e-6 + (x - 0.3) * (x - 0.3)); },
           {0.0, 1.0},
           std::atan(700.0) + std::atan(300.0)},
          {"kink at a break", [](double x) { return std::abs(x - 0.3); }, {0.0, 0.3, 1.0}, 0.5 * (0.09 + 0.49)},
          {"oscillation", [](double x) { return std::cos(300 * x); }, {0.0, 1.0}, std::sin(300.0) / 300},
          {"logarithm", [](double x) { return std::log(x); }, {0.0, 1.0}, -1.0},
          {"empty panels", [](double x) { return x; }, {0.0, 0.0, 1.0, 1.0, 2.0, 2.0}, 2.0}};
}

TEST(AdaptiveQuadrature, ErrorBoundHoldsAndMeetsTheTolerance) {
  for (const Case& item : smooth_and_rough()) {
    for (const double tolerance : {1e-2, 1e-5, 1e-8, 1e-11}) {
      const Integral<1> result = integrate(item.f, item.breaks, tolerance);
      EXPECT_TRUE(result.converged) << item.name << tolerance;
      EXPECT_LE(result.error, tolerance * (1 + 1e-6)) << item.name << tolerance;
      EXPECT_NEAR(result.value[0], item.exact, result.error + 4e-16 * std::abs(item.exact)) << item.name << tolerance;
    }
  }
}

TEST(AdaptiveQuadrature, ErrorIsAnEstimateForAKinkAtAnUnknownPlace) {
  // no rule that only samples can bound it; at these places it is right within ten times
  for (const double place : {1 / std::numbers::pi, 0.123, 0.45, 0.777}) {
    const double exact = 0.5 * (place * place + (1 - place) * (1 - place));
    for (const double tolerance : {1e-5, 1e-8, 1e-11}) {
      const Integral<1> result = integrate([&](double x) { return std::abs(x - place); }, {0.0, 1.0}, tolerance);
      EXPECT_TRUE(result.converged);
      EXPECT_NEAR(result.value[0], exact, 10 * result.error + 1e-15) << place << " " << tolerance;
    }
  }
}

TEST(AdaptiveQuadrature, AnalyticBoundHoldsAndSavesWork) {
  const std::vector<SmoothEnds> whole{{0.0, 1.0}};
  for (const double pole : {0.5, 0.1, 0.02}) {  // distance of the singularity from the panel
    const double exact = std::log((1 + pole) / pole);
    for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
      int calls[2] = {0, 0};
      for (const Smoothness smoothness : {Smoothness::Regular, Smoothness::Analytic}) {
        const auto f = [&](double x) {
          ++calls[smoothness == Smoothness::Analytic];
          return Integral<1>{{1 / (x + pole)}, 0.0, true};
        };
        const Integral<1> result = integrate_panels<1>(f, whole, tolerance, smoothness);
        EXPECT_TRUE(result.converged) << pole << " " << tolerance;
        EXPECT_NEAR(result.value[0], exact, result.error + 1e-15) << pole << " " << tolerance;
      }
      EXPECT_LE(calls[1], calls[0]);
      if (tolerance <= 1e-9 && pole < 0.5) {
        EXPECT_LT(calls[1], calls[0]) << pole << " " << tolerance;
      }
    }
  }
}

TEST(AdaptiveQuadrature, AnalyticBoundIsGivenUpWhereHalvesDeny) {
  // a kink makes the power of the estimate wrong: the halves of the panel show it
  const std::vector<SmoothEnds> whole{{0.0, 1.0}};
  for (const double place : {1 / std::numbers::pi, 0.123, 0.45, 0.777}) {
    const double exact = 0.5 * (place * place + (1 - place) * (1 - place));
    const auto f = [&](double x) { return Integral<1>{{std::abs(x - place)}, 0.0, true}; };
    const Integral<1> result = integrate_panels<1>(f, whole, 1e-9, Smoothness::Analytic);
    EXPECT_NEAR(result.value[0], exact, 30 * result.error) << place;
  }
}

TEST(AdaptiveQuadrature, JumpIsLocated) {
  const auto jump = [](double x) { return x < 1 / std::numbers::pi ? 1.0 : 3.0; };
  for (const double tolerance : {1e-3, 1e-9, 1e-12}) {
    const Integral<1> result = integrate(jump, {0.0, 1.0}, tolerance);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.value[0], 3.0 - 2 / std::numbers::pi, 10 * result.error + 1e-15);  // an estimate, as above
  }
  // at a break it costs nothing: one panel on each side
  int calls = 0;
  const auto counted = [&](double x) {
    ++calls;
    return jump(x);
  };
  EXPECT_NEAR(integrate(counted, {0.0, 1 / std::numbers::pi, 1.0}, 1e-12).value[0], 3.0 - 2 / std::numbers::pi, 1e-14);
  EXPECT_EQ(calls, 30);
}

TEST(AdaptiveQuadrature, WhatCannotBeReachedIsNotConverged) {
  const Integral<1> tight = integrate([](double x) { return 3 + std::cos(x); }, {0.0, 1.0}, 1e-30);
  EXPECT_FALSE(tight.converged);
  EXPECT_GT(tight.error, 1e-30);
  EXPECT_NEAR(tight.value[0], 3 + std::sin(1.0), 1e-14);           // rounding is reached all the same
  const auto wild = [](double x) { return std::sin(1 / x) / x; };  // infinitely many oscillations
  const Integral<1> few = integrate_adaptively<1>(
      [&](double x) {
        return Integral<1>{{wild(x)}, 0.0, true};
      },
      std::array{0.0, 1.0}, 1e-12, 20);
  EXPECT_FALSE(few.converged);
  EXPECT_GT(few.error, 1e-12);
}

TEST(AdaptiveQuadrature, ErrorsOfTheIntegrandAreKept) {
  // values known to 1e-3 only: their integral has at least that error, and asking for less cannot converge
  const auto f = [](double x) { return Integral<2>{{x, 1.0}, 1e-3, true}; };
  const Integral<2> result = integrate_adaptively<2>(f, std::array{0.0, 2.0}, 1e-6);
  EXPECT_FALSE(result.converged);
  EXPECT_GE(result.error, 2e-3 * (1 - 1e-12));
  EXPECT_LE(result.error, 2.1e-3);
  EXPECT_NEAR(result.value[0], 2.0, 1e-14);
  EXPECT_NEAR(result.value[1], 2.0, 1e-14);
}

TEST(AdaptiveQuadrature, AllComponentsMeetTheTolerance) {
  // the second component is the hard one
  const auto f = [](double x) { return Integral<2>{{1.0, std::sqrt(std::abs(x - 0.3))}, 0.0, true}; };
  const Integral<2> result = integrate_adaptively<2>(f, std::array{0.0, 1.0}, 1e-9);
  EXPECT_TRUE(result.converged);
  EXPECT_NEAR(result.value[0], 1.0, 1e-14);
  EXPECT_NEAR(result.value[1], 2.0 / 3.0 * (std::pow(0.3, 1.5) + std::pow(0.7, 1.5)), 1e-9);
}

TEST(AdaptiveQuadrature, NothingToIntegrateIsZero) {
  const auto f = [](double) { return Integral<1>{{1.0}, 0.0, true}; };
  for (const std::vector<double>& breaks : std::vector<std::vector<double>>{{}, {1.0}, {1.0, 1.0}}) {
    const Integral<1> result = integrate_adaptively<1>(f, breaks, 1e-9);
    EXPECT_EQ(result.value[0], 0.0);
    EXPECT_TRUE(result.converged);
  }
}

TEST(AdaptiveQuadrature, SumsKeepTheWorstNews) {
  Integral<1> sum{{1.0}, 0.1, true};
  sum += Integral<1>{{2.0}, 0.2, false};
  EXPECT_EQ(sum.value[0], 3.0);
  EXPECT_NEAR(sum.error, 0.3, 1e-16);
  EXPECT_FALSE(sum.converged);
}

}  // namespace
}  // namespace dryslip
