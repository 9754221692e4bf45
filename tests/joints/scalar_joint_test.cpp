#include "dryslip/joints/scalar_joint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "dryslip/joints/screw_drive.hpp"
#include "dryslip/joints/slender_rod.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/joints/random_mechanism.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;

/// Left side less τ, with friction against `direction`.
double residual(const ScalarJoint& j, double x, double direction, double tau) {
  return j.a * x + j.b + j.mu * std::abs(j.c * x + j.d) * direction - tau;
}

TEST(ScalarJoint, SolutionsAreAllZerosOfTheEquation) {
  // roots of a piecewise linear function, counted by its signs on a fine grid and its slopes at both ends
  Random random(11);
  for (int k = 0; k < test_cases(); ++k) {
    const ScalarJoint j = random_joint(random, {0.2, 2.0}, 3);
    const double tau = uniform(random, -4, 4), s = k % 2 == 0 ? 1.0 : -1.0;
    const JointAccelerations found = solve_joint(j, tau, 17.0 * s);
    for (const JointAcceleration& solution : found.solutions) {
      EXPECT_NEAR(residual(j, solution.acceleration, s, tau), 0.0,
                  1e-12 * (4 + j.mu * 4 + std::abs(solution.acceleration) * 8));
      EXPECT_NEAR(solution.normal_force, j.c * solution.acceleration + j.d,
                  1e-12 * (4 + 4 * std::abs(solution.acceleration)));
    }
    const double apex = -j.d / j.c, far = 1e6 * (1.0 + std::abs(apex));
    int signs = 0;
    signs += residual(j, -far, s, tau) * residual(j, apex, s, tau) < 0.0;
    signs += residual(j, far, s, tau) * residual(j, apex, s, tau) < 0.0;
    EXPECT_EQ(static_cast<int>(found.solutions.size()), signs) << "case " << k;
  }
}

TEST(ScalarJoint, MirrorOfEverythingMirrorsTheAnswer) {
  Random random(12);
  for (int k = 0; k < test_cases(); ++k) {
    ScalarJoint j = random_joint(random, {0.2, 2.0}, 3);
    j.mu_static = 3.5;
    ScalarJoint mirror = j, flipped = j;
    mirror.b = -j.b;
    mirror.d = -j.d;  // q → −q
    flipped.c = -j.c;
    flipped.d = -j.d;  // F_n → −F_n
    const double tau = uniform(random, -4, 4), velocity = k % 3 - 1;
    const JointAccelerations all = solve_joint(j, tau, velocity), other = solve_joint(mirror, -tau, -velocity),
                             same = solve_joint(flipped, tau, velocity);
    ASSERT_EQ(all.solutions.size(), other.solutions.size());
    ASSERT_EQ(all.solutions.size(), same.solutions.size());
    for (std::size_t i = 0, n = all.solutions.size(); i < n; ++i) {
      EXPECT_EQ(all.solutions[i].acceleration, -other.solutions[n - 1 - i].acceleration);
      EXPECT_EQ(all.solutions[i].acceleration, same.solutions[i].acceleration);
      EXPECT_EQ(all.solutions[i].normal_force, -same.solutions[i].normal_force);
    }
  }
}

