// Centers of pressure, friction and twist: the reference file, and the sets of the paper.

#include "dryslip/limit_surface/special_points.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

void expect_near(const Vec2& found, const Vec2& expected, double tolerance) {
  EXPECT_NEAR(found.x, expected.x, tolerance);
  EXPECT_NEAR(found.y, expected.y, tolerance);
}

ContactPatch points(const std::vector<WeightedPoint>& all) {
  return {.normal_force = 1.0, .mu = 0.5, .mu_static = {}, .supports = {{.shape = Points{all}}}};
}

TEST(SpecialPoints, AgreeWithTheReferenceFile) {
  int count = 0;
  for (const Json& item : reference("special_points.json")) {
    if (item.at("kind") == "note") continue;
    ++count;
    SCOPED_TRACE(item.at("id").get<std::string>() + " " + item.at("name").get<std::string>());
    ContactPatch patch;
    if (item.at("kind") == "patch") {
      patch = {.normal_force = item.at("N").get<double>(),
               .mu = item.at("mu").get<double>(),
               .mu_static = {},
               .supports = {support_of(item.at("patch"))}};
    } else {
      for (std::size_t i = 0; i < item.at("points").size(); ++i) {
        const Json& point = item.at("points")[i];
        patch.normal_force += point[2].get<double>();
        patch.supports.push_back({.shape = Points{{WeightedPoint{}}},
                                  .center = vec(point),
                                  .law = IsotropicLaw{{.mu = item.at("mu_i")[i].get<double>(), .mu_static = {}}},
                                  .share = point[2].get<double>()});
      }
    }
    const SpecialPoints found = find_special_points(LimitSurface(patch));
    expect_near(found.center_of_pressure, vec(item.at("CP")), 1e-14);
    ASSERT_TRUE(std::holds_alternative<Vec2>(found.center_of_friction));
    expect_near(std::get<Vec2>(found.center_of_friction), vec(item.at("CF")), 1e-13);
    ASSERT_TRUE(std::holds_alternative<Vec2>(found.center_of_twist));
    expect_near(std::get<Vec2>(found.center_of_twist), vec(item.at("CT")), 1e-10);
    EXPECT_NEAR(moment_function(*friction_model(patch), std::get<Vec2>(found.center_of_twist)),
                item.at("moment_at_CT").get<double>(), 1e-13 * item.at("moment_at_CT").get<double>());
  }
  EXPECT_EQ(count, 9);
}

TEST(SpecialPoints, EveryPointOfAnEqualBarIsACenterOfTwist) {
  const SpecialPoints found = find_special_points(LimitSurface(points({{{0.03, 0.01}, 1.0}, {{-0.01, 0.04}, 1.0}})));
  const auto* segment = std::get_if<SegmentOfPoints>(&found.center_of_twist);
  ASSERT_NE(segment, nullptr);
  const bool is_swapped = segment->ends[0].x < segment->ends[1].x;
  expect_near(segment->ends[is_swapped ? 1 : 0], {0.03, 0.01}, 1e-6);
  expect_near(segment->ends[is_swapped ? 0 : 1], {-0.01, 0.04}, 1e-6);
  expect_near(point_of(found.center_of_twist), {0.01, 0.025}, 1e-6);
  expect_near(std::get<Vec2>(found.center_of_friction), {0.01, 0.025}, 1e-14);
  // with unequal loads it is the stronger support
  const SpecialPoints unequal = find_special_points(LimitSurface(points({{{0.03, 0.01}, 1.0}, {{-0.01, 0.04}, 1.1}})));
  expect_near(std::get<Vec2>(unequal.center_of_twist), {-0.01, 0.04}, 1e-15);
}

TEST(SpecialPoints, WheelsRollingAlongABarHaveAStrip) {
  // [Goyal1991, sec. 12]: the strip between the perpendiculars at the ends; forces are all along the axles
  ContactPatch bar = points({{{0.02, 0.0}, 1.0}, {{-0.04, 0.0}, 1.0}});
  bar.supports[0].law = WheelLaw{.heading = {.angle = 0.0}, .coefficients = {}};
  const SpecialPoints found = find_special_points(LimitSurface(bar));
  const auto* strip = std::get_if<StripOfPoints>(&found.center_of_twist);
  ASSERT_NE(strip, nullptr);
  EXPECT_NEAR(std::abs(strip->direction.y), 1.0, 1e-12);
  EXPECT_NEAR(std::max(strip->ends[0].x, strip->ends[1].x), 0.02, 1e-9);
  EXPECT_NEAR(std::min(strip->ends[0].x, strip->ends[1].x), -0.04, 1e-9);
  const auto* line = std::get_if<LineOfPoints>(&found.center_of_friction);
  ASSERT_NE(line, nullptr);
  EXPECT_NEAR(std::abs(line->direction.y), 1.0, 1e-14);
  EXPECT_NEAR(line->point.x, -0.01, 1e-14);
}

