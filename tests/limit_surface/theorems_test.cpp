// The theorems of the paper on loads and motions [Goyal1991, sec. 6 to 12], over random contacts.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "dryslip/drawing/support_outline.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/limit_surface/special_points.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double rounding = 1e-12;  // relative to LoadScale, of loads in closed form

double tolerance_of(const FrictionModel& model) { return model.is_closed_form() ? rounding : 1e-9; }

/// Velocity and omega in units of one length, so that directions can be compared.
Eigen::Vector3d vector(const Twist& V, double length) { return {V.velocity.x, V.velocity.y, V.omega * length}; }

double length_of(const FrictionModel& model) {
  const LoadScale scale = model.scale();
  return scale.moment > 0.0 ? scale.moment / scale.force : 1.0;
}

/// Sine of the angle between two motions; 2 where it is larger than a right one.
double angle_between(const Twist& a, const Twist& b, double length) {
  const Eigen::Vector3d x = vector(a, length).normalized(), y = vector(b, length).normalized();
  return x.dot(y) < 0.0 ? 2.0 : x.cross(y).norm();
}

/// A load of any direction, as large as those the contact carries.
FrictionLoad random_load(Random& random, const FrictionModel& model) {
  const LoadScale scale = model.scale();
  const Vec2 force = uniform_in_square(random, scale.force);
  return {force, uniform(random, -1.0, 1.0) * scale.force * length_of(model)};
}

TEST(Theorems, ComponentOfTheLoadAlongAMotionIsLargestForThatMotion) {
  Random random(100);
  for (int i = 0; i < test_cases(); ++i) {
    const NamedPatch item = random_contact(random);
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    const Twist n = random_twist(random, item.patch);
    const double largest = power(model->load(n), n), small = tolerance_of(*model) * power_scale(model->scale(), n);
    for (int k = 0; k < 10; ++k) {
      const Twist V = random_twist(random, item.patch);
      EXPECT_LE(power(model->load(V), n), largest + small) << text_of(n) << " " << text_of(V);
    }
  }
}

TEST(Theorems, ForceIsLargestInTranslationWhereFrictionIsIsotropic) {
  Random random(101);
  for (int i = 0; i < test_cases(); ++i) {
    const ContactPatch patch = isotropic_contact(random, i % 2 ? PointSupports::None : PointSupports::Some);
    const auto model = friction_model(patch);
    // μN summed by hand
    double strength = 0.0, shares = 0.0;
    for (const Support& support : patch.supports) {
      strength += *std::get<IsotropicLaw>(support.law).coefficients.mu * *support.share;
      shares += *support.share;
    }
    strength *= patch.normal_force / shares;
    const Vec2 e = unit_vector(uniform(random, -pi, pi));
    EXPECT_LT(length(model->load({e, 0.0}).force - strength * e), rounding * strength);
    const Vec2 c = uniform(random, 0.0, 3.0) * reach(patch) * unit_vector(uniform(random, -pi, pi));
    EXPECT_LT(length(model->load(unit_spin(c)).force), strength * (1.0 - 1e-6)) << "a rotation carries less";
  }
}

TEST(Theorems, MomentAboutAPointIsLargestForRotationAboutIt) {
  Random random(102);
  for (int i = 0; i < test_cases(); ++i) {
    const NamedPatch item = random_contact(random);
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    const Vec2 c = uniform_in_square(random, 2.0 * reach(item.patch));
    const auto moment_about_c = [&](const FrictionLoad& P) { return P.moment - cross(c, P.force); };
    const double small = tolerance_of(*model) * power_scale(model->scale(), unit_spin(c));
    EXPECT_NEAR(moment_about_c(model->load(unit_spin(c))), moment_function(*model, c), small);
    for (int k = 0; k < 10; ++k) {
      const FrictionLoad P = model->load(random_twist(random, item.patch));
      EXPECT_LE(moment_about_c(P), moment_function(*model, c) + small);
      EXPECT_GE(moment_about_c(P), -moment_function(*model, c, Spin::Clockwise) - small);
    }
  }
}

/// Compares the answers of two surfaces to loads that are images of each other.
void expect_same(const MotionOfLoad& found, const MotionOfLoad& image, const Twist& image_of_motion, double length) {
  EXPECT_NEAR(image.factor, found.factor, 3e-10 * found.factor);
  EXPECT_EQ(image.is_unique, found.is_unique);
  if (found.is_unique && image.is_unique) {
    EXPECT_LE(angle_between(image.motion, image_of_motion, length), 1e-5);
  }
}

