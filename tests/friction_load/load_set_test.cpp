// Where a twist has more than one load: every element has the same power, and no load of the contact has more.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double pi = std::numbers::pi;

/// Two points, the first at r with a law of strength `mu` (law's own) under half of 8 N; the second isotropic.
constexpr Vec2 first_place{0.25, 0.125}, second_place{-0.5, 0.25};  // short numbers: the slip there is exact
ContactPatch two_points(FrictionLaw law) {
  return {.normal_force = 8.0,
          .mu = 0.5,
          .mu_static = {},
          .supports = {{.shape = Points{{WeightedPoint{}}}, .center = first_place, .law = std::move(law), .share = 1.0},
                       {.shape = Points{{WeightedPoint{}}}, .center = second_place, .share = 1.0}}};
}
constexpr double strength = 0.5 * 4.0;  // μN of each [N]

Twist spin_about(Vec2 c, double omega) { return {-omega * turned_left(c), omega}; }

/// Load of the second point of two_points() alone.
FrictionLoad second_load(const Twist& V) {
  const Vec2 slip = V.velocity + V.omega * turned_left(second_place);
  return load_at(second_place, (strength / length(slip)) * slip);
}

/// Extreme elements of a term: ends, vertices, or points around the (cut) ellipse.
std::vector<FrictionLoad> extremes(const LoadSetTerm& term) {
  if (const auto* segment = std::get_if<LoadSegment>(&term)) return {segment->ends[0], segment->ends[1]};
  if (const auto* polygon = std::get_if<LoadPolygon>(&term)) return polygon->vertices;
  const auto& ellipse = std::get<LoadEllipse>(term);
  std::vector<FrictionLoad> result;
  for (int i = 0; i < 48; ++i) {
    const double c = std::cos(2 * pi * i / 48), s = std::sin(2 * pi * i / 48);
    if (c < ellipse.first_range[0] - 1e-12 || c > ellipse.first_range[1] + 1e-12) continue;
    result.push_back(c * ellipse.semi_axes[0] + s * ellipse.semi_axes[1]);
  }
  for (const double c : ellipse.first_range) {  // where it is cut
    for (const double s : {std::sqrt((1 - c) * (1 + c)), -std::sqrt((1 - c) * (1 + c))}) {
      result.push_back(c * ellipse.semi_axes[0] + s * ellipse.semi_axes[1]);
    }
  }
  return result;
}

/// Largest power of a set's element on a twist.
double support_function(const LoadSet& set, const Twist& V) {
  double sum = power(set.base, V);
  for (const LoadSetTerm& term : set.terms) {
    double largest = -1e300;
    for (const FrictionLoad& element : extremes(term)) largest = std::max(largest, power(element, V));
    sum += largest;
  }
  return sum;
}

/// A set: not unique, every element with the power D(V) on V, and on no other twist more than its dissipation.
void expect_set(const FrictionModel& model, const Twist& V, std::size_t terms, double bound = 1e-14) {
  EXPECT_FALSE(model.is_unique(V)) << text_of(V);
  const LoadSet set = model.load_set(V);
  EXPECT_FALSE(set.is_unique());
  EXPECT_FALSE(set.is_all);
  EXPECT_EQ(set.terms.size(), terms);
  const double unit = power_scale(model.scale(), V);
  EXPECT_NEAR(power(set.base, V), model.dissipation(V), bound * unit);
  EXPECT_LE(difference(set.base, model.load(V), model.scale()), 1e-14);  // the load shown is an element
  for (const LoadSetTerm& term : set.terms) {
    for (const FrictionLoad& element : extremes(term)) EXPECT_NEAR(power(element, V), 0.0, bound * unit);
  }
  Random random(50);
  for (int i = 0; i < 20; ++i) {
    const Twist other{uniform_in_square(random, 1.0), uniform(random, -3.0, 3.0)};
    // 2e-9: tolerance of integrated contacts; 64 slices of a line or area lie inside the exact set
    EXPECT_LE(support_function(set, other), model.dissipation(other) + 2e-9 * power_scale(model.scale(), other));
  }
  // just beside V the load is near one of the set's elements: the set is no smaller than it must be
  for (int i = 0; i < 20; ++i) {
    const Twist step{1e-7 * length(V.velocity) * unit_vector(0.3 + i), 1e-7 * std::abs(V.omega) * std::cos(2.0 * i)};
    const Twist beside{V.velocity + step.velocity, V.omega + step.omega};
    const FrictionLoad P = model.load(beside);
    // 5e-3: 48 points around an ellipse, 64 slices of a line or area; 1e-7 of V itself, squared
    EXPECT_LE(power(P, step), support_function(set, step) + 5e-3 * power_scale(model.scale(), step)) << i;
  }
}