TEST(ScalarJoint, SolutionsAreWhereTheTorqueMeetsItsLines) {
  Random random(14);
  int none = 0, several = 0, separated = 0;
  for (int k = 0; k < 4000; ++k) {
    ScalarJoint j{.a = uniform(random, 0.2, 2.0),
                  .b = uniform(random, -1, 1),
                  .c = k % 7 == 0 ? 0.0 : uniform(random, -2, 2),
                  .d = uniform(random, -2, 2),
                  .mu = uniform(random, 0, 3),
                  .contact = k % 2 == 0 ? ContactKind::Bilateral : ContactKind::Unilateral};
    if (k % 3 == 0) j.free = FreeMotion{.inertia = uniform(random, 0.2, 2.0), .bias = uniform(random, -1, 1)};
    const double tau = uniform(random, -4, 4), velocity = k % 4 < 2 ? 1.0 : -1.0;
    const auto motion = velocity > 0.0 ? TorqueLine::Motion::Forwards : TorqueLine::Motion::Backwards;
    std::vector<double> met;
    for (const TorqueLine& line : torque_lines(j)) {
      EXPECT_LE(line.from, line.to);
      if (line.motion != motion && line.motion != TorqueLine::Motion::Separated) continue;
      const double acceleration = (tau - line.offset) / line.slope;
      if (acceleration >= line.from && acceleration <= line.to) met.push_back(acceleration);
    }
    std::sort(met.begin(), met.end());
    const JointAccelerations all = solve_joint(j, tau, velocity);
    ASSERT_EQ(met.size(), all.solutions.size()) << k;
    for (std::size_t i = 0; i < met.size(); ++i) {
      EXPECT_NEAR(met[i], all.solutions[i].acceleration, 1e-10 * (1.0 + std::abs(met[i]))) << k;
      separated += all.solutions[i].mode == JointMode::Separation;
    }
    none += met.empty();
    several += met.size() > 1;
    if (j.c != 0.0 && j.contact == ContactKind::Bilateral) {  // [Dupont1992, eq. (10)]
      EXPECT_NEAR(critical_mu(j), j.mu * uniqueness_margin(j, velocity), 1e-12 * critical_mu(j));
    }
  }
  EXPECT_GT(none, 100);
  EXPECT_GT(several, 100);
  EXPECT_GT(separated, 100);
}

TEST(ScalarJoint, UnitsOfAnySizeDoNotMatter) {
  const ScalarJoint j{.a = 2, .b = 1, .c = 1, .d = 3, .mu = 3.5};
  for (const double unit : {1e-150, 1e-30, 1e30, 1e150}) {
    const ScalarJoint scaled{.a = 2 * unit, .b = unit, .c = unit, .d = 3 * unit, .mu = 3.5};
    for (const double velocity : {-1.0, 0.0, 1.0}) {
      const auto a = solve_joint(j, -7.0, velocity), b = solve_joint(scaled, -7.0 * unit, 1e-300 * velocity);
      ASSERT_EQ(a.solutions.size(), b.solutions.size());
      for (std::size_t i = 0; i < a.solutions.size(); ++i)
        EXPECT_NEAR(a.solutions[i].acceleration, b.solutions[i].acceleration, 1e-14);
    }
  }
  EXPECT_THROW(solve_joint({.a = 1e-300, .c = 1e300, .d = 1, .mu = 1}, 1e100, 1.0), InvalidInput);
}

TEST(ScalarJoint, EqualitiesCountWithinTheTolerance) {
  ScalarJoint j{.a = 2, .b = 1, .c = 1, .d = 3, .mu = 2};
  for (const double off : {-5e-13, 0.0, 5e-13}) {
    j.mu = 2.0 * (1.0 + off);
    EXPECT_EQ(solve_joint(j, -5.0 * (1.0 - off), 1.0).count, AccelerationCount::Continuum) << off;
    EXPECT_FALSE(is_unique_for_all_loads(uniqueness_margin(j, 1.0)));
    j.mu = 0.5;
    EXPECT_TRUE(solve_joint(j, 2.5 * (1.0 + off), 0.0).static_possible);  // b + mu d
    EXPECT_EQ(solve_joint(j, 2.5 * (1.0 + off), 0.0).count, AccelerationCount::One);
  }
  EXPECT_FALSE(solve_joint(j, 2.5 * (1.0 + 1e-11), 0.0).static_possible);
  EXPECT_EQ(solve_joint(j, 2.5 * (1.0 + 1e-11), 0.0).solutions.at(0).mode, JointMode::IncipientPlus);
  j.mu = 2.0 * (1.0 - 1e-11);
  EXPECT_EQ(solve_joint(j, -5.0, 1.0).count, AccelerationCount::One);
  EXPECT_TRUE(is_unique_for_all_loads(uniqueness_margin(j, 1.0)));
}

