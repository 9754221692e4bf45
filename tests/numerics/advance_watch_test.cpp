#include "dryslip/numerics/advance_watch.hpp"

#include <gtest/gtest.h>

namespace dryslip {
namespace {

/// The number of steps of this size, of a run of a second, after which it is found that they do not lead on; 0: never.
int steps_until_found(double step) {
  AdvanceWatch watch{.many = 100, .little = 1e-3};
  double t = 0.0;
  for (int i = 1; i <= 1000; ++i) {
    t += step;
    if (watch.is_due() && watch.is_none(t, 1.0)) return i;
  }
  return 0;
}

TEST(AdvanceWatch, TellsStepsThatLeadNowhere) {
  EXPECT_EQ(steps_until_found(0.99e-5), 100);
  EXPECT_EQ(steps_until_found(1.01e-5), 0);
}

TEST(AdvanceWatch, AsksWhatTheLastOnesDid) {
  AdvanceWatch watch{.many = 10, .little = 1e-3};
  EXPECT_FALSE(watch.is_none(0.5, 2.0));
  EXPECT_TRUE(watch.is_none(0.5019, 2.0));
  EXPECT_EQ(watch.text("steps"), "10 steps advanced the time by less than 0.002 s");
}

}  // namespace
}  // namespace dryslip