void expect_unique(const FrictionModel& model, const Twist& V) {
  EXPECT_TRUE(model.is_unique(V)) << text_of(V);
  const LoadSet set = model.load_set(V);
  EXPECT_TRUE(set.is_unique());
  EXPECT_TRUE(set.terms.empty());
  EXPECT_LE(difference(set.base, model.load(V), model.scale()), 1e-15);
}

TEST(LoadSet, PointAtTheCenterOfRotationIsAnEllipse) {
  const auto model = friction_model(two_points(IsotropicLaw{}));
  for (const double omega : {1.0, -2.0}) {
    const Twist V = spin_about(first_place, omega);
    expect_set(*model, V, 1);
    const LoadSet set = model->load_set(V);
    EXPECT_LE(difference(set.base, second_load(V), model->scale()), 1e-15);
    const auto& ellipse = std::get<LoadEllipse>(set.terms[0]);
    for (const FrictionLoad& axis : ellipse.semi_axes) {
      EXPECT_NEAR(length(axis.force), strength, 1e-15);
      EXPECT_NEAR(axis.moment, cross(first_place, axis.force), 1e-15);
    }
    EXPECT_NEAR(dot(ellipse.semi_axes[0].force, ellipse.semi_axes[1].force), 0.0, 1e-15);
  }
  // a nanometre beside it slips
  expect_unique(*model, spin_about(first_place + Vec2{1e-9, 0.0}, 1.0));
  expect_unique(*model, spin_about(first_place + Vec2{0.0, -1e-9}, -1.0));
  const FrictionLoad P = model->load(spin_about(first_place + Vec2{1e-9, 0.0}, 1.0));
  EXPECT_NEAR((P - second_load(spin_about(first_place, 1.0))).force.y, -strength, 1e-6);
}

TEST(LoadSet, AFewUlpBesideThePointIsTheSameSet) {
  const auto model = friction_model(two_points(IsotropicLaw{}));
  const Vec2 r{first_place.x * (1 + 4e-16), first_place.y * (1 - 4e-16)};
  expect_set(*model, spin_about(r, 1.0), 1, 1e-13);
  // rounded places: a support given by an angle
  ContactPatch turned_patch = turned(two_points(IsotropicLaw{}), 0.7);
  const auto turned_model = friction_model(turned_patch);
  for (int i = 0; i < 100; ++i) {
    const double omega = 0.1 + 0.37 * i;
    EXPECT_FALSE(turned_model->is_unique(spin_about(rotated(first_place, unit_vector(0.7)), omega))) << omega;
  }
}

TEST(LoadSet, TwoPointsAtOnePlaceAddTwoTerms) {
  ContactPatch patch = two_points(IsotropicLaw{});
  patch.supports[1].center = first_place;
  const auto model = friction_model(patch);
  expect_set(*model, spin_about(first_place, 1.0), 2);
}

TEST(LoadSet, WeightlessPointsAndFrictionlessContactsAddNothing) {
  ContactPatch patch = two_points(IsotropicLaw{});
  patch.supports[0].shape = Points{{{{}, 0.0}, {{0.0, 0.125}, 1.0}}};
  expect_unique(*friction_model(patch), spin_about(first_place, 1.0));
  patch = two_points(IsotropicLaw{{.mu = 0.0, .mu_static = {}}});
  expect_unique(*friction_model(patch), spin_about(first_place, 1.0));
  patch = two_points(FreeLaw{});
  expect_unique(*friction_model(patch), spin_about(first_place, 1.0));
  patch = two_points(WheelLaw{.heading = {}, .coefficients = {.mu = 0.0, .mu_static = {}}});
  expect_unique(*friction_model(patch), {{1.0, 0.0}, 0.0});
  patch = two_points(IsotropicLaw{});
  patch.normal_force = 0.0;
  expect_unique(*friction_model(patch), spin_about(first_place, 1.0));
}