TEST(Theorems, ChangeOfOriginIsAShear) {
  Random random(103);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const ContactPatch patch = isotropic_contact(random, i % 2 ? PointSupports::None : PointSupports::Some);
    const Vec2 step = uniform_in_square(random, 2.0 * reach(patch));
    const LimitSurface here(patch), there(shifted(patch, step));
    // the contact is moved by `step`: M' = M + step×F, v' = v − ω ẑ×step
    const auto moved_load = [&](const FrictionLoad& P) {
      return FrictionLoad{P.force, P.moment + cross(step, P.force)};
    };
    const auto moved = [&](const Twist& V) { return Twist{V.velocity - V.omega * turned_left(step), V.omega}; };
    const Twist V = random_twist(random, patch);
    const double larger = 1.0 + length(step) / length_of(here.model());
    EXPECT_LT(difference(there.model().load(moved(V)), moved_load(here.model().load(V)), here.model().scale()),
              rounding * larger);
    const FrictionLoad P = random_load(random, here.model());
    const MotionOfLoad found = here.motion_of(P);
    const MotionOfLoad image = there.motion_of(moved_load(P));
    expect_same(found, image, moved(found.motion), length_of(there.model()));
    EXPECT_EQ(image.is_on_facet, found.is_on_facet);
  }
}

TEST(Theorems, SymmetryOfTheContactIsThatOfTheSurface) {
  Random random(104);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const NamedPatch item = random_contact(random);
    SCOPED_TRACE(item.name);
    const double angle = uniform(random, -pi, pi);
    const Vec2 direction = unit_vector(angle);
    const LimitSurface given(item.patch), turned_one(turned(item.patch, angle)), mirrored_one(mirrored(item.patch));
    if (given.model().scale().force == 0.0) continue;
    const auto turn = [&](Vec2 a) { return rotated(a, direction); };
    const auto mirror = [](Vec2 a) { return Vec2{a.x, -a.y}; };
    const Twist V = random_twist(random, item.patch);
    const FrictionLoad P = given.model().load(V);
    const double tolerance = 10.0 * tolerance_of(given.model()), length = length_of(given.model());
    const LoadScale scale = given.model().scale();
    if (given.model().is_unique(V)) {
      EXPECT_LT(difference(turned_one.model().load({turn(V.velocity), V.omega}), {turn(P.force), P.moment}, scale),
                tolerance);
      EXPECT_LT(
          difference(mirrored_one.model().load({mirror(V.velocity), -V.omega}), {mirror(P.force), -P.moment}, scale),
          tolerance);
    }
    if (!given.model().is_closed_form()) continue;
    const FrictionLoad Q = random_load(random, given.model());
    const MotionOfLoad found = given.motion_of(Q);
    expect_same(found, turned_one.motion_of({turn(Q.force), Q.moment}),
                {turn(found.motion.velocity), found.motion.omega}, length);
    expect_same(found, mirrored_one.motion_of({mirror(Q.force), -Q.moment}),
                {mirror(found.motion.velocity), -found.motion.omega}, length);
  }
}

TEST(Theorems, SpecialPointsAreThoseOfTheImage) {
  Random random(105);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const ContactPatch patch = isotropic_contact(random, i % 2 ? PointSupports::None : PointSupports::Some);
    const double angle = uniform(random, -pi, pi);
    const SpecialPoints given = find_special_points(LimitSurface(patch)),
                        turned_one = find_special_points(LimitSurface(turned(patch, angle))),
                        mirrored_one = find_special_points(LimitSurface(mirrored(patch)));
    const auto turn = [&](Vec2 a) { return rotated(a, unit_vector(angle)); };
    const auto mirror = [](Vec2 a) { return Vec2{a.x, -a.y}; };
    const double size = reach(patch);
    const auto expect_near = [&](Vec2 found, Vec2 expected, double tolerance) {
      EXPECT_LT(length(found - expected), tolerance * size);
    };
    expect_near(turned_one.center_of_pressure, turn(given.center_of_pressure), 1e-13);
    expect_near(mirrored_one.center_of_pressure, mirror(given.center_of_pressure), 1e-13);
    ASSERT_TRUE(std::holds_alternative<Vec2>(given.center_of_friction));
    expect_near(point_of(turned_one.center_of_friction), turn(point_of(given.center_of_friction)), 1e-12);
    expect_near(point_of(mirrored_one.center_of_friction), mirror(point_of(given.center_of_friction)), 1e-12);
    ASSERT_TRUE(std::holds_alternative<Vec2>(given.center_of_twist));
    expect_near(point_of(turned_one.center_of_twist), turn(point_of(given.center_of_twist)), 1e-6);
    expect_near(point_of(mirrored_one.center_of_twist), mirror(point_of(given.center_of_twist)), 1e-6);
  }
}

