#include "dryslip/drawing/nice_scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace dryslip {
namespace {

TEST(NiceScale, StepsAreRoundAndInside) {
  EXPECT_EQ(round_values(-1.05, 1.05, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(round_values(-4.0, 4.0, 3), (std::vector<double>{-2, 0, 2}));  // steps of 5 would show 0 alone
  EXPECT_EQ(round_values(-1.7, 0.3, 4), (std::vector<double>{-1.5, -1, -0.5, 0}));
  EXPECT_TRUE(round_values(1.0, 1.0, 4).empty());
  EXPECT_EQ(round_value_text(0.30000000000000004, 0.1), "0.3");
  EXPECT_EQ(round_value_text(-1e-20, 0.1), "0.0");
  EXPECT_EQ(prefixed_unit(0.02, "m").name, "mm");
  EXPECT_EQ(prefixed_unit(20.0, "m").name, "m");
  EXPECT_EQ(prefixed_unit(2e-5, "m").name, "µm");
}

TEST(NiceScale, ThreeValuesShowAScale) {
  for (int i = 1; i < 2000; ++i) {
    const double high = std::pow(1.01, i);
    for (const double low : {-high, -0.37 * high, 0.0, 0.1 * high})
      for (const int count : {3, 4, 5, 8}) {
        const std::vector<double> values = round_values(low, high, count);
        ASSERT_GE(values.size(), 3u) << low << ' ' << high << ' ' << count;
        ASSERT_LE(values.size(), static_cast<std::size_t>(2 * count + 1)) << low << ' ' << high;
        EXPECT_GT(values.front(), low);
        EXPECT_LT(values.back(), high);
      }
  }
}

}  // namespace
}  // namespace dryslip
