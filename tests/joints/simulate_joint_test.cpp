#include "dryslip/joints/simulate_joint.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::tests {
namespace {

using Cause = JointEvent::Cause;
using Eigen::VectorXd;

VectorXd one(double value) { return VectorXd::Constant(1, value); }

DrivenJoints driven(const ScalarJoint& joint, const std::string& tau, double velocity = 0.0) {
  return {.mechanism = mechanism_of(joint),
          .tau = {Expression(tau, {"t"})},
          .position = one(0.0),
          .velocity = one(velocity)};
}

/// Stiffness of the contacts.
const std::array<std::optional<double>, 2> rigid_and_compliant{std::nullopt, 100.0};

const ScalarJoint ordinary{.a = 2.0, .b = 1.0, .c = 1.0, .d = 3.0, .mu = 0.5};

struct RunUnder {
  double velocity = 0.0, duration = 1.0;
};
/// The ordinary joint under a torque.
JointRun run_under(const std::string& tau, std::optional<double> stiffness, const RunUnder& how = {}) {
  return simulate_joint(driven(ordinary, tau, how.velocity),
                        {.duration = how.duration, .output_step = 0.1, .stiffness = stiffness});
}

TEST(SimulateJoint, BreaksAwayAtTheEndOfTheBandAndFollowsTheClosedForm) {
  // τ = t: leaves at b + μd = 2.5; then (a + μc) q̈ = t − 2.5
  const JointRun run = simulate_joint(driven(ordinary, "t"), {.duration = 4.0, .output_step = 0.1});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].to, JointRunMode::Stick);
  EXPECT_EQ(run.events[1].cause, Cause::LoadLeaves);
  EXPECT_NEAR(run.events[1].t, 2.5, 1e-8);
  const double late = 1.5;
  EXPECT_NEAR(run.samples.back().t, 4.0, 1e-12);
  EXPECT_NEAR(run.samples.back().velocity[0], late * late / 2.0 / 2.5, 1e-8);
  EXPECT_NEAR(run.samples.back().position[0], late * late * late / 6.0 / 2.5, 1e-8);
  EXPECT_EQ(run.samples.size(), 41u);
}

TEST(SimulateJoint, StopsWhereItSticksAndReversesWhereItCannot) {
  // thrown at 1: decelerates with F_n > 0 by (τ − b − μd)/(a + μc)
  const double tau = 0.5, x = (tau - 1.0 - 1.5) / 2.5;
  const JointRun stop = simulate_joint(driven(ordinary, "0.5", 1.0), {.duration = 3.0, .output_step = 0.1});
  ASSERT_EQ(stop.events.size(), 2u);
  EXPECT_EQ(stop.events[1].cause, Cause::Stop);
  EXPECT_NEAR(stop.events[1].t, -1.0 / x, 1e-9);
  EXPECT_NEAR(stop.samples.back().position[0], -0.5 / x, 1e-9);
  EXPECT_EQ(stop.samples.back().velocity[0], 0.0);
  // below the band it comes back on the other V
  const JointRun back = simulate_joint(driven(ordinary, "-2", 1.0), {.duration = 3.0, .output_step = 0.1});
  ASSERT_EQ(back.events.size(), 2u);
  EXPECT_EQ(back.events[1].cause, Cause::Reversal);
  const JointAccelerations lower = solve_joint(ordinary, -2.0, -1.0);
  EXPECT_NEAR(back.samples.back().acceleration[0], lower.solutions.at(0).acceleration, 1e-12);
  const double down = solve_joint(ordinary, -2.0, 1.0).solutions.at(0).acceleration, t_stop = -1.0 / down;
  EXPECT_NEAR(back.events[1].t, t_stop, 1e-9);
  EXPECT_NEAR(back.samples.back().velocity[0], lower.solutions[0].acceleration * (3.0 - t_stop), 1e-8);
}