/// How far a point is outside the convex hull of the contact; negative inside [m].
double distance_outside(const ContactPatch& patch, Vec2 point) {
  std::vector<Vec2> all;
  for (const Support& support : patch.supports) {
    const SupportOutline outline = support_outline(support);
    for (const auto& loop : outline.loops) all.insert(all.end(), loop.begin(), loop.end());
    for (const auto& line : outline.lines) all.insert(all.end(), line.begin(), line.end());
    all.insert(all.end(), outline.points.begin(), outline.points.end());
  }
  double largest = -1e300;
  const std::vector<Vec2> hull = convex_hull(all);
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vec2 side = hull[(i + 1) % hull.size()] - hull[i];
    largest = std::max(largest, cross(point - hull[i], side) / length(side));
  }
  return largest;
}

TEST(Theorems, CentersAreInsideTheConvexHullWhereFrictionIsIsotropic) {
  Random random(106);
  for (int i = 0; i < test_cases(); ++i) {
    const ContactPatch patch = isotropic_contact(random, i % 2 ? PointSupports::None : PointSupports::Some);
    const SpecialPoints found = find_special_points(LimitSurface(patch));
    const double small = 1e-9 * reach(patch);
    EXPECT_LT(distance_outside(patch, found.center_of_pressure), small);
    EXPECT_LT(distance_outside(patch, point_of(found.center_of_friction)), small);
    EXPECT_LT(distance_outside(patch, point_of(found.center_of_twist)), small);
    EXPECT_GT(distance_outside(patch, {3.0 * reach(patch), 0.0}), 0.0);
  }
}

TEST(Theorems, FacetsBelongToPointSupports) {
  Random random(107);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const ContactPatch patch = isotropic_contact(random, PointSupports::Some);
    const LimitSurface surface(patch);
    const Support& support = patch.supports.back();
    for (const WeightedPoint& point : std::get<Points>(support.shape).points) {
      const Vec2 r = support.center + rotated(point.position, unit_vector(support.angle));
      for (const Spin spin : {Spin::CounterClockwise, Spin::Clockwise}) {
        const Twist V = unit_spin(r, spin);
        EXPECT_FALSE(surface.model().is_unique(V));
        const LoadSet set = surface.model().load_set(V);
        ASSERT_EQ(set.terms.size(), 1u);
        const auto* ellipse = std::get_if<LoadEllipse>(&set.terms[0]);
        ASSERT_NE(ellipse, nullptr);
        const Vec2 part = uniform(random, 0.0, 0.9) * unit_vector(uniform(random, -pi, pi));
        const FrictionLoad P = set.base + part.x * ellipse->semi_axes[0] + part.y * ellipse->semi_axes[1];
        const MotionOfLoad found = surface.motion_of(2.0 * P);
        EXPECT_NEAR(found.factor, 0.5, 1e-10);
        EXPECT_TRUE(found.is_on_facet);
        EXPECT_TRUE(found.is_unique);
        EXPECT_LT(angle_between(found.motion, V, length_of(surface.model())), 1e-13);
      }
    }
  }
}

TEST(Theorems, WithoutPointSupportsThereAreNoFacets) {
  Random random(108);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const ContactPatch patch = isotropic_contact(random, PointSupports::None);
    const LimitSurface surface(patch);
    for (int k = 0; k < 5; ++k) {
      EXPECT_TRUE(surface.model().is_unique(random_twist(random, patch)));
      EXPECT_FALSE(surface.motion_of(random_load(random, surface.model())).is_on_facet);
    }
    EXPECT_TRUE(surface.model().is_unique(unit_spin(patch.supports[0].center)));
  }
}

