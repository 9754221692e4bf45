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
        EXPECT_NEAR(jump, width, 1e-6 * (1.0 + width)) << name_of(law);
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
    ASSERT_EQ(kinks.size(), c.kinks) << name_of(c.law);
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
        EXPECT_NEAR(dot(P.force, e), force, 1e-5) << name_of(c.law);
        EXPECT_NEAR(friction_model(kink.contact)->dissipation({e, 0.0}), force, 1e-14);
        // about the center of the ring
        EXPECT_NEAR(P.moment - cross(kink.place, P.force), kink.spin * c.along * 3.0 * 0.05, 1e-6);
        EXPECT_NEAR(kink.load.moment, kink.spin * c.along * 3.0 * 0.05, 1e-15);
      }
    }
  }
}

TEST(SlipKinks, SmoothContactsHaveNone) {
  EXPECT_TRUE(slip_kinks(with_law(IsotropicLaw{}, Disk{0.02})).empty());
  EXPECT_TRUE(slip_kinks(with_law(EllipticLaw{.mu = {0.3, 0.5}}, Rectangle{{0.02, 0.03}})).empty());
}

}  // namespace
}  // namespace dryslip::tests