/// Ends of the only term, which must be a segment, as forces at the first point; sorted along `direction`.
std::array<Vec2, 2> ends_of_segment(const FrictionModel& model, const Twist& V, Vec2 direction) {
  const LoadSet set = model.load_set(V);
  EXPECT_EQ(set.terms.size(), 1u);
  const FrictionLoad rest = set.base - second_load(V);
  const auto& segment = std::get<LoadSegment>(set.terms.at(0));
  std::array<Vec2, 2> ends;
  for (std::size_t i = 0; i < 2; ++i) {
    const FrictionLoad end = rest + segment.ends[i];
    ends[i] = end.force;
    EXPECT_NEAR(end.moment, cross(first_place, end.force), 1e-14);
  }
  if (dot(ends[0], direction) > dot(ends[1], direction)) std::swap(ends[0], ends[1]);
  return ends;
}

/// The twist that slips along `direction` at the first point, with some rotation.
Twist slipping_along(Vec2 direction, double omega = 0.5) {
  return {direction - omega * turned_left(first_place), omega};
}

void expect_vec(Vec2 value, Vec2 expected) {
  EXPECT_NEAR(value.x, expected.x, 1e-14);
  EXPECT_NEAR(value.y, expected.y, 1e-14);
}

TEST(LoadSet, RollingWheelIsASegmentAcrossTheHeading) {
  const double angle = 0.6;
  const Vec2 e = unit_vector(angle), n = turned_left(e);
  const auto model = friction_model(two_points(WheelLaw{.heading = {.angle = angle}, .coefficients = {}}));
  for (const double side : {2.0, -1.0}) {
    const Twist V = slipping_along(side * e);
    expect_set(*model, V, 1);
    const auto ends = ends_of_segment(*model, V, n);
    expect_vec(ends[0], -strength * n);
    expect_vec(ends[1], strength * n);
  }
  expect_unique(*model, slipping_along(e + 1e-9 * n));
  expect_unique(*model, slipping_along(n));
  const Twist at_rest = spin_about(first_place, 1.0);  // the wheel's whole limit curve is that segment
  expect_set(*model, at_rest, 1);
  const auto ends = ends_of_segment(*model, at_rest, n);
  expect_vec(ends[0], -strength * n);
  expect_vec(ends[1], strength * n);
}

TEST(LoadSet, RatchetRollsOneWayOnly) {
  const double angle = -2.2;
  const Vec2 e = unit_vector(angle), n = turned_left(e);
  const auto model = friction_model(two_points(RatchetLaw{.heading = {.angle = angle}, .coefficients = {}}));
  const Twist V = slipping_along(e);
  expect_set(*model, V, 1);
  const auto ends = ends_of_segment(*model, V, n);
  expect_vec(ends[0], -strength * n);
  expect_vec(ends[1], strength * n);
  expect_unique(*model, slipping_along(-e));
  EXPECT_NEAR(dot((model->load(slipping_along(-e)) - second_load(slipping_along(-e))).force, e), -strength, 1e-14);
  expect_unique(*model, slipping_along(n));
  // at rest: the half disk f·e ≤ 0
  const Twist at_rest = spin_about(first_place, -1.0);
  expect_set(*model, at_rest, 1);
  const auto ellipse = std::get<LoadEllipse>(model->load_set(at_rest).terms[0]);
  expect_vec(ellipse.semi_axes[0].force, strength * e);
  EXPECT_EQ(ellipse.first_range, (std::array{-1.0, 0.0}));
}

TEST(LoadSet, RustyWheelRollsAgainstItsBearing) {
  const double angle = 0.9, axle = 0.2;
  const Vec2 e = unit_vector(angle), n = turned_left(e);
  const auto model =
      friction_model(two_points(RustyWheelLaw{.heading = {.angle = angle}, .axle = axle, .coefficients = {}}));
  const double b = axle * 4.0, q = std::sqrt(strength * strength - b * b);
  for (const double side : {1.0, -1.0}) {
    const Twist V = slipping_along(side * e);
    expect_set(*model, V, 1);
    const auto ends = ends_of_segment(*model, V, n);
    expect_vec(ends[0], side * b * e - q * n);
    expect_vec(ends[1], side * b * e + q * n);
  }
  expect_unique(*model, slipping_along(n));
  const Twist at_rest = spin_about(first_place, 1.0);
  expect_set(*model, at_rest, 1);
  const auto ellipse = std::get<LoadEllipse>(model->load_set(at_rest).terms[0]);
  expect_vec(ellipse.semi_axes[0].force, strength * e);
  EXPECT_NEAR(ellipse.first_range[0], -b / strength, 1e-15);
  EXPECT_NEAR(ellipse.first_range[1], b / strength, 1e-15);
}

