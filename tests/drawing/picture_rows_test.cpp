#include "dryslip/drawing/picture_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::tests {
namespace {

using Rows = PictureRows<SliderSample>;

/// Rows at t = 0, 1, 2, …, with a change of mode at each of the given rows.
std::vector<SliderSample> picture_of(std::size_t count, const std::vector<std::size_t>& changes) {
  Rows rows;
  MotionMode mode = MotionMode::Slip;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::binary_search(changes.begin(), changes.end(), i))
      mode = mode == MotionMode::Slip ? MotionMode::Stick : MotionMode::Slip;
    rows.add({.t = static_cast<double>(i), .mode = mode});
  }
  return rows.take();
}

bool has(const std::vector<SliderSample>& rows, double t) {
  return std::any_of(rows.begin(), rows.end(), [&](const SliderSample& row) { return row.t == t; });
}

TEST(PictureRows, KeepsAllOfAFew) {
  EXPECT_TRUE(picture_of(0, {}).empty());
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, Rows::most}) {
    const auto rows = picture_of(count, {1, 7, 8});
    ASSERT_EQ(rows.size(), count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(rows[i].t, static_cast<double>(i));
  }
}

TEST(PictureRows, ThinsManyEvenlyAndKeepsEndsAndChangesOfMode) {
  const std::size_t count = 1000003, change = 333333, late = 999997;
  const auto rows = picture_of(count, {change, late});
  EXPECT_LE(rows.size(), Rows::most);
  EXPECT_GT(rows.size(), Rows::most / 3);
  EXPECT_EQ(rows.front().t, 0.0);
  EXPECT_EQ(rows.back().t, static_cast<double>(count - 1));
  for (const std::size_t beside : {change - 1, change, late - 1, late})
    EXPECT_TRUE(has(rows, static_cast<double>(beside))) << beside;
  double widest = 0.0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ASSERT_GT(rows[i].t, rows[i - 1].t);  // in their order, none twice
    widest = std::max(widest, rows[i].t - rows[i - 1].t);
  }
  EXPECT_EQ(widest, 64.0);  // the least power of 2 that leaves no more than `most`
}

TEST(PictureRows, StaysBoundedWhereTheModeChangesAtEveryRow) {
  std::vector<std::size_t> all(200000);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto rows = picture_of(all.size(), all);
  EXPECT_LE(rows.size(), Rows::most);
  EXPECT_GT(rows.size(), Rows::most / 4);
  EXPECT_EQ(rows.back().t, static_cast<double>(all.size() - 1));
}

}  // namespace
}  // namespace dryslip::tests