TEST(SimulateJoint, SlidingDistanceAfterTheDropVanishesAtTheCriticalFriction) {
  // at t = 1 the torque drops so that s S < 0; below a/c = 2 it stops within v (a − μc)/… , above at once
  double before = 1e300;
  for (const double gap : {0.1, 0.01, 0.001, 1e-4}) {
    ScalarJoint joint = ordinary;
    joint.mu = 2.0 - gap;
    const double start = 1.0 + joint.mu * 3.0;  // q̈ = 0: constant velocity 1
    const std::string tau = "if(t < 1, " + std::to_string(start) + ", -7)";
    const JointRun run = simulate_joint(driven(joint, tau, 1.0), {.duration = 2.0, .output_step = 0.05});
    ASSERT_EQ(run.events.size(), 2u);
    EXPECT_EQ(run.events[1].cause, Cause::Reversal) << gap;  // S < 0 is outside the band for mu < a/c
    const double slid = run.events[1].state.position - 1.0;
    // F_n < 0 on the soft branch: q̈ = (τ − b + μd)/(a − μc)
    const double x = (-7.0 - 1.0 + joint.mu * 3.0) / gap;
    EXPECT_NEAR(slid, -0.5 / x, 1e-5 + 1e-3 * slid) << gap;  // the start torque has six digits
    EXPECT_LT(slid, 0.2 * before);
    before = slid;
  }
  for (const double mu : {2.0, 2.001, 3.5}) {
    ScalarJoint joint = ordinary;
    joint.mu = mu;
    const std::string tau = "if(t < 1, " + std::to_string(1.0 + mu * 3.0) + ", -7)";
    const JointRun run = simulate_joint(driven(joint, tau, 1.0), {.duration = 2.0, .output_step = 0.05});
    ASSERT_GE(run.events.size(), 2u);
    const JointEvent& jump = run.events[1];
    EXPECT_EQ(jump.cause, Cause::ImpulsiveStop) << mu;
    EXPECT_NEAR(jump.t, 1.0, 1e-9);
    EXPECT_NEAR(jump.state.impulse, -2.0, 1e-4);         // −a q̇
    EXPECT_NEAR(jump.state.normal_impulse, -1.0, 1e-4);  // −c q̇
    EXPECT_NEAR(jump.state.position, 1.0, 1e-4);
    if (mu < 3.0) continue;
    EXPECT_EQ(run.samples.back().velocity[0], 0.0);  // −7 is inside the band: the rule at rest keeps it there
  }
}

TEST(SimulateJoint, UnilateralContactOpensAndCloses) {
  ScalarJoint joint = ordinary;
  joint.contact = ContactKind::Unilateral;
  // S = τ − 1 + 6 changes its sign at τ = −5
  const JointRun run = simulate_joint(driven(joint, "-10*sin(t)", 10.0), {.duration = 3.1, .output_step = 0.01});
  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_EQ(run.events[1].cause, Cause::Separation);
  EXPECT_NEAR(run.events[1].t, std::asin(0.5), 1e-8);
  EXPECT_EQ(run.events[2].cause, Cause::Contact);
  EXPECT_NEAR(run.events[2].t, M_PI - std::asin(0.5), 1e-8);
  for (const JointSample& row : run.samples) {
    if (row.modes[0] == JointRunMode::Separation) {
      EXPECT_EQ(row.normal_force[0], 0.0);
    }
    EXPECT_GE(row.normal_force[0], -1e-9);
  }
}

/// Two joints at rest that depend on each other, under torques.
DrivenJoints two_joints(const std::string& tau_0, const std::string& tau_1) {
  return {.mechanism = {.A = Eigen::Matrix2d{{2.0, 0.5}, {0.5, 1.0}},
                        .C = Eigen::Matrix2d{{0.6, 0.2}, {-0.1, 0.4}},
                        .b = Eigen::Vector2d(0.2, -0.1),
                        .d = Eigen::Vector2d(2.0, -1.0),
                        .mu = Eigen::Vector2d(0.4, 0.5),
                        .mu_static = Eigen::Vector2d(0.5, 0.5)},
          .tau = {Expression(tau_0, {"t"}), Expression(tau_1, {"t"})},
          .position = VectorXd::Zero(2),
          .velocity = VectorXd::Zero(2)};
}

