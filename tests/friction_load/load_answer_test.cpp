#include "dryslip/friction_load/load_answer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "dryslip/friction_load/moment_answer.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/friction_load/sliding_force.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

TEST(LoadAnswer, SaysWhatTheModelSays) {
  Random random(30);
  std::size_t sets = 0;
  for (int k = 0; k < 60; ++k) {
    const ContactPatch patch = random_contact(random).patch;
    const auto model = friction_model(patch);
    std::vector<Twist> twists{{}, {{0.0, 0.0}, 1.0}};
    for (int i = 0; i < 5; ++i) twists.push_back(random_twist(random, patch));
    std::vector<LoadAnswer> many(twists.size());
    load_answers(*model, twists, many);
    for (std::size_t i = 0; i < twists.size(); ++i) {
      const LoadAnswer one = load_answer(*model, twists[i]);
      EXPECT_EQ(one.twist, twists[i]);
      EXPECT_EQ(one.state.load, model->state(twists[i]).load);
      EXPECT_EQ(one.is_unique, model->is_unique(twists[i]));
      EXPECT_EQ(one.set.has_value(), !one.is_unique);
      sets += one.set.has_value();
      // power is the dissipation, whichever way the load comes
      const LoadScale scale = model->scale();
      const double size = scale.force * length(twists[i].velocity) + scale.moment * std::abs(twists[i].omega);
      EXPECT_NEAR(one.power, one.state.dissipation, 1e-9 * size);
      EXPECT_NEAR(many[i].power, one.power, 1e-9 * size);
      EXPECT_EQ(many[i].is_unique, one.is_unique);
      EXPECT_FALSE(many[i].set);
    }
  }
  EXPECT_GE(sets, 60u);  // of the zero twist at least
}

TEST(LoadAnswer, HasTheSetOfAPointThatIsTurnedAbout) {
  const ContactPatch feet{.normal_force = 4.0,
                          .mu = 0.5,
                          .supports = {{.shape = Points{.points = {{{0.0, 0.05}, 1.0}, {{0.0, -0.05}, 1.0}}}}}};
  const auto model = friction_model(feet);
  const LoadAnswer answer = load_answer(*model, unit_spin({0.0, 0.05}));
  EXPECT_FALSE(answer.is_unique);
  ASSERT_TRUE(answer.set);
  EXPECT_FALSE(answer.set->is_all);
  ASSERT_EQ(answer.set->terms.size(), 1u);
  EXPECT_NEAR(answer.set->base.force.x, 1.0, 1e-15);  // the other foot slips towards +x
}

TEST(LoadAnswer, PowerOfAHugeTwistIsANumber) {
  const ContactPatch patch{.normal_force = 10.0, .mu = 0.3, .supports = {{.shape = Disk{.radius = 0.05}}}};
  const auto model = friction_model(patch);
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(load_answer(*model, {{huge, huge}, huge}).power, huge);
  EXPECT_NEAR(load_answer(*model, {{huge / 6.0, 0.0}, 0.0}).power / huge, 0.5, 1e-12);  // μN = 3
}

TEST(MomentAnswer, IsTheSpinAboutTheCenter) {
  const ContactPatch patch{.normal_force = 10.0, .mu = 0.3, .supports = {{.shape = Ring{.radius = 0.05}}}};
  const auto model = friction_model(patch);
  const Vec2 c{0.02, -0.07};
  const MomentAnswer answer = moment_answer(*model, c);
  const FrictionLoad P = model->load(unit_spin(c));
  EXPECT_EQ(answer.center.place, c);
  EXPECT_NEAR(answer.load.force.x, P.force.x, 1e-12);
  EXPECT_NEAR(answer.load.force.y, P.force.y, 1e-12);
  EXPECT_NEAR(answer.load.moment, P.moment, 1e-12);
  EXPECT_NEAR(answer.state.moment, power(P, unit_spin(c)), 1e-12);
  EXPECT_EQ(moment_answer(*model, {1e308, 1e308}).state.moment, std::numeric_limits<double>::max());
}

TEST(MomentContours, LiveOnTheirLevelAndClose) {
  // of a point the moment function is a cone: contour lines are circles
  const ContactPatch patch{
      .normal_force = 10.0, .mu = 0.3, .supports = {{.shape = Points{.points = {{{0.01, 0.02}, 1.0}}}}}};
  const auto model = friction_model(patch);
  const SampledField field = moment_grid(*model, grid_over({-0.1, -0.1}, {0.1, 0.1}, 201, 201)).moment;
  const std::vector<double> levels{0.06, 0.15};
  const std::vector<MomentContour> contours = moment_contours(field, levels);
  ASSERT_EQ(contours.size(), 2u);
  std::size_t count = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(contours[k].moment, levels[k]);
    ASSERT_EQ(contours[k].lines.size(), 1u);
    const std::vector<Vec2>& line = contours[k].lines[0];
    EXPECT_EQ(line.front(), line.back());
    for (const Vec2 r : line) EXPECT_NEAR(length(r - Vec2{0.01, 0.02}), levels[k] / 3.0, 1e-5);  // mesh of 1 mm
    count += line.size();
  }
  const std::vector<MomentContourPoint> points = points_of(contours);
  ASSERT_EQ(points.size(), count);
  EXPECT_EQ(points.front().line, 0u);
  EXPECT_EQ(points.back().line, 1u);
  EXPECT_EQ(points.back().moment, 0.15);
  EXPECT_EQ(points.back().place, contours[1].lines[0].back());
}

TEST(SlidingForce, IsTheLargestOfAllDirections) {
  const auto force = [](const FrictionLaw& law) {
    const ContactPatch patch{
        .normal_force = 10.0, .mu = 0.3, .supports = {{.shape = Disk{.radius = 0.05}, .law = law}}};
    return largest_sliding_force(*friction_model(patch));
  };
  EXPECT_NEAR(force(IsotropicLaw{}), 3.0, 1e-12);
  EXPECT_NEAR(force(EllipticLaw{.mu = {0.1, 0.4}, .heading = {}}), 4.0, 1e-8);  // along its own axes, which are tried
  EXPECT_NEAR(force(WheelLaw{.heading = {.angle = 0.3}}), 3.0, 1e-8);           // μN sideways, whatever the direction
}

TEST(CenterOfRotation, IsWhereNothingMoves) {
  const Twist V{{0.3, -0.2}, 4.0};
  const Vec2 c = center_of_rotation(V).value();
  EXPECT_NEAR(length(V.velocity + V.omega * turned_left(c)), 0.0, 1e-15);
  EXPECT_FALSE(center_of_rotation({{1.0, 0.0}, 0.0}));
  EXPECT_FALSE(center_of_rotation({{1e300, 0.0}, 1e-300}));
}

}  // namespace
}  // namespace dryslip::tests
