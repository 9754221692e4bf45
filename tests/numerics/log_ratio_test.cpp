#include "dryslip/numerics/log_ratio.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>

namespace dryslip {
namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;

/// 2 artanh(l/sum), or by the difference where that is given on its own.
long double expected(double l, double sum, double difference) {
  if (5 * l < sum) return 2 * std::atanh(static_cast<long double>(l) / static_cast<long double>(sum));
  return std::log((static_cast<long double>(sum) + static_cast<long double>(l)) / static_cast<long double>(difference));
}

constexpr double ulps = 1e-15;  // relative; a handful of operations

TEST(LogRatio, IsTheLogarithmForEveryRatio) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-280.0, 280.0), decades(-16.0, 16.0);
  for (int i = 0; i < 20000; ++i) {
    // R1 + R2 = l (1 + gap): from a point next to the edge to one far away
    const double l = std::pow(10.0, exponent(random)), gap = std::pow(10.0, decades(random));
    const double difference = l * gap, sum = l + difference;
    const auto exact = static_cast<double>(expected(l, sum, difference));
    ASSERT_NEAR(log_ratio(l, sum, difference), exact, ulps * exact) << l << " " << gap;
  }
}

TEST(LogRatio, CrossesItsOwnBranchesWithoutASeam) {
  // the range reduction switches at powers of √2 of the ratio and at l/sum = 1/5
  for (int i = -3000; i <= 3000; ++i) {
    const double gap = std::exp2(i / 500.0), l = 1.0, difference = gap, sum = 1.0 + gap;
    const auto exact = static_cast<double>(expected(l, sum, difference));
    ASSERT_NEAR(log_ratio(l, sum, difference), exact, ulps * exact) << gap;
  }
  for (int i = -20; i <= 20; ++i) {
    const double l = 1.0, sum = 5.0 * (1.0 + i * 2.3e-16), difference = sum - l;
    const auto exact = static_cast<double>(2 * std::atanh(1.0L / static_cast<long double>(sum)));
    ASSERT_NEAR(log_ratio(l, sum, difference), exact, ulps * exact) << i;
  }
}

TEST(LogRatio, SmallestDifferenceGivesALargeFiniteNumber) {
  EXPECT_NEAR(log_ratio(1.0, 1.0, 1e-300), std::log(2e300), ulps * 700);
  EXPECT_NEAR(log_ratio(2.0, 2.0, 0x1p-59), std::log(4.0) + 59 * std::log(2.0), ulps * 50);
}

TEST(LogRatio, EveryNumberTypeAgrees) {
  for (const double gap : {1e-12, 0.03, 0.7, 3.0, 50.0, 1e6}) {
    const double l = 0.37, difference = l * gap, sum = l + difference;
    const double value = log_ratio(l, sum, difference);
    // close to the edge the difference counts, far from it the sum
    const Quad exact_difference = gap < 1.0 ? Quad(difference) : Quad(Quad(sum) - Quad(l));
    const Quad quad = log_ratio(Quad(l), Quad(exact_difference + Quad(l)), exact_difference);
    EXPECT_NEAR(value, static_cast<double>(quad), ulps * value) << gap;
    const Dual3 dual = log_ratio(Dual3(l, 1.0, 0.0, 0.0), Dual3(sum, 0.0, 1.0, 0.0), Dual3(difference, 0.0, 0.0, 1.0));
    EXPECT_EQ(dual.value, value);
    // ln(sum + l) − ln(difference)
    EXPECT_NEAR(dual.dx, 1 / (sum + l), ulps / (sum + l));
    EXPECT_NEAR(dual.dy, 1 / (sum + l), ulps / (sum + l));
    EXPECT_NEAR(dual.dz, -1 / difference, ulps / difference);
  }
}

TEST(LogRatio, SelectAndSignFactorChoose) {
  EXPECT_EQ(select(true, 2.0, 3.0), 2.0);
  EXPECT_EQ(select(false, 2.0, 3.0), 3.0);
  EXPECT_EQ(sign_factor(-2.5), -1.0);
  EXPECT_EQ(sign_factor(1e-300), 1.0);
  EXPECT_EQ(sign_factor(0.0), 1.0);
  EXPECT_EQ(sign_factor(Dual3(-1.0, 2.0, 0.0, 0.0)).value, -1.0);
  EXPECT_EQ(sign_factor(Dual3(-1.0, 2.0, 0.0, 0.0)).dx, 0.0);
}

}  // namespace
}  // namespace dryslip
