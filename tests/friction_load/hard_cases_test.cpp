// Centers of rotation where formulas break, extreme twists, extreme shapes; against 100 digits where a closed form is known.

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "tests/friction_load/precise_load.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double promised = 1e-12;  // relative to LoadScale, for closed forms and every twist

ContactPatch contact(std::vector<Support> supports) {
  return {.normal_force = 3.0, .mu = 0.7, .mu_static = {}, .supports = std::move(supports)};
}

Twist spin_about(Vec2 c, double omega) { return {-omega * turned_left(c), omega}; }

/// A contact with a closed form beside its reference.
struct Checked {
  ContactPatch patch;
  std::unique_ptr<FrictionModel> model;

  explicit Checked(ContactPatch given) : patch(std::move(given)), model(friction_model(patch)) {}

  /// The load of a spin about c, and the reported bound of its error.
  void expect_precise(Vec2 c, double omega) const {
    const Twist V = spin_about(c, omega);
    const FrictionState state = model->state(V);
    const double error = difference(state.load, precise_load(patch, V), model->scale());
    EXPECT_LE(error, promised) << text_of(V) << text_of(state.load);
    EXPECT_LE(error, state.error_bound) << text_of(V);
  }
};

/// Places of a shape where its formulas change: points of the support's own frame.
struct HardPlaces {
  const char* name;
  Shape shape;
  Pressure pressure;
  std::vector<Vec2> places;
};

std::vector<HardPlaces> hard_places() {
  const double a = 0.05;
  // not convex, with a hole
  const Polygon polygon{{{{-a, -a}, {a, -0.8 * a}, {0.9 * a, a}, {0.1 * a, 0.3 * a}, {-0.9 * a, 0.8 * a}},
                         {{-0.5 * a, -0.6 * a}, {-0.4 * a, -0.1 * a}, {0.3 * a, -0.5 * a}}}};
  std::vector<Vec2> of_polygon;
  for (const auto& loop : polygon.loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      of_polygon.push_back(loop[i]);
      of_polygon.push_back(0.5 * (loop[i] + loop[(i + 1) % loop.size()]));
      of_polygon.push_back(1.7 * loop[i] - 0.7 * loop[(i + 1) % loop.size()]);  // on the line of the edge, outside it
    }
  }
  std::vector<Vec2> of_disk{{}}, of_annulus{{}};
  for (const double angle : {0.0, 0.7, 2.5, pi}) {
    of_disk.push_back(a * unit_vector(angle));
    of_annulus.push_back(a * unit_vector(angle));
    of_annulus.push_back(0.6 * a * unit_vector(angle));
  }
  const Segment segment{{-a, 0.01}, {a, 0.03}, {1.0, 2.0}};
  const std::vector<Vec2> of_segment{segment.from, segment.to, 0.5 * (segment.from + segment.to),
                                     1.5 * segment.to - 0.5 * segment.from, 3.0 * segment.from - 2.0 * segment.to};
  const Rectangle rectangle{{2 * a, a}};
  const std::vector<Vec2> of_rectangle{{},         {a, 0.5 * a},        {-a, 0.5 * a},
                                       {a, 0.0},   {0.3 * a, -0.5 * a}, {2 * a, 0.5 * a},
                                       {a, 3 * a}, {-a, -0.5 * a},      {-5 * a, 0.0}};
  return {{"rectangle", rectangle, UniformPressure{}, of_rectangle},
          {"rectangle/linear", rectangle, LinearPressure{{9.0, -12.0}}, of_rectangle},
          {"polygon", polygon, UniformPressure{}, of_polygon},
          {"polygon/linear", polygon, LinearPressure{{3.0, -7.0}}, of_polygon},
          {"disk", Disk{a}, UniformPressure{}, of_disk},
          {"disk/hertz", Disk{a}, HertzPressure{}, of_disk},
          {"disk/punch", Disk{a}, PunchPressure{}, of_disk},
          {"ring", Ring{a}, UniformPressure{}, of_disk},
          {"annulus", Annulus{{0.6 * a, a}}, UniformPressure{}, of_annulus},
          {"thin annulus", Annulus{{a * (1 - 1e-7), a}}, UniformPressure{}, of_disk},
          {"segment", segment, UniformPressure{}, of_segment}};
}

