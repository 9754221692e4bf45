#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/slider/friction_step.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

using Vector3 = Eigen::Vector3d;

Vector3 vector_of(const Twist& V) { return {V.velocity.x, V.velocity.y, V.omega}; }
Twist twist_of(const Vector3& V) { return {{V[0], V[1]}, V[2]}; }

/// A body for a contact: mass, gyration radius and center of mass at random.
struct Body {
  Mat3 G;
  double mass, gyration;
};

Body random_body(Random& random, const ContactPatch& patch) {
  const double size = reach(patch), mass = std::pow(10.0, uniform(random, -2.0, 1.0));
  const double gyration = size * uniform(random, 0.2, 1.5);
  return {kinetic_metric(mass, mass * gyration * gyration, uniform_in_square(random, 0.5 * size)), mass, gyration};
}

/// V* of a speed that friction takes away in the step several times, once, or hardly: stick, slow and fast slip.
Twist random_target(Random& random, const ContactPatch& patch, const Body& body, double h) {
  const double lost = h * friction_model(patch)->scale().force / body.mass;
  const Twist V = random_twist(random, patch);
  const double speed = std::sqrt(vector_of(V).dot(body.G * vector_of(V)) / body.mass);
  return twist_of(lost * std::pow(10.0, uniform(random, -1.0, 2.0)) / speed * vector_of(V));
}

/// That G (V* − V)/h is a load that the contact can carry, and of all these one with the largest power for V: P·V = D(V).
void expect_optimal(const LimitSurface& surface, const Body& body, const Twist& V_star, double h, const Twist& V) {
  const Vector3 load = body.G * (vector_of(V_star) - vector_of(V)) / h;
  const FrictionLoad P{{load[0], load[1]}, load[2]};
  const LoadScale scale = surface.model().scale();
  if (scale.force == 0.0) {
    EXPECT_LE((vector_of(V) - vector_of(V_star)).norm(), 1e-15 * vector_of(V_star).norm());
    return;
  }
  // of the surface; what friction takes of a much larger momentum is known to that many digits less
  const Vector3 momentum = body.G * vector_of(V_star) / h;
  const double digits = std::max(momentum.head<2>().norm() / scale.force, std::abs(momentum[2]) / scale.moment);
  const double known = std::max(1e-9, 10.0 * surface.load_error()) + 1e-15 * digits;
  EXPECT_NEAR(power(P, V), surface.model().dissipation(V), known * power_scale(scale, V));
  // the motion that P would start, were it outside
  const Twist n = surface.motion_of(P).motion;
  EXPECT_LE(power(P, n), surface.model().dissipation(n) + known * power_scale(scale, n));
}

TEST(FrictionStep, LeavesALoadOfTheMotionOrOneThatIsBorne) {
  Random random(31);
  int sticks = 0, cases = 0;
  for (int i = 0; i < test_cases(2.0); ++i) {
    const NamedPatch contact = random_contact(random);
    SCOPED_TRACE(std::to_string(i) + " " + contact.name);
    const Body body = random_body(random, contact.patch);
    const FrictionStep step(contact.patch, body.G);
    const LimitSurface surface(contact.patch);
    for (int j = 0; j < 5; ++j, ++cases) {
      const double h = std::pow(10.0, uniform(random, -6.0, 1.0));
      const Twist V_star = random_target(random, contact.patch, body, h);
      const Twist V = step(V_star, h);
      SCOPED_TRACE("V* " + text_of(V_star) + " V " + text_of(V) + " h " + std::to_string(h));
      expect_optimal(surface, body, V_star, h, V);
      if (V == Twist{}) ++sticks;
    }
  }
  EXPECT_GT(sticks, cases / 20);
  EXPECT_LT(sticks, cases / 2);
}

TEST(FrictionStep, YieldsHardlyToALoadHardlyBeyondTheLimit) {
  // friction takes of an impulse (1 + ε) of what the contact bears all but ε
  Random random(34);
  for (int i = 0; i < test_cases(); ++i) {
    const NamedPatch contact = random_contact(random);
    SCOPED_TRACE(std::to_string(i) + " " + contact.name);
    const Body body = random_body(random, contact.patch);
    const LimitSurface surface(contact.patch);
    if (surface.model().scale().force == 0.0) continue;
    const FrictionStep step(contact.patch, body.G);
    const FrictionLoad P = surface.model().load(random_twist(random, contact.patch));
    const Vector3 momentum(P.force.x, P.force.y, P.moment), V_star = body.G.inverse() * momentum;
    const double speed = std::sqrt(V_star.dot(body.G * V_star));
    for (const double beyond : {1e-9, 1e-11, 1e-12, 1e-13}) {
      const Vector3 V = vector_of(step(twist_of((1.0 + beyond) * V_star), 1.0));
      const double known = std::max(1e-9, 10.0 * surface.load_error());
      EXPECT_LE(std::sqrt(V.dot(body.G * V)), (beyond + known) * speed) << beyond;
    }
  }
}