TEST(ScalarJoint, ZeroCoefficientsAreValid) {
  EXPECT_EQ(solve_joint({.a = 2, .mu = 0.5}, 3.0, 1.0).solutions.at(0).acceleration, 1.5);
  EXPECT_EQ(solve_joint({.a = 2, .c = 1, .mu = 0.5}, 3.0, 1.0).solutions.at(0).acceleration,
            1.2);  // d = 0: 3/(2 + 0.5)
  EXPECT_EQ(solve_joint({.a = 2, .d = -4, .mu = 0.5}, 3.0, 1.0).solutions.at(0).acceleration, 0.5);  // c = 0: (3 − 2)/2
  EXPECT_EQ(solve_joint({.a = 2, .c = 1, .d = 3}, 3.0, 0.0).solutions.at(0).mode, JointMode::IncipientPlus);  // mu = 0
  EXPECT_EQ(solve_joint({.a = 2, .c = 1, .d = 3}, 0.0, -0.0).solutions.at(0).mode, JointMode::Static);
  EXPECT_FALSE(std::signbit(solve_joint({.a = 2, .c = 1, .d = -0.0, .mu = 3}, 0.0, 1.0).solutions.at(0).acceleration));
  EXPECT_TRUE(std::isinf(uniqueness_margin({.a = 2, .mu = 0.5}, 1.0)));
}

TEST(ScalarJoint, StaticCoefficientSeparatesRestAndStart) {
  const ScalarJoint j{.a = 2, .b = 1, .c = 1, .d = 3, .mu = 0.5, .mu_static = 0.8};
  const JointAccelerations between = solve_joint(j, 1.0 + 2.0, 0.0);  // 1.5 < 2 < 2.4
  ASSERT_EQ(between.solutions.size(), 2u);
  EXPECT_TRUE(between.static_possible);
  EXPECT_EQ(between.solutions[1].mode, JointMode::IncipientPlus);
  EXPECT_NEAR(between.solutions[1].acceleration, 0.5 / 2.5, 1e-15);
  EXPECT_EQ(solve_joint(j, 1.0 + 2.5, 0.0).count, AccelerationCount::One);
  EXPECT_EQ(uniqueness_margin(j, 0.0), 0.0);
  EXPECT_EQ(uniqueness_margin(j, 1.0), 4.0);
}

TEST(ScalarJoint, UnilateralContactSeparatesWhereItWouldPull) {
  const ScalarJoint j{.a = 2, .b = 0, .c = 1, .d = 3, .mu = 0.5, .contact = ContactKind::Unilateral};
  const JointAccelerations open = solve_joint(j, -8.0, 1.0);  // S = −8 + 6
  ASSERT_EQ(open.solutions.size(), 1u);
  EXPECT_EQ(open.solutions[0].mode, JointMode::Separation);
  EXPECT_EQ(open.solutions[0].acceleration, -4.0);
  EXPECT_EQ(open.solutions[0].normal_force, 0.0);
  EXPECT_EQ(solve_joint(j, -5.0, 1.0).solutions.at(0).mode, JointMode::Slip);
  // friction that presses: none or two above a/c
  const ScalarJoint wedge{.a = 2, .b = 0, .c = 1, .d = 3, .mu = 3.0, .contact = ContactKind::Unilateral};
  EXPECT_EQ(solve_joint(wedge, 0.0, -1.0).count, AccelerationCount::None);
  EXPECT_EQ(solve_joint(wedge, -8.0, -1.0).solutions.size(), 2u);
  EXPECT_EQ(solve_joint(wedge, 0.0, 1.0).count, AccelerationCount::One);
  EXPECT_TRUE(std::isinf(uniqueness_margin(wedge, 1.0)));
  EXPECT_NEAR(uniqueness_margin(wedge, -1.0), 2.0 / 3.0, 1e-15);
}

