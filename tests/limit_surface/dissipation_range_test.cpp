// Bounds of the dissipation at one kinetic energy: closed forms, the eigen-directions, and random motions that must not break
// them.

#include "dryslip/limit_surface/dissipation_range.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

using std::numbers::pi;

ContactPatch patch_of(const Shape& shape) {
  return {.normal_force = 2.0, .mu = 0.4, .mu_static = 0.7, .supports = {{.shape = shape}}};
}

/// Both bounds hold and are tight.
void expect_range(const DissipationRange& range, double least, double largest) {
  constexpr double rounding = 1e-13;  // of the values given
  EXPECT_LE(range.least, least * (1.0 + rounding));
  EXPECT_GE(range.least, least * (1.0 - 1.01e-6));
  EXPECT_GE(range.largest, largest * (1.0 - rounding));
  EXPECT_LE(range.largest, largest * (1.0 + 1.01e-6));
  EXPECT_TRUE(range.converged);
}

TEST(DissipationRange, HoldsTheClosedFormsTightly) {
  // ring, gyration radius R: least at v = ωR, where F = M/R = 2 μN/π; largest in translation and spin
  const double R = 0.3, m = 0.5, muN = 0.8;
  expect_range(bound_dissipation(LimitSurface(patch_of(Ring{R})), kinetic_metric(m, m * R * R, {})),
               2.0 * std::sqrt(2.0) / pi * muN / std::sqrt(m), muN / std::sqrt(m));
  // dumbbell, gyration radius a: pivots about a support lose 1/√2 of what translations do [Goyal1991, sec. 9.1]
  const double a = 0.05;
  const ContactPatch bar = patch_of(Points{{{{a, 0.0}, 1.0}, {{-a, 0.0}, 1.0}}});
  expect_range(bound_dissipation(LimitSurface(bar), kinetic_metric(m, m * a * a, {})), muN / std::sqrt(2.0 * m),
               muN / std::sqrt(m));
}

TEST(DissipationRange, AgreesWithTheEigenDirections) {
  Random random(50);
  for (int i = 0; i < test_cases(0.15); ++i) {
    const ContactPatch patch = isotropic_contact(random, i % 2 ? PointSupports::Some : PointSupports::None);
    const Vec2 c = uniform_in_square(random, reach(patch));
    const double m = uniform(random, 0.1, 3.0);
    const Mat3 G = kinetic_metric(m, m * squared_gyration_radius(patch, c) * uniform(random, 0.3, 2.0), c);
    const LimitSurface surface(patch);
    const EigenDirections found = find_eigen_directions(surface, G);
    ASSERT_FALSE(found.directions.empty());
    expect_range(bound_dissipation(surface, G), found.directions.front().eigenvalue,
                 found.directions.back().eigenvalue);
  }
}

TEST(DissipationRange, IsNeverLeftWhereverItStops) {
  // with few motions the bounds are wide, and hold all the same; every law, integrated contacts too
  Random random(51);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const NamedPatch item = random_contact(random);
    SCOPED_TRACE(item.name);
    const Vec2 c = uniform_in_square(random, reach(item.patch));
    const double m = uniform(random, 0.1, 3.0), k = uniform(random, 0.2, 2.0) * reach(item.patch);
    const Mat3 G = kinetic_metric(m, m * k * k, c);
    const LimitSurface surface(item.patch);
    const DissipationRange range = bound_dissipation(surface, G, {.most_motions = 100u << random() % 5});
    EXPECT_LE(range.least, range.least_found);
    EXPECT_LE(range.least_found, range.largest_found);
    EXPECT_LE(range.largest_found, range.largest);
    for (int j = 0; j < 200; ++j) {
      const Twist V = random_twist(random, item.patch);
      const Vec2 v = V.velocity + V.omega * turned_left(c);
      const double root = std::sqrt(m * (dot(v, v) + k * k * V.omega * V.omega));
      const double D = surface.model().dissipation(V) / root;
      EXPECT_LE(D, range.largest * (1.0 + 1e-12));
      EXPECT_GE(D, range.least - 1e-12 * range.largest);
    }
  }
}

TEST(DissipationRange, IsZeroBelowWhereAMotionIsFree) {
  ContactPatch skate = patch_of(Points{{{{0.1, 0.0}, 1.0}, {{-0.1, 0.0}, 1.0}}});
  const Mat3 G = kinetic_metric(1.0, 0.02, {0.01, 0.0});
  // wheels roll both ways, ratchets one way
  for (const FrictionLaw& law : {FrictionLaw(WheelLaw{.heading = {.angle = 0.3}, .coefficients = {}}),
                                 FrictionLaw(RatchetLaw{.heading = {.angle = 0.3}, .coefficients = {}})}) {
    skate.supports[0].law = law;
    const DissipationRange range = bound_dissipation(LimitSurface(skate), G);
    EXPECT_EQ(range.least, 0.0);
    EXPECT_TRUE(range.has_free_motion());
    EXPECT_TRUE(range.converged);
    EXPECT_LE(range.largest, range.largest_found * (1.0 + 1.01e-6));
  }
  // rust is enough for a bound: both wheels along their heading at the speed of 1 J
  skate.supports[0].law = RustyWheelLaw{.heading = {}, .axle = 0.01, .coefficients = {}};
  const DissipationRange rusty = bound_dissipation(LimitSurface(skate), kinetic_metric(1.0, 0.02, {}));
  EXPECT_FALSE(rusty.has_free_motion());
  EXPECT_LE(rusty.least, 0.01 * 2.0);
  EXPECT_GE(rusty.least, 0.01 * 2.0 * (1.0 - 1.01e-6));
  // no friction at all
  ContactPatch smooth = patch_of(Disk{0.1});
  smooth.mu = 0.0;
  EXPECT_EQ(bound_dissipation(LimitSurface(smooth), G).largest, 0.0);
  EXPECT_THROW(bound_dissipation(LimitSurface(smooth), -G), InvalidInput);
}

}  // namespace
}  // namespace dryslip::tests
