#include "dryslip/numerics/loop_fault.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace dryslip {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Loops = std::vector<Loop>;

std::string fault_of(const Loops& loops) {
  const auto fault = find_loop_fault(loops);
  return fault ? "loop " + std::to_string(fault->loop) + ": " + fault->explanation : "none";
}

/// Square with corners (x, y) and (x + side, y + side), counter-clockwise.
Loop square(double left, double bottom, double side) {
  return {{left, bottom}, {left + side, bottom}, {left + side, bottom + side}, {left, bottom + side}};
}

Loop reversed(Loop loop) {
  std::reverse(loop.begin(), loop.end());
  return loop;
}

/// The loops turned, moved and scaled; the verdict must stay.
Loops placed(Loops loops, double angle, Vec2 shift, double scale) {
  for (Loop& loop : loops)
    for (Vec2& r : loop) r = scale * (rotated(r, unit_vector(angle)) + shift);
  return loops;
}

/// Expects one verdict for the loops in many places: all angles, nanometres to megametres, beside the origin and far away.
template <class Matcher>
void expect_everywhere(const Loops& loops, const Matcher& matcher) {
  EXPECT_THAT(fault_of(loops), matcher);
  for (const double angle : {0.0, 0.4, 0.5 * std::numbers::pi, 2.0, 3.9, 5.7}) {
    for (const double scale : {1e-9, 1.0, 1e6}) {
      for (const Vec2 shift : {Vec2{0, 0}, Vec2{-0.3, 0.7}, Vec2{1000, -300}}) {
        EXPECT_THAT(fault_of(placed(loops, angle, shift, scale)), matcher)
            << "turned by " << angle << ", scaled by " << scale << ", moved by " << shift.x;
      }
    }
  }
}

const auto none = ::testing::StrEq("none");

TEST(LoopFault, AcceptsHolesIslandsAndSeveralOuterLoops) {
  expect_everywhere({square(0, 0, 1)}, none);
  expect_everywhere({square(0, 0, 9), reversed(square(1, 1, 3)), reversed(square(5, 2, 3))}, none);
  expect_everywhere({square(0, 0, 9), reversed(square(1, 1, 7)), square(2, 3, 4), reversed(square(3, 4, 1))}, none);
  expect_everywhere({reversed(square(1, 1, 1)), square(5, 0, 2), square(0, 0, 4)}, none);  // in any order
}

TEST(LoopFault, AcceptsRepeatedAndCollinearVerticesAndSpikes) {
  expect_everywhere({{{0, 0}, {0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 2}, {3, 2}, {0, 2}, {0, 1}, {0, 0}}}, none);
  expect_everywhere({{{0, 0}, {3, 0}, {4, 0}, {3, 0}, {3, 2}, {0, 2}}}, none);  // spike to (4, 0) and back
}

TEST(LoopFault, AcceptsSlivers) {
  for (const double width : {1e-6, 1e-9}) {
    const Loops sliver{{{0, 0}, {1, 0}, {1, width}, {0, width}}};
    const Loops needle{{{0, 0}, {1, 0.2}, {0.5, 0.1 + width}}};
    for (double angle = 0; angle < 6.3; angle += 0.37) {
      EXPECT_EQ(fault_of(placed(sliver, angle, {0.2, -0.4}, 3e-3)), "none") << angle;
      EXPECT_EQ(fault_of(placed(needle, angle, {0.2, -0.4}, 3e-3)), "none") << angle;
    }
  }
  // Two walls of a thin frame.
  const double wall = 1e-6;
  expect_everywhere({square(0, 0, 1), reversed(square(wall, wall, 1 - 2 * wall))}, none);
}

TEST(LoopFault, AcceptsLoopsThatTouch) {
  expect_everywhere({square(0, 0, 4), {{0, 2}, {1, 3}, {1, 1}}}, none);          // hole with a vertex on an edge
  expect_everywhere({square(0, 0, 4), {{0, 0}, {1, 3}, {3, 1}}}, none);          // and on a corner
  expect_everywhere({square(0, 0, 4), {{2, 0}, {0, 2}, {2, 4}, {4, 2}}}, none);  // four corners remain
  expect_everywhere({square(0, 0, 1), square(1, 0, 1)}, none);                   // side by side
  expect_everywhere({square(0, 0, 1), square(1, 0.3, 1)}, none);                 // with half a side in common
  expect_everywhere({square(0, 0, 1), square(1, 1, 1)}, none);                   // corner to corner
  expect_everywhere({{{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 1}}}, none);   // hourglass, touching itself
  // A square with a square hole joined to it by a cut: the usual way to write a hole with one loop.
  expect_everywhere({{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}}}, none);
}

