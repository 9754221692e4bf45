#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "dryslip/record/progress.hpp"

namespace dryslip::tests {

/// Listens to the progress of a call, and stops it at the report number `last`.
struct ToldProgress {
  std::size_t last = std::numeric_limits<std::size_t>::max();
  std::vector<double> parts{};

  Progress progress() {
    return [this](double part) {
      parts.push_back(part);
      return parts.size() < last;
    };
  }
};

/// Whether the parts rise from 0 to 1, in `least` reports or more.
inline void expect_whole(const std::vector<double>& parts, std::size_t least) {
  ASSERT_GE(parts.size(), least);
  EXPECT_EQ(parts.front(), 0.0);
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
  EXPECT_EQ(parts.back(), 1.0);
}

}  // namespace dryslip::tests