TEST(LoadSet, EllipticPointAtRest) {
  const double angle = 0.4;
  const Vec2 e = unit_vector(angle), n = turned_left(e);
  const auto model =
      friction_model(two_points(EllipticLaw{.mu = {0.5, 0.2}, .mu_static = {}, .heading = {.angle = angle}}));
  const Twist at_rest = spin_about(first_place, 1.0);
  expect_set(*model, at_rest, 1);
  const auto ellipse = std::get<LoadEllipse>(model->load_set(at_rest).terms[0]);
  expect_vec(ellipse.semi_axes[0].force, 2.0 * e);
  expect_vec(ellipse.semi_axes[1].force, 0.8 * n);
  expect_unique(*model, slipping_along(e));
}

TEST(LoadSet, EllipticLawWithoutFrictionOneWayIsAWheel) {
  const double angle = 0.4;
  const Vec2 e = unit_vector(angle), n = turned_left(e);
  const auto across =
      friction_model(two_points(EllipticLaw{.mu = {0.0, 0.5}, .mu_static = {}, .heading = {.angle = angle}}));
  expect_set(*across, slipping_along(e), 1);
  expect_unique(*across, slipping_along(n));
  expect_vec((across->load(slipping_along(n)) - second_load(slipping_along(n))).force, strength * n);
  const auto along =
      friction_model(two_points(EllipticLaw{.mu = {0.5, 0.0}, .mu_static = {}, .heading = {.angle = angle}}));
  expect_set(*along, slipping_along(n), 1);
  expect_unique(*along, slipping_along(e));
  expect_vec((along->load(slipping_along(-e)) - second_load(slipping_along(-e))).force, -strength * e);
}

TEST(LoadSet, SideAndCornersOfAPolygonLaw) {
  const PolygonLaw law{{{0.5, -0.2}, {0.3, 0.4}, {-0.4, 0.1}, {-0.1, -0.5}}};
  const auto model = friction_model(two_points(law));
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 a = law.vertices[i], b = law.vertices[(i + 1) % 4];
    const Vec2 normal = -turned_left(b - a);  // outward, the vertices go counter-clockwise
    expect_set(*model, slipping_along(normal), 1);
    const auto ends = ends_of_segment(*model, slipping_along(normal), b - a);
    expect_vec(ends[0], 4.0 * a);
    expect_vec(ends[1], 4.0 * b);
    expect_unique(*model, slipping_along(normal + 1e-3 * (b - a)));
    expect_vec(
        (model->load(slipping_along(normal + 1e-3 * (b - a))) - second_load(slipping_along(normal + 1e-3 * (b - a))))
            .force,
        4.0 * b);
  }
  const Twist at_rest = spin_about(first_place, 1.0);
  expect_set(*model, at_rest, 1);
  EXPECT_EQ(std::get<LoadPolygon>(model->load_set(at_rest).terms[0]).vertices.size(), 4u);
  // a segment as limit curve
  const auto segment = friction_model(two_points(PolygonLaw{{{0.3, 0.4}, {-0.15, -0.2}}}));
  expect_set(*segment, slipping_along({0.4, -0.3}), 1);
  expect_set(*segment, at_rest, 1);
  expect_unique(*segment, slipping_along({0.3, 0.4}));
}

TEST(LoadSet, HalfFreeWheelOfWheels) {
  const double angle = 1.9;
  const Vec2 e = unit_vector(angle), n = turned_left(e);
  for (const auto half : {FreeLaw::Half::Left, FreeLaw::Half::Right}) {
    const Vec2 end = (half == FreeLaw::Half::Left ? strength : -strength) * n;
    const auto model =
        friction_model(two_points(FreeLaw{.half = half, .heading = {.angle = angle}, .coefficients = {}}));
    for (const double side : {1.0, -1.0}) {
      const Twist V = slipping_along(side * e);
      expect_set(*model, V, 1);
      const auto ends = ends_of_segment(*model, V, end);
      expect_vec(ends[0], {});
      expect_vec(ends[1], end);
    }
    expect_vec((model->load(slipping_along(end)) - second_load(slipping_along(end))).force, end);
    expect_vec((model->load(slipping_along(-end)) - second_load(slipping_along(-end))).force, {});
    expect_set(*model, spin_about(first_place, 1.0), 1);
  }
}

