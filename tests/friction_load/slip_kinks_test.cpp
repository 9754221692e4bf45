#include "dryslip/friction_load/slip_kinks.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

/// A motion on the kink.
Twist motion_on(const SlipKink& kink, Random& random) {
  const Eigen::MatrixXd free = Eigen::MatrixXd(kink.rows).fullPivLu().kernel();
  Eigen::Vector3d V = Eigen::Vector3d::Zero();
  for (Eigen::Index i = 0; i < free.cols(); ++i) V += uniform(random, 0.2, 1.0) * free.col(i).normalized();
  Twist result{{V[0], V[1]}, V[2]};
  if (!kink.is_ahead(result)) result = {-result.velocity, -result.omega};
  return result;
}

ContactPatch with_law(FrictionLaw law, Shape shape) {
  return {.normal_force = 3.0,
          .mu = 0.4,
          .supports = {{.shape = std::move(shape), .center = {0.02, -0.01}, .angle = 0.7, .law = std::move(law)}}};
}

TEST(SlipKinks, TheJumpOfTheLoadAcrossAKinkIsTheWidthOfWhatTheSupportBears) {
  Random random(17);
  const Points points{{{{0.03, 0.0}, 2.0}, {{-0.01, 0.02}, 1.0}}};
  const Heading heading{.angle = 0.4};
  int checked = 0;
  for (const FrictionLaw& law :
       {FrictionLaw(IsotropicLaw{}), FrictionLaw(WheelLaw{.heading = heading}),
        FrictionLaw(RustyWheelLaw{.heading = heading, .axle = 0.1}), FrictionLaw(RatchetLaw{.heading = heading}),
        FrictionLaw(PolygonLaw{{{0.5, 0.0}, {0.1, 0.4}, {-0.3, -0.2}}})}) {
    for (const Shape& shape : {Shape(points), Shape(Rectangle{{0.03, 0.02}})}) {
      const ContactPatch patch = with_law(law, shape);
      const auto model = friction_model(patch, {.tolerance = 1e-12});
      for (const SlipKink& kink : slip_kinks(patch)) {
        ++checked;
        const Twist V = motion_on(kink, random);
        const auto held = friction_model(kink.contact, {.tolerance = 1e-12});
        // D′(V; w) + D′(V; −w) by the loads just beside V
        const Eigen::Vector3d row = kink.rows.row(0).transpose().normalized();
        const double step = 1e-9;
        const Twist w{{row[0], row[1]}, row[2]};
        const auto beside = [&](double s) { return model->load({V.velocity + s * w.velocity, V.omega + s * w.omega}); };
        const double jump = power(beside(step), w) - power(beside(-step), w);
        const double width = held->dissipation(w) + held->dissipation({-w.velocity, -w.omega});
        EXPECT_NEAR(jump, width, 1e-6 * (1.0 + width)) << word_of(law);
        EXPECT_GT(width, 1e-3);
        EXPECT_LT(kink.miss(V).norm(), 1e-12);
      }
    }
  }
  EXPECT_GT(checked, 20);
}

TEST(SlipKinks, ARingOfTangentWheelsBearsTwoOverPiOfItsStrengthAcrossItsTurn) {
  using Reference = Heading::Reference;
  struct Case {
    FrictionLaw law;
    std::size_t kinks;
    double strength;  // across the slip, per unit normal force
    double along;     // along it, where it rolls
  };
  const double q = std::sqrt(0.4 * 0.4 - 0.1 * 0.1);
  const std::vector<Case> cases{
      {WheelLaw{.heading = {Reference::Tangent}}, 2, 0.4, 0.0},
      {RustyWheelLaw{.heading = {Reference::Tangent}, .axle = 0.1}, 2, q, 0.1},
      {RatchetLaw{.heading = {Reference::Tangent, std::numbers::pi}}, 1, 0.4, 0.0},
      {WheelLaw{.heading = {Reference::Radial}}, 0, 0.0, 0.0},
  };
  for (const Case& c : cases) {
    const ContactPatch patch = with_law(c.law, Ring{0.05});
    const auto kinks = slip_kinks(patch);
    ASSERT_EQ(kinks.size(), c.kinks) << word_of(c.law);
    const auto model = friction_model(patch, {.tolerance = 1e-12});
    for (const SlipKink& kink : kinks) {
      EXPECT_FALSE(kink.is_rest());
      // a turn about the center, and a little beside it
      const double omega = 3.0 * kink.spin, beside = 1e-7;
      const Twist turn{-omega * turned_left(kink.place), omega};
      EXPECT_TRUE(kink.is_ahead(turn));
      EXPECT_LT(kink.miss(turn).norm(), 1e-15);
      for (const double angle : {0.3, 2.0, 4.5}) {
        const Vec2 e = unit_vector(angle);
        const FrictionLoad P = model->load({turn.velocity + beside * e, omega});
        const double force = 2.0 / std::numbers::pi * c.strength * 3.0;
        EXPECT_NEAR(dot(P.force, e), force, 1e-5) << word_of(c.law);
        EXPECT_NEAR(friction_model(kink.contact)->dissipation({e, 0.0}), force, 1e-14);
        // about the center of the ring
        EXPECT_NEAR(P.moment - cross(kink.place, P.force), kink.spin * c.along * 3.0 * 0.05, 1e-6);
        EXPECT_NEAR(kink.load.moment, kink.spin * c.along * 3.0 * 0.05, 1e-15);
      }
    }
  }
}

