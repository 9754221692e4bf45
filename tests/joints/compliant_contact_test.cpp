#include "dryslip/joints/compliant_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dryslip/joints/select_acceleration.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/joints/random_mechanism.hpp"

namespace dryslip::tests {
namespace {

using Eigen::VectorXd;
using Outcome = CompliantLimit::Outcome;

VectorXd one(double value) { return VectorXd::Constant(1, value); }

// Fig. 3 of Dupont with mu above a/c = 2; inside the static band there are B at rest, and B′ (F_n > 0), B″ (F_n < 0) for q̇ > 0
const ScalarJoint wedge{.a = 2.0, .b = 1.0, .c = 1.0, .d = 3.0, .mu = 3.5};
constexpr double tau = 2.0;

TEST(CompliantContact, StaysAtBAtRestAndGoesToBPrimeInMotion) {
  const JointAccelerations rest = solve_joint(wedge, tau, 0.0), slip = solve_joint(wedge, tau, 1.0);
  ASSERT_TRUE(rest.static_possible);
  ASSERT_EQ(slip.solutions.size(), 2u);
  const double prime =
      slip.solutions[0].normal_force > 0.0 ? slip.solutions[0].acceleration : slip.solutions[1].acceleration;
  const Mechanism mechanism = mechanism_of(wedge);
  const CompliantLimit at_rest = compliant_limit(mechanism, one(tau), one(0.0), mechanism.d);
  EXPECT_EQ(at_rest.outcome, Outcome::Settles);
  EXPECT_EQ(at_rest.acceleration[0], 0.0);
  const CompliantLimit moving = compliant_limit(mechanism, one(tau), one(1.0), mechanism.d);
  EXPECT_EQ(moving.outcome, Outcome::Settles);
  EXPECT_NEAR(moving.acceleration[0], prime, 1e-9);
}

TEST(CompliantContact, LeavesBDoublePrimeEitherWay) {
  const JointAccelerations slip = solve_joint(wedge, tau, 1.0);
  const JointAcceleration& repelling = slip.solutions[0].normal_force < 0.0 ? slip.solutions[0] : slip.solutions[1];
  const Mechanism mechanism = mechanism_of(wedge);
  const CompliantLimit inside = compliant_limit(mechanism, one(tau), one(1.0), one(repelling.normal_force + 1e-3));
  EXPECT_EQ(inside.outcome, Outcome::Settles);
  EXPECT_GT(inside.normal_force[0], 0.0);  // B′
  const CompliantLimit outside = compliant_limit(mechanism, one(tau), one(1.0), one(repelling.normal_force - 1e-3));
  EXPECT_EQ(outside.outcome, Outcome::Jams);
  const ImpulsiveStop stop = impulsive_stop(mechanism, one(0.7), outside.normal_force);
  EXPECT_EQ(stop.velocity[0], 0.0);  // to rest, where B is
  EXPECT_NEAR(stop.impulse[0], -2.0 * 0.7, 1e-12);
  EXPECT_NEAR(stop.normal_impulse[0], -1.0 * 0.7, 1e-12);
}

TEST(CompliantContact, NoSolutionJams) {
  ASSERT_EQ(solve_joint(wedge, -6.0, 1.0).count, AccelerationCount::None);
  EXPECT_EQ(compliant_limit(mechanism_of(wedge), one(-6.0), one(1.0), one(3.0)).outcome, Outcome::Jams);
  EXPECT_FALSE(compliant_branch(wedge, -6.0, 1.0, 3.0));
}

TEST(CompliantContact, ClosedFormAgreesWithTheSimulation) {
  Random random(8);
  int jams = 0, separations = 0;
  for (int k = 0; k < test_cases(); ++k) {
    ScalarJoint joint = random_joint(random, {0.5, 2.0}, 4);
    if (k % 3 == 0) joint.contact = ContactKind::Unilateral;
    if (std::abs(joint.a - joint.mu * std::abs(joint.c)) < 0.1 * joint.a) continue;  // slow
    const double load = uniform(random, -4, 4), velocity = k % 2 == 0 ? 1.0 : -1.0;
    const double start = joint.contact == ContactKind::Unilateral ? std::abs(joint.d) : uniform(random, -3, 3);
    const CompliantLimit limit = compliant_limit(mechanism_of(joint), one(load), one(velocity), one(start));
    const auto branch = compliant_branch(joint, load, velocity, start);
    ASSERT_NE(limit.outcome, Outcome::Undecided) << "case " << k;
    EXPECT_EQ(branch.has_value(), limit.outcome == Outcome::Settles) << "case " << k;
    jams += !branch;
    if (!branch || limit.outcome != Outcome::Settles) continue;
    separations += *branch == 0;
    if (*branch == 0) {
      EXPECT_EQ(limit.normal_force[0], 0.0) << "case " << k;
    } else {
      EXPECT_GT(*branch * limit.normal_force[0], 0.0) << "case " << k;
    }
  }
  EXPECT_GT(jams, 3);
  EXPECT_GT(separations, 3);
}

TEST(CompliantContact, OfTwoJointsOneMayJamAndTheOtherGoOn) {
  const Mechanism two{.A = Eigen::Matrix2d{{2.0, 0.1}, {0.1, 2.0}},
                      .C = Eigen::Matrix2d{{1.0, 0.0}, {0.0, 0.2}},
                      .b = VectorXd::Zero(2),
                      .d = Eigen::Vector2d(3.0, 1.0),
                      .mu = Eigen::Vector2d(3.5, 0.3)};
  const VectorXd load = Eigen::Vector2d(-8.0, 0.0), velocity = Eigen::Vector2d(1.0, 2.0);
  ASSERT_EQ(solve_mechanism(two, load, velocity).count, AccelerationCount::None);
  const CompliantLimit limit = compliant_limit(two, load, velocity, two.d);
  ASSERT_EQ(limit.outcome, Outcome::Jams);
  const ImpulsiveStop stop = impulsive_stop(two, velocity, limit.normal_force);
  EXPECT_EQ(stop.velocity[0], 0.0);
  // joint 1 feels the impulse through the inertia, with its own friction against it
  const double momentum = 0.1 * -1.0 + 2.0 * (stop.velocity[1] - 2.0);
  EXPECT_NEAR(stop.impulse[1], momentum, 1e-12);
  // without friction of its own it would gain 0.1/2; its normal impulse is C Δv, and friction takes about mu times that
  EXPECT_NEAR(2.0 * (stop.velocity[1] - 2.0), 0.1 - 0.3 * 0.2 * (stop.velocity[1] - 2.0), 1e-3 * 0.1);
}

TEST(SelectAcceleration, RulesAreNamedAndDiffer) {
  const JointAccelerations slip = solve_joint(wedge, tau, 1.0);
  const Selection by_default = select_acceleration(wedge, tau, 1.0, slip);
  EXPECT_EQ(by_default.by, Selection::By::Compliance);
  ASSERT_TRUE(by_default.index);
  EXPECT_GT(slip.solutions[*by_default.index].normal_force, 0.0);
  for (const JointAcceleration& solution : slip.solutions) {
    const Selection near =
        select_acceleration(wedge, tau, 1.0, slip,
                            {.rule = SelectionRule::Continuity, .previous_acceleration = solution.acceleration + 0.1});
    EXPECT_EQ(near.by, Selection::By::Continuity);
    EXPECT_EQ(slip.solutions[*near.index].acceleration, solution.acceleration);
  }
  EXPECT_THROW(select_acceleration(wedge, tau, 1.0, slip, {.rule = SelectionRule::Continuity}), InvalidInput);
  // at rest: static beside two starts
  const JointAccelerations rest = solve_joint(wedge, -7.0, 0.0);
  ASSERT_EQ(rest.solutions.size(), 3u);
  const Selection stays = select_acceleration(wedge, -7.0, 0.0, rest);
  EXPECT_EQ(stays.by, Selection::By::Static);
  EXPECT_EQ(rest.solutions[*stays.index].mode, JointMode::Static);
  const Selection compliant = select_acceleration(wedge, -7.0, 0.0, rest, {.rule = SelectionRule::Compliance});
  EXPECT_EQ(rest.solutions[*compliant.index].mode, JointMode::Static);
  // none
  const Selection stop = select_acceleration(wedge, -6.0, 1.0, solve_joint(wedge, -6.0, 1.0));
  EXPECT_FALSE(stop.index);
  EXPECT_TRUE(stop.is_impulsive_stop);
}

TEST(SelectAcceleration, OfAMechanismAgreesWithTheJoint) {
  Random random(9);
  for (int k = 0; k < test_cases(0.5); ++k) {
    const ScalarJoint joint{.a = 1.0,
                            .b = uniform(random, -1, 1),
                            .c = uniform(random, -2, 2),
                            .d = uniform(random, -2, 2),
                            .mu = uniform(random, 0, 4)};
    if (std::abs(1.0 - joint.mu * std::abs(joint.c)) < 0.1) continue;
    const double load = uniform(random, -4, 4), velocity = k % 3 - 1;
    const JointAccelerations scalar = solve_joint(joint, load, velocity);
    const Mechanism mechanism = mechanism_of(joint);
    const MechanismAccelerations all = solve_mechanism(mechanism, one(load), one(velocity));
    const Selection a = select_acceleration(joint, load, velocity, scalar);
    const Selection b = select_acceleration(mechanism, one(load), one(velocity), all);
    EXPECT_EQ(a.index, b.index) << "case " << k;
    EXPECT_EQ(a.by, b.by) << "case " << k;
    EXPECT_EQ(a.is_impulsive_stop, b.is_impulsive_stop) << "case " << k;
  }
}

}  // namespace
}  // namespace dryslip::tests
