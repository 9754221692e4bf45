// The ways to build the limit surface [Goyal1991, sec. 8.2 and 10] agree, and give the examples of the paper.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>

#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/limit_surface/minkowski_sum.hpp"
#include "dryslip/limit_surface/special_points.hpp"
#include "dryslip/limit_surface/surface_points.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

/// Where every test must run.
bool is_ci() {
  const char* value = std::getenv("CI");
  return value != nullptr && std::string(value) == "true";
}

constexpr double pi = std::numbers::pi;
constexpr double rounding = 1e-12;  // relative to LoadScale, of loads in closed form

/// Centers of rotation in and around the contact, none of them on it by symmetry.
RegularGrid centers_around(const ContactPatch& patch) {
  const double size = reach(patch);
  return grid_over({-1.3 * size, -1.7 * size}, {1.9 * size, 1.1 * size}, 5, 4);
}

TEST(Constructions, MotionsAreSpreadEvenly) {
  const double length = 0.02;
  const std::vector<Twist> motions = spread_motions(1000, length);
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
  Eigen::Vector3d first = Eigen::Vector3d::Zero();
  for (const Twist& V : motions) {
    const Eigen::Vector3d q(V.velocity.x, V.velocity.y, V.omega * length);
    EXPECT_NEAR(q.norm(), 1.0, 1e-13);
    first += q / 1000.0;
    second += q * q.transpose() / 1000.0;
  }
  EXPECT_LT(first.norm(), 2e-3);  // of the order of one motion in 1000
  EXPECT_NEAR(first[2], 0.0, 1e-14);
  EXPECT_LT((second - Eigen::Matrix3d::Identity() / 3.0).norm(), 2e-3);
  // no two are close: in a square pattern neighbours are √(4π/n) = 3.5/√n apart
  double nearest = 1.0;
  for (const Twist& V : motions) {
    for (const Twist& W : motions) {
      if (V == W) continue;
      nearest = std::min(nearest, std::hypot(dryslip::length(V.velocity - W.velocity), (V.omega - W.omega) * length));
    }
  }
  EXPECT_GT(nearest, 3.0 / std::sqrt(1000.0));
}

TEST(Constructions, MotionsAreSpreadInUnitsOfTheMeanDistance) {
  const ContactPatch disk{.normal_force = 3.0, .mu = 0.5, .supports = {{.shape = Disk{0.06}}}};  // 2/3 of the radius
  const std::vector<Twist> found = surface_points(*friction_model(disk), 10).motions,
                           expected = spread_motions(10, 0.04);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(found[i].omega, expected[i].omega, 1e-12 / 0.04);
  // a point at O has no distance
  const ContactPatch point{.normal_force = 3.0, .mu = 0.5, .supports = {{.shape = Points{{WeightedPoint{}}}}}};
  for (const Twist& V : surface_points(*friction_model(point), 10).motions) EXPECT_TRUE(std::isfinite(V.omega));
}

TEST(Constructions, PointsOfTheSurfaceAreInsideEveryOtherPlane) {
  // maximum power: P(V)·q ≤ D(q), with equality for q = V [Goyal1991, eq. (5)]
  Random random(90);
  for (const NamedPatch& item : every_contact(random)) {
    if (!has_potential(item.patch)) {
      EXPECT_THROW(surface_points(*friction_model(item.patch), 10), InvalidInput);
      EXPECT_THROW(surface_points_by_gradient(*friction_model(item.patch), centers_around(item.patch)), InvalidInput);
      continue;
    }
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    const double tolerance =
        model->is_closed_form() ? rounding : 1e-9;  // relative to LoadScale; integrals are asked for 1e-10
    const SurfacePoints found = surface_points(*model, 40);
    for (std::size_t i = 0; i < 40; ++i) {
      const Twist& q = found.motions[i];
      const double D = model->dissipation(q), small = tolerance * power_scale(model->scale(), q);
      EXPECT_NEAR(power(found.loads[i], q), D, small);
      for (const FrictionLoad& P : found.loads) EXPECT_LE(power(P, q), D + small);
    }
  }
}