TEST(LoadSet, ZeroTwistHasTheWholeSet) {
  Random random(51);
  for (const NamedPatch& item : every_contact(random)) {
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    EXPECT_TRUE(model->load_set({}).is_all);
    EXPECT_FALSE(model->load_set({}).is_unique());
    EXPECT_FALSE(model->is_unique({}));
    EXPECT_EQ(model->load({}), FrictionLoad{});
    EXPECT_EQ(model->dissipation({}), 0.0);
    EXPECT_FALSE(model->is_unique({{-0.0, 0.0}, -0.0}));
    EXPECT_THROW(model->hessian({}), std::domain_error);
  }
}

TEST(LoadSet, IsUniqueAgreesWithTheSetForRandomTwists) {
  Random random(52);
  for (const NamedPatch& item : every_contact(random)) {
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    for (int i = 0; i < 3; ++i) {
      const Twist V = random_twist(random, item.patch);
      EXPECT_EQ(model->is_unique(V), model->load_set(V).is_unique()) << text_of(V);
    }
  }
}

// ---- lines and areas that roll as a whole

ContactPatch ratchet_ring(double radius) {
  // free for clockwise rotation: heading opposite to the counter-clockwise tangent
  const RatchetLaw law{.heading = {.reference = Heading::Reference::Tangent, .angle = pi}, .coefficients = {}};
  return {.normal_force = 4.0, .mu = 0.5, .mu_static = {}, .supports = {{.shape = Ring{radius}, .law = law}}};
}

TEST(LoadSet, RingOfRatchetsTurningFreelyCarriesADiskOfForces) {
  // [Goyal1991, sec. 9.2]: |F| ≤ 2k/π, M = 0
  const double k = 2.0;
  const auto model = friction_model(ratchet_ring(0.3));
  const Twist V{{}, -1.5};
  EXPECT_FALSE(model->is_unique(V));
  const LoadSet set = model->load_set(V);
  EXPECT_GE(set.terms.size(), 32u);
  for (int i = 0; i < 24; ++i) {
    // 64 pieces: relative error of the sum about (π/64)²/6 = 4e-4
    EXPECT_NEAR(support_function(set, {unit_vector(2 * pi * i / 24), 0.0}), 2 * k / pi, 1e-3 * k);
  }
  EXPECT_NEAR(support_function(set, {{}, 1.0}), 0.0, 1e-9);
  EXPECT_NEAR(support_function(set, {{}, -1.0}), 0.0, 1e-9);
  EXPECT_NEAR(model->dissipation(V), 0.0, 1e-9);
  // the other way it locks
  expect_unique(*model, {{}, 1.5});
  EXPECT_NEAR(model->load({{}, 1.5}).moment, k * 0.3, 1e-10);
}

TEST(LoadSet, AreaOfWheelsTranslatingAlongTheHeading) {
  const double angle = 0.8;
  const Vec2 e = unit_vector(angle), n = turned_left(e), center{0.1, -0.2};
  const ContactPatch patch{.normal_force = 4.0,
                           .mu = 0.5,
                           .mu_static = {},
                           .supports = {{.shape = Rectangle{{0.4, 0.2}},
                                         .center = center,
                                         .angle = 0.3,
                                         .law = WheelLaw{.heading = {.angle = angle}, .coefficients = {}}}}};
  const auto model = friction_model(patch);
  const Twist V{2.0 * e, 0.0};
  EXPECT_FALSE(model->is_unique(V));
  const LoadSet set = model->load_set(V);
  EXPECT_GE(set.terms.size(), 32u);
  // the set's support function is the dissipation of neighbouring twists: forces across with arms along the heading
  EXPECT_NEAR(support_function(set, {n, 0.0}), 2.0, 1e-5);  // strips with a corner in them
  EXPECT_NEAR(support_function(set, {e, 0.0}), 0.0, 1e-9);
  // spin added to the translation: D(V + ε ẑ) = ε Σ |arm| to first order; 64 strips: about 1e-3
  const double arms = support_function(set, spin_about(center, 1.0));
  const double exact = model->dissipation({1e6 * e - turned_left(center), 1.0});
  EXPECT_NEAR(arms, exact, 2e-3 * exact);
  expect_unique(*model, {2.0 * e, 1e-3});
  expect_unique(*model, {n, 0.0});
  for (const LoadSetTerm& term : set.terms) {
    for (const FrictionLoad& end : extremes(term)) EXPECT_NEAR(power(end, V), 0.0, 1e-12);
  }
}