TEST(SimulateJoint, StickSlipOfAMechanismKeepsTheEquationsOfMotion) {
  const DrivenJoints joints = two_joints("2*sin(3*t)", "0.8*cos(2*t)");
  const JointRun run = simulate_joint(joints, {.duration = 6.0, .output_step = 0.01});
  EXPECT_EQ(run.outcome, RunOutcome::Finished);
  int sticks = 0, slips = 0;
  for (const JointSample& row : run.samples) {
    const Mechanism& m = joints.mechanism;
    const VectorXd F = m.C * row.acceleration + m.d, friction = row.tau - m.b - m.A * row.acceleration;
    for (Eigen::Index i = 0; i < 2; ++i) {
      EXPECT_NEAR(F[i], row.normal_force[i], 1e-12);
      if (row.modes[static_cast<std::size_t>(i)] == JointRunMode::Stick) {
        ++sticks;
        EXPECT_EQ(row.velocity[i], 0.0);
        EXPECT_LE(std::abs(friction[i]), m.static_coefficient(i) * std::abs(F[i]) * (1 + 1e-8) + 1e-8);
      } else if (row.velocity[i] != 0.0) {
        ++slips;
        EXPECT_NEAR(friction[i], std::copysign(m.mu[i] * std::abs(F[i]), row.velocity[i]), 1e-10);
      }
    }
  }
  EXPECT_GT(sticks, 20);
  EXPECT_GT(slips, 20);
  // velocity is the integral of the acceleration between events: by halving the rows
  const JointRun fine = simulate_joint(joints, {.duration = 6.0, .output_step = 0.0025});
  EXPECT_EQ(fine.events.size(), run.events.size());
  EXPECT_NEAR(fine.samples.back().position[0], run.samples.back().position[0], 1e-8);
}

/// A pulse of this width and height at t₀: height e^(−((t − t₀)/width)²).
std::string pulse(double t0, double width, double height) {
  const auto text = [](double value) { return "(" + number_text(value, 17) + ")"; };
  return text(height) + "*exp(-((t - " + text(t0) + ")/" + text(width) + ")^2)";
}

TEST(SimulateJoint, APulseOfAnyWidthBreaksAwayWhateverTheOutputStep) {
  // leaves the band at τ = b + μd = 2.5 with 4 e^(−s²), s = (t − t₀)/width; then (a + μc) q̈ = τ − 2.5 until it stops
  std::mt19937 random(13);
  std::uniform_real_distribution<double> place(0.1, 0.9);
  for (const double width : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    for (const double output_step : {1.0, 0.013, 1e-3}) {
      const double t0 = place(random);
      SCOPED_TRACE(testing::Message() << "width " << width << " at " << t0 << ", output step " << output_step);
      const JointRun run =
          simulate_joint(driven(ordinary, pulse(t0, width, 4.0)), {.duration = 1.0, .output_step = output_step});
      ASSERT_EQ(run.events.size(), 3u);
      const double s = std::sqrt(std::log(4.0 / 2.5));
      EXPECT_EQ(run.events[1].cause, Cause::LoadLeaves);
      EXPECT_NEAR(run.events[1].t, t0 - s * width, 1e-10 * width + 1e-14);
      // it stops where the impulse is used up: 2 (√π/2)(erf(z) + erf(s)) = 2.5/2 (z + s)
      double low = s, high = 10.0;
      while (high - low > 1e-15) {
        const double z = 0.5 * (low + high);
        (2.0 * std::sqrt(M_PI) * (std::erf(z) + std::erf(s)) > 2.5 * (z + s) ? low : high) = z;
      }
      EXPECT_EQ(run.events[2].cause, Cause::Stop);
      EXPECT_NEAR(run.events[2].t, t0 + low * width, 1e-8 * width + 1e-14);
      EXPECT_GT(run.samples.back().position[0], 0.1 * width * width);
    }
  }
}