TEST(Constructions, GradientOfTheMomentFunctionGivesTheLoadsOfTheMotions) {
  Random random(91);
  for (const NamedPatch& item : every_contact(random)) {
    if (!has_potential(item.patch)) continue;
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    const RegularGrid centers = centers_around(item.patch);
    const SurfacePoints found = surface_points_by_gradient(*model, centers);
    ASSERT_EQ(found.loads.size(), 2 * centers.size());
    for (std::size_t i = 0; i < found.loads.size(); ++i) {
      EXPECT_LT(difference(found.loads[i], model->load(found.motions[i]), model->scale()), 1e-12)
          << text_of(found.motions[i]);
      EXPECT_EQ(found.motions[i].omega, i < centers.size() ? 1.0 : -1.0);
    }
  }
}

TEST(Constructions, GradientIsTheLimitOfDifferencesOfTheMomentFunction) {
  Random random(92);
  for (const NamedPatch& item : every_contact(random)) {
    if (!has_potential(item.patch) || !is_closed_form(item.patch)) continue;
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    if (model->scale().force == 0.0) continue;  // no friction
    const double size = reach(item.patch);
    const Vec2 c = 2.2 * size * unit_vector(uniform(random, -pi, pi));  // off the contact, where M is smooth
    for (const Spin spin : {Spin::CounterClockwise, Spin::Clockwise}) {
      const MomentState M = moment_state(*model, c, spin);
      EXPECT_EQ(M.moment, moment_function(*model, c, spin));
      const auto error = [&](double h) {
        const auto difference = [&](Vec2 step) {
          return (moment_function(*model, c + step, spin) - moment_function(*model, c - step, spin)) / (2 * h);
        };
        return length(Vec2{difference({h, 0.0}), difference({0.0, h})} - M.gradient) / model->scale().force;
      };
      const double coarse = error(0.1 * size), fine = error(0.05 * size);
      if (coarse < 1e-9) continue;  // M is linear there, such as for wheels
      EXPECT_LT(coarse, 0.1);
      EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1);
    }
  }
}

TEST(Constructions, LeastMomentIsThatOfTheCenterOfTwist) {
  Random random(93);
  for (const NamedPatch& item : every_closed_form(random)) {
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    const SpecialPoints found = find_special_points(LimitSurface(item.patch));
    EXPECT_NEAR(found.least_moment, moment_function(*model, point_of(found.center_of_twist)),
                1e-10 * found.least_moment);
    for (const double M : moment_grid(*model, centers_around(item.patch)).moment.values)
      EXPECT_GE(M, found.least_moment);
  }
}

/// Mean gap between the support function of the hull and D over many motions, relative to LoadScale.
double mean_gap(const LoadHull& hull, const FrictionModel& model) {
  const std::vector<Twist> motions = surface_points(model, 1000).motions;
  double sum = 0.0;
  for (const Twist& q : motions) {
    double height = 0.0;
    for (const FrictionLoad& P : hull.points) height = std::max(height, power(P, q));
    const double D = model.dissipation(q), unit = power_scale(model.scale(), q);
    EXPECT_LE(height, D + rounding * unit);  // no corner is outside
    sum += (D - height) / unit;
  }
  return sum / static_cast<double>(motions.size());
}

/// Points, points with several laws, an area with a point; all in closed form.
std::vector<ContactPatch> contacts_to_add_up() {
  const auto at = [](Vec2 r, FrictionLaw law, double share) {
    return Support{.shape = Points{{{r, 1.0}}}, .law = std::move(law), .share = share};
  };
  const Heading heading{.angle = 0.4};
  const ContactPatch body{.normal_force = 2.0, .mu = 0.5, .mu_static = {}, .supports = {}};
  ContactPatch feet = body, mixed = body, areas = body;
  feet.supports = {{.shape = Points{{{{0.02, 0.01}, 1.0}, {{-0.03, 0.02}, 2.0}, {{0.01, -0.04}, 1.5}}}}};
  mixed.supports = {at({0.02, 0.01}, RatchetLaw{.heading = heading, .coefficients = {}}, 1.0),
                    at({-0.03, 0.02}, EllipticLaw{.mu = {0.2, 0.6}, .mu_static = {}, .heading = heading}, 2.0),
                    at({0.01, -0.04}, RustyWheelLaw{.heading = heading, .axle = 0.2, .coefficients = {}}, 1.5)};
  areas.supports = {{.shape = Rectangle{{0.05, 0.02}}, .center = {0.01, 0.0}, .angle = 0.3, .share = 2.0},
                    at({-0.03, 0.02}, IsotropicLaw{}, 1.0)};
  return {feet, mixed, areas};
}

