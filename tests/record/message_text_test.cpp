#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/nearest_name.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

TEST(NumberText, IsShortAndReadsBackToTheSameDouble) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(-0.01), "-0.01");
  EXPECT_EQ(number_text(3.0), "3");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number_text(Vec2{1.5, -2.0}), "[1.5, -2]");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(number_text(1.0 / 3, 6), "0.333333");
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> exponent(-300, 300);
  for (int i = 0; i < 2000; ++i) {
    const double value = std::pow(10.0, exponent(random));
    ASSERT_EQ(std::strtod(number_text(value).c_str(), nullptr), value);
  }
}

TEST(NearestDouble, OverflowsToInfinityAndUnderflowsToZero) {
  EXPECT_EQ(nearest_double("1e400"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(nearest_double("-1e400"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(nearest_double("1e-400"), 0.0);
  EXPECT_EQ(nearest_double("5e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(NearestName, ForgivesSlipsOfTheFingerOnly) {
  const std::vector<std::string> keys{"shape", "size", "center", "normal_force", "mu"};
  EXPECT_EQ(nearest_name("sise", keys), "size");
  EXPECT_EQ(nearest_name("centre", keys), "center");
  EXPECT_EQ(nearest_name("hsape", keys), "shape");
  EXPECT_EQ(nearest_name("Normal_Force", keys), "normal_force");
  EXPECT_EQ(nearest_name("normalforce", keys), "normal_force");
  EXPECT_EQ(nearest_name("nu", keys), "mu");
  EXPECT_EQ(nearest_name("qq", keys), "");
  EXPECT_EQ(nearest_name("velocity", keys), "");
  EXPECT_EQ(nearest_name(std::string(1000000, 'a'), keys), "");
  // of a short word one letter may be wrong
  const std::vector<std::string> functions{"sin", "cos", "exp", "floor", "abs"};
  EXPECT_EQ(nearest_name("cso", functions), "cos");
  EXPECT_EQ(nearest_name("flor", functions), "floor");
  EXPECT_EQ(nearest_name("as", functions), "abs");
  for (const char* other : {"foo", "x", "ab_s_", "sqr"}) EXPECT_EQ(nearest_name(other, functions), "") << other;
}

}  // namespace
}  // namespace dryslip