TEST(SlenderRod, CriticalFrictionIsFourThirdsAtTangentTwo) {
  EXPECT_NEAR(critical_mu_of_rod(std::atan(2.0)), 4.0 / 3.0, 1e-15);
  for (const double angle : {0.3, 0.8, std::atan(2.0), 1.3}) {
    EXPECT_GE(critical_mu_of_rod(angle), 4.0 / 3.0 - 1e-15);
    // the joint knows it too, whatever mass and length
    const SlenderRod rod{.mass = 0.3, .half_length = 0.7, .angle = angle, .mu = 1.0};
    EXPECT_NEAR(uniqueness_margin(rod_joint(rod), -1.0), critical_mu_of_rod(angle), 1e-13);
    EXPECT_TRUE(std::isinf(uniqueness_margin(rod_joint(rod), 1.0)));
  }
}

TEST(SlenderRod, LoadDecidesBetweenNoneAndTwo) {
  SlenderRod rod{.mass = 2.0, .half_length = 0.5, .angle = std::atan(2.0), .mu = 1.2, .force_y = -10.0};
  EXPECT_EQ(solve_joint(rod_joint(rod), 0.0, -1.0).count, AccelerationCount::One);
  rod.mu = 1.5;
  EXPECT_EQ(solve_joint(rod_joint(rod), 0.0, -1.0).count, AccelerationCount::None);
  EXPECT_EQ(solve_joint(rod_joint(rod), 0.0, 1.0).count, AccelerationCount::One);
  rod.angular_velocity = 8.0;  // lifts the end: l ω² sin θ = 28.6 against 5 m/s²
  const JointAccelerations two = solve_joint(rod_joint(rod), 0.0, -1.0);
  ASSERT_EQ(two.solutions.size(), 2u);
  for (const JointAcceleration& solution : two.solutions) {
    // second route: Newton and Euler for the rod with these forces give the same slip, and the end leaves or stays
    const double N = solution.normal_force, T = 1.5 * N;  // friction against −x
    const double J = 2.0 * 0.25 / 3.0, cx = 0.5 / std::sqrt(5.0), cy = 1.0 / std::sqrt(5.0);
    const double spin = (-cx * N + cy * T) / J;  // about the center of mass; the end is at (−cx, −cy)
    const double end_x = T / 2.0 + spin * cy + 64.0 * cx, end_y = (N - 10.0) / 2.0 - spin * cx + 64.0 * cy;
    EXPECT_NEAR(end_x, solution.acceleration, 1e-11);
    if (solution.mode == JointMode::Separation) {
      EXPECT_GT(end_y, 0.0);
    } else {
      EXPECT_NEAR(end_y, 0.0, 1e-11);
    }
  }
}

TEST(ScrewDrive, MarginIsTheFrictionAtWhichLoweringLosesItsInertia) {
  ScrewDrive screw{.inertia = 1e-5,
                   .mass = 10,
                   .lead = 0.002,
                   .helix = 5 * std::numbers::pi / 180,
                   .thread = 14.5 * std::numbers::pi / 180,
                   .mu = 0.05};
  const double margin = screw_properties(screw).margin;
  EXPECT_GT(margin, 1.0);
  screw.mu *= margin;
  EXPECT_NEAR(screw_properties(screw).effective_inertia[1], 0.0, 1e-18);
  screw.mass = 0.0;
  EXPECT_TRUE(std::isinf(screw_properties(screw).margin));
  EXPECT_EQ(solve_screw(screw, 1e-5, 1.0).solutions.at(0).acceleration, 1.0);
}