TEST(Theorems, CollinearSupportsHaveVertices) {
  // a translation across the line and a rotation about any point of the line outside the supports have the same load
  Random random(109);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const Vec2 direction = unit_vector(uniform(random, -pi, pi));
    const ContactPatch patch = collinear_contact(random, direction);
    const LimitSurface surface(patch);
    const FrictionLoad P = surface.model().load({turned_left(direction), 0.0});
    for (const double sign : {1.0, -1.0}) {
      const MotionOfLoad found = surface.motion_of(sign * 0.4 * P);
      EXPECT_NEAR(found.factor, 2.5, 3e-10);
      EXPECT_FALSE(found.is_unique);
      ASSERT_EQ(found.motions.size(), 2u);
      // all normals: centers on the line, and the load of each is this one
      for (const Twist& V : found.motions) {
        const double along = dot(V.velocity, direction) + V.omega * cross(center_of_pressure(patch), direction);
        EXPECT_NEAR(along, 0.0, 1e-5 * length(V.velocity));
        EXPECT_NEAR(power(sign * P, V), surface.model().dissipation(V), 1e-10 * surface.model().dissipation(V));
      }
    }
  }
}

TEST(Theorems, OtherIsotropicContactsHaveNoVertices) {
  Random random(110);
  for (int i = 0; i < test_cases(0.5); ++i) {
    const ContactPatch patch = isotropic_contact(random, i % 2 ? PointSupports::None : PointSupports::Some);
    const LimitSurface surface(patch);
    EXPECT_TRUE(surface.motion_of({{}, 1.0}).is_unique);
    EXPECT_TRUE(surface.motion_of(surface.model().load({unit_vector(uniform(random, -pi, pi)), 0.0})).is_unique);
    EXPECT_TRUE(surface.motion_of(random_load(random, surface.model())).is_unique);
  }
}

TEST(Theorems, AMotionBesideACornerOfTheLimitCurveIsNotTakenForTheOnlyOne) {
  // within the cone of motions that share the corner of a rusty wheel D is linear, beside it curved
  Random random(112);
  const Heading heading{.angle = 0.4};
  const ContactPatch patch{
      .normal_force = 2.0,
      .mu = 0.5,
      .mu_static = {},
      .supports = {{.shape = Points{{{{0.02, 0.01}, 1.0}}},
                    .law = RustyWheelLaw{.heading = heading, .axle = 0.2, .coefficients = {}},
                    .share = 1.0},
                   {.shape = Points{{{{-0.03, 0.02}, 1.0}}}, .law = IsotropicLaw{}, .share = 0.6}}};
  const LimitSurface surface(patch);
  for (int i = 0; i < test_cases(15.0); ++i) {
    const Twist V = random_twist(random, patch);
    const MotionOfLoad found = surface.motion_of(surface.model().load(V));
    if (found.is_unique) {
      EXPECT_LE(angle_between(found.motion, V, length_of(surface.model())), 1e-5) << text_of(V);
    }
  }
}

TEST(Theorems, ANarrowFanOfMotionsIsFound) {
  // the direction of the fan lies between two of those that are tried first, and another one looks flatter
  const ContactPatch patch{.normal_force = 9.98057824,
                           .mu = 0.187858328,
                           .mu_static = {},
                           .supports = {{.shape = Points{{{{-0.00345288738, 0.0236403934}, 1.0}}},
                                         .center = {0.0620291266, 0.00846003716},
                                         .angle = 3.04921567,
                                         .law = RustyWheelLaw{.heading = {.angle = 1.06455978},
                                                              .axle = 0.333897512,
                                                              .coefficients = {.mu = 0.834743781, .mu_static = {}}},
                                         .share = 0.928979118},
                                        {.shape = Points{{{{-0.0481491342, -0.00851320746}, 1.0}}},
                                         .center = {0.0212961171, 0.0318794495},
                                         .angle = 1.96878644,
                                         .share = 0.239980088}}};
  const LimitSurface surface(patch);
  const Twist V{{0.903707687, 0.617850992}, 0.00579970932};
  const MotionOfLoad found = surface.motion_of(surface.model().load(V));
  EXPECT_GT(angle_between(found.motion, V, length_of(surface.model())), 0.1) << "this case needs two motions far apart";
  EXPECT_FALSE(found.is_unique);
}

TEST(Theorems, NoMotionIsTheOnlyOneWhereNothingIsCarried) {
  Random random(113);
  const ContactPatch patch{.normal_force = 2.0,
                           .mu = 0.5,
                           .mu_static = {},
                           .supports = {{.shape = Points{{{{0.02, 0.01}, 1.0}}},
                                         .law = RatchetLaw{.heading = {.angle = 0.4}, .coefficients = {}},
                                         .share = 1.0},
                                        {.shape = Points{{{{-0.03, 0.02}, 1.0}}},
                                         .law = FreeLaw{.half = FreeLaw::Half::Left, .heading = {}, .coefficients = {}},
                                         .share = 1.0}}};
  const LimitSurface surface(patch);
  int none = 0;
  for (int i = 0; i < test_cases(); ++i) {
    const MotionOfLoad found = surface.motion_of(random_load(random, surface.model()));
    if (found.factor > 0.0) continue;
    ++none;
    EXPECT_FALSE(found.is_unique);
  }
  EXPECT_GT(none, test_cases() / 4);
}