TEST(LoopFault, FindsWhereALoopCrossesItself) {
  EXPECT_THAT(fault_of({{{0, 0}, {2, 2}, {2, 0}, {0, 2}}}), HasSubstr("loop 0: crosses itself at [1, 1]"));
  EXPECT_THAT(fault_of({{{0, 0}, {0.4, 0}, {0.4, 0.3}, {0.1, -0.1}}}), HasSubstr("crosses itself at [0.175, 0]"));
  expect_everywhere({{{0, 0}, {2, 2}, {2, 0}, {0, 2}}}, HasSubstr("crosses itself"));
  expect_everywhere({{{0, 0}, {5, 0}, {5, 3}, {1, 3}, {1, -1}, {0, -1}}}, HasSubstr("crosses itself"));
}

TEST(LoopFault, FindsCrossingsThroughAVertexAndDoubleTurns) {
  const auto fault = ::testing::StartsWith("loop 0: ");
  expect_everywhere({{{0, 0}, {1, 1}, {2, 2}, {2, 0}, {1, 1}, {0, 2}}}, fault);  // bow tie pinned in its middle
  expect_everywhere({{{0, 0}, {1, 1}, {3, 3}, {3, 0}, {1, 1}, {0, 2}}}, fault);  // with unequal wings
  expect_everywhere({{{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 0}, {1, 1}}}, HasSubstr("overlaps"));  // twice around
}

TEST(LoopFault, FindsLoopsThatCrossEachOther) {
  expect_everywhere({square(0, 0, 2), square(1, 1, 2)}, HasSubstr("loop 0: crosses loop 1"));
  expect_everywhere({square(5, 5, 1), square(0, 0, 2), reversed(square(1, 0.5, 2))},
                    HasSubstr("loop 1: crosses loop 2"));
  EXPECT_THAT(fault_of({square(0, 0, 2), square(1, 1, 2)}), ::testing::AnyOf(HasSubstr("[2, 1]"), HasSubstr("[1, 2]")));
}

TEST(LoopFault, FindsOuterLoopsThatOverlapWithoutCrossing) {
  expect_everywhere({square(0, 0, 4), square(1, 1, 1)}, HasSubstr("overlaps"));
  expect_everywhere({square(0, 0, 4), square(0, 0, 4)}, HasSubstr("overlaps"));
  expect_everywhere({square(0, 0, 4), square(0, 1, 2)}, HasSubstr("overlaps"));  // with a common side
}

TEST(LoopFault, FindsTheWrongOrientation) {
  expect_everywhere({reversed(square(0, 0, 1))}, AllOf(HasSubstr("loop 0: clockwise"), HasSubstr("counter-clockwise")));
  expect_everywhere({square(0, 0, 1), reversed(square(3, 0, 1))}, HasSubstr("loop 1: clockwise and not inside"));
  expect_everywhere({square(0, 0, 9), reversed(square(1, 1, 5)), reversed(square(2, 2, 1))},
                    HasSubstr("clockwise and not inside"));  // a hole in a hole
}

TEST(LoopFault, FindsTheWrongOrientationOfFlatLoopsAndUnderTouchingCorners) {
  expect_everywhere({{{0, 0}, {2, 0.5}, {4, 0}, {2, -0.5}}}, HasSubstr("loop 0: clockwise"));
  // Every edge of the clockwise square is touched in its middle by the corner of a triangle.
  expect_everywhere({reversed(square(0, 0, 4)),
                     {{2, 0}, {1, -1}, {3, -1}},
                     {{4, 2}, {5, 1}, {5, 3}},
                     {{2, 4}, {3, 5}, {1, 5}},
                     {{0, 2}, {-1, 3}, {-1, 1}}},
                    HasSubstr("loop 0: clockwise"));
}

