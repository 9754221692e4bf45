#include "dryslip/contact_patch/friction_law.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "dryslip/contact_patch/pressure.hpp"

namespace dryslip {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

/// The list turned so that it starts at its lowest vertex, as far left as possible.
std::vector<Vec2> from_lowest(std::vector<Vec2> vertices) {
  const auto lowest = std::min_element(vertices.begin(), vertices.end(),
                                       [](Vec2 a, Vec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); });
  std::rotate(vertices.begin(), lowest, vertices.end());
  return vertices;
}

TEST(FrictionLaw, ConvexVerticesGoCounterClockwiseWithoutSuperfluousOnes) {
  const std::vector<Vec2> clockwise{{0.3, 0.2}, {0.3, -0.1}, {0.3, -0.1}, {0.1, -0.1}, {-0.2, -0.1}, {-0.2, 0.2}};
  EXPECT_THAT(from_lowest(convex_vertices({.vertices = clockwise})),
              ElementsAre(Vec2{-0.2, -0.1}, Vec2{0.3, -0.1}, Vec2{0.3, 0.2}, Vec2{-0.2, 0.2}));
  const std::vector<Vec2> counter_clockwise(clockwise.rbegin(), clockwise.rend());
  EXPECT_EQ(from_lowest(convex_vertices({.vertices = counter_clockwise})),
            from_lowest(convex_vertices({.vertices = clockwise})));
}

TEST(FrictionLaw, ConvexVerticesOfASegmentAreItsEnds) {
  EXPECT_THAT(convex_vertices({.vertices = {{0.1, 0.2}, {0, 0}, {-0.2, -0.4}}}),
              UnorderedElementsAre(Vec2{0.1, 0.2}, Vec2{-0.2, -0.4}));
  EXPECT_THAT(convex_vertices({.vertices = {{0.1, 0.2}, {-0.2, -0.4}}}),
              UnorderedElementsAre(Vec2{0.1, 0.2}, Vec2{-0.2, -0.4}));
  EXPECT_THAT(convex_vertices({.vertices = {{0, 0}}}), ElementsAre(Vec2{0, 0}));
  EXPECT_THAT(convex_vertices({.vertices = {{0, 0}, {0, 0}, {0, 0}}}), ElementsAre(Vec2{0, 0}));
}

TEST(FrictionLaw, NamesAreThoseOfTheScenarioFile) {
  EXPECT_STREQ(word_of(FrictionLaw(IsotropicLaw{})), "isotropic");
  EXPECT_STREQ(word_of(FrictionLaw(EllipticLaw{})), "elliptic");
  EXPECT_STREQ(word_of(FrictionLaw(WheelLaw{})), "wheel");
  EXPECT_STREQ(word_of(FrictionLaw(RustyWheelLaw{})), "rusty_wheel");
  EXPECT_STREQ(word_of(FrictionLaw(RatchetLaw{})), "ratchet");
  EXPECT_STREQ(word_of(FrictionLaw(PolygonLaw{})), "polygon");
  EXPECT_STREQ(word_of(FrictionLaw(FreeLaw{})), "free");
  EXPECT_STREQ(word_of(FrictionLaw(CustomLaw{.value = {"1", {"phi"}}})), "custom");
}

TEST(Pressure, NamesAreThoseOfTheScenarioFile) {
  EXPECT_STREQ(word_of(Pressure(UniformPressure{})), "uniform");
  EXPECT_STREQ(word_of(Pressure(LinearPressure{})), "linear");
  EXPECT_STREQ(word_of(Pressure(HertzPressure{})), "hertz");
  EXPECT_STREQ(word_of(Pressure(PunchPressure{})), "punch");
  EXPECT_STREQ(word_of(Pressure(ExpressionPressure{.value = {"1", {"x", "y"}}})), "expression");
  EXPECT_STREQ(word_of(Pressure(GridPressure{})), "grid");
}

}  // namespace
}  // namespace dryslip