TEST(Constructions, MinkowskiSumOfTheSupportsConvergesToTheSurface) {
  if (!has_minkowski_sum()) {
    ASSERT_FALSE(is_ci()) << "qhull is missing: run scripts/bootstrap test";
    GTEST_SKIP() << "built without qhull";
  }
  for (const ContactPatch& patch : contacts_to_add_up()) {
    const auto model = friction_model(patch);
    const LimitSurface surface(patch);
    const double coarse = mean_gap(minkowski_sum(surface, 16), *model),
                 fine = mean_gap(minkowski_sum(surface, 32), *model);
    EXPECT_LT(coarse, 0.01);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.15);
  }
}

TEST(Constructions, MinkowskiSumIsClosedAndTurnedOutward) {
  if (!has_minkowski_sum()) {
    ASSERT_FALSE(is_ci()) << "qhull is missing: run scripts/bootstrap test";
    GTEST_SKIP() << "built without qhull";
  }
  for (const ContactPatch& patch : contacts_to_add_up()) {
    const LoadHull hull = minkowski_sum(LimitSurface(patch), 12);
    const LoadScale scale = friction_model(patch)->scale();
    const auto corner = [&](std::size_t k) {
      const FrictionLoad& P = hull.points[k];
      return Eigen::Vector3d(P.force.x / scale.force, P.force.y / scale.force, P.moment / scale.moment);
    };
    EXPECT_EQ(hull.triangles.size(), 2 * hull.points.size() - 4);  // Euler
    for (const auto& [a, b, c] : hull.triangles) {
      const Eigen::Vector3d outward = (corner(b) - corner(a)).cross(corner(c) - corner(a));
      EXPECT_GE(outward.dot(corner(a)), -1e-12);  // no load at all is inside
    }
  }
}

TEST(Constructions, MinkowskiSumOfWhatIsFlatOrSlippery) {
  if (!has_minkowski_sum()) {
    ASSERT_FALSE(is_ci()) << "qhull is missing: run scripts/bootstrap test";
    GTEST_SKIP() << "built without qhull";
  }
  ContactPatch single{
      .normal_force = 2.0, .mu = 0.5, .mu_static = {}, .supports = {{.shape = Points{{{{0.3, 0.4}, 1.0}}}}}};
  const LoadHull flat = minkowski_sum(LimitSurface(single), 16);
  EXPECT_TRUE(flat.triangles.empty());
  EXPECT_EQ(flat.points.size(), 16u);
  for (const FrictionLoad& P : flat.points) EXPECT_NEAR(length(P.force), 1.0, 1e-15);
  // parallel wheels carry a parallelogram, however many points are added up; points at one place a disk
  ContactPatch wheels = single;
  wheels.supports[0] = {.shape = Points{{{{0.3, 0.4}, 1.0}, {{-0.3, 0.4}, 1.0}}},
                        .law = WheelLaw{.heading = {.angle = 0.4}, .coefficients = {}}};
  EXPECT_EQ(minkowski_sum(LimitSurface(wheels), 16).points.size(), 4u);
  EXPECT_TRUE(minkowski_sum(LimitSurface(wheels), 16).triangles.empty());
  single.supports[0].shape = Points{std::vector<WeightedPoint>(6, {{0.3, 0.4}, 1.0})};
  EXPECT_EQ(minkowski_sum(LimitSurface(single), 16).points.size(), 16u);
  EXPECT_THROW(minkowski_sum(LimitSurface(single), 2), InvalidInput);
  single.mu = 0.0;
  EXPECT_EQ(minkowski_sum(LimitSurface(single), 16).points, std::vector<FrictionLoad>{FrictionLoad{}});
  single.supports[0].law = CustomLaw{.value = {"0.4+0.2*cos(phi)", {"phi"}}, .turn = 0.2};
  EXPECT_THROW(minkowski_sum(LimitSurface(single), 16), InvalidInput);
}