TEST(SimulateJoint, APulseJustBelowTheLimitIsHeld) {
  for (const double below : {1e-3, 1e-6, 1e-9}) {
    const JointRun run = simulate_joint(driven(ordinary, pulse(0.4321, 1e-5, 2.5 * (1.0 - below))),
                                        {.duration = 1.0, .output_step = 0.1});
    EXPECT_EQ(run.outcome, RunOutcome::Finished) << below;
    EXPECT_EQ(run.events.size(), 1u) << below;
    EXPECT_EQ(run.samples.back().position[0], 0.0) << below;
  }
}

TEST(SimulateJoint, ATorqueExactlyAtTheLimitHolds) {
  for (const char* tau : {"2.5", "2.5*sin(1000*t)^2", "2.5 - abs(sin(30*t))"}) {
    const JointRun run = simulate_joint(driven(ordinary, tau), {.duration = 1.0, .output_step = 0.1});
    EXPECT_EQ(run.outcome, RunOutcome::Finished) << tau;
    EXPECT_EQ(run.events.size(), 1u) << tau;
  }
}

TEST(SimulateJoint, AFastTorqueBreaksAwayInItsFirstRise) {
  // 20 sin(10000 t) = 2.5
  const JointRun run = simulate_joint(driven(ordinary, "20*sin(10000*t)"), {.duration = 0.01, .output_step = 0.01});
  ASSERT_GE(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].t, std::asin(0.125) / 1e4, 1e-14);
}

TEST(SimulateJoint, AShortSwitchOfATorqueIsSeen) {
  // 1 μs above the band, while it rests and while it slips: Δq̇ = 20/2.5 × 1e-6
  const JointRun run = simulate_joint(driven(ordinary, "if(t < 0.3, 0, if(t < 0.300001, 10, 0))"),
                                      {.duration = 1.0, .output_step = 0.1});
  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_EQ(run.events[1].t, 0.3);
  const std::string kick = "2.5 + if(mod(t, 0.3) < 0.2999995, 0, 20)";
  const JointRun slip = simulate_joint(driven(ordinary, kick, 1.0), {.duration = 0.8, .output_step = 0.8});
  EXPECT_NEAR(slip.samples.back().velocity[0] - 1.0, 2.0 * 20.0 / 2.5 * 0.5e-6, 1e-12);
}

TEST(SimulateJoint, ATorqueWithAnInfiniteRateIsPassed) {
  // (a + μc) q̈ = 3 √|0.3 − t|, whose integral over 1 s is 2 (0.3^1.5 + 0.7^1.5)
  const JointRun run =
      simulate_joint(driven(ordinary, "2.5 + 3*sqrt(abs(0.3-t))"), {.duration = 1.0, .output_step = 0.1});
  EXPECT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
  EXPECT_NEAR(run.samples.back().velocity[0], 2.0 * (std::pow(0.3, 1.5) + std::pow(0.7, 1.5)) / 2.5, 1e-9);
}

TEST(SimulateJoint, RowsDoNotInfluenceTheMotion) {
  const DrivenJoints joints =
      two_joints("2*sin(3*t) + if(mod(t, 0.3) < 0.1, 0.5, 0)", "0.8*cos(2*t) + " + pulse(1.234, 1e-5, 3.0));
  const JointRun coarse = simulate_joint(joints, {.duration = 6.0, .output_step = 0.5});
  const JointRun fine = simulate_joint(joints, {.duration = 6.0, .output_step = 0.5 / 64});
  ASSERT_EQ(coarse.samples.size(), 13u);
  ASSERT_EQ(fine.samples.size(), 64 * 12 + 1u);
  for (std::size_t i = 0; i < coarse.samples.size(); ++i) {
    EXPECT_EQ(coarse.samples[i].position, fine.samples[64 * i].position) << i;
    EXPECT_EQ(coarse.samples[i].velocity, fine.samples[64 * i].velocity) << i;
  }
  ASSERT_EQ(coarse.events.size(), fine.events.size());
  EXPECT_GT(coarse.events.size(), 10u);
  for (std::size_t i = 0; i < coarse.events.size(); ++i) EXPECT_EQ(coarse.events[i].t, fine.events[i].t);
}