TEST(HardCases, CenterOfRotationOnAndBesideEdgesCornersAndRims) {
  for (const HardPlaces& item : hard_places()) {
    SCOPED_TRACE(item.name);
    for (const double angle : {0.0, 0.9}) {  // along the axes the center of rotation is on the edge exactly
      const Support support{.shape = item.shape,
                            .center = angle == 0.0 ? Vec2{} : Vec2{0.02, -0.01},
                            .angle = angle,
                            .pressure = item.pressure};
      const Checked contact_there(contact({support}));
      for (const Vec2& place : item.places) {
        const Vec2 c = support.center + (angle == 0.0 ? place : rotated(place, unit_vector(angle)));
        contact_there.expect_precise(c, -3.7);
        for (const double distance : {1e-16, 1e-9, 1e-6}) {
          contact_there.expect_precise(c + distance * unit_vector(0.4), 1.0);
          contact_there.expect_precise(c - distance * unit_vector(0.4), -1.0);
        }
      }
    }
  }
}

TEST(HardCases, CenterOfRotationFarAway) {
  for (const HardPlaces& item : hard_places()) {
    SCOPED_TRACE(item.name);
    const Checked patch(
        contact({{.shape = item.shape, .center = {0.02, -0.01}, .angle = 0.9, .pressure = item.pressure}}));
    for (const double distance : {1.0, 30.0, 1e3, 1e6, 1e9, 1e15, 1e18}) {
      patch.expect_precise(distance * unit_vector(0.0), 1e-3);
      patch.expect_precise(distance * unit_vector(1.1), -2.0);
      patch.expect_precise(distance * unit_vector(-1.8), -1e-3);
    }
  }
}

TEST(HardCases, SpinFromTheSmallestToTheLargestNumbers) {
  for (const HardPlaces& item : hard_places()) {
    SCOPED_TRACE(item.name);
    const ContactPatch patch =
        contact({{.shape = item.shape, .center = {0.02, -0.01}, .angle = 0.9, .pressure = item.pressure}});
    const auto model = friction_model(patch);
    for (const double omega : {0.0, 5e-324, -1e-310, 1e-300, -1e-160, 1e-20, 1e20, -1e160, 1e300, 1e307}) {
      for (const Vec2 velocity :
           {Vec2{}, Vec2{1.0, 2.0}, Vec2{-1e-300, 1e-305}, Vec2{1e-310, 0.0}, Vec2{1e300, -1e290}}) {
        const Twist V{velocity, omega};
        if (V == Twist{}) continue;
        const FrictionState state = model->state(V);
        EXPECT_LE(difference(state.load, precise_load(patch, V), model->scale()), promised) << text_of(V);
        EXPECT_TRUE(std::isfinite(state.dissipation)) << text_of(V);
        EXPECT_GE(state.dissipation, 0.0) << text_of(V);
      }
    }
  }
}

// ---- seams between branches

TEST(HardCases, NoSeamBetweenNearAndFarFormulas) {
  // the series takes over at |V| = 8 |ω| radius about the center of pressure; the unit is the largest distance from there
  for (const HardPlaces& item : hard_places()) {
    SCOPED_TRACE(item.name);
    const ContactPatch patch = contact({{.shape = item.shape, .center = {}, .angle = 0.0, .pressure = item.pressure}});
    const auto model = friction_model(patch);
    for (const double angle : {0.2, -2.3}) {
      for (int i = 0; i < 80; ++i) {  // 0.2 to 1.2 m: the switch of shapes of 0.025 to 0.15 m
        const double distance = 0.2 * std::pow(6.0, i / 79.0);
        const Twist V = spin_about(distance * unit_vector(angle), 1.0);
        ASSERT_LE(difference(model->load(V), precise_load(patch, V), model->scale()), promised) << distance;
      }
    }
  }
}

