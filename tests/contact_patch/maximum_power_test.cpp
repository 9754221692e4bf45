#include "dryslip/contact_patch/maximum_power.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr double pi = std::numbers::pi;

CustomLaw custom(const std::string& value, double turn = 0.0) { return {.value = {value, {"phi"}}, .turn = turn}; }

ContactPatch point_with(const FrictionLaw& law) {
  return {.normal_force = 1.0, .mu = 0.4, .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}, .law = law}}};
}

/// Largest (f* − f)·v over pairs of slip directions, with the forces of the friction model: another route to them.
double largest_deficit(const FrictionLaw& law, int count) {
  const auto model = friction_model(point_with(law));
  std::vector<Vec2> slips, forces;
  for (int i = 0; i < count; ++i) {
    slips.push_back(unit_vector(2 * pi * i / count + 0.001));
    forces.push_back(model->load({slips.back(), 0.0}).force);
  }
  double largest = -1.0;
  for (std::size_t i = 0; i < slips.size(); ++i) {
    for (const Vec2& other : forces) largest = std::max(largest, dot(other - forces[i], slips[i]));
  }
  return largest;
}

std::vector<FrictionLaw> violating_laws() {
  return {custom("0.3", 0.2),
          custom("0.3", -1.5),
          custom("0.3+0.1*cos(phi)"),
          custom("0.4+0.2*cos(phi-0.3)+0.1*sin(2*phi)", -0.4),
          custom("0.2+0.1*exp(-50*(phi-1)^2)"),
          custom("if(phi>0.5,0.5,0.2)"),
          custom("max(0,cos(phi))", 0.1)};
}

TEST(MaximumPower, EveryConvexLimitCurveObeys) {
  for (const FrictionLaw& law : std::vector<FrictionLaw>{
           IsotropicLaw{}, EllipticLaw{.mu = {0.2, 0.5}, .heading = {.angle = 0.3}}, WheelLaw{},
           RustyWheelLaw{.heading = {.angle = 0.7}, .axle = 0.1}, RatchetLaw{.heading = {.angle = -0.4}},
           PolygonLaw{{{0.4, -0.1}, {0.1, 0.5}, {-0.3, 0.1}, {-0.1, -0.2}}}, FreeLaw{},
           FreeLaw{.half = FreeLaw::Half::Left}, custom("0.3"), custom("0.1+0.2"), custom("0", 0.5)}) {
    SCOPED_TRACE(word_of(law));
    EXPECT_TRUE(obeys_maximum_power(law));
    EXPECT_FALSE(find_power_violation(law));
    EXPECT_NO_THROW(require_maximum_power(point_with(law)));
    EXPECT_LE(largest_deficit(law, 360), 1e-15);
  }
}

TEST(MaximumPower, TheTripleConsistsOfForcesOfTheLawAndBreaksTheInequality) {
  for (const FrictionLaw& law : violating_laws()) {
    SCOPED_TRACE(std::get<CustomLaw>(law).value.text());
    EXPECT_FALSE(obeys_maximum_power(law));
    const auto found = find_power_violation(law);
    ASSERT_TRUE(found);
    const auto model = friction_model(point_with(law));
    EXPECT_NEAR(length(found->slip), 1.0, 1e-15);
    EXPECT_LE(length(model->load({found->slip, 0.0}).force - found->force), 1e-13);
    const Vec2 other_slip = rotated_back(found->other_force, unit_vector(std::get<CustomLaw>(law).turn));
    EXPECT_LE(length(model->load({other_slip, 0.0}).force - found->other_force), 1e-13);
    EXPECT_GT(found->deficit, 0.0);
    EXPECT_NEAR(dot(found->other_force - found->force, found->slip), found->deficit, 1e-15);
  }
}

TEST(MaximumPower, NoPairOfDirectionsIsWorseThanTheTriple) {
  for (const FrictionLaw& law : violating_laws()) {
    SCOPED_TRACE(std::get<CustomLaw>(law).value.text());
    const double grid = largest_deficit(law, 1999);
    const auto found = find_power_violation(law);
    ASSERT_TRUE(found);
    EXPECT_GE(found->deficit, grid - 1e-12);
    // and it is no invention: where the law is smooth a pair next to it is about as bad
    EXPECT_LE(found->deficit, grid + 1e-2);
  }
}

TEST(MaximumPower, ATurnedForceOfConstantSizeLacksOneMinusTheCosine) {
  for (const double turn : {1e-6, -1e-3, 0.2, -0.7, 1.5}) {
    const double exact = 2 * 0.3 * std::pow(std::sin(0.5 * turn), 2);
    const auto found = find_power_violation(custom("0.3", turn));
    ASSERT_TRUE(found) << turn;
    EXPECT_NEAR(found->deficit, exact, 1e-8 * exact) << turn;
  }
}

TEST(MaximumPower, AStepOfTheSizeLacksItsHeight) {
  // slip just before one of the two steps, force just behind it
  const auto found = find_power_violation(custom("if(abs(phi-0.5)<0.25,0.5,0.2)"));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->deficit, 0.3, 1e-10);
  EXPECT_NEAR(std::abs(std::atan2(found->slip.y, found->slip.x) - 0.5), 0.25, 1e-6);
}

TEST(MaximumPower, SeesNarrowBumpsWhereverTheyAre) {
  constexpr double width = 0.0901 * pi / 180;  // the narrowest promised
  for (int i = 0; i < 20; ++i) {
    const double place = -3.1 + 0.3107 * i;
    const auto found = find_power_violation(
        custom("if(abs(phi-(" + number_text(place) + "))<" + number_text(0.5 * width) + ",0.5,0.2)"));
    ASSERT_TRUE(found) << place;
    EXPECT_NEAR(found->deficit, 0.3, 1e-6) << place;
  }
}

TEST(MaximumPower, SeesFastWaves) {
  for (const int waves : {360, 720, 1800, 2048, 4001}) {
    const auto found = find_power_violation(custom("0.3+0.1*sin(" + std::to_string(waves) + "*phi)"));
    ASSERT_TRUE(found) << waves;
    EXPECT_GT(found->deficit, 0.19) << waves;
  }
}

TEST(MaximumPower, AConstantInDisguiseIsNeitherProvenNorAccused) {
  for (const char* value : {"0.3*(sin(phi)^2+cos(phi)^2)", "(phi+1.3)-(phi+1)", "0.3*sqrt(sin(phi)^2+cos(phi)^2)"}) {
    const CustomLaw law = custom(value);
    EXPECT_FALSE(obeys_maximum_power(law)) << value;
    EXPECT_FALSE(find_power_violation(law)) << value;  // rounding of the formula is none
    EXPECT_THAT(explain_power_violation(law), HasSubstr("make it an isotropic law")) << value;
  }
}

TEST(MaximumPower, TheRefusalNamesTheSupportAndTheTriple) {
  ContactPatch patch = point_with(IsotropicLaw{});
  patch.supports.push_back(point_with(custom("0.3", 0.1)).supports[0]);
  try {
    require_maximum_power(patch);
    FAIL() << "not refused";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.key(), "support[1].law");
    EXPECT_THAT(error.explanation(),
                StartsWith("violates maximum power: for slip v = [1, 0] its force f = [0.2985, 0.02995] has less power "
                           "than its force f* = [0.3, 0] of another slip, (f - f*).v = -0.001499 per unit"));
  }
}

}  // namespace
}  // namespace dryslip
