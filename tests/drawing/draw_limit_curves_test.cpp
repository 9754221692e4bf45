#include "dryslip/drawing/draw_limit_curves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/drawing/svg_numbers.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;

ContactPatch point_of(const FrictionLaw& law, double normal_force) {
  return {.normal_force = normal_force,
          .mu = 0.8,
          .mu_static = {},
          .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}, .law = law}}};
}

const std::vector<FrictionLaw> laws{IsotropicLaw{},
                                    EllipticLaw{.mu = {0.7, 0.3}, .heading = {.angle = 0.4}},
                                    WheelLaw{.heading = {.angle = 0.4}},
                                    RustyWheelLaw{.heading = {.angle = 0.4}, .axle = 0.3},
                                    RatchetLaw{.heading = {.angle = 0.4}},
                                    PolygonLaw{{{0.5, -0.1}, {0.1, 0.6}, {-0.4, 0.2}, {-0.2, -0.5}}},
                                    FreeLaw{},
                                    FreeLaw{.half = FreeLaw::Half::Left, .heading = {.angle = 0.4}}};

TEST(LimitCurve, HasItsArrowsAsOutwardNormals) {
  for (const FrictionLaw& law : laws) {
    const NormalCurve curve = limit_curve(point_of(law, 3.0), 0.1);
    EXPECT_GE(curve.arrows.size(), 24u) << word_of(law);
    for (const NormalCurve::Arrow& arrow : curve.arrows) {
      EXPECT_NEAR(length(arrow.direction), 1.0, 1e-14);
      // maximum power: no force lies beyond the line through this one across the slip
      for (const Vec2 force : curve.outline)
        EXPECT_LE(dot(force - arrow.place, arrow.direction), 1e-14) << word_of(law);  // rounding of unit forces
    }
  }
}

TEST(LimitCurve, DoesNotDependOnTheNormalForce) {
  for (const FrictionLaw& law : laws) {
    const NormalCurve one = limit_curve(point_of(law, 1.0)), seven = limit_curve(point_of(law, 7.0));
    ASSERT_EQ(one.outline.size(), seven.outline.size());
    for (std::size_t i = 0; i < one.outline.size(); ++i)
      EXPECT_LT(length(one.outline[i] - seven.outline[i]), 1e-15) << word_of(law);
    ASSERT_EQ(one.arrows.size(), seven.arrows.size());
    for (std::size_t i = 0; i < one.arrows.size(); ++i)
      EXPECT_LT(length(one.arrows[i].place - seven.arrows[i].place), 1e-15) << word_of(law);
  }
}

TEST(LimitCurve, RepeatsTheSlipOfAStraightSideAlongIt) {
  // the disk of radius 0.8 is cut at 0.3 on both sides
  const NormalCurve curve = limit_curve(point_of(RustyWheelLaw{.heading = {.angle = 0.4}, .axle = 0.3}, 3.0), 0.1);
  for (const double side : {1.0, -1.0}) {
    const Vec2 slip = side * unit_vector(0.4);
    std::vector<double> along;
    for (const NormalCurve::Arrow& arrow : curve.arrows) {
      if (length(arrow.direction - slip) > 1e-12) continue;
      EXPECT_NEAR(dot(arrow.place, slip), 0.3, 1e-14);
      along.push_back(cross(slip, arrow.place));
    }
    ASSERT_EQ(along.size(), 4u);
    const auto [low, high] = std::minmax_element(along.begin(), along.end());
    EXPECT_NEAR(*high - *low, 0.7 * 2.0 * std::sqrt(0.8 * 0.8 - 0.3 * 0.3), 1e-12);  // from 15 % to 85 %
  }
}

TEST(DrawLimitCurves, KeepsEverythingOnThePage) {
  std::vector<NormalCurve> curves;
  for (const FrictionLaw& law : laws) {
    curves.push_back(limit_curve(point_of(law, 1.0)));
    curves.back().title = word_of(law);
    const std::string svg = draw_limit_curves("limit <curves>", "all laws so far", curves);
    const std::string page = elements(svg, "svg").at(0);
    for (const Vec2 r : places(svg)) {
      ASSERT_TRUE(r.x >= 0 && r.y >= 0 && r.x <= number(page, "width") && r.y <= number(page, "height"))
          << word_of(law) << ": " << r.x << " " << r.y;
    }
    EXPECT_THAT(svg, HasSubstr("limit &lt;curves&gt;"));
    EXPECT_THAT(svg, HasSubstr(std::string(">") + word_of(law) + "</text>"));
  }
  EXPECT_EQ(draw_limit_curves("", "", {}).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace dryslip::tests