TEST(SpecialPoints, RingOfRatchetsHasNoCenterOfFriction) {
  ContactPatch ring{.normal_force = 1.0, .mu = 1.0, .mu_static = {}, .supports = {{.shape = Ring{1.0}}}};
  ring.supports[0].law =
      RatchetLaw{.heading = {.reference = Heading::Reference::Tangent, .angle = std::numbers::pi}, .coefficients = {}};
  const SpecialPoints found = find_special_points(LimitSurface(ring));
  EXPECT_TRUE(std::holds_alternative<NoPoint>(found.center_of_friction));
}

TEST(SpecialPoints, AWheelHasLinesOfCentersWhateverItsHeading) {
  const Vec2 place{0.1, 0.2};
  for (const double angle : {0.3, 1.2, 2.5, -1.0}) {
    const ContactPatch wheel{.normal_force = 1.0,
                             .mu = 0.5,
                             .supports = {{.shape = Points{{{place, 1.0}}}, .law = WheelLaw{{.angle = angle}, {}}}}};
    const SpecialPoints found = find_special_points(LimitSurface(wheel));
    // forces along the axle, through the wheel; free spins about any point of it
    for (const PointSet& set : {found.center_of_friction, found.center_of_twist}) {
      const auto* line = std::get_if<LineOfPoints>(&set);
      ASSERT_NE(line, nullptr);
      EXPECT_NEAR(std::abs(cross(line->direction, unit_vector(angle))), 1.0, 1e-9);
      EXPECT_NEAR(cross(line->direction, place - line->point), 0.0, 1e-9);
      EXPECT_NEAR(dot(line->direction, line->point), 0.0, 1e-9);  // the nearest point of the line to O
    }
  }
}

TEST(SpecialPoints, HalfFreeWheelsBoundTheCentersTheyLeaveFree) {
  // slip ẑ×(r − c) along n = ẑ×e is resisted (left) where (r − c)·e > 0
  const Vec2 place{0.1, 0.05}, e = unit_vector(0.7);
  for (const auto half : {FreeLaw::Half::Left, FreeLaw::Half::Right}) {
    const ContactPatch patch{.normal_force = 1.0,
                             .mu = 0.5,
                             .supports = {{.shape = Points{{{place, 1.0}}}, .law = FreeLaw{half, {.angle = 0.7}, {}}}}};
    const PointSet set = find_special_points(LimitSurface(patch)).center_of_twist;
    const auto* side = std::get_if<HalfPlaneOfPoints>(&set);
    ASSERT_NE(side, nullptr);
    expect_near(side->inward, half == FreeLaw::Half::Left ? e : -e, 1e-9);
    EXPECT_NEAR(dot(side->point - place, e), 0.0, 1e-9);
  }
  // three around a triangle: its inside
  ContactPatch three{.normal_force = 3.0, .mu = 0.5, .supports = {}};
  for (const double angle : {0.2, 0.2 + 2.0 * std::numbers::pi / 3, 0.2 + 4.0 * std::numbers::pi / 3}) {
    three.supports.push_back({.shape = Points{{{Vec2{0.03, -0.02} - 0.01 * unit_vector(angle), 1.0}}},
                              .law = FreeLaw{FreeLaw::Half::Left, {.angle = angle}, {}}});
  }
  const PointSet set = find_special_points(LimitSurface(three)).center_of_twist;
  const auto* region = std::get_if<RegionOfPoints>(&set);
  ASSERT_NE(region, nullptr);
  const double area = 3.0 * std::sqrt(3.0) * 0.01 * 0.01;  // of the triangle around a circle of 10 mm
  EXPECT_LE(signed_area(region->outline), area * (1.0 + 1e-9));
  EXPECT_GT(signed_area(region->outline), 0.75 * area);  // 64 rays from one of its points cut the corners
}

TEST(SpecialPoints, CentersMayFormARay) {
  // a strong ratchet that rolls towards −y, and a wheel along y at height h over it: M = k|h| on the axis x ≥ 0 of the ratchet
  const double h = 0.02;
  const ContactPatch patch{
      .normal_force = 4.0,
      .mu = 0.5,
      .supports = {
          {.shape = Points{{WeightedPoint{}}}, .law = RatchetLaw{{.angle = -std::numbers::pi / 2}, {}}, .share = 0.7},
          {.shape = Points{{{{-0.01, h}, 1.0}}}, .law = WheelLaw{{.angle = std::numbers::pi / 2}, {}}, .share = 0.3}}};
  for (const double angle : {0.0, 0.3, 2.0, -1.1}) {
    const Vec2 step{0.01, 0.04};
    const SpecialPoints found = find_special_points(LimitSurface(shifted(turned(patch, angle), step)));
    EXPECT_NEAR(found.least_moment, 0.3 * 2.0 * h, 1e-12);
    const auto* ray = std::get_if<RayOfPoints>(&found.center_of_twist);
    ASSERT_NE(ray, nullptr);
    expect_near(ray->end, step, 1e-9);
    expect_near(ray->direction, unit_vector(angle), 1e-9);
  }
}

