// The reference files at the level of the library (their README: tests/reference_data/README.md).

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>

#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double tolerance = 1e-11;  // relative to LoadScale, as promised; the data have 12 digits and more

/// One ellipse, with the given center and semi-axes. As the matrix a aᵀ + b bᵀ it does not depend on the choice of axes.
void expect_ellipse(const LoadSet& set, const FrictionLoad& center, const Json& axes, const LoadScale& scale) {
  EXPECT_LE(difference(set.base, center, scale), tolerance);
  ASSERT_EQ(set.terms.size(), 1u);
  const auto* ellipse = std::get_if<LoadEllipse>(&set.terms[0]);
  ASSERT_NE(ellipse, nullptr);
  EXPECT_EQ(ellipse->first_range, (std::array{-1.0, 1.0}));
  const auto components = [](const FrictionLoad& P) { return std::array{P.force.x, P.force.y, P.moment}; };
  const auto a = components(load(axes[0])), b = components(load(axes[1]));
  const auto c = components(ellipse->semi_axes[0]), d = components(ellipse->semi_axes[1]);
  const std::array unit{scale.force, scale.force, scale.moment};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(c[i] * c[j] + d[i] * d[j], a[i] * a[j] + b[i] * b[j], tolerance * unit[i] * unit[j]) << i << j;
    }
  }
}

TEST(ReferenceData, PatchFriction) {
  int count = 0, sets = 0;
  for (const Json& item : reference("patch_friction.json")) {
    ++count;
    SCOPED_TRACE(item.at("id").get<std::string>() + " " + item.at("note").get<std::string>());
    const ContactPatch patch{.normal_force = item.at("N").get<double>(),
                             .mu = item.at("mu").get<double>(),
                             .mu_static = {},
                             .supports = {support_of(item.at("patch"))}};
    const auto model = friction_model(patch, {.tolerance = 1e-12});
    const LoadScale scale = model->scale();
    EXPECT_NEAR(scale.force, *patch.mu * patch.normal_force, 1e-15 * scale.force);
    EXPECT_NEAR(scale.moment, moment_function(*model, {}),
                1e-6 * scale.moment);  // mean distance: a unit of errors only
    const Twist V = twist(item.at("twist"));
    EXPECT_NEAR(model->dissipation(V), item.at("h").get<double>(), tolerance * power_scale(scale, V));
    const bool is_set = item.value("set_valued", false);
    EXPECT_EQ(model->is_unique(V), !is_set);
    EXPECT_EQ(model->load_set(V).is_unique(), !is_set);
    if (is_set) {
      ++sets;
      const Json& facet = item.at("facet");
      const FrictionLoad center = -1.0 * load(facet.at("center_friction_on_body"));
      expect_ellipse(model->load_set(V), center, {facet.at("semi_axis_1"), facet.at("semi_axis_2")}, scale);
    } else {
      EXPECT_LE(difference(model->load(V), -1.0 * load(item.at("friction_on_body")), scale), tolerance);
    }
  }
  EXPECT_EQ(count, 203);
  EXPECT_GE(sets, 4);
}

TEST(ReferenceData, PointBodyLoad) {
  for (const Json& item : reference("limit_surface.json", "point_body_load", 54)) {
    SCOPED_TRACE(item.at("id").get<std::string>() + " " + item.at("body").get<std::string>());
    const auto model = friction_model(body_of(item.at("contacts")));
    const Twist V = twist(item.at("twist"));
    const double bound = 1e-10;  // relative to LoadScale: the file's second method is that good
    EXPECT_NEAR(model->dissipation(V), item.at("h").get<double>(), bound * power_scale(model->scale(), V));
    EXPECT_EQ(model->is_unique(V), item.at("unique").get<bool>());
    if (item.at("unique").get<bool>()) {
      EXPECT_LE(difference(model->load(V), load(item.at("P")), model->scale()), bound);
    } else {
      EXPECT_FALSE(model->load_set(V).terms.empty());
    }
  }
}

TEST(ReferenceData, FacetsOfPointBodies) {
  for (const Json& item : reference("limit_surface.json", "facet", 10)) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const auto model = friction_model(body_of(item.at("contacts")));
    const Twist V = twist(item.at("normal_q_unscaled"));
    EXPECT_FALSE(model->is_unique(V));
    EXPECT_NEAR(model->dissipation(V), item.at("h").get<double>(), tolerance * power_scale(model->scale(), V));
    expect_ellipse(model->load_set(V), load(item.at("center_P")), {item.at("semi_axis_1"), item.at("semi_axis_2")},
                   model->scale());
  }
}

/// Ring of ratchets that roll freely clockwise: the heading is opposite to the counter-clockwise tangent.
ContactPatch ratchet_ring(double radius, double strength) {
  const RatchetLaw law{.heading = {.reference = Heading::Reference::Tangent, .angle = std::numbers::pi},
                       .coefficients = {}};
  return {.normal_force = strength, .mu = 1.0, .mu_static = {}, .supports = {{.shape = Ring{radius}, .law = law}}};
}

TEST(ReferenceData, RatchetRing) {
  for (const Json& item : reference("limit_surface.json", "ratchet_ring", 18)) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const ContactPatch ring = ratchet_ring(item.at("R").get<double>(), item.at("muN").get<double>());
    const auto model = friction_model(ring, {.tolerance = 1e-12});
    const Twist V = twist(item.at("twist"));
    EXPECT_EQ(model->is_unique(V), item.at("unique").get<bool>());
    EXPECT_NEAR(model->dissipation(V), item.at("h").get<double>(), tolerance * power_scale(model->scale(), V));
    EXPECT_LE(difference(model->load(V), load(item.at("P")), model->scale()), tolerance);
    // the same motion in another direction: the ring is round
    const Vec2 direction = unit_vector(2.1);
    const FrictionLoad P = model->load({rotated(V.velocity, direction), V.omega});
    EXPECT_LE(difference({rotated_back(P.force, direction), P.moment}, load(item.at("P")), model->scale()), tolerance);
  }
}

}  // namespace
}  // namespace dryslip::tests
