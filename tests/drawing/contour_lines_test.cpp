#include "dryslip/drawing/contour_lines.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "dryslip/drawing/nice_scale.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {
namespace {

/// n by n nodes on the square from -1 to 1.
SampledField sampled(std::size_t n, const std::function<double(double, double)>& value) {
  const double step = 2.0 / static_cast<double>(n - 1);
  SampledField field{.origin = {-1, -1}, .spacing = {step, step}, .columns = n, .values = {}};
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      field.values.push_back(value(-1 + static_cast<double>(i) * step, -1 + static_cast<double>(j) * step));
  return field;
}

double area_below(const SampledField& field, double level) {
  const auto loops = region_below(field, level);
  double area = 0.0;
  for (const auto& loop : loops) area += signed_area(loop);
  return area;
}

TEST(ContourLines, CircleConvergesWithTheSquareOfTheSpacing) {
  const auto error = [](std::size_t n) {
    const SampledField field = sampled(n, [](double x, double y) { return std::hypot(x - 0.05, y + 0.03); });
    return std::abs(area_below(field, 0.7) - std::numbers::pi * 0.49);
  };
  EXPECT_LT(error(41), 5e-3);
  EXPECT_NEAR(std::log2(error(41) / error(81)), 2.0, 0.5);
}

TEST(ContourLines, ARegionThatLeavesTheGridIsClosedAlongTheRim) {
  const SampledField field = sampled(21, [](double x, double y) { return x + 0.2 * y; });
  EXPECT_NEAR(area_below(field, 0.1), 2 * 1.1, 1e-12);  // linear functions are drawn exactly
  EXPECT_EQ(region_below(field, 0.1).size(), 1u);
  EXPECT_NEAR(area_below(field, 5.0), 4.0, 1e-12);
  EXPECT_TRUE(region_below(field, -5.0).empty());
}

TEST(ContourLines, HolesTurnTheOtherWay) {
  const SampledField field = sampled(61, [](double x, double y) { return std::abs(std::hypot(x, y) - 0.6); });
  const auto loops = region_below(field, 0.2);
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_LT(signed_area(loops[0]) * signed_area(loops[1]), 0.0);
  EXPECT_NEAR(area_below(field, 0.2), std::numbers::pi * (0.64 - 0.16), 0.02);
}

TEST(ContourLines, ASaddleIsCutOrJoinedByItsMean) {
  const SampledField low{.origin = {0, 0}, .spacing = {1, 1}, .columns = 2, .values = {0, 1, 1, 0}};
  EXPECT_EQ(region_below(low, 0.6).size(), 1u);  // mean 0.5 is below: one region
  EXPECT_EQ(region_below(low, 0.4).size(), 2u);
}

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