TEST(HardCases, NoSeamAtTheRim) {
  // inside and outside formulas meet at ρ = 1; around it in steps of one to many ulp
  for (const HardPlaces& item : hard_places()) {
    if (kind_of(item.shape) != ShapeKind::Line && !boundary_loops(item.shape).empty()) continue;
    if (std::holds_alternative<Segment>(item.shape)) continue;
    SCOPED_TRACE(item.name);
    const Checked patch(contact({{.shape = item.shape, .pressure = item.pressure}}));
    for (int i = -50; i <= 50; ++i) {
      const double distance = 0.05 * (1.0 + std::copysign(std::ldexp(DBL_EPSILON, std::abs(i)), i));
      patch.expect_precise({distance, 0.0}, 1.0);
      patch.expect_precise(distance * unit_vector(1.0), -1.0);
    }
  }
}

/// Contacts that are integrated over lines through the center of rotation.
std::vector<Support> integrated_supports() {
  const double a = 0.05;
  const EllipticLaw elliptic{.mu = {0.45, 0.2}, .mu_static = {}, .heading = {.angle = 0.3}};
  const RatchetLaw ratchet{.heading = {.angle = 2.0}, .coefficients = {}};
  const WheelLaw wheel{.heading = {.angle = 2.0}, .coefficients = {}};
  const GridPressure grid{{-a, -a}, {a, 0.7 * a}, 3, {1, 2, 0, 3, 1, 2, 2, 5, 4}};
  return {{.shape = Ellipse{{a, 0.4 * a}}},
          {.shape = Ellipse{{a, 0.4 * a}}, .pressure = HertzPressure{}},
          {.shape = Disk{a}, .pressure = HertzPressure{.shift = 0.8, .direction = 2.0}},
          {.shape = Disk{a}, .pressure = grid},
          {.shape = Disk{a}, .pressure = ExpressionPressure{{"1+sin(30*x)*cos(20*y)", {"x", "y"}}}},
          {.shape = Annulus{{0.6 * a, a}}, .law = ratchet},
          {.shape = Rectangle{{2 * a, a}}, .law = elliptic},
          {.shape = Rectangle{{2 * a, a}}, .law = wheel},
          {.shape = Rectangle{{2 * a, a}}, .pressure = grid, .law = ratchet},
          {.shape = Ring{a}, .law = ratchet},
          {.shape = Ring{a}, .law = elliptic},
          {.shape = Segment{{-a, 0.01}, {a, 0.02}}, .law = elliptic}};
}

TEST(HardCases, NoSeamBetweenNearAndFarLines) {
  // the lines through the center of rotation are counted by angle up to |c| = 2 units, by their crossing beyond; the unit
  // of a rectangle is its half diagonal
  for (const Support& support : integrated_supports()) {
    SCOPED_TRACE(word_of(support.shape));
    const auto model = friction_model(contact({support}), {.tolerance = 1e-12});
    for (const double angle : {0.2, 2.0, -2.3}) {
      for (const double unit : {0.05, std::hypot(0.05, 0.025), std::hypot(0.05, 0.02)}) {
        const double switch_at = 2 * unit, step = 1e-9 * switch_at;
        const FrictionState before = model->state(spin_about((switch_at - step) * unit_vector(angle), 1.0));
        const FrictionState after = model->state(spin_about((switch_at + step) * unit_vector(angle), 1.0));
        // the load's own change: its slope is of order one per unit of length
        const double own = 10 * 2e-9;
        EXPECT_LE(difference(before.load, after.load, model->scale()), own + before.error_bound + after.error_bound)
            << angle;
        // and the middle lies on the straight line between: curvature 1e-18
        const FrictionState at = model->state(spin_about(switch_at * unit_vector(angle), 1.0));
        const double bent = difference(at.load, 0.5 * (before.load + after.load), model->scale());
        EXPECT_LE(bent, 1e-13 + at.error_bound + before.error_bound + after.error_bound) << angle;
      }
    }
  }
}

TEST(HardCases, IntegratedContactsAgreeAcrossAllDistances) {
  // the exact derivative links neighbours: P(V + dV) − P(V) = H dV + O(dV²), from inside to far away
  for (const Support& support : integrated_supports()) {
    SCOPED_TRACE(word_of(support.shape));
    const auto model = friction_model(contact({support}));
    for (int i = 0; i <= 60; ++i) {
      const double distance = 0.03 * std::pow(10.0, i / 10.0);
      const Twist V = spin_about(distance * unit_vector(0.3 + 0.1 * i), 1.0);
      EXPECT_TRUE(model->state(V).converged) << distance;
      const Vec2 step = (1e-5 * distance) * unit_vector(1.0 + i);
      const Twist W{V.velocity + step, V.omega};
      const FrictionLoad change = model->load(W) - model->load({V.velocity - step, V.omega});
      const Eigen::Vector3d expected = model->hessian(V) * Eigen::Vector3d(2 * step.x, 2 * step.y, 0.0);
      // noise of the loads 2e-10; third derivatives 1e-15 × a few
      EXPECT_LE(difference(change, {{expected[0], expected[1]}, expected[2]}, model->scale()), 2e-9) << distance;
    }
  }
}