/// A body that turns fast about a point that slips by a little: several sides of its law are next to the motion.
TEST(FrictionStep, KnowsASlowSlipOfAPointFromItsRest) {
  Random random(34);
  const PolygonLaw polygon{{{0.3237, 0.02}, {0.02, 0.1761}, {-0.543, -0.02}, {-0.02, -0.2263}}};
  const Vec2 place{0.1024, -0.0327};
  const ContactPatch patch{
      .normal_force = 8.4, .mu = 0.1, .supports = {{.shape = Points{{{place, 1.0}}}, .law = polygon}}};
  const Body body{kinetic_metric(0.8568, 0.002841, {}), 0.8568, std::sqrt(0.002841 / 0.8568)};
  const FrictionStep step(patch, body.G);
  const LimitSurface surface(patch);
  int slips = 0;
  for (int i = 0; i < test_cases(2.0); ++i) {
    const double omega = uniform(random, -5.0, 5.0), h = 1e-5;
    const double slip = h * std::pow(10.0, uniform(random, -3.0, 2.0)), direction = uniform(random, -3.2, 3.2);
    const Twist V_star{slip * unit_vector(direction) - omega * turned_left(place), omega};
    const Twist V = step(V_star, h);
    SCOPED_TRACE("V* " + text_of(V_star) + " V " + text_of(V));
    expect_optimal(surface, body, V_star, h, V);
    slips += length(V.velocity + V.omega * turned_left(place)) > 1e-9 ? 1 : 0;
  }
  EXPECT_GT(slips, 20);
}

TEST(FrictionStep, NoOtherVelocityIsBetter) {
  Random random(32);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const NamedPatch contact = random_contact(random);
    SCOPED_TRACE(std::to_string(i) + " " + contact.name);
    const Body body = random_body(random, contact.patch);
    const auto model = friction_model(contact.patch);
    const double h = 1e-3;
    const Twist V_star = random_target(random, contact.patch, body, h);
    const Vector3 V = vector_of(FrictionStep(contact.patch, body.G)(V_star, h));
    const auto objective = [&](const Vector3& at) {
      const Vector3 off = at - vector_of(V_star);
      return 0.5 * off.dot(body.G * off) + h * model->dissipation(twist_of(at));
    };
    const double best = objective(V), scale = vector_of(V_star).dot(body.G * vector_of(V_star));
    for (int j = 0; j < 50; ++j) {
      const double size = std::pow(10.0, uniform(random, -6.0, 0.0));
      Vector3 other = V + size * vector_of(random_target(random, contact.patch, body, h));
      if (j == 0) other.setZero();
      if (j == 1) other = vector_of(V_star);
      EXPECT_GE(objective(other), best - 1e-10 * scale);  // ten digits of D where it is integrated
    }
  }
}

TEST(FrictionStep, DoesNotDependOnTheTwistThatItStartsFrom) {
  Random random(33);
  for (int i = 0; i < test_cases(); ++i) {
    const NamedPatch contact = random_contact(random);
    SCOPED_TRACE(std::to_string(i) + " " + contact.name);
    const Body body = random_body(random, contact.patch);
    const FrictionStep step(contact.patch, body.G);
    const double h = 1e-3;
    const Twist V_star = random_target(random, contact.patch, body, h);
    const Vector3 V = vector_of(step(V_star, h));
    const double scale = std::sqrt(vector_of(V_star).dot(body.G * vector_of(V_star)));
    for (const double size : {1e-8, 1e-3, 0.1, 1.0}) {
      const Vector3 near = V + size * vector_of(random_target(random, contact.patch, body, h));
      const Vector3 off = vector_of(step(V_star, h, twist_of(near), body.G)) - V;
      EXPECT_LE(std::sqrt(off.dot(body.G * off)), 1e-9 * scale) << size;
    }
  }
}

TEST(FrictionStep, OfAPointIsThatOfAParticle) {
  // the body's mass sits on the point: V = V* − h μ g along V*, or rest
  const ContactPatch point{.normal_force = 2.0, .mu = 0.5, .supports = {{.shape = Points{{{{}, 1.0}}}}}};
  const FrictionStep step(point, kinetic_metric(0.25, 0.01, {}));
  const Twist slow = step({{0.3, -0.4}, 0.0}, 0.05), stopped = step({{0.3, -0.4}, 0.0}, 0.2);
  EXPECT_NEAR(slow.velocity.x, 0.3 * (0.5 - 0.05 * 4.0) / 0.5, 1e-14);
  EXPECT_NEAR(slow.velocity.y, -0.4 * (0.5 - 0.05 * 4.0) / 0.5, 1e-14);
  EXPECT_EQ(length(stopped.velocity), 0.0);
}

}  // namespace
}  // namespace dryslip::tests
