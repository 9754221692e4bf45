// Loads to motions: the reference file, the dumbbell of the paper, and what holds for every contact.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

/// Sine of the angle between two motions, with lengths in units of `unit`.
double angle_between(const Twist& a, const Twist& b, double unit) {
  const Eigen::Vector3d x(a.velocity.x, a.velocity.y, a.omega * unit), y(b.velocity.x, b.velocity.y, b.omega * unit);
  return x.dot(y) < 0.0 ? 2.0 : x.normalized().cross(y.normalized()).norm();
}

void expect_certified(const MotionOfLoad& found) {
  EXPECT_TRUE(found.converged);
  EXPECT_LE(found.lower, found.upper);
  EXPECT_LE(found.upper - found.lower, 1e-10 * found.upper);
  EXPECT_GE(found.factor, found.lower);
  EXPECT_LE(found.factor, found.upper);
}

TEST(MotionOfLoad, AgreesWithTheReferenceFile) {
  int count = 0;
  for (const Json& item : reference("limit_surface.json")) {
    const std::string kind = item.at("kind");
    if (kind != "gauge" && kind != "gauge_patch") continue;
    ++count;
    SCOPED_TRACE(item.at("id").get<std::string>());
    const ContactPatch patch = kind == "gauge" ? body_of(item.at("contacts"))
                                               : ContactPatch{.normal_force = item.at("N").get<double>(),
                                                              .mu = item.at("mu").get<double>(),
                                                              .mu_static = {},
                                                              .supports = {support_of(item.at("patch"))}};
    const LimitSurface surface(patch);
    const MotionOfLoad found = surface.motion_of(load(item.at("load_direction")));
    const double factor = item.at("factor");
    const double stated = item.at("rel_difference_of_methods");
    EXPECT_NEAR(found.factor, factor, std::max(1e-10, 3 * stated) * factor);
    expect_certified(found);
    if (!item.value("normal_unique", true)) {
      EXPECT_FALSE(found.is_unique);
    } else if (found.is_unique) {
      const double unit = item.at("L_ref");
      EXPECT_LE(angle_between(found.motion, twist(item.at("normal_q")), unit), 1e-6);
    }
  }
  EXPECT_EQ(count, 69);
}

/// The bar of the paper: supports at (0, ±1), together 1 N of friction [Goyal1991, sec. 9.1].
ContactPatch dumbbell() {
  return {.normal_force = 1.0,
          .mu = 1.0,
          .mu_static = {},
          .supports = {{.shape = Points{{{{0.0, 1.0}, 1.0}, {{0.0, -1.0}, 1.0}}}}}};
}

TEST(MotionOfLoad, TheFactorAloneIsTheSame) {
  Random random(23);
  for (int i = 0; i < 60; ++i) {
    const ContactPatch patch = random_contact(random).patch;
    if (!friction_model(patch)->has_potential()) continue;
    const LimitSurface surface(patch);
    const FrictionLoad P{{uniform(random, -3.0, 3.0), uniform(random, -3.0, 3.0)}, uniform(random, -0.1, 0.1)};
    const double factor = surface.motion_of(P).factor;
    EXPECT_NEAR(surface.factor_of(P), factor, 1e-9 * factor) << i;
  }
  EXPECT_TRUE(std::isinf(LimitSurface(random_contact(random).patch).factor_of({})));
}

