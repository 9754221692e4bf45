// The bracket of the stop time: known stop times, and free sliding of random bodies.

#include "dryslip/slider/stop_time.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <string>

#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

/// What counts at the start: the velocity of the center of mass; place and angle must not matter.
SliderState moving(const Twist& V) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  return {.position = {nan, nan}, .angle = nan, .velocity = V.velocity, .omega = V.omega};
}

Shape shape_of(const Json& item) {
  const std::string kind = item.at("kind");
  if (kind == "rectangle") return Rectangle{{item.at("lx").get<double>(), item.at("ly").get<double>()}};
  if (kind == "ring") return Ring{item.at("R").get<double>()};
  if (kind == "annulus") return Annulus{{item.at("r_in").get<double>(), item.at("R").get<double>()}};
  if (kind == "dumbbell") {
    return Points{{{vec(item.at("supports_body")[0]), 1.0}, {vec(item.at("supports_body")[1]), 1.0}}};
  }
  EXPECT_TRUE(kind == "disc" || kind == "hertz_disc") << kind;
  return Disk{item.at("R").get<double>()};
}

TEST(StopTime, OfTheReferenceMotionsIsInTheBracket) {
  int count = 0;
  for (const Json& item : reference("free_sliding.json")) {
    ++count;
    SCOPED_TRACE(item.at("id").get<std::string>());
    const double mass = item.at("m");
    ContactPatch patch{.normal_force = mass * item.at("g").get<double>(),
                       .mu = item.at("mu").get<double>(),
                       .mu_static = {},
                       .supports = {{.shape = shape_of(item)}}};
    if (item.at("kind") == "hertz_disc") patch.supports[0].pressure = HertzPressure{};
    const StopTimeBracket bracket = bracket_stop_time(Slider{.contact = patch,
                                                             .mass = mass,
                                                             .inertia = item.at("J"),
                                                             .initial = moving(twist(item.at("initial").at("twist")))});
    const double t = item.at("stop_time");
    EXPECT_LE(bracket.earliest, t);
    EXPECT_GE(bracket.latest, t);
    // a long light dumbbell pivots with half the loss of its translations, the others lie closer
    EXPECT_LE(bracket.latest, 2.0 * bracket.earliest * (1.0 + 2.02e-6));
  }
  EXPECT_GE(count, 14);
}

TEST(StopTime, BracketClosesWhereEveryMotionIsSlowedAlike) {
  // pure translation is the extreme of D: μg, so that the earliest time is v/(μg) up to the width of the bound
  const ContactPatch disk{
      .normal_force = 0.5 * 9.81, .mu = 0.3, .mu_static = 0.9, .supports = {{.shape = Disk{.radius = 0.1}}}};
  const double t = 2.0 / (0.3 * 9.81);
  const StopTimeBracket bracket = bracket_stop_time(
      Slider{.contact = disk, .mass = 0.5, .inertia = 0.5 * 0.01 / 2, .initial = moving({{1.2, -1.6}, 0.0})});
  EXPECT_NEAR(bracket.kinetic_energy, 1.0, 1e-15);
  EXPECT_LE(bracket.earliest, t);
  EXPECT_GE(bracket.earliest, t * (1.0 - 1.01e-6));
  EXPECT_GT(bracket.latest, t);
}

/// Stop time of free sliding by midpoint steps of the direction n, world axes: x = √(2T) n obeys dx/ds = −√(2T) p with
/// dt = √(2T) ds. Speed and time follow exactly from the dissipation of each step, so that only directions have an error. Ends at
/// a millionth of the speed.
double stop_time_by_steps(const FrictionModel& central, const Slider& body, double largest) {
  using Vector3 = Eigen::Vector3d;
  const Vector3 root(std::sqrt(body.mass), std::sqrt(body.mass), std::sqrt(body.inertia));
  const auto load = [&](const Vector3& n, double angle) -> Vector3 {
    const Vec2 axis = unit_vector(angle);
    const FrictionLoad P = central.load({rotated_back({n[0] / root[0], n[1] / root[1]}, axis), n[2] / root[2]});
    const Vec2 force = rotated(P.force, axis);
    return Vector3(force.x, force.y, P.moment).cwiseQuotient(root);
  };
  const SliderState& V = body.initial;
  Vector3 n = Vector3(V.velocity.x, V.velocity.y, V.omega).cwiseProduct(root);
  const double start = n.norm(), ds = 0.02 / largest;
  double speed = start, t = 0.0, angle = 0.0;
  n.normalize();
  while (speed > 1e-6 * start) {
    const Vector3 p = load(n, angle);
    const Vector3 middle = (n - 0.5 * ds * (p - p.dot(n) * n)).normalized();
    const double turn = 0.5 * ds * speed * middle[2] / root[2];  // in half a step
    const Vector3 q = load(middle, angle + turn);
    const double D = q.dot(middle);
    t -= speed * std::expm1(-D * ds) / D;
    speed *= std::exp(-D * ds);
    n = (n - ds * (q - D * middle)).normalized();
    angle += 2.0 * turn;
  }
  return t;
}