TEST(SimulateJoint, CompliantJointTendsToTheRigidOneWithItsStiffness) {
  const DrivenJoints joint = driven(ordinary, "4 + 2*sin(2*t)", 0.5);
  const double rigid = simulate_joint(joint, {.duration = 1.5, .output_step = 0.1}).samples.back().position[0];
  std::vector<double> errors;
  for (const double stiffness : {1e3, 4e3, 16e3}) {
    const JointRun run = simulate_joint(joint, {.duration = 1.5, .output_step = 0.1, .stiffness = stiffness});
    errors.push_back(std::abs(run.samples.back().position[0] - rigid));
  }
  EXPECT_LT(errors[0], 0.05);
  EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.2);  // first order in T ∝ 1/√k
  EXPECT_NEAR(errors[1] / errors[2], 2.0, 0.2);
}

TEST(SimulateJoint, CompliantWedgeStopsFasterTheStifferItIs) {
  ScalarJoint wedge = ordinary;
  wedge.mu = 3.5;
  double before = 1e300;
  for (const double stiffness : {1e4, 1e6, 1e8}) {
    const JointRun run = simulate_joint(
        driven(wedge, "-7", 1.0), {.duration = 0.5, .output_step = 0.05, .tolerance = 1e-6, .stiffness = stiffness});
    const auto stop =
        std::find_if(run.events.begin(), run.events.end(), [](const JointEvent& e) { return e.cause == Cause::Stop; });
    ASSERT_NE(stop, run.events.end());
    EXPECT_LT(stop->t, 0.3 * before);
    before = stop->t;
    // on its way back from the jam the normal force passes zero and lets the joint start backwards, on its stable branch
    EXPECT_NEAR(run.samples.back().normal_force[0], -2.0 / 5.5, 1e-6);
  }
  // the rigid joint with the rule of compliance does the same at once, with the default rule it stays at rest
  for (const SelectionRule rule : {SelectionRule::Static, SelectionRule::Compliance}) {
    const JointRun run = simulate_joint(driven(wedge, "-7", 1.0), {.duration = 0.5, .output_step = 0.05, .rule = rule});
    EXPECT_EQ(run.events.at(0).cause, Cause::ImpulsiveStop);
    EXPECT_NEAR(run.samples.back().normal_force[0], rule == SelectionRule::Static ? 3.0 : -2.0 / 5.5, 1e-9);
  }
}

TEST(SimulateJoint, CompliantJointAtRestSeesAPulseOfAnyWidth) {
  // a thousandth of the relaxation time wide, far from every row
  const double k = 625.0, T = std::sqrt(ordinary.c * ordinary.c / (ordinary.a * k)), t0 = 0.12345, width = 1e-3 * T;
  const std::string pulse = "9000*exp(-((t - 0.12345)/" + number_text(width) + ")^2)";
  const JointRun run = simulate_joint(driven(ordinary, pulse), {.duration = 0.14, .output_step = 0.05, .stiffness = k});
  // the equations by Euler's method with steps far shorter than the pulse, and half as long
  const auto end = [&](double h) {
    double v = 0.0, F = ordinary.d;
    const double start = t0 - 8.0 * width;  // at rest before
    for (double t = start; t < 0.14; t += h) {
      const double tau = 9000.0 * std::exp(-std::pow((t - t0) / width, 2)) - ordinary.b,
                   limit = ordinary.mu * std::abs(F);
      const double a = v != 0.0 ? (tau - std::copysign(limit, v)) / ordinary.a
                                : std::copysign(std::max(std::abs(tau) - limit, 0.0), tau) / ordinary.a;
      F += h / T * (ordinary.c * a + ordinary.d - F);
      v = v * (v + h * a) < 0.0 ? 0.0 : v + h * a;
    }
    return v;
  };
  const double v1 = end(2e-3 * width), v2 = end(1e-3 * width), v = 2.0 * v2 - v1;
  EXPECT_GT(v, 0.01);
  EXPECT_NEAR(run.samples.back().velocity[0], v, 1e-4 * v + std::abs(v2 - v1));
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].t, t0, 4.0 * width);
}