// ---- extreme shapes

TEST(HardCases, Slivers) {
  const double a = 0.05, thin = 1e-6;
  const std::vector<Shape> shapes{
      Rectangle{{2 * a, 2 * a * thin}}, Rectangle{{2 * a * thin, 2 * a}},
      Polygon{{{{-a, 0.0}, {a, 0.0}, {0.3 * a, a * thin}}}},                  // flat triangle
      Polygon{{{{-a, -a}, {a, a}, {a, a + 1e-6 * a}, {-a, -a + 1e-6 * a}}}},  // along the diagonal
      Polygon{{{{-a, -a}, {a, -a}, {a, a}, {-a, a}},                          // thin frame
               {{-a + 1e-7, -a + 1e-7}, {-a + 1e-7, a - 1e-7}, {a - 1e-7, a - 1e-7}, {a - 1e-7, -a + 1e-7}}}}};
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    SCOPED_TRACE(k);
    for (const double angle : {0.0, 0.9}) {
      for (const Pressure& pressure : std::vector<Pressure>{UniformPressure{}, LinearPressure{{5.0, -4.0}}}) {
        const Support support{.shape = shapes[k], .center = {0.013, -0.021}, .angle = angle, .pressure = pressure};
        const Checked patch(contact({support}));
        for (const Vec2 place : {Vec2{}, Vec2{0.4 * a, 0.0}, Vec2{0.4 * a, 0.3 * a * thin}, Vec2{-a, 0.0}, Vec2{a, a},
                                 Vec2{0.3 * a, 0.31 * a}, Vec2{1.5 * a, 0.0}, Vec2{0.1 * a, 1e-4 * a},
                                 Vec2{3 * a, -2 * a}, Vec2{9 * a, a}, Vec2{1e5 * a, 0.0}}) {
          patch.expect_precise(support.center + rotated(place, unit_vector(angle)), -1.3);
        }
        patch.expect_precise({1e12, 3e11}, 1e-12);
      }
    }
  }
}

TEST(HardCases, GridOnASliverIsAsGoodAsItsBound) {
  const Rectangle sliver{{2.0, 2e-6}};
  const GridPressure grid{{-2.0, -2.0}, {0.5, 0.5}, 9, std::vector<double>(81, 1.0)};
  const ContactPatch plain = contact({{.shape = sliver, .center = {0.3, 0.1}, .angle = 0.7}});
  const ContactPatch mapped = contact({{.shape = sliver, .center = {0.3, 0.1}, .angle = 0.7, .pressure = grid}});
  const auto model = friction_model(mapped);
  for (const Vec2 c : {Vec2{-0.9, 0.5}, Vec2{0.3, 0.1}, Vec2{0.3, 0.6}, Vec2{5.0, 2.0}, Vec2{100.0, 3.0}}) {
    const FrictionState state = model->state(spin_about(c, 1.0));
    const double error = difference(state.load, precise_load(plain, spin_about(c, 1.0)), model->scale());
    EXPECT_LE(error, state.error_bound) << c.x;
    EXPECT_LE(error, promised) << c.x;
  }
}

