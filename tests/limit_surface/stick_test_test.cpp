// Kardan's one-twist test of stick: the reference file, the exact test beside it, and bodies whose center of mass is not at O.

#include "dryslip/limit_surface/stick_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

TEST(StickTest, TableOneOfKardanByBothCriteria) {
  int count = 0;
  for (const Json& item : reference("kardan_threshold.json")) {
    ++count;
    SCOPED_TRACE(item.at("id").get<std::string>());
    const double m = item.at("m"), mu = item.at("mu_s");
    // the kinetic coefficient must not matter
    const ContactPatch block{.normal_force = m * item.at("g").get<double>(),
                             .mu = 0.1,
                             .mu_static = mu,
                             .supports = {{.shape = Rectangle{{item.at("lx"), item.at("ly")}}}}};
    const LimitSurface surface(block, {.coefficient = Coefficient::Static});
    const double angle = item.at("force_direction_angle");
    const FrictionLoad unit = load_at(vec(item.at("application_point")), unit_vector(angle));
    constexpr double allowed = 1e-12;  // of the force; the two methods of the file differ by 4e-16 at most
    const MotionOfLoad CA = motion_by_one_twist(surface, unit, kinetic_metric(m, item.at("J"), {}));
    EXPECT_NEAR(CA.factor, item.at("F_CA").get<double>(), allowed * CA.factor);
    const MotionOfLoad exact = surface.motion_of(unit);
    EXPECT_NEAR(exact.factor, item.at("F_exact").get<double>(), 1e-10 * exact.factor);  // as certified
    EXPECT_TRUE(CA.converged && exact.converged && CA.is_unique);
    if (item.at("CA_body").is_null()) {
      EXPECT_EQ(CA.motion.omega, 0.0);
    } else {
      const Vec2 center = (1.0 / CA.motion.omega) * turned_left(CA.motion.velocity);
      EXPECT_LE(length(center - vec(item.at("CA_body"))), 1e-15);
    }
  }
  EXPECT_EQ(count, 13);
}

TEST(StickTest, OneTwistNeverHoldsLessThanAllOfThem) {
  Random random(40);
  for (int i = 0; i < test_cases(); ++i) {
    const NamedPatch item = random_contact(random);
    SCOPED_TRACE(item.name);
    const double size = reach(item.patch), mass = uniform(random, 0.1, 3.0);
    const Mat3 G =
        kinetic_metric(mass, mass * size * size * uniform(random, 0.05, 1.0), uniform_in_square(random, size));
    const LimitSurface surface(item.patch);
    const FrictionLoad P{uniform_in_square(random, 2.0), size * uniform(random, -2.0, 2.0)};
    const MotionOfLoad one = motion_by_one_twist(surface, P, G), all = surface.motion_of(P);
    EXPECT_GE(one.factor, all.lower * (1.0 - 1e-12));
    // 1/factor is linear in the load
    EXPECT_NEAR(motion_by_one_twist(surface, -3.0 * P, G).factor * 3.0,
                motion_by_one_twist(surface, -1.0 * P, G).factor, 1e-12 * one.factor + 1e-12);
  }
}

TEST(StickTest, MotionIsTheAccelerationWithoutFrictionWhereverTheCenterOfMassIs) {
  const ContactPatch patch{.normal_force = 3.0,
                           .mu = 0.3,
                           .mu_static = {},
                           .supports = {{.shape = Rectangle{{0.03, 0.01}}, .center = {0.004, -0.002}, .angle = 0.4}}};
  const double m = 0.2, J = 2e-5;
  const Vec2 c{0.006, 0.003};
  const FrictionLoad P{{0.5, -0.2}, 0.004};
  const MotionOfLoad at_O = motion_by_one_twist(LimitSurface(patch), P, kinetic_metric(m, J, c));
  // Newton and Euler at the center of mass
  const double alpha = (P.moment - cross(c, P.force)) / J;
  const Vec2 a = (1.0 / m) * P.force - alpha * turned_left(c);
  EXPECT_NEAR(at_O.motion.omega, alpha, 1e-12 * std::abs(alpha));
  EXPECT_NEAR(at_O.motion.velocity.x, a.x, 1e-12 * length(a));
  EXPECT_NEAR(at_O.motion.velocity.y, a.y, 1e-12 * length(a));
  // seen from the center of mass the formula is q = (fx/m, fy/m, moment/J), and the factor the same
  const LimitSurface central(seen_from(patch, c));
  const FrictionLoad P_central{P.force, P.moment - cross(c, P.force)};
  const Twist q{(1.0 / m) * P.force, P_central.moment / J};
  EXPECT_NEAR(at_O.factor, central.model().dissipation(q) / power(P_central, q), 1e-13 * at_O.factor);
  EXPECT_NEAR(at_O.factor, motion_by_one_twist(central, P_central, kinetic_metric(m, J, {})).factor,
              1e-13 * at_O.factor);
}

TEST(StickTest, ZeroHugeAndTinyLoadsAndBadMetrics) {
  const LimitSurface disk(
      {.normal_force = 2.0, .mu = 0.5, .mu_static = {}, .supports = {{.shape = Disk{.radius = 0.1}}}});
  const Mat3 G = kinetic_metric(1.0, 0.005, {});
  EXPECT_TRUE(std::isinf(motion_by_one_twist(disk, {}, G).factor));
  EXPECT_TRUE(motion_by_one_twist(disk, {}, G).sticks());
  EXPECT_NEAR(motion_by_one_twist(disk, {{1e200, 0.0}, 0.0}, G).factor, 1e-200, 1e-213);
  EXPECT_NEAR(motion_by_one_twist(disk, {{0.0, 1e-200}, 0.0}, G).factor, 1e200, 1e187);
  EXPECT_THROW(motion_by_one_twist(disk, {{1.0, 0.0}, 0.0}, -G), InvalidInput);
}

}  // namespace
}  // namespace dryslip::tests