TEST(MotionOfLoad, NoLoadIsBeyondTheSupportingPlane) {
  Random random(29);
  for (int i = 0; i < 60; ++i) {
    const ContactPatch patch = random_contact(random).patch;
    if (!friction_model(patch)->has_potential()) continue;
    const LimitSurface surface(patch);
    const FrictionModel& model = surface.model();
    const FrictionLoad P{{uniform(random, -3.0, 3.0), uniform(random, -3.0, 3.0)}, uniform(random, -0.1, 0.1)};
    const auto [factor, V] = surface.supporting_plane(P);
    if (factor == 0.0) continue;  // along motions that meet no friction
    const double most = model.dissipation(V);
    EXPECT_NEAR(power(P, V) * factor, most, 1e-11 * most) << i;
    // from a motion nearby, or not so near
    for (const double part : {0.0, 1e-6, 1e-2, 0.5}) {
      const FrictionLoad beside{P.force + part * Vec2{0.5, -0.7}, P.moment + 0.03 * part};
      const double expected = surface.factor_of(beside);
      EXPECT_NEAR(surface.supporting_plane(beside, V).factor, expected, 1e-9 * expected) << i << " " << part;
    }
    for (int k = 0; k < 50; ++k) {
      const Twist other{{uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0)}, uniform(random, -30.0, 30.0)};
      EXPECT_LE(power(model.load(other), V), most * (1.0 + 1e-11)) << i;
    }
  }
}

TEST(MotionOfLoad, DumbbellHasACircleACircleAndASquare) {
  const LimitSurface surface(dumbbell());
  for (int i = 0; i < 37; ++i) {
    const Vec2 d = unit_vector(0.17 * i);
    EXPECT_NEAR(surface.motion_of({{d.x, d.y}, 0.0}).factor, 1.0, 1e-10) << i;
    EXPECT_NEAR(surface.motion_of({{0.0, d.x}, d.y}).factor, 1.0, 1e-10) << i;
    EXPECT_NEAR(surface.motion_of({{d.x, 0.0}, d.y}).factor, 1.0 / (std::abs(d.x) + std::abs(d.y)), 1e-10) << i;
  }
}

TEST(MotionOfLoad, DumbbellHasFourVerticesWithFansOfMotions) {
  const LimitSurface surface(dumbbell());
  // pure moment: any center of rotation on the bar
  for (const double sign : {1.0, -1.0}) {
    const MotionOfLoad found = surface.motion_of({{}, 2.0 * sign});
    expect_certified(found);
    EXPECT_NEAR(found.factor, 0.5, 1e-10);
    EXPECT_FALSE(found.is_unique);
    ASSERT_EQ(found.motions.size(), 2u);
    double ends[2];
    for (int i = 0; i < 2; ++i) {
      const Twist& V = found.motions[static_cast<std::size_t>(i)];
      EXPECT_GT(sign * V.omega, 0.0);
      EXPECT_NEAR(V.velocity.y / V.omega, 0.0, 1e-5);  // x of the center: D grows with its square only
      ends[i] = V.velocity.x / V.omega;
    }
    EXPECT_NEAR(std::max(ends[0], ends[1]), 1.0, 1e-5);
    EXPECT_NEAR(std::min(ends[0], ends[1]), -1.0, 1e-5);
  }
  // force across the bar: centers on its line outside it, through translation
  const MotionOfLoad pushed = surface.motion_of({{-3.0, 0.0}, 0.0});
  EXPECT_NEAR(pushed.factor, 1.0 / 3.0, 1e-10);
  EXPECT_FALSE(pushed.is_unique);
  ASSERT_EQ(pushed.motions.size(), 2u);
  for (const Twist& V : pushed.motions) {
    EXPECT_LT(V.velocity.x, 0.0);
    EXPECT_NEAR(std::abs(V.omega / V.velocity.x), 1.0, 1e-5);  // about one of the supports
  }
}

