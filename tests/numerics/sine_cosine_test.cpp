#include "dryslip/numerics/sine_cosine.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "dryslip/numerics/detail/block_functions.hpp"

namespace dryslip {
namespace {

constexpr double two_ulp = 4.5e-16;

TEST(SineCosine, AgreeWithTheStandardLibrary) {
  std::mt19937_64 random(74);
  std::uniform_real_distribution<double> wide(-largest_angle, largest_angle), narrow(-4.0, 4.0);
  const auto expect = [](double x) {
    EXPECT_NEAR(sine(x), std::sin(x), two_ulp * std::abs(std::sin(x))) << x;
    EXPECT_NEAR(cosine(x), std::cos(x), two_ulp * std::abs(std::cos(x))) << x;
  };
  for (int i = 0; i < 40000; ++i) expect(i % 2 == 0 ? wide(random) : narrow(random));
  // next to the zeros, where digits cancel
  for (int n = -60000; n <= 60000; n += 7) expect(n * (std::numbers::pi / 2));
  EXPECT_EQ(sine(0.0), 0.0);
  EXPECT_EQ(cosine(0.0), 1.0);
  EXPECT_EQ(sine(1e-200), 1e-200);
}

TEST(SineCosine, BlocksAreAsOneByOneOnEveryProcessor) {
  std::mt19937_64 random(75);
  std::uniform_real_distribution<double> angle(-1000.0, 1000.0);
  for (const detail::BlockFunctions& functions : detail::block_functions()) {
    for (const std::size_t count : {1u, 7u, 16u, 32u}) {
      std::array<double, 32> x, s, c;
      for (double& value : x) value = angle(random);
      s = c = x;
      functions.sine(s.data(), count);
      functions.cosine(c.data(), count);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(s[i], sine(x[i]));
        EXPECT_EQ(c[i], cosine(x[i]));
      }
    }
  }
}

TEST(SineCosine, BlocksLeaveLargeAnglesToTheStandardLibrary) {
  for (const detail::BlockFunctions& functions : detail::block_functions()) {
    const std::array<double, 8> x{1.0, 1e5, 1.1e5, -1e22, std::nan(""), HUGE_VAL, 0.0, 2.0};
    std::array<double, 8> s = x, c = x;
    functions.sine(s.data(), 4);
    functions.cosine(c.data(), 8);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(s[i], std::sin(x[i]));
    for (const std::size_t i : {0u, 1u, 2u, 3u, 6u, 7u}) EXPECT_EQ(c[i], std::cos(x[i]));
    EXPECT_TRUE(std::isnan(c[4]) && std::isnan(c[5]));
  }
}

}  // namespace
}  // namespace dryslip