TEST(HardCases, HessiansOfThinShapesTendToThoseOfLines) {
  const auto expect_close = [](const Shape& thin, const Shape& line, double bound) {
    const auto a = friction_model(contact({{.shape = thin, .center = {0.01, 0.02}, .angle = 0.7}}));
    const auto b = friction_model(contact({{.shape = line, .center = {0.01, 0.02}, .angle = 0.7}}));
    for (const Vec2 c : {Vec2{0.03, -0.02}, Vec2{-0.2, 0.1}, Vec2{2.0, 1.0}, Vec2{0.011, 0.05}}) {
      const Mat3 H = a->hessian(spin_about(c, 1.0)), G = b->hessian(spin_about(c, 1.0));
      EXPECT_LE((H - G).norm(), bound * G.norm()) << c.x << "\n" << H << "\n\n" << G;
    }
  };
  expect_close(Annulus{{0.05 * (1 - 1e-9), 0.05}}, Ring{0.05}, 1e-6);  // differ by the thickness over the distance
  expect_close(Annulus{{0.05 * (1 - 1e-12), 0.05}}, Ring{0.05}, 1e-7);
  expect_close(Annulus{{0.05 * (1 - 4e-16), 0.05}}, Ring{0.05}, 1e-7);
  expect_close(Rectangle{{0.1, 1e-7}}, Segment{{-0.05, 0.0}, {0.05, 0.0}}, 1e-4);
}

TEST(HardCases, HessianOfALineWithTheCenterOfRotationBesideIt) {
  const Segment line{.from = {-0.03, 0.01}, .to = {0.05, -0.02}, .ends = {1.0, 2.5}};
  const Vec2 tangent = unit_vector(std::atan2(-0.03, 0.08));
  for (const FrictionLaw& law : {FrictionLaw(IsotropicLaw{}), FrictionLaw(RatchetLaw{.heading = {.angle = 1.2}}),
                                 FrictionLaw(RustyWheelLaw{.heading = {.angle = 0.4}, .axle = 0.2})}) {
    const auto model = friction_model(contact({{.shape = line, .center = {0.01, 0.02}, .law = law}}));
    for (const double distance : {1e-2, 1e-4, 1e-6, 1e-9}) {
      const Vec2 c = Vec2{0.01, 0.02} + line.from + 0.03 * tangent + distance * turned_left(tangent);
      const Twist V = spin_about(c, -1.5);
      const Mat3 H = model->hessian(V);
      EXPECT_LE((H * Eigen::Vector3d(V.velocity.x, V.velocity.y, V.omega)).norm(), 1e-14 / distance) << distance;
      const double h = 1e-3 * distance;  // truncation 1e-6, rounding 1e-13 of the force over the distance
      if (distance < 1e-6) continue;
      for (const Twist& w : {Twist{{1.0, 0.0}, 0.0}, Twist{{0.0, 1.0}, 0.0}, Twist{{0.03, -0.02}, 1.0}}) {
        const auto moved = [&](double step) {
          return model->load({V.velocity + step * w.velocity, V.omega + step * w.omega});
        };
        const FrictionLoad rate = (0.5 / h) * (moved(h) - moved(-h));
        const Eigen::Vector3d change = H * Eigen::Vector3d(w.velocity.x, w.velocity.y, w.omega);
        EXPECT_LE((change - Eigen::Vector3d(rate.force.x, rate.force.y, rate.moment)).norm(), 1e-5 * H.norm())
            << distance << "\n"
            << H;
      }
    }
  }
}

TEST(HardCases, HessianWithTheCenterOfRotationOnTheRim) {
  // smooth across the rim for areas: uniform disk, ρ = 1: ∂F/∂V = 4/(3π) along V, 8/(3π) across, in units of μN/(ωR)
  const auto model =
      friction_model({.normal_force = 1.0, .mu = 1.0, .mu_static = {}, .supports = {{.shape = Disk{1.0}}}});
  for (const double beside : {0.0, 1e-16, 1e-15, 1e-12, 1e-9, 1e-7}) {
    for (const double side : {1.0, -1.0}) {
      const double speed = 1.0 + side * beside;
      const Mat3 H = model->hessian({{speed, 0.0}, 1.0});
      const double bound = 1e-9 + 30 * beside;  // δ ln δ of its own change
      EXPECT_NEAR(H(0, 0), 4 / (3 * pi), bound) << speed;
      EXPECT_NEAR(H(1, 1), 8 / (3 * pi), bound) << speed;
      EXPECT_NEAR(H(2, 2), 4 / (3 * pi), bound) << speed;
      EXPECT_NEAR(H(0, 2), -4 / (3 * pi), bound) << speed;
      EXPECT_NEAR(H(0, 1), 0.0, bound) << speed;
      EXPECT_LE((H * Eigen::Vector3d(speed, 0.0, 1.0)).norm(), 1e-9) << speed;
    }
  }
}