TEST(SlipKinks, ALineRollsAcrossItselfWhereverItTurns) {
  Random random(5);
  const double angle = 0.7, across = angle + std::atan2(0.02, 0.05) + 0.5 * std::numbers::pi;
  const Heading heading{.angle = across}, back{.angle = across + std::numbers::pi};
  // a triangle with one side along the line, the corner opposite to it not in its middle
  const Vec2 u = unit_vector(across - 0.5 * std::numbers::pi), n = turned_left(u);
  const PolygonLaw triangle{{0.4 * u - 0.2 * n, 0.1 * u + 0.3 * n, -0.5 * u - 0.2 * n}};
  int turning = 0;
  for (const FrictionLaw& law :
       {FrictionLaw(WheelLaw{.heading = heading}), FrictionLaw(RustyWheelLaw{.heading = heading, .axle = 0.1}),
        FrictionLaw(RatchetLaw{.heading = heading}), FrictionLaw(RatchetLaw{.heading = back}), FrictionLaw(triangle)}) {
    const ContactPatch patch = with_law(law, Segment{{-0.02, -0.01}, {0.03, 0.01}, {0.5, 2.0}});
    const auto model = friction_model(patch, {.tolerance = 1e-12});
    const auto kinks = slip_kinks(patch);
    ASSERT_TRUE(kinks.at(0).line) << word_of(law);
    const RollingLine& line = *kinks[0].line;
    for (int i = 0; i < 40; ++i) {
      // turning about a place on the line or beyond its ends
      const double omega = uniform(random, -2.0, 2.0);
      const Vec2 center = line.middle + uniform(random, -1.5, 1.5) * line.half_length * line.along;
      const Twist V{-omega * turned_left(center), omega};
      EXPECT_LT(kinks[0].miss(V).norm(), 1e-15);
      // just beside the kink the force along the line is at the ends of its range; next to where it turns the slip is along the line
      const double beside = 1e-8;
      const auto load_beside = [&](double s) { return model->load({V.velocity + s * beside * line.along, omega}); };
      const FrictionLoad left = load_beside(1.0), right = load_beside(-1.0), middle = 0.5 * (left + right);
      const FrictionLoad P = line.load(V);
      const double little = 1e-4 * patch.normal_force;
      EXPECT_NEAR(dot(left.force - right.force, line.along), 2.0 * line.reach(V), little) << word_of(law);
      EXPECT_NEAR(P.force.x, middle.force.x, little) << word_of(law);
      EXPECT_NEAR(P.force.y, middle.force.y, little) << word_of(law);
      EXPECT_NEAR(P.moment, middle.moment, 0.05 * little) << word_of(law);
      EXPECT_NEAR(power(P, V), model->dissipation(V), 1e-11 * patch.normal_force) << word_of(law);
      EXPECT_LE(line.reach(V), line.most_reach() * (1.0 + 1e-15));
      EXPECT_EQ(kinks[0].is_ahead(V), line.reach(V) > 0.0);
      EXPECT_NEAR(friction_model(kinks[0].contact)->dissipation({line.along, 0.0}), line.most_reach(), 1e-14);
      const ContactPatch less = kinks[0].contact_at(V);
      EXPECT_NEAR(less.normal_force / kinks[0].contact.normal_force, line.reach(V) / line.most_reach(), 1e-15);
      turning += line.hessian(V).isZero(0.0) ? 0 : 1;
      // the Hessian by differences among motions on the kink
      const double h = 1e-6;
      const Twist w{0.3 * turned_left(line.along) - 0.7 * turned_left(line.middle), 0.7};
      const auto moved = [&](double s) { return line.load({V.velocity + s * w.velocity, V.omega + s * w.omega}); };
      const FrictionLoad rate = (0.5 / h) * (moved(h) - moved(-h));
      const Eigen::Vector3d by_hessian = line.hessian(V) * Eigen::Vector3d(w.velocity.x, w.velocity.y, w.omega);
      const Vec2 across_line = turned_left(line.along);
      EXPECT_NEAR(dot(across_line, {by_hessian[0], by_hessian[1]}), dot(across_line, rate.force),
                  1e-6 / std::abs(omega));
    }
  }
  EXPECT_GT(turning, 50);
}

TEST(SlipKinks, SmoothContactsHaveNone) {
  EXPECT_TRUE(slip_kinks(with_law(IsotropicLaw{}, Disk{0.02})).empty());
  EXPECT_TRUE(slip_kinks(with_law(EllipticLaw{.mu = {0.3, 0.5}}, Rectangle{{0.02, 0.03}})).empty());
}

}  // namespace
}  // namespace dryslip::tests