TEST(ScrewDrive, EquationOfThePaperHoldsForEverySolution) {
  Random random(13);
  for (int k = 0; k < test_cases(); ++k) {
    ScrewDrive screw{.inertia = uniform(random, 1e-6, 1e-4),
                     .mass = uniform(random, 0, 20),
                     .lead = uniform(random, 1e-3, 5e-3),
                     .helix = uniform(random, 0.02, 0.5),
                     .thread = uniform(random, 0, 0.5),
                     .mu = uniform(random, 0, 0.5)};
    if (k % 4 == 0) screw.contact = ContactKind::Unilateral;
    const double velocity = k % 3 - 1, tau = uniform(random, -1, 1);
    const ScrewProperties p = screw_properties(screw);
    for (const JointAcceleration& s : solve_screw(screw, tau, velocity).solutions) {
      if (s.mode == JointMode::Static || s.mode == JointMode::Separation) continue;
      const double direction = velocity != 0.0 ? velocity : s.acceleration;
      const double load = screw.mass * screw.lead * (screw.lead * s.acceleration + 9.81);
      EXPECT_NEAR(s.normal_force, load, 1e-12);
      const double inverse = p.inverse_efficiency[load * direction > 0.0 ? 0 : 1];
      EXPECT_NEAR(screw.inertia * s.acceleration + inverse * load, tau,
                  1e-11 * (1.0 + screw.inertia * std::abs(s.acceleration)));
    }
  }
}

TEST(ScrewDrive, MechanismOfOneJointHasTheSameBandAndSolutions) {
  Random random(14);
  int held = 0, started = 0;
  for (int k = 0; k < test_cases(); ++k) {
    ScrewDrive screw{.inertia = 1e-5,
                     .mass = 10,
                     .lead = 0.002,
                     .helix = uniform(random, 0.02, 0.3),
                     .thread = uniform(random, 0, 0.5),
                     .mu = uniform(random, 0, 0.3)};
    screw.mu_static = screw.mu + uniform(random, 0.0, 0.2);
    const double tau = uniform(random, -0.3, 1.0), velocity = k % 4 == 0 ? -1.0 : 0.0;
    const JointAccelerations one = solve_screw(screw, tau, velocity);
    const auto vector = [](double value) -> Eigen::VectorXd { return Eigen::VectorXd::Constant(1, value); };
    const MechanismAccelerations many = solve_mechanism(mechanism_of(screw), vector(tau), vector(velocity));
    EXPECT_EQ(one.static_possible, many.static_possible) << "case " << k;
    ASSERT_EQ(one.solutions.size(), many.solutions.size()) << "case " << k;
    for (std::size_t i = 0; i < one.solutions.size(); ++i) {
      EXPECT_EQ(one.solutions[i].mode, many.solutions[i].modes[0]);
      EXPECT_NEAR(one.solutions[i].acceleration, many.solutions[i].acceleration[0],
                  1e-11 * std::abs(one.solutions[i].acceleration));
      EXPECT_NEAR(one.solutions[i].normal_force, many.solutions[i].normal_force[0], 1e-11);
    }
    held += one.static_possible;
    started += velocity == 0.0 && !one.static_possible;
  }
  EXPECT_GT(held, 10);
  EXPECT_GT(started, 10);
}

TEST(ScrewDrive, BadValuesAreNamed) {
  const ScrewDrive good{.inertia = 1e-5, .mass = 10, .lead = 0.002, .helix = 0.1, .thread = 0.2, .mu = 0.15};
  EXPECT_NO_THROW(check_screw(good));
  const auto message = [&](auto ScrewDrive::*field, double value) {
    ScrewDrive bad = good;
    bad.*field = value;
    try {
      check_screw(bad);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(message(&ScrewDrive::helix, 1.5), HasSubstr("mu: 0.15: helix + friction angle is"));
  EXPECT_THAT(message(&ScrewDrive::helix, 0.0), HasSubstr("helix: 0: must lie strictly between 0 and pi/2"));
  EXPECT_THAT(message(&ScrewDrive::inertia, 0.0), HasSubstr("inertia: 0: must be greater than 0"));
  EXPECT_THAT(message(&ScrewDrive::mu, 20.0), HasSubstr("must be below pi/2"));
  EXPECT_THAT(message(&ScrewDrive::mu, std::nan("")), HasSubstr("mu: nan"));
}

}  // namespace
}  // namespace dryslip::tests
