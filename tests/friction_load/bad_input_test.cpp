// What is refused, and with which words.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/friction_load/weighted_points.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

ContactPatch contact(Support support) {
  return {.normal_force = 3.0, .mu = 0.7, .mu_static = {}, .supports = {std::move(support)}};
}

/// Key of the InvalidInput that a call throws.
template <class Call>
std::string key_of(Call&& call) {
  try {
    call();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr(error.key()));
    return error.key();
  }
  return "nothing thrown";
}

TEST(BadInput, ToleranceMustLieBetweenZeroAndOne) {
  const ContactPatch patch = contact({.shape = Ellipse{{0.2, 0.1}}});
  for (const double tolerance : {0.0, -1e-10, 1.0, 2.0, infinity, nan}) {
    EXPECT_EQ(key_of([&] { friction_model(patch, {.tolerance = tolerance}); }), "tolerance") << tolerance;
  }
  EXPECT_NO_THROW(friction_model(patch, {.tolerance = 0.5}));
}

TEST(BadInput, AToleranceIsShownAsItWasGiven) {
  try {
    friction_model(contact({.shape = Disk{1.0}}), {.tolerance = -1e-10});
    FAIL() << "nothing thrown";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "tolerance: -1e-10: must lie strictly between 0 and 1 [-]");
  }
}

TEST(BadInput, ThePatchIsCheckedFirst) {
  EXPECT_EQ(key_of([] { friction_model(contact({.shape = Disk{-1.0}})); }), "support[0].radius");
  EXPECT_EQ(key_of([] { sample_patch(contact({.shape = Disk{-1.0}}), 10); }), "support[0].radius");
  EXPECT_EQ(key_of([] { center_of_pressure(contact({.shape = Disk{-1.0}})); }), "support[0].radius");
  EXPECT_EQ(key_of([] { friction_model({.normal_force = 1.0, .mu = 0.1, .mu_static = {}, .supports = {}}); }),
            "support");
}

TEST(BadInput, GridThatMissesTheShapeIsRefused) {
  // positive only in the corner of the disk's bounding box
  const GridPressure grid{{0.8, 0.8}, {0.1, 0.1}, 3, std::vector<double>(9, 1.0)};
  EXPECT_THROW(friction_model(contact({.shape = Disk{1.0}, .pressure = grid})), InvalidInput);
  // in the notch of an L
  const Polygon notched{{{{0.0, 0.0}, {2.0, 0.0}, {2.0, 1.0}, {1.0, 1.0}, {1.0, 2.0}, {0.0, 2.0}}}};
  const GridPressure in_notch{{1.2, 1.2}, {0.3, 0.3}, 2, std::vector<double>(4, 1.0)};
  EXPECT_THROW(friction_model(contact({.shape = notched, .pressure = in_notch})), InvalidInput);
}

TEST(BadInput, SamplingTakesAPositiveCountAndTheIsotropicLaw) {
  EXPECT_EQ(key_of([] { sample_patch(contact({.shape = Disk{1.0}}), 0); }), "count");
  EXPECT_EQ(key_of([] { sample_patch(contact({.shape = Disk{1.0}}), -3); }), "count");
  EXPECT_EQ(key_of([] { sample_patch(contact({.shape = Disk{1.0}, .law = RatchetLaw{}}), 3); }), "support[0].law");
}

TEST(BadInput, TwistsThatAreNotFiniteAreRefusedByEveryQuestion) {
  Random random(60);
  for (const NamedPatch& item : every_contact(random)) {
    if (random() % 4) continue;  // a quarter of them
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    for (const double bad : {nan, -nan, infinity, -infinity}) {
      for (const Twist& V : std::vector<Twist>{{{bad, 0.2}, 1.0},
                                               {{0.1, bad}, 1.0},
                                               {{0.1, 0.2}, bad},
                                               {{0.0, 0.0}, bad},
                                               {{bad, 0.0}, 0.0},
                                               {{1e-200, bad}, 0.0},
                                               {{bad, bad}, bad}}) {
        EXPECT_THROW(model->state(V), std::invalid_argument) << text_of(V);
        EXPECT_THROW(model->load(V), std::invalid_argument) << text_of(V);
        EXPECT_THROW(model->dissipation(V), std::invalid_argument) << text_of(V);
        EXPECT_THROW(model->load_set(V), std::invalid_argument) << text_of(V);
        EXPECT_THROW(model->is_unique(V), std::invalid_argument) << text_of(V);
        if (has_potential(item.patch)) {
          EXPECT_THROW(model->hessian(V), std::invalid_argument) << text_of(V);
        }
        for (const std::size_t size : {1u, 16u, 17u}) {
          if (size > 1 && !is_closed_form(item.patch)) continue;  // those before the bad one take their time
          std::vector<Twist> batch(size, Twist{{0.1, 0.2}, 1.0});
          batch[size / 2] = V;
          std::vector<FrictionLoad> P(size);
          EXPECT_THROW(model->loads(batch, P), std::invalid_argument) << text_of(V) << " in a batch of " << size;
        }
      }
    }
  }
}