TEST(LoopFault, FindsTooFewVerticesAndZeroArea) {
  EXPECT_THAT(fault_of({}), HasSubstr("no loops"));
  EXPECT_THAT(fault_of({square(0, 0, 1), {}}), HasSubstr("loop 1: 0 distinct vertices"));
  EXPECT_THAT(fault_of({{{0, 0}, {1, 0}, {0, 0}, {1, 0}}}), HasSubstr("2 distinct vertices"));
  expect_everywhere({{{0, 0}, {1, 0.5}, {2, 1}}}, HasSubstr("zero area"));
  expect_everywhere({{{0, 0}, {2, 0}, {1, 0}, {3, 0}}}, HasSubstr("zero area"));
}

TEST(LoopFault, FindsNanAndInfinity) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_THAT(fault_of({{{0, 0}, {1, nan}, {1, 1}}}), HasSubstr("loop 0: vertex 1 is [1, nan]: must be finite"));
  EXPECT_THAT(fault_of({square(0, 0, 1), {{0, 0}, {1, 0}, {-inf, 1}}}), HasSubstr("loop 1: vertex 2 is [-inf, 1]"));
}

TEST(LoopFault, AcceptsRandomStarsAndFindsEverySwapOfTheirVertices) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> radius(0.2, 1.0);
  for (int i = 0; i < 300; ++i) {
    Loop star;
    const int n = 5 + i % 40;
    for (int k = 0; k < n; ++k) star.push_back(radius(random) * unit_vector(2 * std::numbers::pi * k / n));
    ASSERT_EQ(fault_of({star}), "none");
    // Vertices a third of a turn apart exchanged: the winding cannot stay simple.
    std::swap(star[1], star[1 + static_cast<std::size_t>(n / 3 + 1)]);
    ASSERT_NE(fault_of({star}), "none");
  }
}

/// Least and largest number of turns of the loops around the points of a fine grid that avoids all edges.
std::pair<int, int> windings_on_a_grid(const Loops& loops) {
  std::pair<int, int> extremes{0, 0};
  for (double y = 0.00713; y < 3; y += 0.037) {
    for (double x = 0.00391; x < 3; x += 0.041) {
      double turns = 0;
      for (const Loop& loop : loops) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
          const Vec2 a = loop[i] - Vec2{x, y}, b = loop[(i + 1) % loop.size()] - Vec2{x, y};
          turns += std::atan2(cross(a, b), dot(a, b)) / (2 * std::numbers::pi);
        }
      }
      extremes.first = std::min(extremes.first, static_cast<int>(std::lround(turns)));
      extremes.second = std::max(extremes.second, static_cast<int>(std::lround(turns)));
    }
  }
  return extremes;
}

TEST(LoopFault, AgreesWithWindingNumbersCountedOnAGrid) {
  std::mt19937 random(17);
  std::uniform_int_distribution<int> coordinate(0, 3);
  int sound = 0;
  for (int i = 0; i < 300; ++i) {
    // Few places for many vertices: loops touch, repeat, retrace and cross in every way.
    Loops loops(1 + random() % 2);
    for (Loop& loop : loops) {
      const std::size_t vertices = 3 + random() % 4;
      while (loop.size() < vertices) loop.push_back({1.0 * coordinate(random), 1.0 * coordinate(random)});
      if (signed_area(loop) < 0) std::reverse(loop.begin(), loop.end());
    }
    const std::string fault = fault_of(loops);
    if (fault.find("distinct") != std::string::npos || fault.find("zero area") != std::string::npos) continue;
    const auto [least, largest] = windings_on_a_grid(loops);
    const bool simple = least >= 0 && largest <= 1;
    // A spike without area that crosses an edge is a fault which winding numbers do not show.
    if (simple && fault.find("crosses") != std::string::npos) continue;
    EXPECT_EQ(fault == "none", simple) << i << ": " << fault;
    sound += fault == "none";
  }
  EXPECT_GT(sound, 20);
}

TEST(LoopFault, IsQuickForALargeOutline) {
  Loop gear;
  constexpr int n = 20000;
  for (int k = 0; k < n; ++k) gear.push_back((k % 2 ? 1.0 : 0.99) * unit_vector(2 * std::numbers::pi * k / n));
  EXPECT_EQ(fault_of({gear}), "none");
}

}  // namespace
}  // namespace dryslip
