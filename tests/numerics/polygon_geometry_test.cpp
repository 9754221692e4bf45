#include "dryslip/numerics/polygon_geometry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <locale>
#include <numbers>
#include <stdexcept>

namespace dryslip {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string mistake_in_wkt(const std::string& text) {
  try {
    read_wkt(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no mistake";
}

TEST(SignedArea, IsThatOfATriangleAndChangesSignWithTheOrientation) {
  const Loop triangle{{1, 2}, {4, 3}, {2, 7}};
  EXPECT_DOUBLE_EQ(signed_area(triangle), 0.5 * (3 * 5 - 1 * 1));
  EXPECT_DOUBLE_EQ(signed_area(Loop(triangle.rbegin(), triangle.rend())), -7.0);
}

TEST(SignedArea, KeepsItsDigitsFarFromTheOrigin) {
  const double far = 1048576.0;  // a power of two: the corners are exact
  EXPECT_EQ(signed_area(Loop{{far, far}, {far + 0.5, far}, {far + 0.5, far + 0.25}, {far, far + 0.25}}), 0.125);
}

TEST(LoopsCentroid, SubtractsHoles) {
  // Square of side 4 with a square hole of side 1 centered at (3, 2.5).
  const std::vector<Loop> loops{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{2.5, 2}, {2.5, 3}, {3.5, 3}, {3.5, 2}}};
  EXPECT_DOUBLE_EQ(loops_area(loops), 15.0);
  EXPECT_DOUBLE_EQ(loops_centroid(loops).x, (16 * 2.0 - 3.0) / 15);
  EXPECT_DOUBLE_EQ(loops_centroid(loops).y, (16 * 2.0 - 2.5) / 15);
}

TEST(WithoutRepeatedVertices, DropsRepetitionsAlsoAcrossTheEnd) {
  EXPECT_THAT(without_repeated_vertices(Loop{{0, 0}, {0, 0}, {1, 0}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}),
              ElementsAre(Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}));
  EXPECT_THAT(without_repeated_vertices(Loop{{1, 2}, {1, 2}}), ElementsAre(Vec2{1, 2}));
}

TEST(InteriorPoints, LieInsideAndFillTheRegion) {
  // L-shape with a hole in its foot: x < 1 or y < 1, without the square (0.2..0.8)².
  const std::vector<Loop> loops{{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}},
                                {{0.2, 0.2}, {0.2, 0.8}, {0.8, 0.8}, {0.8, 0.2}}};
  const std::vector<Vec2> points = interior_points(loops, 20, 5);
  EXPECT_EQ(points.size(), 5u * (20 + 6));  // rows at 0.05, 0.15, ...: six of them meet the hole and have two chords
  for (const Vec2 r : points) {
    EXPECT_TRUE(r.x > 0 && r.x < 3 && r.y > 0 && r.y < 2 && (r.x < 1 || r.y < 1));
    EXPECT_FALSE(r.x > 0.2 && r.x < 0.8 && r.y > 0.2 && r.y < 0.8);
  }
  EXPECT_TRUE(std::any_of(points.begin(), points.end(), [](Vec2 r) { return r.x > 2.6 && r.y < 0.1; }));
}

TEST(InteriorPoints, AreFoundInASliver) {
  const Vec2 along = unit_vector(0.3), across = 1e-6 * turned_left(along);
  const std::vector<Loop> loops{{{0, 0}, along, along + across, across}};
  const std::vector<Vec2> points = interior_points(loops, 10, 3);
  EXPECT_EQ(points.size(), 30u);
  for (const Vec2 r : points) {
    EXPECT_GT(dot(r, turned_left(along)), 0.0);
    EXPECT_LT(dot(r, turned_left(along)), 1e-6);
  }
}

TEST(ReadWkt, ReadsPolygonsWithHolesAndDropsTheClosingVertex) {
  const auto loops = read_wkt("POLYGON ((0 0, 4 0, 4 3, 0 3, 0 0), (1 1, 2 1, 1.5 2, 1 1))");  // hole given ccw
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_THAT(loops[0], ElementsAre(Vec2{0, 0}, Vec2{4, 0}, Vec2{4, 3}, Vec2{0, 3}));
  EXPECT_EQ(loops[1].size(), 3u);
  EXPECT_DOUBLE_EQ(signed_area(loops[1]), -0.5);
}

TEST(ReadWkt, CorrectsTheOrientationOfOuterLoops) {
  const auto loops = read_wkt("POLYGON((0 0, 0 3, 4 3, 4 0, 0 0))");
  EXPECT_DOUBLE_EQ(loops_area(loops), 12.0);
}

TEST(ReadWkt, ReadsSeveralPolygonsOverSeveralLines) {
  const auto loops =
      read_wkt("\xEF\xBB\xBF multipolygon\r\n(((0 0, 1 0,\n\t1 1, 0 0)),\r\n((5e-1 -2.5, 2 -2, 1 -1, 5e-1 -2.5)))\n");
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(loops[1].front(), (Vec2{0.5, -2.5}));
  EXPECT_DOUBLE_EQ(loops_area(loops), 0.5 + 0.5 * (1.5 * 1.5 - 0.5 * 0.5));
}

TEST(ReadWkt, SaysWhereAndWhatItExpects) {
  EXPECT_THAT(mistake_in_wkt("POINT (1 2)"), HasSubstr("line 1, column 1: 'POINT (1 2)': expected POLYGON or MULTI"));
  EXPECT_THAT(mistake_in_wkt(""), HasSubstr("end of text: expected POLYGON or MULTIPOLYGON"));
  EXPECT_THAT(mistake_in_wkt("  "), HasSubstr("line 1, column 3: end of text"));
  EXPECT_THAT(mistake_in_wkt("POLYGON ((0 0, 1 0,\n 1 x))"), HasSubstr("line 2, column 4: 'x))': expected a number"));
  EXPECT_THAT(mistake_in_wkt("POLYGON ((0 0, 1 nan, 1 1))"), HasSubstr("column 18: 'nan"));
  EXPECT_THAT(mistake_in_wkt("POLYGON ((0 0, 1 0 5, 1 1))"), HasSubstr("column 20: '5, 1 1))': expected"));
  EXPECT_THAT(mistake_in_wkt("POLYGON ((0 0, 1 0, 1 1, 0 0)"), HasSubstr("column 30: end of text"));
  EXPECT_THAT(mistake_in_wkt("POLYGON ((0 0, 1 0, 1 1, 0 0)) and more"),
              HasSubstr("column 32: 'and more': expected the end"));
  EXPECT_THAT(mistake_in_wkt("POLYGON 0 0, 1 0, 1 1, 0 0"), HasSubstr("column 9: '0 0"));
  EXPECT_THAT(mistake_in_wkt("POLYGON EMPTY"), HasSubstr("empty"));
  EXPECT_LT(mistake_in_wkt("POLYGON ((" + std::string(100000, 'x')).size(), 300u);
}

/// A decimal comma and points between thousands.
struct ContinentalNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(ReadWkt, ReadsNumbersWhateverTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new ContinentalNumbers));
  const auto loops = read_wkt("POLYGON ((0 0, 1234.5 0, 1234.5 -1.5e+1, 0 0))");  // clockwise
  std::locale::global(before);
  EXPECT_THAT(loops[0], ElementsAre(Vec2{1234.5, -15}, Vec2{1234.5, 0}, Vec2{0, 0}));
}

}  // namespace
}  // namespace dryslip