TEST(StopTime, OfRandomBodiesIsInTheBracket) {
  Random random(60);
  for (int i = 0; i < test_cases(1.5); ++i) {
    const NamedPatch item = random_contact(random);
    SCOPED_TRACE(item.name + " " + std::to_string(i));
    const Vec2 c = center_of_pressure(item.patch) + uniform_in_square(random, 0.2 * reach(item.patch));
    const double mass = uniform(random, 0.1, 3.0);
    const double k = std::sqrt(squared_gyration_radius(item.patch, c)) * uniform(random, 0.5, 1.5);
    const Slider body{.contact = item.patch,
                      .mass = mass,
                      .inertia = mass * k * k,
                      .center_of_mass = c,
                      .initial = moving(random_twist(random, item.patch))};
    const StopTimeBracket bracket = bracket_stop_time(body);
    if (bracket.range.least <= 1e-3 * bracket.range.largest) {  // rolls on, or takes too many steps here
      EXPECT_EQ(std::isinf(bracket.latest), bracket.range.least == 0.0);
      continue;
    }
    const auto central = friction_model(seen_from(item.patch, c));
    const double t = stop_time_by_steps(*central, body, bracket.range.largest);
    // t lacks the last millionth of the speed: 1e-6 of the bracket
    constexpr double rounding = 1e-12;
    EXPECT_LE(bracket.earliest * (1.0 - 1e-6), t * (1.0 + rounding));
    EXPECT_GE(bracket.latest, t * (1.0 - rounding));
  }
}

TEST(StopTime, AtRestItIsZeroAndWithoutFrictionInfinite) {
  const ContactPatch bar{.normal_force = 1.0,
                         .mu = 0.5,
                         .mu_static = {},
                         .supports = {{.shape = Points{{{{0.1, 0.0}, 1.0}, {{-0.1, 0.0}, 1.0}}}}}};
  Slider skate{.contact = bar, .mass = 1.0, .inertia = 0.01, .center_of_mass = {0.02, 0.01}, .initial = moving({})};
  EXPECT_EQ(bracket_stop_time(skate).earliest, 0.0);
  EXPECT_EQ(bracket_stop_time(skate).latest, 0.0);
  skate.contact.supports[0].law = WheelLaw{};
  EXPECT_EQ(bracket_stop_time(skate).latest, 0.0);
  skate.initial = moving({{1.0, 0.0}, 0.1});
  const StopTimeBracket rolling = bracket_stop_time(skate);
  EXPECT_GT(rolling.earliest, 0.0);
  EXPECT_FALSE(std::isinf(rolling.earliest));
  EXPECT_TRUE(std::isinf(rolling.latest));
  skate.contact.mu = 0.0;
  EXPECT_TRUE(std::isinf(bracket_stop_time(skate).earliest));
  skate.inertia = -1.0;
  EXPECT_THROW(bracket_stop_time(skate), InvalidInput);
}

TEST(StopTime, ScalesWithSpeedAndForce) {
  const ContactPatch patch{
      .normal_force = 3.0, .mu = 0.3, .mu_static = {}, .supports = {{.shape = Rectangle{{0.03, 0.01}}, .angle = 0.3}}};
  Slider slider{.contact = patch,
                .mass = 0.7,
                .inertia = 2e-4,
                .center_of_mass = {0.004, 0.001},
                .initial = moving({{0.3, -0.2}, 9.0})};
  const StopTimeBracket once = bracket_stop_time(slider);
  slider.initial = moving({{0.6, -0.4}, 18.0});
  const StopTimeBracket faster = bracket_stop_time(slider);
  slider.contact.mu = 0.9;
  const StopTimeBracket rougher = bracket_stop_time(slider);
  EXPECT_NEAR(faster.earliest, 2.0 * once.earliest, 1e-14);
  EXPECT_NEAR(faster.latest, 2.0 * once.latest, 1e-14);
  EXPECT_NEAR(3.0 * rougher.earliest, faster.earliest, 2e-6 * faster.earliest);
  EXPECT_NEAR(3.0 * rougher.latest, faster.latest, 2e-6 * faster.latest);
}

}  // namespace
}  // namespace dryslip::tests