TEST(MotionOfLoad, FacetsAreFoundAndNamed) {
  for (const Json& item : reference("limit_surface.json", "facet", 10)) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const LimitSurface surface(body_of(item.at("contacts")));
    const FrictionLoad center = load(item.at("center_P")), a = load(item.at("semi_axis_1")),
                       b = load(item.at("semi_axis_2"));
    const Twist normal = twist(item.at("normal_q_unscaled"));
    for (const double part : {0.0, 0.5, 0.9}) {
      const FrictionLoad P = center + part * (0.6 * a + 0.8 * b);
      const MotionOfLoad found = surface.motion_of(7.0 * P);
      expect_certified(found);
      EXPECT_NEAR(found.factor, 1.0 / 7.0, 1e-10 / 7.0) << part;
      EXPECT_TRUE(found.is_on_facet) << part;
      EXPECT_TRUE(found.is_unique) << part;
      EXPECT_LE(angle_between(found.motion, normal, 0.05), 1e-14) << part;
      EXPECT_FALSE(found.sticks());
    }
  }
}

TEST(MotionOfLoad, EdgesOfAPolytopeHaveFans) {
  // three wheels: two slip each its own way, the third is held and rolls; at the ends of the fan another one rolls too
  const double strength = 0.5, headings[] = {0.2, 1.4, 2.9};
  const Vec2 places[] = {{0.1, 0.02}, {-0.05, 0.07}, {-0.03, -0.08}};
  ContactPatch patch{.normal_force = 3.0, .mu = strength, .supports = {}};
  FrictionLoad full[3];
  for (int i = 0; i < 3; ++i) {
    patch.supports.push_back({.shape = Points{{{places[i], 1.0}}}, .law = WheelLaw{{.angle = headings[i]}, {}}});
    full[i] = load_at(places[i], strength * unit_vector(headings[i] + std::numbers::pi / 2));
  }
  const LimitSurface surface(patch);
  for (int held = 0; held < 3; ++held) {
    const int i = (held + 1) % 3, j = (held + 2) % 3;
    for (const double side : {1.0, -1.0}) {
      const FrictionLoad P = full[i] + side * full[j] + 0.3 * full[held];
      const MotionOfLoad found = surface.motion_of(P);
      expect_certified(found);
      EXPECT_NEAR(found.factor, 1.0, 1e-10);
      EXPECT_FALSE(found.is_unique);
      ASSERT_EQ(found.motions.size(), 2u);
      int rolling = 0;
      for (const Twist& V : found.motions) {
        const double small = 1e-6 * surface.model().dissipation(V);
        EXPECT_NEAR(power(full[held], V), 0.0, small);
        if (std::abs(power(full[i], V)) < small) rolling += 1;
        if (std::abs(power(full[j], V)) < small) rolling += 2;
      }
      EXPECT_EQ(rolling, 3);  // the one at one end, the other at the other
    }
  }
}