TEST(SpecialPoints, AreFixedToTheContact) {
  // the same contact elsewhere has its centers elsewhere; isotropic ones lie in the convex hull
  Random random(81);
  for (const NamedPatch& item : every_closed_form(random)) {
    SCOPED_TRACE(item.name);
    const Vec2 step{0.07, -0.11};
    const SpecialPoints here = find_special_points(LimitSurface(item.patch)),
                        there = find_special_points(LimitSurface(shifted(item.patch, step)));
    const double size = reach(item.patch) + length(step);
    expect_near(there.center_of_pressure, here.center_of_pressure + step, 1e-12 * size);
    expect_near(point_of(there.center_of_friction), point_of(here.center_of_friction) + step, 1e-9 * size);
    expect_near(point_of(there.center_of_twist), point_of(here.center_of_twist) + step, 1e-7 * size);
  }
}

TEST(SpecialPoints, NoFrictionLeavesThePlane) {
  ContactPatch smooth = points({{{0.02, 0.0}, 1.0}, {{-0.04, 0.0}, 1.0}});
  smooth.mu = 0.0;
  const SpecialPoints found = find_special_points(LimitSurface(smooth));
  EXPECT_TRUE(std::holds_alternative<WholePlane>(found.center_of_friction));
  EXPECT_TRUE(std::holds_alternative<WholePlane>(found.center_of_twist));
  expect_near(found.center_of_pressure, {-0.01, 0.0}, 1e-16);
}

TEST(SpecialPoints, MomentsThatAreNotCarriedHaveCentersToo) {
  // a ring free counter-clockwise: M = (2k/π)|c| inside it, with its minimum 0 at the center
  const ContactPatch ring{
      .normal_force = 1.5,
      .mu = 1.0,
      .supports = {{.shape = Ring{0.1}, .center = {0.02, 0.01}, .law = RatchetLaw{{Heading::Reference::Tangent}, {}}}}};
  const SpecialPoints free = find_special_points(LimitSurface(ring));
  ASSERT_TRUE(std::holds_alternative<Vec2>(free.center_of_twist));
  EXPECT_NEAR(point_of(free.center_of_twist).x, 0.02, 1e-9);
  EXPECT_NEAR(point_of(free.center_of_twist).y, 0.01, 1e-9);
  EXPECT_EQ(free.least_moment, 0.0);
  // a single wheel turns freely about any point of its axle
  const ContactPatch wheel{.normal_force = 1.0,
                           .mu = 0.5,
                           .supports = {{.shape = Points{{{{0.1, 0.2}, 1.0}}}, .law = WheelLaw{{.angle = 0.3}, {}}}}};
  const SpecialPoints axle = find_special_points(LimitSurface(wheel));
  ASSERT_TRUE(std::holds_alternative<LineOfPoints>(axle.center_of_twist));
  const auto& line = std::get<LineOfPoints>(axle.center_of_twist);
  EXPECT_NEAR(std::abs(cross(line.direction, unit_vector(0.3 + std::numbers::pi / 2))), 0.0, 1e-9);
  EXPECT_NEAR(cross(line.direction, Vec2{0.1, 0.2} - line.point), 0.0, 1e-9);
  // a single point turns freely about itself
  for (const Vec2 place : {Vec2{0.1, 0.2}, Vec2{}}) {
    const PointSet itself = find_special_points(LimitSurface(points({{place, 1.0}}))).center_of_twist;
    ASSERT_TRUE(std::holds_alternative<Vec2>(itself));
    EXPECT_NEAR(length(std::get<Vec2>(itself) - place), 0.0, 1e-9);
  }
  // a ratchet at O: all centers from which it slips its free way
  const ContactPatch ratchet{
      .normal_force = 1.0, .mu = 0.5, .supports = {{.shape = Points{{WeightedPoint{}}}, .law = RatchetLaw{}}}};
  EXPECT_FALSE(std::holds_alternative<WholePlane>(find_special_points(LimitSurface(ratchet)).center_of_twist));
  // one that resists slip to its left only: a half plane of free centers, cut far away
  const ContactPatch half{
      .normal_force = 1.0,
      .mu = 0.5,
      .supports = {{.shape = Points{{{{0.1, 0.0}, 1.0}}}, .law = FreeLaw{FreeLaw::Half::Left, {}, {}}}}};
  const PointSet side = find_special_points(LimitSurface(half)).center_of_twist;
  EXPECT_FALSE(std::holds_alternative<WholePlane>(side));
  EXPECT_FALSE(std::holds_alternative<Vec2>(side));
}

}  // namespace
}  // namespace dryslip::tests