/// Least value of a function with one valley between a and b, by golden section.
template <class Function>
double least_value(Function&& f, double a, double b) {
  const double part = 2.0 / (1.0 + std::sqrt(5.0));
  double x = b - part * (b - a), y = a + part * (b - a);
  double fx = f(x), fy = f(y);
  for (int i = 0; i < 60; ++i) {  // 0.618⁶⁰ = 3e-13
    if (fx < fy) {
      b = y, y = x, fy = fx;
      x = b - part * (b - a), fx = f(x);
    } else {
      a = x, x = y, fx = fy;
      y = a + part * (b - a), fy = f(y);
    }
  }
  return std::min(fx, fy);
}

/// min D(V)/(P·V) by golden sections inside each other: D is convex, so each line has one valley.
double factor_by_search(const FrictionModel& model, const FrictionLoad& P) {
  const double unit = length_of(model);
  const Eigen::Vector3d p(P.force.x, P.force.y, P.moment / unit), n = p.normalized();
  const Eigen::Vector3d e1 = n.unitOrthogonal(), e2 = n.cross(e1);
  const auto D = [&](double y1, double y2) {
    const Eigen::Vector3d x = n + y1 * e1 + y2 * e2;
    const Twist V{{x[0], x[1]}, x[2] / unit};
    return power(model.load(V), V);
  };
  const double end = 0.5 * pi - 1e-4;  // |y| up to 1e4, where D is known to 1e-12 relative to LoadScale
  const auto along_e2 = [&](double y1) { return least_value([&](double u) { return D(y1, std::tan(u)); }, -end, end); };
  return least_value([&](double u) { return along_e2(std::tan(u)); }, -end, end) / p.norm();
}

/// No contact of this strength carries more: the unit in which rounding of the factor is measured.
double largest_factor(const FrictionModel& model, const FrictionLoad& P) {
  return model.scale().force / std::max(length(P.force), std::abs(P.moment) / length_of(model));
}

TEST(Theorems, BoundsOfTheFactorHoldTheValueOfASecondRoute) {
  Random random(111);
  int searched = 0, unique = 0;
  const int count = test_cases(1.5);
  for (int i = 0; i < count; ++i) {
    const NamedPatch item = random_contact(random);
    SCOPED_TRACE("case " + std::to_string(i) + ": " + item.name);
    const LimitSurface surface(item.patch);
    const FrictionModel& model = surface.model();
    if (model.scale().force == 0.0) continue;
    // the load of a motion is on the surface: its factor is 1
    const Twist V = random_twist(random, item.patch);
    const FrictionLoad P = model.load(V);
    if (power(P, V) > 1e-6 * power_scale(model.scale(), V)) {
      const double part = uniform(random, 0.2, 3.0);
      const MotionOfLoad found = surface.motion_of(part * P);
      EXPECT_LE(found.lower, found.upper);
      EXPECT_LE(part * found.lower, 1.0 + 1e-10) << text_of(V);
      EXPECT_GE(part * found.upper, 1.0 - 1e-10) << text_of(V);
      if (model.is_closed_form()) {
        EXPECT_TRUE(found.converged) << text_of(V);
        if (found.is_unique) {
          ++unique;
          EXPECT_LE(angle_between(found.motion, V, length_of(model)), 1e-5) << text_of(V);
        }
      }
    }
    // any load, by a search that knows nothing of derivatives
    if (!model.is_closed_form() || i % 3) continue;
    const FrictionLoad Q = random_load(random, model);
    const MotionOfLoad found = surface.motion_of(Q);
    const double by_search = factor_by_search(model, Q);
    ++searched;
    EXPECT_LE(found.lower, found.upper);
    // rounding of D at the largest |y|; golden sections leave 3e-13 of the angle at a kink
    const double largest = largest_factor(model, Q);
    EXPECT_GE(by_search, found.lower - 1e-11 * largest) << text_of(Q);
    EXPECT_LE(by_search, found.upper + 1e-8 * largest) << text_of(Q);
  }
  EXPECT_GT(searched, count / 6);
  EXPECT_GT(unique, count / 4);
}

}  // namespace
}  // namespace dryslip::tests