TEST(HardCases, HessianOfEveryAreaIsFiniteAtHardPlaces) {
  for (const HardPlaces& item : hard_places()) {
    if (kind_of(item.shape) != ShapeKind::Area) continue;  // on a line it is infinite
    SCOPED_TRACE(item.name);
    const auto model = friction_model(contact({{.shape = item.shape, .pressure = item.pressure}}));
    for (const Vec2& place : item.places) {
      for (const double distance : {0.0, 1e-12, -1e-9}) {
        const Vec2 c = place + distance * unit_vector(0.4);
        const Mat3 H = model->hessian(spin_about(c, 1.0));
        // one over the distance of a typical point; log of the thickness for thin shapes; the punch is singular at its rim
        EXPECT_TRUE(H.allFinite()) << c.x << " " << c.y;
        EXPECT_LE((H.topLeftCorner<2, 2>().norm()), 5e3) << c.x << " " << c.y << "\n" << H;
        EXPECT_LE((H * Eigen::Vector3d(c.y, -c.x, 1.0)).norm(), 1e-5) << c.x << " " << c.y << "\n" << H;
      }
    }
  }
}

TEST(HardCases, SupportsFarFromTheOrigin) {
  for (const HardPlaces& item : hard_places()) {
    SCOPED_TRACE(item.name);
    const Vec2 center{1e6, -7e5};
    const Checked patch(contact({{.shape = item.shape, .center = center, .angle = 0.3, .pressure = item.pressure}}));
    patch.expect_precise(center, 1.0);
    patch.expect_precise({}, -2.0);
    patch.expect_precise(center + Vec2{0.02, 0.03}, -2.0);
    patch.expect_precise({3e8, 1e8}, 1e-6);
    // the force does not care where O is, as far as its own slip is known
    const auto here = friction_model(contact({{.shape = item.shape, .angle = 0.3, .pressure = item.pressure}}));
    const Twist at_center{{0.25, 0.5}, 2.0};
    const Twist V{at_center.velocity - at_center.omega * turned_left(center), at_center.omega};  // exact: short numbers
    EXPECT_LE(length(patch.model->load(V).force - here->load(at_center).force), promised * here->scale().force);
  }
}

TEST(HardCases, NoFrictionIsZeroLoad) {
  Random random(40);
  for (NamedPatch item : every_contact(random)) {
    SCOPED_TRACE(item.name);
    item.patch.normal_force = 0.0;
    const auto model = friction_model(item.patch);
    for (const Twist& V : {random_twist(random, item.patch), Twist{{}, 1e308}, Twist{{1e-320, 0.0}, 0.0}, Twist{}}) {
      const FrictionState state = model->state(V);
      EXPECT_EQ(state.load, FrictionLoad{}) << text_of(V);
      EXPECT_EQ(state.dissipation, 0.0) << text_of(V);
      EXPECT_TRUE(state.converged);
      EXPECT_FALSE(std::isnan(state.error_bound));
    }
    EXPECT_EQ(model->scale().force, 0.0);
  }
  for (const HardPlaces& item : hard_places()) {
    ContactPatch patch = contact({{.shape = item.shape, .center = {1e6, 0.0}, .pressure = item.pressure}});
    patch.mu = 0.0;
    for (const Twist& V : {Twist{{0.1, 0.2}, 1.0}, Twist{{}, 1e308}, Twist{{}, 5e-324}}) {
      EXPECT_EQ(friction_model(patch)->state(V).load, FrictionLoad{});
      EXPECT_EQ(friction_model(patch)->state(V).dissipation, 0.0);
    }
  }
}

// ---- hostile twists

/// Components that are zero, denormal, tiny, moderate or huge, of either sign.
double hostile(Random& random) {
  const double sign = random() % 2 ? 1.0 : -1.0;
  switch (random() % 6) {
    case 0:
      return 0.0 * sign;
    case 1:
      return sign * std::ldexp(1.0, -1074 + static_cast<int>(random() % 60));
    case 2:
      return sign * std::pow(10.0, uniform(random, -308.0, 308.0));
    case 3:
      return sign * std::numeric_limits<double>::max() * uniform(random, 0.1, 1.0);
    default:
      return sign * std::pow(10.0, uniform(random, -6.0, 3.0));
  }
}