TEST(SimulateJoint, CompliantJointStartsUnderATorqueThatGrows) {
  // past the start: F = c a + d − T c α behind the ramp, (a + μ c) x″ = τ − b − μ d + μ T c α, α = τ′/(a + μ c)
  const ScalarJoint joint{.a = 2.0, .b = 0.5, .c = 1.0, .d = 3.0, .mu = 0.5};
  for (const double k : {1e3, 1e4, 1e6}) {
    for (const ContactKind contact : {ContactKind::Bilateral, ContactKind::Unilateral}) {
      ScalarJoint other = joint;
      other.contact = contact;
      const double T = std::sqrt(joint.c * joint.c / (joint.a * k)), sum = joint.a + joint.mu * joint.c;
      const double a = (6.0 - joint.b - joint.mu * joint.d + joint.mu * T * joint.c * 6.0 / sum) / sum;
      const JointRun run = simulate_joint(driven(other, "6*t"), {.duration = 1.0, .output_step = 0.1, .stiffness = k});
      ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
      ASSERT_EQ(run.events.size(), 2u);
      EXPECT_NEAR(run.events[1].t, 1.0 / 3.0, 1e-9);
      EXPECT_NEAR(run.samples.back().acceleration[0], a, 1e-8);
    }
  }
}

TEST(SimulateJoint, CompliantJointSeesATorqueThatOnlyJustExceedsItsLimit) {
  // above the limit 0.5 for 10 ms, within a step: T is 1 s
  const ScalarJoint joint{.a = 1.0, .b = 0.0, .c = 1e-8, .d = 1.0, .mu = 0.5};
  const JointRun run =
      simulate_joint(driven(joint, "0.50005-2*(t-0.5)^2"), {.duration = 0.5, .output_step = 0.1, .stiffness = 1e-16});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].t, 0.495, 1e-7);
}

TEST(SimulateJoint, CompliantJointLeavesItsStaticLimitFromZeroVelocity) {
  // F stays 1: rest until tau = mu_static, then dv/dt = t − 0.1
  const ScalarJoint joint{.a = 1.0, .b = 0.0, .c = 1e-8, .d = 1.0, .mu = 0.1, .mu_static = 0.5};
  const JointRun run = simulate_joint(driven(joint, "t"), {.duration = 1.0, .output_step = 0.1, .stiffness = 1e-16});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].t, 0.5, 1e-9);
  EXPECT_NEAR(run.samples.back().velocity[0], 0.325, 1e-7);
}

TEST(SimulateJoint, EndsWithItsRowsAtAPoleBesideASwitch) {
  for (const std::optional<double> stiffness : {std::optional<double>{}, std::optional(1e4)}) {
    for (const double output_step : {0.01, 0.03, 0.05}) {
      const JointRun run = simulate_joint(driven(ordinary, "if(t<0.25,1/(t-0.25),0)"),
                                          {.duration = 1.0, .output_step = output_step, .stiffness = stiffness});
      EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
      EXPECT_NE(run.reason.find("not finite at about t = 0.25 s"), std::string::npos) << run.reason;
      EXPECT_GT(run.samples.back().t, 0.19);
      EXPECT_LE(run.samples.back().t, 0.25);
    }
  }
}

