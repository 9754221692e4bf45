#include "dryslip/limit_surface/motion_answer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/limit_surface/stick_test.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

using State = MotionAnswer::State;
using Place = MotionAnswer::Place;

TEST(MotionAnswer, SaysWhereALoadIsAndWhetherItHolds) {
  Random random(41);
  for (int k = 0; k < 40; ++k) {
    const NamedPatch item = random_contact(random);
    SCOPED_TRACE(item.name);
    const LimitSurface surface(item.patch);
    // a load of the surface, as the contact gives it
    const FrictionLoad P = surface.model().load(random_twist(random, item.patch));
    const MotionAnswer on = motion_answer(surface, P), inside = motion_answer(surface, 0.7 * P),
                       outside = motion_answer(surface, 1.4 * P);
    EXPECT_EQ(on.load, P);
    EXPECT_NEAR(on.found.factor, 1.0, 1e-9);
    EXPECT_EQ(inside.state, State::Stick);
    EXPECT_EQ(inside.place, Place::Inside);
    EXPECT_EQ(outside.state, State::Slip);
    EXPECT_EQ(outside.place, Place::Outside);
    EXPECT_FALSE(outside.carries_nothing());
    EXPECT_EQ(outside.model_error, 0.0);
  }
}

TEST(MotionAnswer, OnIsWithinTheCertificate) {
  const ContactPatch disk{.normal_force = 10.0, .mu = 0.3, .supports = {{.shape = Disk{.radius = 0.05}}}};
  const LimitSurface surface(disk);
  EXPECT_EQ(motion_answer(surface, {{3.0, 0.0}, 0.0}).place, Place::On);  // μN
  EXPECT_EQ(motion_answer(surface, {{3.0 * (1.0 + 1e-9), 0.0}, 0.0}).place, Place::Outside);
  EXPECT_EQ(motion_answer(surface, {{3.0 * (1.0 - 1e-9), 0.0}, 0.0}).place, Place::Inside);
  EXPECT_EQ(motion_answer(surface, {}).state, State::Stick);
}

TEST(MotionAnswer, AMetricAsksForKardansCriterion) {
  const ContactPatch block{.normal_force = 10.0, .mu = 0.3, .supports = {{.shape = Rectangle{.size = {0.1, 0.03}}}}};
  const LimitSurface surface(block);
  const Mat3 G = kinetic_metric(1.0, 1e-3, {0.01, 0.0});
  const FrictionLoad P{{1.0, 2.0}, 0.05};
  const MotionAnswer one = motion_answer(surface, P, G), all = motion_answer(surface, P);
  EXPECT_EQ(one.found.factor, motion_by_one_twist(surface, P, G).factor);
  EXPECT_EQ(all.found.factor, surface.motion_of(P).factor);
  EXPECT_GT(one.found.factor, 1.001 * all.found.factor);
}

}  // namespace
}  // namespace dryslip::tests