TEST(MotionOfLoad, NoLoadAndLoadsThatNothingCarries) {
  const LimitSurface surface(dumbbell());
  const MotionOfLoad none = surface.motion_of({});
  EXPECT_EQ(none.factor, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(none.sticks());
  EXPECT_EQ(none.motion, Twist{});
  EXPECT_FALSE(none.is_unique);
  // wheels carry nothing along their heading, and nothing of a load with a part along it
  ContactPatch cart = dumbbell();
  cart.supports[0].law = WheelLaw{.heading = {.angle = 0.3}, .coefficients = {}};
  const LimitSurface wheels(cart);
  for (const FrictionLoad& P : {FrictionLoad{unit_vector(0.3), 0.0}, FrictionLoad{{1.0, 0.0}, 0.2}}) {
    const MotionOfLoad found = wheels.motion_of(P);
    EXPECT_EQ(found.factor, 0.0);
    EXPECT_TRUE(found.converged);
    EXPECT_FALSE(found.sticks());
    EXPECT_GT(power(P, found.motion), 0.0);
    EXPECT_NEAR(wheels.model().dissipation(found.motion), 0.0, 1e-15);
  }
  const MotionOfLoad across = wheels.motion_of({2.0 * turned_left(unit_vector(0.3)), 0.0});
  EXPECT_NEAR(across.factor, 0.5, 1e-10);
  EXPECT_FALSE(across.is_unique);  // rolling does not change the load
  ContactPatch smooth = dumbbell();
  smooth.mu = 0.0;
  const MotionOfLoad slides = LimitSurface(smooth).motion_of({{1.0, 2.0}, 3.0});
  EXPECT_EQ(slides.factor, 0.0);
  EXPECT_GT(power(FrictionLoad{{1.0, 2.0}, 3.0}, slides.motion), 0.0);
}

TEST(MotionOfLoad, StaticSurfaceIsTheKineticOneScaled) {
  ContactPatch patch = dumbbell();
  patch.mu_static = 1.5;
  const FrictionLoad P{{0.3, 0.4}, -0.2};
  const MotionOfLoad kinetic = LimitSurface(patch).motion_of(P),
                     at_rest = LimitSurface(patch, {.coefficient = Coefficient::Static}).motion_of(P);
  EXPECT_NEAR(at_rest.factor, 1.5 * kinetic.factor, 1e-10 * at_rest.factor);
}

TEST(MotionOfLoad, ReturnsTheMotionOfItsOwnLoad) {
  // every shape, pressure and law; integrated loads at their tolerance
  Random random(80);
  int checked = 0, exact = 0;
  const int stride = std::max(1, 200 / test_cases());  // integrated loads take their time
  int index = 0;
  for (const NamedPatch& item : every_contact(random)) {
    SCOPED_TRACE(item.name);
    if (!is_closed_form(item.patch) && ++index % stride != 0) continue;
    if (!has_potential(item.patch)) {
      EXPECT_THROW(LimitSurface(item.patch), InvalidInput);
      continue;
    }
    const bool is_exact = is_closed_form(item.patch);
    const LimitSurface surface(item.patch);
    const LoadScale scale = surface.model().scale();
    for (int i = 0; i < test_cases(is_exact ? 0.02 : 0.005); ++i) {
      const Twist V = random_twist(random, item.patch);
      const FrictionLoad P = surface.model().load(V);
      if (P == FrictionLoad{}) continue;
      exact += is_exact;
      const MotionOfLoad found = surface.motion_of(0.37 * P);
      // the error of an integrated load, 1e-12 relative to LoadScale, counts for more the less of it lies along the motion
      const double arm = scale.moment / scale.force, speed = std::hypot(length(V.velocity), V.omega * arm);
      const double known = 4e-12 * scale.force * speed / power(P, V);
      if (is_exact || known < 1e-10) expect_certified(found);
      EXPECT_EQ(found.converged, found.upper - found.lower <= 1e-10 * found.upper);
      EXPECT_LE(found.upper - found.lower, std::max(1e-10, known) * found.upper) << text_of(V);
      EXPECT_LE(0.37 * found.lower, 1.0 + 1e-10) << text_of(V);
      EXPECT_GE(0.37 * found.upper, 1.0 - 1e-10) << text_of(V);
      EXPECT_TRUE(found.sticks());
      if (found.is_unique && is_exact) {
        ++checked;
        EXPECT_LE(angle_between(found.motion, V, scale.moment / scale.force), 1e-5) << text_of(V);
      }
    }
  }
  EXPECT_GT(checked, exact / 4);
}

TEST(MotionOfLoad, RaysAlongAFlatSideOfAnIntegratedContactAreCertified) {
  // an area of ratchets that rolls forward carries loads across the heading only: all of them lie in one flat side through O
  Random random(81);
  for (int i = 0; i < test_cases(0.25); ++i) {
    const double heading = uniform(random, -3.0, 3.0);
    const Vec2 forward = unit_vector(heading);
    const Vec2 center = uniform_in_square(random, 0.02);
    const LimitSurface surface(
        {.normal_force = 1.0,
         .mu = 0.4,
         .supports = {{.shape = Ring{0.02}, .center = center, .law = RatchetLaw{.heading = {.angle = heading}}}}});
    // turns left about a place beside the ring
    const Vec2 c =
        center + uniform(random, 0.0201, 0.06) * turned_left(forward) + uniform(random, -0.03, 0.03) * forward;
    const Twist V{-turned_left(c), 1.0};
    const FrictionLoad P = surface.model().load(V);
    EXPECT_NEAR(dot(P.force, forward), 0.0, 1e-12);
    const MotionOfLoad found = surface.motion_of(P);
    expect_certified(found);
    EXPECT_NEAR(found.factor, 1.0, 1e-10) << text_of(V);
  }
}

TEST(MotionOfLoad, LargestAndSmallestLoadsHaveFactors) {
  // a square of a nanometre: moments per length are beyond the largest double
  const LimitSurface tiny({.normal_force = 1.0, .mu = 0.4, .supports = {{.shape = Rectangle{{1e-9, 1e-9}}}}});
  const MotionOfLoad large = tiny.motion_of({{1e300, 1e300}, 1e300}), one = tiny.motion_of({{1.0, 1.0}, 1.0});
  expect_certified(large);
  EXPECT_NEAR(large.factor * 1e300, one.factor, 1e-10 * one.factor);
  EXPECT_THROW(tiny.motion_of({{std::nan(""), 0.0}, 1.0}), std::invalid_argument);
  EXPECT_THROW(tiny.motion_of({{0.0, 1.0}, HUGE_VAL}), std::invalid_argument);
  const MotionOfLoad small = tiny.motion_of({{1e-300, 1e-300}, 1e-300});
  EXPECT_NEAR(small.factor * 1e-300, one.factor, 1e-10 * one.factor);
}

TEST(MotionOfLoad, AllPointsAtTheOriginCarryForcesOnly) {
  const LimitSurface point({.normal_force = 2.0, .mu = 0.4, .supports = {{.shape = Points{{{{}, 1.0}, {{}, 2.0}}}}}});
  const MotionOfLoad force = point.motion_of({{0.3, -0.4}, 0.0});
  EXPECT_NEAR(force.factor, 1.6, 1e-10);
  EXPECT_NEAR(cross(force.motion.velocity, {0.3, -0.4}), 0.0, 1e-7);
  EXPECT_EQ(point.motion_of({{}, 1.0}).factor, 0.0);
  EXPECT_FALSE(point.model().is_unique({{}, 1.0}));
  EXPECT_EQ(point.model().load({{}, 1.0}), FrictionLoad{});
  EXPECT_NEAR(point.model().load({{1e-300, 0.0}, 1e-300}).force.x, 0.8, 1e-14);
}

TEST(MotionOfLoad, FarFromTheContactItIsTheSame) {
  Random random(83);
  const Vec2 away{1000.0, -700.0};
  for (int i = 0; i < 20; ++i) {
    ContactPatch here{.normal_force = 1.0, .mu = 0.4, .supports = {{.shape = Rectangle{{0.1, 0.2}}, .angle = 0.3}}};
    ContactPatch there = here;
    there.supports[0].center = away;
    const FrictionLoad P{{uniform(random, -1, 1), uniform(random, -1, 1)}, 0.1 * uniform(random, -1, 1)};
    const FrictionLoad moved{P.force, P.moment + cross(away, P.force)};  // known to 1e-13 only
    const MotionOfLoad near = LimitSurface(here).motion_of(P), far = LimitSurface(there).motion_of(moved);
    expect_certified(far);
    EXPECT_TRUE(far.is_unique);
    EXPECT_NEAR(far.factor, near.factor, 1e-10 * near.factor);
    const Vec2 velocity = far.motion.velocity + far.motion.omega * turned_left(away);
    EXPECT_NEAR(far.motion.omega, near.motion.omega, 1e-6 * (std::abs(near.motion.omega) + 1.0));
    EXPECT_NEAR(length(velocity - near.motion.velocity), 0.0, 1e-6 * (1.0 + std::abs(near.motion.omega)));
  }
}

}  // namespace
}  // namespace dryslip::tests