TEST(SimulateJoint, CompliantJointIsAsExactAsItsToleranceWhereItsForceChangesItsSign) {
  // constant torque: T dF/dt = c (τ − b − s μ |F|)/a + d − F is linear on both sides of F = 0, with exponentials that meet there
  const ScalarJoint joint{.a = 2.0, .b = 0.0, .c = 1.0, .d = 1.0, .mu = 0.5};
  const double k = 100.0, tau = -6.0, T = std::sqrt(joint.c * joint.c / (joint.a * k)), end = 0.5;
  const double load =
      joint.c * tau / joint.a + joint.d;  // < 0: F falls through zero; the velocity is negative, friction pushes ahead
  const auto rate = [&](double sign) { return 1.0 - sign * joint.c * joint.mu / joint.a; };  // of F, in 1/T
  const double above = rate(1.0), below = rate(-1.0);
  // F = load/above + (d − load/above) exp(−above t/T)
  const double zero = T / above * std::log((joint.d - load / above) / (-load / above));
  const double F = load / below * (1.0 - std::exp(-below * (end - zero) / T));
  // ∫|F| over both parts
  const double sum_above =
      load / above * zero + (joint.d - load / above) * T / above * (1.0 - std::exp(-above * zero / T));
  const double sum_below = -load / below * (end - zero - T / below * (1.0 - std::exp(-below * (end - zero) / T)));
  const double v = -5.0 + (tau * end + joint.mu * (sum_above + sum_below)) / joint.a;
  std::vector<double> errors;
  for (const double tolerance : {1e-6, 1e-10}) {
    const JointRun run = simulate_joint(driven(joint, "-6", -5.0),
                                        {.duration = end, .output_step = 0.1, .tolerance = tolerance, .stiffness = k});
    errors.push_back(std::abs(run.samples.back().velocity[0] - v));
    EXPECT_NEAR(run.samples.back().normal_force[0], F, 10.0 * tolerance);
  }
  EXPECT_LT(errors[0], 1e-5);
  EXPECT_LT(errors[1], 1e-9);
}

TEST(SimulateJoint, ATorqueThatOverflowsEndsTheRunAtOnce) {
  for (const std::optional<double> stiffness : {std::optional<double>{}, std::optional(100.0), std::optional(1e6)}) {
    const JointRun run = run_under("exp(2000*t)", stiffness);
    EXPECT_NE(run.outcome, RunOutcome::Finished);
    for (const JointSample& row : run.samples) EXPECT_LT(row.t, 0.355);
  }
}

TEST(SimulateJoint, NoRowIsBeyondAPole) {
  for (const std::optional<double> stiffness : rigid_and_compliant) {
    const JointRun run = run_under("1/(0.3 - t)", stiffness);
    EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
    EXPECT_EQ(run.samples.back().t, 0.2);
  }
}

TEST(SimulateJoint, CompliantJointLeavesAtTheSwitchWhateverTheRowsAre) {
  std::vector<JointRun> runs;
  for (const double output_step : {0.1, 0.0301})
    runs.push_back(simulate_joint(driven(ordinary, "if(t < 0.3137, 0, 9) - 20*floor(t/0.6)"),
                                  {.duration = 1.2, .output_step = output_step, .stiffness = 2e3}));
  ASSERT_GE(runs[0].events.size(), 3u);
  EXPECT_EQ(runs[0].events[1].t, 0.3137);
  EXPECT_EQ(runs[0].events[2].cause, Cause::Reversal);
  ASSERT_EQ(runs[0].events.size(), runs[1].events.size());
  for (std::size_t i = 0; i < runs[0].events.size(); ++i) EXPECT_EQ(runs[0].events[i].t, runs[1].events[i].t);
  EXPECT_EQ(runs[0].samples.back().position[0], runs[1].samples.back().position[0]);
}

TEST(SimulateJoint, ContactsThatNoAccelerationLoadsAreRigidWhateverTheirStiffness) {
  ScalarJoint joint = ordinary;
  joint.c = 0.0;
  const DrivenJoints driven_joint = driven(joint, "9*sin(5*t)", 0.5);
  const JointRun rigid = simulate_joint(driven_joint, {.duration = 1.5, .output_step = 0.1});
  const JointRun soft = simulate_joint(driven_joint, {.duration = 1.5, .output_step = 0.1, .stiffness = 100.0});
  ASSERT_EQ(soft.samples.size(), rigid.samples.size());
  for (std::size_t i = 0; i < soft.samples.size(); ++i) EXPECT_EQ(soft.samples[i].position, rigid.samples[i].position);
}