TEST(BadInput, CustomLawOffersLoadsOnly) {
  const CustomLaw law{.value = {"0.3+0.1*cos(phi)", {"phi"}}, .turn = 0.2};
  for (const Shape& shape :
       std::vector<Shape>{Rectangle{{0.2, 0.1}}, Ring{0.1}, Points{{WeightedPoint{{0.1, 0.0}, 1.0}}}}) {
    const auto model = friction_model(contact({.shape = shape, .law = law}));
    EXPECT_FALSE(model->has_potential());
    EXPECT_THROW(model->hessian({{0.1, 0.2}, 1.0}), std::domain_error);
    EXPECT_NO_THROW(model->load({{0.1, 0.2}, 1.0}));
    // one such support is enough
    ContactPatch mixed = contact({.shape = Disk{0.1}, .share = 1.0});
    mixed.supports.push_back({.shape = shape, .law = law, .share = 1.0});
    EXPECT_FALSE(friction_model(mixed)->has_potential());
    EXPECT_THROW(friction_model(mixed)->hessian({{0.1, 0.2}, 1.0}), std::domain_error);
  }
  const CustomLaw constant{.value = {"0.3", {"phi"}}};
  EXPECT_TRUE(friction_model(contact({.shape = Disk{0.1}, .law = constant}))->has_potential());
  EXPECT_TRUE(friction_model(contact({.shape = Disk{0.1}}))->has_potential());
  EXPECT_TRUE(friction_model(contact({.shape = Disk{0.1}, .law = RatchetLaw{}}))->has_potential());
}

TEST(BadInput, CoefficientsOfStaticFrictionAreUsedOnRequest) {
  // the law's own, the contact's, and pairs
  const Twist V{{0.3, 0.4}, 0.0};
  const auto force = [&](FrictionLaw law, Coefficient which) {
    ContactPatch patch = contact({.shape = Points{{WeightedPoint{{0.1, 0.0}, 1.0}}}, .law = std::move(law)});
    patch.mu_static = 0.9;
    return length(friction_model(patch, {.coefficient = which})->load(V).force) / 3.0;
  };
  const auto kinetic = Coefficient::Kinetic, fixed = Coefficient::Static;
  EXPECT_NEAR(force(IsotropicLaw{}, kinetic), 0.7, 1e-15);
  EXPECT_NEAR(force(IsotropicLaw{}, fixed), 0.9, 1e-15);
  EXPECT_NEAR(force(IsotropicLaw{{.mu = 0.2, .mu_static = 0.3}}, fixed), 0.3, 1e-15);
  EXPECT_NEAR(force(IsotropicLaw{{.mu = 0.2, .mu_static = {}}}, fixed), 0.2, 1e-15);
  EXPECT_NEAR(force(WheelLaw{.heading = {}, .coefficients = {.mu = 0.2, .mu_static = 0.3}}, fixed), 0.3, 1e-15);
  EXPECT_NEAR(force(EllipticLaw{.mu = {0.2, 0.2}, .mu_static = {{0.4, 0.4}}, .heading = {}}, fixed), 0.4, 1e-15);
  EXPECT_NEAR(force(EllipticLaw{.mu = {0.2, 0.2}, .mu_static = {}, .heading = {}}, fixed), 0.2, 1e-15);
  // the static set of a rusty wheel is the kinetic one scaled: axle 0.1 of 0.2, then 0.15 of 0.3
  const RustyWheelLaw rusty{
      .heading = {.angle = std::atan2(0.4, 0.3)}, .axle = 0.1, .coefficients = {.mu = 0.2, .mu_static = 0.3}};
  EXPECT_NEAR(force(rusty, kinetic), 0.1, 1e-15);  // rolling straight: the bearing only
  EXPECT_NEAR(force(rusty, fixed), 0.15, 1e-15);
}

}  // namespace
}  // namespace dryslip::tests