TEST(LoadSet, LineOfWheelsRollingAboutAPointOfItsLine) {
  // wheels that roll across the line: any center of rotation on the line of the segment leaves them rolling
  const Segment segment{{0.0, 0.0}, {10.0, 0.0}};
  const ContactPatch patch{
      .normal_force = 1.0,
      .mu = 1.0,
      .mu_static = {},
      .supports = {{.shape = segment, .law = WheelLaw{.heading = {.angle = pi / 2}, .coefficients = {}}}}};
  const auto model = friction_model(patch);
  for (const double x : {1.0, 1.1, 4.5, 8.0, 5.0, 0.0, 10.0, -3.0, 14.0}) {
    const Twist V = spin_about({x, 0.0}, 1.0);
    EXPECT_FALSE(model->is_unique(V)) << x;
    const LoadSet set = model->load_set(V);
    ASSERT_FALSE(set.terms.empty()) << x;
    EXPECT_NEAR(support_function(set, {{1.0, 0.0}, 0.0}), 1.0, 0.02) << x;  // one slice of 64 may be at rest
    EXPECT_NEAR(model->dissipation(V), 0.0, 1e-9) << x;
    for (const LoadSetTerm& term : set.terms) {
      for (const FrictionLoad& end : extremes(term)) EXPECT_NEAR(power(end, V), 0.0, 1e-12);
    }
  }
  expect_unique(*model, spin_about({1.0, 1e-3}, 1.0));
}

TEST(LoadSet, SegmentTranslatingAcrossASideOfAPolygonLaw) {
  const PolygonLaw law{{{0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}}};
  const ContactPatch patch{.normal_force = 2.0,
                           .mu = {},
                           .mu_static = {},
                           .supports = {{.shape = Segment{{0.0, 0.1}, {1.0, 0.3}}, .law = law}}};
  const auto model = friction_model(patch);
  const Twist V{{3.0, 0.0}, 0.0};
  EXPECT_FALSE(model->is_unique(V));
  const LoadSet set = model->load_set(V);
  EXPECT_NEAR(support_function(set, {{0.0, 1.0}, 0.0}), 1.0, 1e-9);
  EXPECT_NEAR(support_function(set, {{0.0, -1.0}, 0.0}), 1.0, 1e-9);
  EXPECT_NEAR(support_function(set, {{1.0, 0.0}, 0.0}), 1.0, 1e-9);
  EXPECT_NEAR(model->dissipation(V), 3.0, 1e-9);
  expect_unique(*model, {{3.0, 1e-6}, 0.0});
}

TEST(LoadSet, IsotropicLinesAndAreasAlwaysHaveOneLoad) {
  Random random(53);
  for (const NamedPatch& item : every_contact(random)) {
    const Support& support = item.patch.supports[0];
    if (!std::holds_alternative<IsotropicLaw>(support.law) || std::holds_alternative<Points>(support.shape)) continue;
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    for (const Twist& V : {spin_about(support.center, 1.0), Twist{{1.0, 0.0}, 0.0}, random_twist(random, item.patch)}) {
      expect_unique(*model, V);
    }
  }
}

