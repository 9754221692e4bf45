#include "dryslip/joints/solution_counts.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/told_progress.hpp"

namespace dryslip::tests {
namespace {

TEST(SolutionCounts, AreThoseAtTheMiddlesRowByRowFromTheLowest) {
  std::vector<Vec2> asked;
  const SolutionCounts found = count_solutions({.low = {0, -1}, .high = {2, 3}, .columns = 2, .rows = 4, .counts = {7}},
                                               [&](double x, double y) {
                                                 asked.push_back({x, y});
                                                 return x < 1 ? undefined_count : y < 1 ? 2 : continuum_count;
                                               });
  EXPECT_EQ(found.counts, (std::vector<int>{-2, 2, -2, 2, -2, -1, -2, -1}));
  ASSERT_EQ(asked.size(), 8u);
  EXPECT_EQ(asked[0], (Vec2{0.5, -0.5}));
  EXPECT_EQ(asked[1], (Vec2{1.5, -0.5}));
  EXPECT_EQ(asked[6], (Vec2{0.5, 2.5}));
  EXPECT_EQ(found.middle(1, 3), asked[7]);
}

TEST(SolutionCounts, SaysHowFarItIsAndStopsWhereItIsToldTo) {
  const SolutionCounts region{.low = {0, 0}, .high = {2, 2}, .columns = 4, .rows = 2};
  int asked = 0;
  const auto count = [&](double, double) { return ++asked; };
  ToldProgress told;
  count_solutions(region, count, told.progress());
  EXPECT_EQ(told.parts, (std::vector<double>{0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1}));
  asked = 0;
  ToldProgress stopped{.last = 1};
  EXPECT_THROW(count_solutions(region, count, stopped.progress()), Cancelled);
  EXPECT_EQ(asked, 0);
}

}  // namespace
}  // namespace dryslip::tests
