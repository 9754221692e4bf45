#include "dryslip/joints/multi_dof_joints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <vector>

#include "dryslip/joints/uniqueness_bound.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/joints/random_mechanism.hpp"

namespace dryslip::tests {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// All solutions by trying {sign of F} × {stick, start +, start −}, each with a matrix of its own: nothing shared with the
/// library's walk.
std::vector<VectorXd> brute_force(const Mechanism& m, const VectorXd& tau, const VectorXd& velocity) {
  const Index n = m.size();
  std::vector<VectorXd> found;
  int patterns = 1;
  for (Index i = 0; i < n; ++i) patterns *= velocity[i] == 0.0 ? 5 : 2;
  for (int code = 0; code < patterns; ++code) {
    VectorXd direction = velocity, sigma(n);
    std::vector<bool> sticks(static_cast<std::size_t>(n), false);
    for (Index i = 0, rest = code; i < n; ++i) {
      const Index choices = velocity[i] == 0.0 ? 5 : 2, mine = rest % choices;
      rest /= choices;
      sigma[i] = mine % 2 == 0 ? 1.0 : -1.0;
      sticks[static_cast<std::size_t>(i)] = mine == 4;
      if (velocity[i] == 0.0) direction[i] = mine < 2 ? 1.0 : -1.0;
    }
    MatrixXd left = m.A;
    VectorXd right = tau - m.b;
    for (Index i = 0; i < n; ++i) {
      if (sticks[static_cast<std::size_t>(i)]) {
        left.row(i) = VectorXd::Unit(n, i);
        right[i] = 0.0;
      } else {
        left.row(i) += m.mu[i] * direction[i] * sigma[i] * m.C.row(i);
        right[i] -= m.mu[i] * direction[i] * sigma[i] * m.d[i];
      }
    }
    const VectorXd x = left.fullPivLu().solve(right), F = m.C * x + m.d, friction = tau - m.b - m.A * x;
    bool is_valid = true;
    for (Index i = 0; i < n; ++i) {
      if (sticks[static_cast<std::size_t>(i)]) {
        is_valid = is_valid && std::abs(friction[i]) <= m.static_coefficient(i) * std::abs(F[i]);
      } else {
        is_valid = is_valid && sigma[i] * F[i] >= 0.0 && (velocity[i] != 0.0 || direction[i] * x[i] > 0.0);
      }
    }
    if (is_valid) found.push_back(x);
  }
  return found;
}

TEST(MultiDofJoints, AllSolutionsAgreeWithBruteForce) {
  Random random(1);
  std::vector<int> counts(10, 0);
  for (int k = 0; k < test_cases(3.0); ++k) {
    const Index n = 1 + k % 8;
    const double rest = k % 3 == 0 ? 0.0 : n > 5 ? 0.4 : 0.7;
    const Mechanism mechanism = random_mechanism(random, n, k % 2 == 0 ? 3.0 : 1.0);
    const VectorXd tau = random_load(random, n), velocity = random_velocity(random, n, rest);
    const MechanismAccelerations found = solve_mechanism(mechanism, tau, velocity);
    const std::vector<VectorXd> expected = brute_force(mechanism, tau, velocity);
    ASSERT_EQ(found.solutions.size(), expected.size()) << "case " << k << ", n = " << n;
    ++counts[std::min<std::size_t>(expected.size(), 9)];
    for (const VectorXd& x : expected) {
      double distance = 1e300;
      for (const MechanismAcceleration& solution : found.solutions)
        distance = std::min(distance, (solution.acceleration - x).cwiseAbs().maxCoeff());
      EXPECT_LE(distance, 1e-9 * x.cwiseAbs().maxCoeff()) << "case " << k;
    }
    EXPECT_LE(found.worst_residual, 1e-13);
  }
  for (const int count : {0, 1, 2, 3}) EXPECT_GT(counts[static_cast<std::size_t>(count)], 0) << count;
}

TEST(MultiDofJoints, OneJointIsTheScalarJoint) {
  Random random(2);
  for (int k = 0; k < test_cases(); ++k) {
    ScalarJoint joint = random_joint(random, {0.1, 3.0}, 3);
    if (k % 2 == 0) joint.contact = ContactKind::Unilateral;
    if (k % 3 == 0) joint.mu_static = 1.5 * joint.mu;
    if (k % 5 == 0) joint.mu = std::abs(joint.a / joint.c);
    if (k % 5 == 0) joint.mu_static.reset();
    const double velocity = k % 3 - 1;
    const double tau = k % 4 == 0 ? joint.b - joint.a * joint.d / joint.c : uniform(random, -5, 5);  // S = 0
    const JointAccelerations scalar = solve_joint(joint, tau, velocity);
    const VectorXd load = VectorXd::Constant(1, tau), speed = VectorXd::Constant(1, velocity);
    const MechanismAccelerations found = solve_mechanism(mechanism_of(joint), load, speed);
    EXPECT_EQ(found.count, scalar.count) << "case " << k;
    ASSERT_EQ(found.solutions.size(), scalar.solutions.size()) << "case " << k;
    for (std::size_t i = 0; i < scalar.solutions.size(); ++i) {
      EXPECT_NEAR(found.solutions[i].acceleration[0], scalar.solutions[i].acceleration,
                  1e-12 * std::abs(scalar.solutions[i].acceleration) + 1e-14);
      EXPECT_EQ(found.solutions[i].modes[0], scalar.solutions[i].mode) << "case " << k;
    }
    EXPECT_EQ(found.static_possible, scalar.static_possible);
    const UniquenessBound bound = bound_uniqueness(mechanism_of(joint), speed);
    const double margin = uniqueness_margin(joint, velocity);
    EXPECT_EQ(bound.is_unique, is_unique_for_all_loads(margin)) << "case " << k;
    if (std::isfinite(margin)) {
      EXPECT_NEAR(bound.margin_low, margin, 1e-9 * margin) << "case " << k;
    }
  }
}

TEST(MultiDofJoints, SeveralSolutionsOfUncoupledJointsMultiply) {
  // each has two slips, so the pair has four; coupled weakly they stay
  const Mechanism two{.A = MatrixXd::Identity(2, 2) * 2.0,
                      .C = MatrixXd::Identity(2, 2),
                      .b = VectorXd::Ones(2),
                      .d = VectorXd::Constant(2, 3.0),
                      .mu = VectorXd::Constant(2, 3.5)};
  const MechanismAccelerations found = solve_mechanism(two, VectorXd::Constant(2, 2.0), VectorXd::Ones(2));
  EXPECT_EQ(found.count, AccelerationCount::Several);
  ASSERT_EQ(found.solutions.size(), 4u);
  const JointAccelerations one = solve_joint({.a = 2, .b = 1, .c = 1, .d = 3, .mu = 3.5}, 2.0, 1.0);
  ASSERT_EQ(one.solutions.size(), 2u);
  EXPECT_NEAR(found.solutions[1].acceleration[0], one.solutions[0].acceleration, 1e-13);
  EXPECT_NEAR(found.solutions[1].acceleration[1], one.solutions[1].acceleration, 1e-13);
}

TEST(MultiDofJoints, SingularPatternsGiveContinuaOrNothing) {
  // joint 0 at mu = a/c with S = 0, joint 1 ordinary
  Mechanism m{.A = MatrixXd::Identity(2, 2) * 2.0,
              .C = MatrixXd::Identity(2, 2),
              .b = VectorXd::Ones(2),
              .d = VectorXd::Constant(2, 3.0),
              .mu = Eigen::Vector2d(2.0, 0.5)};
  MechanismAccelerations found = solve_mechanism(m, Eigen::Vector2d(-5.0, 2.0), VectorXd::Ones(2));
  EXPECT_EQ(found.count, AccelerationCount::Continuum);
  ASSERT_EQ(found.continua.size(), 1u);
  EXPECT_FALSE(found.continua[0].other_end);
  EXPECT_NEAR(found.continua[0].end[0], -3.0, 1e-12);
  EXPECT_NEAR(found.continua[0].direction[0], -1.0, 1e-12);
  EXPECT_NEAR(found.continua[0].direction[1], 0.0, 1e-12);
  ASSERT_EQ(found.solutions.size(), 1u);
  EXPECT_NEAR(found.solutions[0].acceleration[1], (2.0 - 1.0 - 1.5) / 2.5, 1e-12);
  // s S < 0: none
  EXPECT_EQ(solve_mechanism(m, Eigen::Vector2d(-6.0, 2.0), VectorXd::Ones(2)).count, AccelerationCount::None);
  EXPECT_EQ(solve_mechanism(m, Eigen::Vector2d(-4.0, 2.0), VectorXd::Ones(2)).count, AccelerationCount::One);
  // both singular: a quadrant of accelerations, reported by its edges
  m.mu = VectorXd::Constant(2, 2.0);
  found = solve_mechanism(m, VectorXd::Constant(2, -5.0), VectorXd::Ones(2));
  EXPECT_EQ(found.count, AccelerationCount::Continuum);
  EXPECT_GE(found.continua.size(), 2u);
  // the bound is uncertain by 1e-12
  EXPECT_FALSE(bound_uniqueness(m, VectorXd::Ones(2)).is_unique);
}

TEST(MultiDofJoints, NewtonDecidesJointsOnTheLimitOfRest) {
  // normal forces are given, so that there is one solution; loads on the limit but for rounding: it rests, or starts as slowly
  Random random(5);
  for (int k = 0; k < test_cases(2.0); ++k) {
    const Index n = 1 + k % 4;
    Mechanism mechanism = random_mechanism(random, n, 0.4);
    mechanism.C.setZero();
    mechanism.d = mechanism.d.cwiseAbs().array() + 0.5;
    VectorXd tau = mechanism.b;
    const double off = std::pow(10.0, -16.0 + 0.25 * (k % 24));
    for (Index i = 0; i < n; ++i) {
      const double limit = mechanism.static_coefficient(i) * mechanism.d[i];
      tau[i] += ((k >> i) % 2 == 0 ? 1.0 : -1.0) * limit * (1.0 + static_cast<double>((k + i) % 3 - 1) * off);
    }
    const OneAcceleration one = one_acceleration(mechanism, tau, VectorXd::Zero(n));
    ASSERT_TRUE(one.converged) << "case " << k << ", off by " << off;
    // no more than what is beyond the limit, or its rounding, can accelerate
    const double beyond = (10.0 * off + 1e-11) * (tau.cwiseAbs() + mechanism.b.cwiseAbs()).maxCoeff();
    EXPECT_LE((mechanism.A * one.solution.acceleration).cwiseAbs().maxCoeff(), static_cast<double>(n) * beyond) << k;
  }
}

TEST(MultiDofJoints, NewtonFindsTheOnlySolutionAndSaysWhereItFails) {
  Random random(3);
  int unique = 0, converged = 0;
  for (int k = 0; k < test_cases(2.0); ++k) {
    const Index n = 1 + k % 8;
    const Mechanism mechanism = random_mechanism(random, n, k % 2 == 0 ? 0.4 : 2.0);
    const VectorXd tau = random_load(random, n), velocity = random_velocity(random, n, k % 3 == 0 ? 0.0 : 0.5);
    const OneAcceleration one = one_acceleration(mechanism, tau, velocity);
    const MechanismAccelerations all = solve_mechanism(mechanism, tau, velocity);
    if (all.count == AccelerationCount::None) {
      EXPECT_FALSE(one.converged) << "case " << k;
    }
    const bool is_unique = certain_factor(mechanism, velocity) > 1.0;
    if (is_unique) {
      EXPECT_TRUE(one.converged) << "case " << k;
    }
    unique += is_unique;
    converged += one.converged;
    if (!one.converged) continue;
    double nearest = 1e300;
    for (const MechanismAcceleration& solution : all.solutions)
      nearest = std::min(nearest, (solution.acceleration - one.solution.acceleration).cwiseAbs().maxCoeff());
    EXPECT_LE(nearest, 1e-12 * one.solution.acceleration.cwiseAbs().maxCoeff()) << "case " << k;
  }
  EXPECT_GT(unique, 10);
  EXPECT_GT(converged, test_cases(2.0) / 2);
}

TEST(MultiDofJoints, IsCancelledWhereProgressSaysSo) {
  Random random(2);
  constexpr Index n = 20;  // a million patterns
  const Mechanism mechanism = random_mechanism(random, n, 3.0);
  double part = 0.0;
  const auto stop = [&](double reached) {
    part = reached;
    return reached < 0.05;
  };
  EXPECT_THROW(solve_mechanism(mechanism, random_load(random, n), VectorXd::Ones(n), stop), Cancelled);
  EXPECT_NEAR(part, 0.05, 0.02);
}

TEST(MultiDofJoints, BadMechanismsAreNamed) {
  Mechanism m{.A = MatrixXd::Identity(2, 2),
              .C = MatrixXd::Zero(2, 2),
              .b = VectorXd::Zero(2),
              .d = VectorXd::Zero(2),
              .mu = VectorXd::Ones(2)};
  EXPECT_NO_THROW(check_mechanism(m));
  const auto message = [&](const auto& change) {
    Mechanism bad = m;
    change(bad);
    try {
      check_mechanism(bad);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(message([](Mechanism& b) { b.A(0, 1) = 0.1; }), ::testing::HasSubstr("A[1][0]: 0: must equal A[0][1]"));
  EXPECT_THAT(message([](Mechanism& b) { b.A(0, 1) = b.A(1, 0) = 1.0; }),
              ::testing::HasSubstr("A: not positive definite"));
  EXPECT_THAT(message([](Mechanism& b) { b.A(1, 1) = -1.0; }),
              ::testing::HasSubstr("A[1][1]: -1: must be greater than 0"));
  EXPECT_THAT(message([](Mechanism& b) { b.mu[1] = -0.5; }), ::testing::HasSubstr("mu[1]: -0.5: must not be negative"));
  EXPECT_THAT(message([](Mechanism& b) { b.d.resize(3); }),
              ::testing::HasSubstr("d: an array of 3: must be an array of 2"));
  EXPECT_THAT(message([](Mechanism& b) { b.C.resize(2, 3); }), ::testing::HasSubstr("C: 2 by 3: must be 2 by 2"));
  EXPECT_THAT(message([](Mechanism& b) { b.mu_static = VectorXd::Constant(2, 0.5); }),
              ::testing::HasSubstr("mu_static[0]: 0.5: must be at least"));
}

}  // namespace
}  // namespace dryslip::tests