TEST(LoadSet, FarthestElementIsOfTheSetAndHasTheLargestPower) {
  Random random(54);
  const FrictionLoad a{{0.3, -0.2}, 0.1}, b{{-0.1, 0.5}, 0.4}, c{{0.2, 0.2}, -0.3};
  const LoadSet whole{.base = c, .terms = {LoadEllipse{{a, b}}}},
      cut{.base = c, .terms = {LoadEllipse{{a, b}, {-0.2, 0.5}}}}, line{.base = c, .terms = {LoadSegment{{a, b}}}},
      area{.base = c, .terms = {LoadPolygon{{a, b, c}}}},
      sum{.base = c, .terms = {LoadEllipse{{a, b}, {-1.0, 0.3}}, LoadSegment{{b, c}}, LoadPolygon{{c, a, b}}}};
  for (const LoadSet& set : {whole, cut, line, area, sum}) {
    for (int i = 0; i < 50; ++i) {
      const Twist V{{uniform(random, -1, 1), uniform(random, -1, 1)}, uniform(random, -1, 1)};
      const FrictionLoad P = farthest(set, V);
      // no sampled element has more, and the best of them is close: 48 points around leave 1 − cos(π/48)
      EXPECT_GE(power(P, V), support_function(set, V) - 1e-14);
      EXPECT_LE(power(P, V), support_function(set, V) + 0.003);
      // it is inside: no motion gives it more power than the set has
      const Twist W{{uniform(random, -1, 1), uniform(random, -1, 1)}, uniform(random, -1, 1)};
      EXPECT_LE(power(P, W), support_function(set, W) + 0.003);
    }
  }
  // the middle where several are as far
  EXPECT_EQ(farthest(line, {}), c + 0.5 * (a + b));
  const FrictionLoad x{{1.0, 0.0}, 0.0}, y{{0.0, 1.0}, 0.0};
  const LoadSet straight{.base = {}, .terms = {LoadEllipse{{x, y}, {0.25, 0.5}}}};
  EXPECT_EQ(farthest(straight, {{1.0, 0.0}, 0.0}), 0.5 * x);
  EXPECT_EQ(farthest(straight, {{-1.0, 0.0}, 0.0}), 0.25 * x);
  EXPECT_EQ(farthest(straight, {}), 0.25 * x);  // the nearest to the center
}

TEST(LoadSet, DimensionCountsWhatTheTermsSpan) {
  const FrictionLoad a{{1.0, 0.0}, 0.0}, b{{0.0, 0.0}, 1e-3};
  const auto of = [](std::vector<LoadSetTerm> terms) {
    return LoadSet{.base = {{3.0, 1.0}, 0.0}, .terms = std::move(terms)};
  };
  const double length = 1e-3;
  EXPECT_EQ(dimension(of({}), length), 0);
  EXPECT_EQ(dimension(of({LoadSegment{{a, b}}}), length), 1);
  EXPECT_EQ(dimension(of({LoadSegment{{a, 2.0 * a}}, LoadSegment{{-1.0 * a, a}}}), length), 1);
  EXPECT_EQ(dimension(of({LoadEllipse{{a, b}}}), length), 2);
  EXPECT_EQ(dimension(of({LoadPolygon{{a, b, {}}}}), length), 2);
  EXPECT_EQ(dimension(of({LoadEllipse{{a, b}}, LoadSegment{{FrictionLoad{}, FrictionLoad{{0.0, 1.0}, 0.0}}}}), length),
            3);
  EXPECT_EQ(dimension({.base = {}, .terms = {}, .is_all = true}, length), 3);
  // differences count, not places
  EXPECT_EQ(dimension(of({LoadSegment{{a, b}}, LoadSegment{{b, 2.0 * b - a}}}), length), 1);
  EXPECT_EQ(dimension(of({LoadPolygon{{a, a + b, a + 2.0 * b}}}), length), 1);
  // in any units
  EXPECT_EQ(dimension(of({LoadEllipse{{1e-12 * a, 1e-12 * b}}}), length), 2);
  EXPECT_EQ(dimension(of({LoadEllipse{{a, 1e-9 * b}}}), 1e-9 * length), 2);
}

TEST(LoadSet, SaysWhereItStandsForALineOrArea) {
  const ContactPatch skate{.normal_force = 1.0, .mu = 1.0, .supports = {{.shape = Disk{0.1}, .law = WheelLaw{}}}};
  EXPECT_TRUE(friction_model(skate)->load_set({{1.0, 0.0}, 0.0}).is_approximate);
  EXPECT_FALSE(friction_model(two_points(IsotropicLaw{}))->load_set(spin_about(first_place, 1.0)).is_approximate);
}

}  // namespace
}  // namespace dryslip::tests
