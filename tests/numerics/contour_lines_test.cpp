#include "dryslip/numerics/contour_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {
namespace {

/// n by n nodes on the square from -1 to 1.
SampledField sampled(std::size_t n, const std::function<double(double, double)>& value) {
  SampledField field{.grid = grid_over({-1, -1}, {1, 1}, n, n), .values = {}};
  for (std::size_t k = 0; k < field.grid.size(); ++k)
    field.values.push_back(value(field.grid.node(k).x, field.grid.node(k).y));
  return field;
}

double area_below(const SampledField& field, double level) {
  const auto loops = region_below(field, level);
  double area = 0.0;
  for (const auto& loop : loops) area += signed_area(loop);
  return area;
}

TEST(RegularGrid, GoesFromCornerToCornerRowByRow) {
  const RegularGrid grid = grid_over({1, 2}, {4, 12}, 4, 6);
  EXPECT_EQ(grid.spacing, (Vec2{1, 2}));
  ASSERT_EQ(grid.size(), 24u);
  EXPECT_EQ(grid.node(0), (Vec2{1, 2}));
  EXPECT_EQ(grid.node(9), (Vec2{2, 6}));
  EXPECT_EQ(grid.node(1, 2), (Vec2{2, 6}));
  EXPECT_EQ(grid.node(23), (Vec2{4, 12}));
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
  const SampledField low{.grid = grid_over({0, 0}, {1, 1}, 2, 2), .values = {0, 1, 1, 0}};
  EXPECT_EQ(region_below(low, 0.6).size(), 1u);  // mean 0.5 is below: one region
  EXPECT_EQ(region_below(low, 0.4).size(), 2u);
}

TEST(ContourLines, NodesAtTheLevelAreNotBelowAndCountOnce) {
  EXPECT_TRUE(region_below(sampled(3, [](double, double) { return 1.0; }), 1.0).empty());
  const auto diagonal = contour_lines(sampled(5, [](double x, double y) { return x + y; }), 0.0);
  ASSERT_EQ(diagonal.size(), 1u);
  EXPECT_EQ(diagonal[0].points.size(), 5u);
}

/// Largest distance of the points of all lines from where they belong.
double largest_error(const std::vector<ContourLine>& lines, const std::function<double(Vec2)>& error) {
  double largest = 0.0;
  for (const ContourLine& line : lines)
    for (const Vec2& point : line.points) largest = std::max(largest, std::abs(error(point)));
  return largest;
}

TEST(ContourLines, LinesLieOnTheLevelAndLeaveOutTheRim) {
  // linear functions exactly: one open line from side to side
  const SampledField plane = sampled(21, [](double x, double y) { return x + 0.2 * y; });
  const auto open = contour_lines(plane, 0.1);
  ASSERT_EQ(open.size(), 1u);
  EXPECT_FALSE(open[0].is_closed);
  EXPECT_LT(largest_error(open, [](Vec2 r) { return r.x + 0.2 * r.y - 0.1; }), 1e-15);
  EXPECT_NEAR(std::abs(open[0].points.front().y - open[0].points.back().y), 2.0, 1e-15);
  // a circle inside is closed; one that leaves through all four sides is four arcs
  const auto distance = [](double x, double y) { return std::hypot(x - 0.05, y + 0.03); };
  const auto from_circle = [&](double radius) { return [=](Vec2 r) { return distance(r.x, r.y) - radius; }; };
  const auto circle = contour_lines(sampled(81, distance), 0.7);
  ASSERT_EQ(circle.size(), 1u);
  EXPECT_TRUE(circle[0].is_closed);
  EXPECT_LT(largest_error(circle, from_circle(0.7)), 2e-4);  // spacing² / (8 radius)
  const auto arcs = contour_lines(sampled(81, distance), 1.15);
  EXPECT_EQ(arcs.size(), 4u);
  for (const ContourLine& arc : arcs) EXPECT_FALSE(arc.is_closed);
  EXPECT_LT(largest_error(arcs, from_circle(1.15)), 2e-4);
  EXPECT_TRUE(contour_lines(plane, 5.0).empty());
  // a valley that leaves through the top only: one line, not cut at its lowest point
  const auto valley = contour_lines(sampled(41, [](double x, double y) { return 2 * x * x - y; }), 0.3);
  ASSERT_EQ(valley.size(), 1u);
  EXPECT_EQ(valley[0].points.front().y, 1.0);
  EXPECT_EQ(valley[0].points.back().y, 1.0);
}

}  // namespace
}  // namespace dryslip