TEST(Constructions, DumbbellByItsMomentFunction) {
  // [Goyal1991, eq. (6)], bar along y, supports (0, ±1), μN = 1; printed for ω > 0
  const auto model = friction_model({.normal_force = 1.0,
                                     .mu = 1.0,
                                     .mu_static = {},
                                     .supports = {{.shape = Points{{{{0.0, 1.0}, 1.0}, {{0.0, -1.0}, 1.0}}}}}});
  Random random(94);
  for (int i = 0; i < test_cases(); ++i) {
    const Vec2 c = uniform_in_square(random, 3.0);
    const double above = std::hypot(c.x, c.y + 1.0), below = std::hypot(c.x, c.y - 1.0);
    const FrictionLoad expected{
        {0.5 * ((c.y + 1.0) / above + (c.y - 1.0) / below), -0.5 * c.x * (1.0 / above + 1.0 / below)},
        0.5 * ((c.y + 1.0) / above - (c.y - 1.0) / below)};
    EXPECT_LT(difference(load_by_gradient(c, moment_state(*model, c)), expected, {1.0, 1.0}), 1e-12);
    const FrictionLoad back = load_by_gradient(c, moment_state(*model, c, Spin::Clockwise), Spin::Clockwise);
    EXPECT_LT(difference(back, -1.0 * expected, {1.0, 1.0}), 1e-12);
  }
}

TEST(Constructions, RingOfRatchetedWheelsHasAFlatBottomWithASharpEdge) {
  // [Goyal1991, sec. 9.2]: wheels roll freely clockwise
  const double strength = 3.0, radius = 0.4;
  ContactPatch ring{.normal_force = strength, .mu = 1.0, .mu_static = {}, .supports = {{.shape = Ring{radius}}}};
  ring.supports[0].law =
      RatchetLaw{.heading = {.reference = Heading::Reference::Tangent, .angle = pi}, .coefficients = {}};
  const LimitSurface surface(ring);
  const FrictionModel& model = surface.model();
  Random random(95);
  for (int i = 0; i < test_cases(0.2); ++i) {
    const Vec2 e = unit_vector(uniform(random, -pi, pi));
    const FrictionLoad translation = model.load({e, 0.0});
    EXPECT_NEAR(dot(translation.force, e), strength * (0.5 + 1.0 / pi), 1e-9);
    EXPECT_NEAR(translation.moment, strength * radius / pi, 1e-9);
    // clockwise about any center inside: the edge of the bottom, a cone as moment function
    const Vec2 c = uniform(random, 0.05, 0.95) * radius * e;
    const MomentState M = moment_state(model, c, Spin::Clockwise);
    EXPECT_NEAR(M.moment, 2.0 * strength / pi * length(c), 1e-9);
    const FrictionLoad edge = load_by_gradient(c, M, Spin::Clockwise);
    EXPECT_LT(difference(edge, {(2.0 * strength / pi) * turned_left(e), 0.0}, model.scale()), 1e-9);
    // the bottom is in the plane M = 0, and ends in an edge: nothing below it is carried
    const MotionOfLoad on_edge = surface.motion_of({e, 0.0});
    EXPECT_TRUE(on_edge.converged);
    EXPECT_NEAR(on_edge.factor, 2.0 * strength / pi, 1e-9);
    EXPECT_FALSE(on_edge.is_unique);
    EXPECT_LT(surface.motion_of({0.1 * e, -0.1 * radius}).factor, 1e-9);
  }
  EXPECT_NEAR(surface.motion_of({{}, 1.0}).factor, strength * radius, 1e-9);
}

}  // namespace
}  // namespace dryslip::tests