TEST(SimulateJoint, TorqueThatIsNotFiniteIsBadInput) {
  EXPECT_THROW(simulate_joint(driven(ordinary, "1/(t - 0.5)^0.5"), {.duration = 1.0, .output_step = 0.1}),
               InvalidInput);
}

TEST(SimulateJoint, ASinkTakesTheRowsInsteadOfTheRun) {
  for (const std::optional<double> stiffness : rigid_and_compliant) {
    const JointRunOptions options{.duration = 4.0, .output_step = 0.1, .stiffness = stiffness};
    const JointRun kept = simulate_joint(driven(ordinary, "t"), options);
    std::vector<JointSample> rows;
    const JointRun run =
        simulate_joint(driven(ordinary, "t"), options, {}, [&](const JointSample& row) { rows.push_back(row); });
    EXPECT_TRUE(run.samples.empty());
    EXPECT_EQ(run.events.size(), kept.events.size());
    ASSERT_EQ(rows.size(), kept.samples.size());
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].position, kept.samples[i].position);
  }
}

TEST(SimulateJoint, StopsWhenAskedAmongTheRowsOfAStep) {
  for (const std::optional<double> stiffness : rigid_and_compliant) {
    double reached = 0.0;
    const auto progress = [&](double t) {
      reached = t;
      return t < 0.33;
    };
    const JointRun run = simulate_joint(driven(ordinary, "8", 1.0),
                                        {.duration = 100.0, .output_step = 0.05, .stiffness = stiffness}, progress);
    EXPECT_EQ(run.outcome, RunOutcome::Interrupted);
    EXPECT_NEAR(reached, 0.35, 0.02);
    EXPECT_EQ(run.end, reached);
    EXPECT_LE(run.samples.back().t, reached);  // not a row more
    EXPECT_GE(run.samples.size(), 7u);
    EXPECT_EQ(run.events.size(), 1u);
  }
}

TEST(SimulateJoint, TorqueWithoutValueEndsTheRunWithWhatIsDone) {
  for (const std::optional<double> stiffness : rigid_and_compliant) {
    const JointRun run = run_under("8 + sqrt(0.45 - t)", stiffness, {.velocity = 1.0});
    EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
    EXPECT_EQ(run.reason.find("tau[0]: \"8 + sqrt(0.45 - t)\": not finite at about t = 0.4"), 0u) << run.reason;
    DrivenJoints named = driven(ordinary, "8 + sqrt(0.45 - t)", 1.0);
    named.tau_keys = {"joint.tau"};
    const JointRun other = simulate_joint(named, {.duration = 1.0, .output_step = 0.1, .stiffness = stiffness});
    EXPECT_EQ(other.reason, "joint.tau" + run.reason.substr(std::string("tau[0]").size()));
    ASSERT_EQ(run.samples.size(), 5u);
    EXPECT_EQ(run.samples.back().t, 0.4);
    EXPECT_EQ(run.events.size(), 1u);
  }
}

TEST(SimulateJoint, ANumberThatIsTooLargeEndsTheRun) {
  for (const std::optional<double> stiffness : rigid_and_compliant) {
    const JointRun run = run_under("if(t < 0.45, 8, 1.7e308)", stiffness, {.velocity = 1.0, .duration = 1e3});
    EXPECT_EQ(run.outcome, RunOutcome::NotConverged);
    EXPECT_EQ(run.reason, "a load or a velocity became infinite or not a number");
    EXPECT_GE(run.samples.size(), 5u);
    for (const JointSample& row : run.samples) EXPECT_TRUE(is_finite(row));
  }
}

}  // namespace
}  // namespace dryslip::tests
