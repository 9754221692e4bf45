#include "dryslip/joints/constraint_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "dryslip/numerics/infinity.hpp"
#include "tests/joints/random_mechanism.hpp"

namespace dryslip::tests {
namespace {

Vec2 vec2(const Eigen::VectorXd& x) { return {x[0], x[1]}; }

/// How far a place is from a part of a line.
double distance(const ConstraintLine& line, Vec2 place) {
  return length(line.at(std::clamp(dot(line.along, place - line.point), line.from, line.to)) - place);
}

/// Where two parts cross well inside of both; `is_doubtful` where they nearly do.
std::optional<Vec2> crossing(const ConstraintLine& a, const ConstraintLine& b, bool& is_doubtful) {
  constexpr double doubt = 1e-7;  // of the distances from O, far above the rounding of such a crossing
  const double sine = cross(a.along, b.along);
  if (std::abs(sine) < 1e-4) {
    is_doubtful = true;
    return std::nullopt;
  }
  const double s = cross(b.point - a.point, b.along) / sine, t = cross(b.point - a.point, a.along) / sine;
  const Vec2 place = a.at(s);
  const double near = doubt * (1.0 + length(place) + length(a.point) + length(b.point));
  for (const double beyond : {a.from - s, s - a.to, b.from - t, t - b.to}) {
    if (beyond > near) return std::nullopt;
    if (beyond > -near) is_doubtful = true;
  }
  return place;
}

/// Two joints of any kind: one-sided contacts, static friction of its own with a middle of its own, none at all.
Mechanism any_two_joints(Random& random) {
  Mechanism two = random_mechanism(random, 2, uniform(random, 0.2, 4.0));
  const auto happens = [&] { return uniform(random, 0.0, 1.0) < 0.5; };
  for (int i = 0; i < 2; ++i) two.contact.push_back(happens() ? ContactKind::Unilateral : ContactKind::Bilateral);
  if (happens()) two.mu[happens() ? 0 : 1] = 0.0;
  if (happens()) two.mu_static = two.mu + Eigen::Vector2d(0.3, 0.1);
  if (happens()) two.static_center = Eigen::Vector2d(uniform(random, -0.3, 0.3), uniform(random, -0.3, 0.3));
  return two;
}

TEST(ConstraintLines, MeetAtTheSolutionsAndNowhereElse) {
  Random random(20);
  std::size_t compared = 0, held = 0, separated = 0, several = 0;
  for (int k = 0; k < 4000; ++k) {
    const Mechanism two = any_two_joints(random);
    const Eigen::VectorXd tau = random_load(random, 2), velocity = random_velocity(random, 2, 0.5);
    const MechanismAccelerations all = solve_mechanism(two, tau, velocity);
    if (all.count == AccelerationCount::Continuum) continue;
    const std::vector<ConstraintLine> lines = constraint_lines(two, tau, velocity);
    std::vector<Vec2> found;
    bool is_doubtful = false;
    for (const ConstraintLine& a : lines)
      for (const ConstraintLine& b : lines)
        if (a.joint == 0 && b.joint == 1 && a.kind != ConstraintLine::Kind::Unloaded &&
            b.kind != ConstraintLine::Kind::Unloaded)
          if (const auto place = crossing(a, b, is_doubtful)) found.push_back(*place);
    if (is_doubtful) continue;
    ++compared;
    several += all.solutions.size() > 1;
    ASSERT_EQ(found.size(), all.solutions.size()) << k;
    for (const MechanismAcceleration& solution : all.solutions) {
      const Vec2 place = vec2(solution.acceleration);
      EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](Vec2 r) {
        return length(r - place) < 1e-8 * (1.0 + length(place));
      })) << k;
      for (const JointMode mode : solution.modes) {
        held += mode == JointMode::Static;
        separated += mode == JointMode::Separation;
      }
    }
  }
  EXPECT_GT(compared, 3000u);
  EXPECT_GT(several, 100u);
  EXPECT_GT(held, 300u);
  EXPECT_GT(separated, 300u);
}

TEST(ConstraintLines, EverySolutionLiesOnALineOfEachJointThatHoldsThere) {
  Random random(22);
  std::size_t looked_at = 0;
  for (int k = 0; k < 4000; ++k) {
    const Mechanism two = any_two_joints(random);
    const Eigen::VectorXd tau = random_load(random, 2), velocity = random_velocity(random, 2, 0.5);
    const std::vector<ConstraintLine> lines = constraint_lines(two, tau, velocity);
    for (const MechanismAcceleration& solution : solve_mechanism(two, tau, velocity).solutions) {
      const Vec2 place = vec2(solution.acceleration);
      for (int i = 0; i < 2; ++i) {
        const bool holds = solution.modes[static_cast<std::size_t>(i)] == JointMode::Static;
        const auto kind = holds ? ConstraintLine::Kind::Holds : ConstraintLine::Kind::Moves;
        EXPECT_TRUE(std::any_of(lines.begin(), lines.end(),
                                [&](const ConstraintLine& line) {
                                  constexpr double rounding = 1e-9;
                                  return line.joint == i && line.kind == kind &&
                                         distance(line, place) < rounding * (1.0 + length(place) + length(line.point));
                                }))
            << k << " joint " << i;
        ++looked_at;
      }
    }
  }
  EXPECT_GT(looked_at, 8000u);
}

TEST(JointApex, IsWhereForwardAndBackwardMotionNeedTheSameTorque) {
  const ScalarJoint joint{.a = 2, .b = 1, .c = -1.5, .d = 3, .mu = 0.7};
  const JointApex place = apex(joint).value();
  int arms = 0;
  for (const TorqueLine& line : torque_lines(joint)) {
    EXPECT_NEAR(line.torque(place.acceleration), place.tau, 1e-14);
    EXPECT_TRUE(line.from == place.acceleration || line.to == place.acceleration);
    ++arms;
  }
  EXPECT_EQ(arms, 4);
  EXPECT_FALSE(apex({.a = 2, .d = 3, .mu = 0.5}));
}

TEST(ConstraintLines, UnloadedLinesCrossWhereNoJointIsLoaded) {
  Random random(21);
  for (int k = 0; k < 100; ++k) {
    const Mechanism two = any_two_joints(random);
    const std::optional<Vec2> place = unloaded_acceleration(two);
    ASSERT_TRUE(place);
    const Eigen::VectorXd F = two.C * Eigen::Vector2d(place->x, place->y) + two.d;
    EXPECT_LT(F.norm(), 1e-9 * (two.d.norm() + length(*place)));
    int unloaded = 0;
    for (const ConstraintLine& line : constraint_lines(two, Eigen::Vector2d(1, 1), Eigen::Vector2d(0, 1))) {
      if (line.kind != ConstraintLine::Kind::Unloaded) continue;
      EXPECT_LT(distance(line, *place), 1e-9 * (1.0 + length(*place) + length(line.point)));
      EXPECT_EQ(line.to, infinity);
      ++unloaded;
    }
    EXPECT_EQ(unloaded, 2);
  }
  Mechanism singular = any_two_joints(random);
  singular.C << 1, 2, 2, 4;
  EXPECT_FALSE(unloaded_acceleration(singular));
}

}  // namespace
}  // namespace dryslip::tests