void expect_sane(const FrictionModel& model, const Twist& V) {
  const FrictionState state = model.state(V);
  const LoadScale scale = model.scale();
  const double slack = 1.0 + 1e-9;
  // no more than μN, nothing NaN; D may overflow to infinity, and only then
  ASSERT_LE(length(state.load.force), slack * std::numbers::sqrt2 * scale.force) << text_of(V) << text_of(state.load);
  ASSERT_TRUE(std::isfinite(state.load.moment)) << text_of(V);
  ASSERT_FALSE(std::isnan(state.dissipation)) << text_of(V);
  const double unit = scale.force > 0.0 ? power_scale(scale, V) : 0.0;
  ASSERT_GE(state.dissipation, -1e-9 * unit) << text_of(V);
  if (unit < 1e300) {
    ASSERT_TRUE(std::isfinite(state.dissipation)) << text_of(V);
  }
  ASSERT_FALSE(std::isnan(state.error_bound));
  ASSERT_EQ(model.is_unique(V), model.load_set(V).is_unique()) << text_of(V);
}

TEST(HardCases, NeverNaNForHostileTwists) {
  Random random(41);
  std::vector<ContactPatch> patches;
  for (const NamedPatch& item : every_contact(random)) {
    if (is_closed_form(item.patch)) patches.push_back(item.patch);
  }
  for (const ContactPatch& patch : patches) {
    const auto model = friction_model(patch);
    for (int i = 0; i < test_cases(500.0) / static_cast<int>(patches.size()); ++i) {  // 1e5 in all
      expect_sane(*model, {{hostile(random), hostile(random)}, hostile(random)});
      if (HasFatalFailure()) {
        ADD_FAILURE() << word_of(patch.supports[0].shape) << word_of(patch.supports[0].law);
        break;
      }
    }
  }
}

TEST(HardCases, NeverNaNForHostileTwistsOfIntegratedContacts) {
  Random random(42);
  for (const NamedPatch& item : every_contact(random)) {
    if (is_closed_form(item.patch)) continue;
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch, {.tolerance = 1e-6});
    for (int i = 0; i < test_cases(0.05); ++i) {
      expect_sane(*model, {{hostile(random), hostile(random)}, hostile(random)});
      if (HasFatalFailure()) break;
    }
  }
}

TEST(HardCases, NeverNaNInBatches) {
  Random random(43);
  for (const HardPlaces& item : hard_places()) {
    SCOPED_TRACE(item.name);
    const auto model =
        friction_model(contact({{.shape = item.shape, .center = {0.1, 0.0}, .pressure = item.pressure}}));
    std::vector<Twist> V(static_cast<std::size_t>(test_cases(10.0)));
    for (Twist& twist : V) twist = {{hostile(random), hostile(random)}, hostile(random)};
    std::vector<FrictionLoad> P(V.size());
    model->loads(V, P);
    for (std::size_t i = 0; i < V.size(); ++i) {
      ASSERT_LE(difference(P[i], model->load(V[i]), model->scale()), largest_batch_difference) << text_of(V[i]);
    }
  }
}

TEST(HardCases, HessianIsFiniteForHostileTwistsUnlessItOverflows) {
  Random random(44);
  for (const HardPlaces& item : hard_places()) {
    SCOPED_TRACE(item.name);
    const auto model =
        friction_model(contact({{.shape = item.shape, .center = {0.1, 0.0}, .pressure = item.pressure}}));
    for (int i = 0; i < test_cases(1.0); ++i) {
      const Twist V{{hostile(random), hostile(random)}, hostile(random)};
      const double speed = length(V.velocity) + 0.1 * std::abs(V.omega);
      if (speed == 0.0) continue;
      const Mat3 H = model->hessian(V);
      EXPECT_FALSE(H.hasNaN()) << text_of(V) << "\n" << H;
      if (speed > 1e-290) {
        EXPECT_TRUE(H.allFinite()) << text_of(V) << "\n" << H;
      }
    }
  }
}

}  // namespace
}  // namespace dryslip::tests
