#include "dryslip/friction_load/contact_elements.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

/// Load of all parts of a contact, each point in the sector of its slip.
FrictionLoad load_of_parts(const ContactElements& parts, const Twist& V) {
  FrictionLoad sum;
  if (parts.smooth) sum = parts.smooth->load(V);
  for (const ContactElement& element : parts.elements) {
    const std::size_t sector = element.is_point() ? element.sector_of(element.slip(V)) : 0;
    sum = sum + element.load(sector, V);
  }
  return sum;
}

TEST(ContactElements, TheirLoadsAddUpToThatOfTheContact) {
  Random random(5);
  int with_elements = 0;
  for (int i = 0; i < 200; ++i) {
    const ContactPatch patch = random_contact(random).patch;
    const auto model = friction_model(patch, {.tolerance = 1e-11});
    if (!model->has_potential()) continue;
    const ContactElements parts(patch, {.tolerance = 1e-11});
    with_elements += parts.elements.empty() ? 0 : 1;
    const LoadScale scale = model->scale();
    for (int j = 0; j < 5; ++j) {
      const Twist V{{uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0)}, uniform(random, -20.0, 20.0)};
      const FrictionLoad whole = model->load(V), sum = load_of_parts(parts, V);
      EXPECT_NEAR(sum.force.x, whole.force.x, 1e-10 * scale.force) << i;
      EXPECT_NEAR(sum.force.y, whole.force.y, 1e-10 * scale.force) << i;
      EXPECT_NEAR(sum.moment, whole.moment, 1e-10 * scale.moment + 1e-15) << i;
    }
  }
  EXPECT_GT(with_elements, 50);
}

TEST(ContactElements, TheirHessiansAddUpToThatOfTheContact) {
  Random random(6);
  int with_points = 0;
  for (int i = 0; i < 200; ++i) {
    const ContactPatch patch = random_contact(random).patch;
    const auto model = friction_model(patch, {.tolerance = 1e-11});
    if (!model->has_potential()) continue;
    const ContactElements parts(patch, {.tolerance = 1e-11});
    const Twist V{{uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0)}, uniform(random, -20.0, 20.0)};
    Mat3 sum = Mat3::Zero();
    if (parts.smooth) sum = parts.smooth->hessian(V);
    for (const ContactElement& element : parts.elements) {
      const std::size_t sector = element.is_point() ? element.sector_of(element.slip(V)) : 0;
      const Mat3 part = element.hessian(sector, V);
      with_points += element.is_point() && !part.isZero(0.0) ? 1 : 0;
      sum += part;
    }
    const Mat3 whole = model->hessian(V);
    EXPECT_LE((sum - whole).norm(), 1e-9 * whole.norm()) << i;
  }
  EXPECT_GT(with_points, 50);
}

ContactPatch point_with(FrictionLaw law) {
  return {.normal_force = 2.0,
          .mu = 0.5,
          .mu_static = 0.6,
          .supports = {{.shape = Points{{{{0.03, -0.02}, 1.0}}}, .law = std::move(law)}}};
}

TEST(ContactElements, ForcesMeetAtEndsWithoutASideAndJumpAtThoseWithOne) {
  const Heading heading{.angle = 0.7};
  for (const FrictionLaw& law : {FrictionLaw(WheelLaw{.heading = heading}), FrictionLaw(RatchetLaw{.heading = heading}),
                                 FrictionLaw(RustyWheelLaw{.heading = heading, .axle = 0.2}),
                                 FrictionLaw(PolygonLaw{{{0.5, 0.0}, {0.1, 0.4}, {-0.3, -0.2}}})}) {
    const ContactElements parts(point_with(law), {});
    ASSERT_EQ(parts.elements.size(), 1u);
    const ContactElement& element = parts.elements[0];
    for (std::size_t i = 0; i < element.sectors.size(); ++i) {
      const SlipSector& sector = element.sectors[i];
      const std::size_t next = (i + 1) % element.sectors.size();
      // a translation along the end that they share
      const Twist V{sector.left, 0.0};
      const double jump = length(element.load(i, V).force - element.load(next, V).force);
      EXPECT_EQ(sector.side_at_left, element.sectors[next].side_at_right);
      if (sector.side_at_left) {
        EXPECT_GT(jump, 0.1) << word_of(law);
        // and that is a kink: it slips along the direction of the side
        EXPECT_NEAR(cross(*element.kinks[*sector.side_at_left].direction, sector.left), 0.0, 1e-15);
      } else {
        EXPECT_LT(jump, 1e-15) << word_of(law);
      }
    }
  }
}

TEST(ContactElements, APointAtRestHasItsStaticCoefficient) {
  const ContactElements parts(point_with(RustyWheelLaw{.axle = 0.2}), {});
  const ContactPatch& at_rest = *parts.elements[0].at_rest_statically;
  const auto own = friction_model(at_rest);
  const auto whole = friction_model(point_with(RustyWheelLaw{.axle = 0.2}), {.coefficient = Coefficient::Static});
  for (int i = 0; i < 24; ++i) {
    const Twist V{unit_vector(i * std::numbers::pi / 12.0 + 0.1), 0.0};
    EXPECT_NEAR(own->dissipation(V), whole->dissipation(V), 1e-15) << i;
  }
}

TEST(ContactElements, ARollerIsAPointAndWhatHasNoFrictionIsNothing) {
  const double along = 0.4;
  ContactPatch patch{.normal_force = 2.0, .mu = 0.5, .mu_static = 0.6, .supports = {}};
  patch.supports = {{.shape = Segment{.from = {-0.03, 0.02}, .to = {0.05, 0.02}, .ends = {1.0, 3.0}},
                     .angle = along,
                     .law = WheelLaw{.heading = {.angle = along - std::numbers::pi / 2.0}},
                     .share = 1.0},
                    {.shape = Disk{0.03}, .law = FreeLaw{}, .share = 2.0},
                    {.shape = Points{{{{0.1, 0.0}, 1.0}}}, .law = FreeLaw{}, .share = 1.0}};
  const ContactElements parts(patch, {});
  ASSERT_EQ(parts.elements.size(), 1u);
  EXPECT_TRUE(parts.elements[0].is_point());
  EXPECT_EQ(parts.smooth, nullptr);
  const auto whole = friction_model(patch);
  for (const Twist& V : {Twist{{0.3, 0.1}, 2.0}, Twist{{-0.2, 0.4}, -30.0}, Twist{{0.0, -0.1}, 0.0}}) {
    const FrictionLoad expected = whole->load(V), found = load_of_parts(parts, V);
    EXPECT_NEAR(found.force.x, expected.force.x, 1e-12);
    EXPECT_NEAR(found.force.y, expected.force.y, 1e-12);
    EXPECT_NEAR(found.moment, expected.moment, 1e-13);
  }
}

}  // namespace
}  // namespace dryslip::tests
