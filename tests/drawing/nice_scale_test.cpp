#include "dryslip/drawing/nice_scale.hpp"

#include <gtest/gtest.h>

namespace dryslip {
namespace {

TEST(NiceScale, StepsAreRoundAndInside) {
  EXPECT_EQ(round_values(-1.05, 1.05, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_TRUE(round_values(1.0, 1.0, 4).empty());
  EXPECT_EQ(round_value_text(0.30000000000000004, 0.1), "0.3");
  EXPECT_EQ(round_value_text(-1e-20, 0.1), "0.0");
  EXPECT_EQ(prefixed_unit(0.02, "m").name, "mm");
  EXPECT_EQ(prefixed_unit(20.0, "m").name, "m");
  EXPECT_EQ(prefixed_unit(2e-5, "m").name, "µm");
}

}  // namespace
}  // namespace dryslip
