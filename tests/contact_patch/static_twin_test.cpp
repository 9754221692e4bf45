#include "dryslip/contact_patch/static_twin.hpp"

#include <gtest/gtest.h>

#include "dryslip/friction_load/patch_friction.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

const Heading along{.angle = 0.4};
const Coefficients own{.mu = 0.2, .mu_static = 0.35};

ContactPatch with(const FrictionLaw& law) {
  return {.normal_force = 2.0,
          .mu = 0.3,
          .mu_static = 0.5,
          .supports = {{.shape = Points{{{{0.03, 0.01}, 1.0}, {{-0.01, 0.04}, 2.0}}}, .law = law}}};
}

TEST(StaticTwin, OfALawIsItsKineticCurveScaled) {
  const struct {
    FrictionLaw law;
    double ratio;  // of static to kinetic
  } cases[] = {{IsotropicLaw{}, 0.5 / 0.3},
               {IsotropicLaw{own}, 1.75},
               {EllipticLaw{.mu = {0.2, 0.4}, .mu_static = {{0.3, 0.6}}, .heading = along}, 1.5},
               {EllipticLaw{.mu = {0.2, 0.4}, .mu_static = {}, .heading = along}, 1.0},
               {WheelLaw{along, own}, 1.75},
               {RustyWheelLaw{along, 0.1, own}, 1.75},
               {RatchetLaw{along, {}}, 0.5 / 0.3},
               {PolygonLaw{{{0.3, 0.1}, {-0.3, 0.1}, {0.0, -0.4}}}, 1.0},
               {FreeLaw{FreeLaw::Half::Left, along, own}, 1.75}};
  Random random(8);
  for (const auto& [law, ratio] : cases) {
    const ContactPatch patch = with(law), twin = with(static_law(law, patch));
    EXPECT_EQ(has_one_coefficient(patch), ratio == 1.0) << word_of(law);
    EXPECT_TRUE(has_one_coefficient(twin)) << word_of(law);
    const auto kinetic = friction_model(patch), at_rest = friction_model(patch, {.coefficient = Coefficient::Static}),
               of_twin = friction_model(twin);
    for (int i = 0; i < 20; ++i) {
      const Twist V = random_twist(random, patch);
      // rounding
      EXPECT_LE(difference(at_rest->load(V), ratio * kinetic->load(V), at_rest->scale()), 1e-14) << word_of(law);
      EXPECT_LE(difference(of_twin->load(V), at_rest->load(V), at_rest->scale()), 1e-14) << word_of(law);
    }
  }
}

}  // namespace
}  // namespace dryslip::tests
