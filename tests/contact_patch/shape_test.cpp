#include "dryslip/contact_patch/shape.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

namespace dryslip {
namespace {

using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Shape, MeasuresAreTheClosedForms) {
  EXPECT_DOUBLE_EQ(measure_of(Rectangle{.size = {0.03, 0.02}}), 6e-4);
  EXPECT_DOUBLE_EQ(measure_of(Disk{.radius = 0.5}), pi / 4);
  EXPECT_DOUBLE_EQ(measure_of(Ring{.radius = 0.5}), pi);
  EXPECT_DOUBLE_EQ(measure_of(Annulus{.radii = {1.0, 3.0}}), 8 * pi);
  EXPECT_DOUBLE_EQ(measure_of(Annulus{.radii = {1.0 - 0x1p-40, 1.0}}), pi * 0x1p-40 * (2 - 0x1p-40));  // thin
  EXPECT_DOUBLE_EQ(measure_of(Ellipse{.semi_axes = {2.0, 0.25}}), pi / 2);
  EXPECT_DOUBLE_EQ(measure_of(Segment{.from = {1, 1}, .to = {4, 5}}), 5.0);
  EXPECT_DOUBLE_EQ(measure_of(Points{.points = {{{1, 2}, 0.5}, {{3, 4}, 2.0}, {{5, 6}}}}), 3.5);
  EXPECT_DOUBLE_EQ(measure_of(Polygon{.loops = {{{0, 0}, {4, 0}, {4, 3}, {0, 3}}, {{1, 1}, {1, 2}, {2, 1}}}}), 11.5);
}

TEST(Shape, KindsAreAreasLinesAndPoints) {
  for (const Shape& shape : {Shape(Rectangle{}), Shape(Polygon{}), Shape(Disk{}), Shape(Annulus{}), Shape(Ellipse{})}) {
    EXPECT_EQ(kind_of(shape), ShapeKind::Area) << word_of(shape);
  }
  EXPECT_EQ(kind_of(Ring{}), ShapeKind::Line);
  EXPECT_EQ(kind_of(Segment{}), ShapeKind::Line);
  EXPECT_EQ(kind_of(Points{}), ShapeKind::Points);
}

TEST(Shape, NamesAreThoseOfTheScenarioFile) {
  EXPECT_STREQ(word_of(Shape(Rectangle{})), "rectangle");
  EXPECT_STREQ(word_of(Shape(Polygon{})), "polygon");
  EXPECT_STREQ(word_of(Shape(Disk{})), "disk");
  EXPECT_STREQ(word_of(Shape(Ring{})), "ring");
  EXPECT_STREQ(word_of(Shape(Annulus{})), "annulus");
  EXPECT_STREQ(word_of(Shape(Ellipse{})), "ellipse");
  EXPECT_STREQ(word_of(Shape(Segment{})), "segment");
  EXPECT_STREQ(word_of(Shape(Points{})), "points");
}

TEST(Shape, BoundaryOfARectangleGoesCounterClockwiseAroundItsCenter) {
  EXPECT_THAT(boundary_loops(Rectangle{.size = {4, 2}}),
              ElementsAre(ElementsAre(Vec2{-2, -1}, Vec2{2, -1}, Vec2{2, 1}, Vec2{-2, 1})));
}

TEST(Shape, BoundaryOfAPolygonLeavesOutRepeatedVertices) {
  const Polygon polygon{.loops = {{{0, 0}, {4, 0}, {4, 0}, {4, 3}, {0, 0}}, {{2, 1}, {3, 1.5}, {3, 1}, {3, 1}}}};
  EXPECT_THAT(boundary_loops(polygon), ElementsAre(ElementsAre(Vec2{0, 0}, Vec2{4, 0}, Vec2{4, 3}),
                                                   ElementsAre(Vec2{2, 1}, Vec2{3, 1.5}, Vec2{3, 1})));
  EXPECT_THAT(boundary_loops(Disk{.radius = 1}), IsEmpty());
}

}  // namespace
}  // namespace dryslip
