// Directions of free sliding: closed forms, the reference file, the dumbbell, and what holds for every contact.

#include "dryslip/limit_surface/eigen_directions.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

using std::numbers::pi;
using Kind = EigenDirection::Kind;
using Vector3 = Eigen::Vector3d;

Vector3 vector_of(const Twist& V) { return {V.velocity.x, V.velocity.y, V.omega}; }
Twist twist_of(const Vector3& V) { return {{V[0], V[1]}, V[2]}; }

ContactPatch patch_of(const Shape& shape, const Pressure& pressure = {}) {
  return {.normal_force = 2.0, .mu = 0.4, .mu_static = {}, .supports = {{.shape = shape, .pressure = pressure}}};
}

int count_of(const EigenDirections& found, Kind kind) {
  const auto is_of_kind = [&](const EigenDirection& d) { return d.kind == kind; };
  return static_cast<int>(std::count_if(found.directions.begin(), found.directions.end(), is_of_kind));
}

/// VᵀGV = 1, and p = λ G V is a load of V: the load where it is unique, else no motion has p·W > D(W) near V or far.
void expect_eigen_direction(const FrictionModel& model, const Mat3& G, const EigenDirection& found, double tolerance) {
  SCOPED_TRACE(text_of(found.motion));
  const Vector3 V = vector_of(found.motion), p = found.eigenvalue * G * V;
  EXPECT_NEAR(V.dot(G * V), 1.0, 1e-12);
  EXPECT_LE(found.residual, tolerance);
  const LoadScale scale = model.scale();
  const double size = scale.moment > 0.0 ? scale.moment / scale.force : 1.0;
  if (difference(model.load(found.motion), {{p[0], p[1]}, p[2]}, scale) <= tolerance) return;
  double worst = 0.0;
  for (int i = 0; i < 400; ++i) {  // directions all around; nearer than 1e-6 the rounding of D shows
    const double height = 1.0 - (2.0 * i + 1.0) / 400;
    const Vec2 velocity = std::sqrt(1.0 - height * height) * unit_vector(2.4 * i);
    const Vector3 W = vector_of({velocity, height / size}) / std::sqrt(G.diagonal().maxCoeff());
    for (const double part : {1e-6, 1e-3, 1.0}) {
      const Vector3 near = V + part * W;
      worst = std::max(worst,
                       (p.dot(near) / found.eigenvalue - model.dissipation(twist_of(near)) / found.eigenvalue) / part);
    }
  }
  EXPECT_LE(worst, 1e-9);
}

TEST(EigenDirections, AxisymmetricContactsEndWithTheRatioOfTheReferenceFile) {
  for (const auto& [item, shape, pressure] : round_contacts()) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const ContactPatch patch = patch_of(shape, pressure);
    const EigenDirections found =
        find_eigen_directions(LimitSurface(patch), kinetic_metric(item.at("m"), item.at("J"), {}));
    EXPECT_TRUE(found.is_complete);
    // curves of minima, one for each sense of spin; maxima: spins and the circle of translations
    ASSERT_EQ(found.directions.size(), 5u);
    EXPECT_EQ(count_of(found, Kind::Minimum), 2);
    EXPECT_EQ(count_of(found, Kind::Maximum), 3);
    for (const EigenDirection& d : found.directions) {
      const bool is_spin = length(d.motion.velocity) < 1e-12;
      EXPECT_EQ(d.is_isolated, is_spin);
      if (d.kind != Kind::Minimum) continue;
      const double ratio = length(d.motion.velocity) / (item.at("R").get<double>() * std::abs(d.motion.omega));
      EXPECT_NEAR(ratio, item.at("terminal_ratio_fixed_point").get<double>(), 1e-13);
    }
    EXPECT_LT(found.directions[0].motion.omega * found.directions[1].motion.omega, 0.0);
  }
}

TEST(EigenDirections, DiskTendsToSpinOrTranslationOutsideTwoGyrationRadii) {
  // uniform pressure, gyration radius k: minima are spins for k² > 2/3 and translations for k² < 1/4 [Farkas2003]
  const auto least = [](double squared) {
    const EigenDirections found =
        find_eigen_directions(LimitSurface(patch_of(Disk{1.0})), kinetic_metric(1.0, squared, {}));
    EXPECT_TRUE(found.is_complete) << squared;
    EXPECT_EQ(found.directions.at(0).kind, Kind::Minimum);
    return found.directions.at(0).motion;
  };
  EXPECT_NEAR(length(least(0.68).velocity), 0.0, 1e-12);
  EXPECT_NEAR(least(0.24).omega, 0.0, 1e-12);
  EXPECT_NEAR(length(least(0.3).velocity) / std::abs(least(0.3).omega), 1.176780195, 1e-9);
}

TEST(EigenDirections, HertzDiskAndRodHaveKnownEnds) {
  const EigenDirections hertz =
      find_eigen_directions(LimitSurface(patch_of(Disk{0.5}, HertzPressure{})), kinetic_metric(3.0, 0.25, {}));
  ASSERT_FALSE(hertz.directions.empty());
  const Twist V = hertz.directions[0].motion;
  EXPECT_NEAR(length(V.velocity) / (0.5 * std::abs(V.omega)), std::sqrt((10.0 - 2.0 * std::sqrt(7.0)) / 9.0), 1e-13);
  // a rod turns about a point L/√12 from its center
  const Segment rod{.from = {-0.5, 0.0}, .to = {0.5, 0.0}};
  const EigenDirections line = find_eigen_directions(LimitSurface(patch_of(rod)), kinetic_metric(1.0, 1.0 / 12, {}));
  EXPECT_TRUE(line.is_complete);
  ASSERT_EQ(count_of(line, Kind::Minimum), 4);
  for (int i = 0; i < 4; ++i) {
    const Twist end = line.directions[static_cast<std::size_t>(i)].motion;
    EXPECT_NEAR(end.velocity.x, 0.0, 1e-12);
    EXPECT_NEAR(std::abs(end.velocity.y / end.omega), 1.0 / std::sqrt(12.0), 1e-12);
  }
}

TEST(EigenDirections, RectanglesEndWhereTheReferenceMotionsEnd) {
  for (const Json& item : reference("free_sliding.json", "rectangle", 5)) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const ContactPatch patch = patch_of(Rectangle{{item.at("lx").get<double>(), item.at("ly").get<double>()}});
    const EigenDirections found =
        find_eigen_directions(LimitSurface(patch), kinetic_metric(item.at("m"), item.at("J"), {}));
    EXPECT_TRUE(found.is_complete);
    // the motion approaches a minimum: by less than it still moves, times what it will, slowly for the square
    const Vec2 end = vec(item.at("terminal_CR_body"));
    const double moved = item.at("terminal_CR_change_over_last_two_decades");
    double nearest = std::numeric_limits<double>::infinity();
    for (const EigenDirection& d : found.directions) {
      if (d.kind != Kind::Minimum) continue;
      nearest = std::min(nearest, length((1.0 / d.motion.omega) * turned_left(d.motion.velocity) - end));
    }
    EXPECT_LE(nearest, 10.0 * moved);
  }
}

TEST(EigenDirections, DumbbellEndsInAPivotAboutASupport) {
  // [Goyal1991, sec. 9.1] with gyration radius 1: facet normals, and in the (Fx, M) section the axes
  const ContactPatch bar{.normal_force = 1.0,
                         .mu = 1.0,
                         .mu_static = {},
                         .supports = {{.shape = Points{{{{0.0, 1.0}, 1.0}, {{0.0, -1.0}, 1.0}}}}}};
  const Mat3 G = kinetic_metric(1.0, 1.0, {});
  const auto model = friction_model(bar);
  const EigenDirections found = find_eigen_directions(LimitSurface(bar), G);
  EXPECT_TRUE(found.converged);
  ASSERT_GE(found.directions.size(), 5u);
  EXPECT_EQ(count_of(found, Kind::Minimum), 4);
  for (std::size_t i = 0; i < found.directions.size(); ++i) {
    const EigenDirection& d = found.directions[i];
    expect_eigen_direction(*model, G, d, 1e-12);
    if (i < 4) {  // about a support, whichever sense; λ G V is the center of the facet
      EXPECT_EQ(d.kind, Kind::Minimum);
      EXPECT_FALSE(model->is_unique(d.motion));
      EXPECT_NEAR(std::abs(d.motion.velocity.x / d.motion.omega), 1.0, 1e-14);
      EXPECT_NEAR(d.eigenvalue, std::sqrt(0.5), 1e-14);
      const FrictionLoad center = model->load_set(d.motion).base;
      EXPECT_NEAR(center.force.x, d.eigenvalue * d.motion.velocity.x, 1e-14);
      EXPECT_NEAR(center.moment, d.eigenvalue * d.motion.omega, 1e-14);
    } else {  // circles of maxima in the planes of the other two sections
      EXPECT_EQ(d.kind, Kind::Maximum);
      EXPECT_FALSE(d.is_isolated);
      EXPECT_NEAR(d.eigenvalue, 1.0, 1e-14);
      EXPECT_NEAR(d.motion.velocity.x * d.motion.omega, 0.0, 1e-12);
    }
  }
  // a small gyration radius: translations across the bar are ridges, along it valleys
  const EigenDirections light = find_eigen_directions(LimitSurface(bar), kinetic_metric(1.0, 0.5, {}));
  EXPECT_TRUE(light.is_complete);
  int valleys = 0, ridges = 0;
  for (const EigenDirection& d : light.directions) {
    if (d.is_isolated) continue;
    EXPECT_NEAR(d.motion.omega, 0.0, 1e-12);
    const bool is_along = std::abs(d.motion.velocity.y) > std::abs(d.motion.velocity.x);
    EXPECT_EQ(d.kind, is_along ? Kind::Minimum : Kind::Maximum);
    ++(is_along ? valleys : ridges);
  }
  EXPECT_EQ(valleys, 2);
  EXPECT_EQ(ridges, 2);
}

TEST(EigenDirections, SymmetryCarriesOver) {
  // equal points on a circle: valleys and passes between each two of them for both senses of spin, two spins about the
  // center, and the circle of translations
  constexpr int count = 30;
  Points circle;
  for (int i = 0; i < count; ++i) circle.points.push_back({unit_vector(2 * pi * i / count), 1.0});
  const EigenDirections found = find_eigen_directions(LimitSurface(patch_of(circle)), kinetic_metric(1.0, 0.9, {}));
  EXPECT_TRUE(found.is_complete);
  EXPECT_EQ(count_of(found, Kind::Minimum), 2 * count);
  EXPECT_EQ(count_of(found, Kind::Saddle), 2 * count);
  EXPECT_EQ(count_of(found, Kind::Maximum), 3);
}

TEST(EigenDirections, WheelsRollFreely) {
  ContactPatch cart = patch_of(Points{{{{0.0, 0.3}, 1.0}, {{0.1, -0.2}, 1.0}}});
  cart.supports[0].law = WheelLaw{.heading = {.angle = 0.3}, .coefficients = {}};
  const Mat3 G = kinetic_metric(2.0, 0.1, {0.02, 0.03});
  const EigenDirections found = find_eigen_directions(LimitSurface(cart), G);
  EXPECT_TRUE(found.is_complete);
  ASSERT_GE(found.directions.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    const EigenDirection& d = found.directions[static_cast<std::size_t>(i)];
    EXPECT_EQ(d.kind, Kind::Minimum);
    EXPECT_NEAR(d.eigenvalue, 0.0, 1e-15);
    EXPECT_NEAR(std::abs(dot(d.motion.velocity, unit_vector(0.3))), std::sqrt(0.5), 1e-14);
  }
  // saddles where one wheel rolls and the other slips: on a kink of D
  const auto model = friction_model(cart);
  EXPECT_GE(count_of(found, Kind::Saddle), 2);
  for (const EigenDirection& d : found.directions) {
    expect_eigen_direction(*model, G, d, 1e-12);
    EXPECT_EQ(model->is_unique(d.motion), d.kind == Kind::Maximum);
  }
  // one wheel alone rolls in every motion of a plane; half a wheel of wheels in half of them
  ContactPatch one = patch_of(Points{{{{0.0, 0.3}, 1.0}}});
  for (const FrictionLaw& law :
       {FrictionLaw(WheelLaw{.heading = {.angle = 0.3}, .coefficients = {}}),
        FrictionLaw(FreeLaw{.half = FreeLaw::Half::Left, .heading = {}, .coefficients = {}})}) {
    one.supports[0].law = law;
    const EigenDirections free = find_eigen_directions(LimitSurface(one), G);
    EXPECT_TRUE(free.is_complete);
    ASSERT_EQ(count_of(free, Kind::Minimum), 1);
    EXPECT_FALSE(free.directions[0].is_isolated);
    EXPECT_NEAR(free.directions[0].eigenvalue, 0.0, 1e-12);
  }
}

TEST(EigenDirections, WheelsAlongAnAxisRollForthAndBack) {
  // the free motions are corners of the mesh: two of them, and no circle
  ContactPatch skate = patch_of(Points{{{{0.05, 0.0}, 1.0}, {{-0.05, 0.0}, 1.0}}});
  skate.supports[0].law = WheelLaw{};
  const EigenDirections found = find_eigen_directions(LimitSurface(skate), kinetic_metric(1.0, 0.002, {}));
  EXPECT_TRUE(found.is_complete);
  ASSERT_EQ(count_of(found, Kind::Minimum), 2);
  for (int i = 0; i < 2; ++i) {
    const EigenDirection& d = found.directions[static_cast<std::size_t>(i)];
    EXPECT_TRUE(d.is_isolated);
    EXPECT_EQ(d.eigenvalue, 0.0);
    EXPECT_NEAR(std::abs(d.motion.velocity.x), 1.0, 1e-14);
  }
  EXPECT_LT(found.directions[0].motion.velocity.x * found.directions[1].motion.velocity.x, 0.0);
}

/// Random contacts whose center of mass is not at the center of friction, so that nothing is symmetric.
struct RandomCase {
  NamedPatch item;
  Mat3 G;
};
RandomCase with_random_body(const NamedPatch& item, Random& random) {
  const Vec2 c = center_of_pressure(item.patch) + uniform_in_square(random, 0.2 * reach(item.patch));
  const double mass = uniform(random, 0.1, 3.0), squared = squared_gyration_radius(item.patch, c);
  return {item, kinetic_metric(mass, mass * squared * uniform(random, 0.3, 2.0), c)};
}
std::vector<RandomCase> random_cases(unsigned seed) {
  Random random(seed);
  std::vector<RandomCase> result;
  for (int round = 0; round < test_cases(0.01); ++round) {
    for (const NamedPatch& item : every_closed_form(random)) result.push_back(with_random_body(item, random));
  }
  // several supports of each kind: triangles of points, points beside areas, wheels
  for (int i = 0; i < test_cases(0.2); ++i) {
    NamedPatch item{"points and a plate", patch_of(Rectangle{{0.03, 0.01}})};
    item.patch.supports[0].share = uniform(random, 0.1, 2.0);
    for (int k = 0; k < 3; ++k) {
      Support point{.shape = Points{{WeightedPoint{}}}, .center = uniform_in_square(random, 0.02), .share = 1.0};
      if (i % 3 == 1) point.law = WheelLaw{.heading = {.angle = uniform(random, -pi, pi)}, .coefficients = {}};
      if (i % 3 == 2) point.law = RatchetLaw{.heading = {.angle = uniform(random, -pi, pi)}, .coefficients = {}};
      item.patch.supports.push_back(point);
    }
    result.push_back(with_random_body(item, random));
  }
  return result;
}

TEST(EigenDirections, FulfilTheirEquationAndTheMorseCount) {
  for (const auto& [item, G] : random_cases(90)) {
    SCOPED_TRACE(item.name);
    const EigenDirections found = find_eigen_directions(LimitSurface(item.patch), G);
    EXPECT_TRUE(found.is_complete);
    EXPECT_EQ(found.morse_sum, 2);
    const auto model = friction_model(item.patch, {.tolerance = 1e-12});
    for (const EigenDirection& d : found.directions) {
      expect_eigen_direction(*model, G, d, 1e-9);
      EXPECT_NEAR(d.eigenvalue, model->dissipation(d.motion), 1e-12 * found.directions.back().eigenvalue);
      if (!is_symmetric(item.patch) || !d.is_isolated) continue;
      // isotropic contacts: with V also −V
      const bool has_opposite = std::any_of(found.directions.begin(), found.directions.end(), [&](const auto& other) {
        const Vector3 sum = vector_of(d.motion) + vector_of(other.motion);
        return std::abs(sum.dot(G * sum)) < 1e-16 && other.kind == d.kind;
      });
      EXPECT_TRUE(has_opposite) << text_of(d.motion);
    }
  }
}

TEST(EigenDirections, FreeSlidingEndsAtOneOfTheMinima) {
  // Second route: G dV/dt = −P by small explicit steps from random starts, renormalised. Along kinks they go to and fro
  // and follow the motion on average.
  Random random(91);
  for (const auto& [item, G] : random_cases(92)) {
    SCOPED_TRACE(item.name);
    const EigenDirections found = find_eigen_directions(LimitSurface(item.patch), G);
    const auto model = friction_model(item.patch);
    ASSERT_FALSE(found.directions.empty());
    const double least = found.directions.front().eigenvalue, largest = found.directions.back().eigenvalue;
    const Mat3 inverse = G.inverse();
    Vector3 V = vector_of(random_twist(random, item.patch));
    V /= std::sqrt(V.dot(G * V));
    const double at_start = model->dissipation(twist_of(V));
    EXPECT_GE(at_start, least - 1e-12 * largest);
    EXPECT_LE(at_start, largest * (1.0 + 1e-12));
    constexpr double step = 4e-3;  // of the time in which the largest friction would stop the motion
    for (int i = 0; i < 40000; ++i) {
      const FrictionLoad P = model->load(twist_of(V));
      V -= step / largest * (inverse * Vector3(P.force.x, P.force.y, P.moment));
      V /= std::sqrt(V.dot(G * V));
    }
    const double at_end = model->dissipation(twist_of(V));
    double nearest = std::numeric_limits<double>::infinity();
    for (const EigenDirection& d : found.directions) {
      if (d.kind != Kind::Minimum) continue;
      if (!d.is_isolated && std::abs(at_end - d.eigenvalue) < 1e-6 * largest) nearest = 0.0;
      const Vector3 away = V - vector_of(d.motion);
      nearest = std::min(nearest, std::sqrt(away.dot(G * away)));
    }
    EXPECT_LE(nearest, 1e-2) << text_of(twist_of(V)) << " " << at_end / largest;
  }
}

TEST(EigenDirections, DoNotDependOnTheFrame) {
  const ContactPatch patch{.normal_force = 3.0,
                           .mu = 0.3,
                           .mu_static = {},
                           .supports = {{.shape = Rectangle{{0.03, 0.01}}, .share = 1.0},
                                        {.shape = Points{{{{0.01, 0.02}, 1.0}}}, .share = 0.4}}};
  const Vec2 c{0.002, 0.003}, step{0.5, -0.2};
  const double angle = 0.7;
  const EigenDirections here = find_eigen_directions(LimitSurface(patch), kinetic_metric(0.2, 2e-5, c)),
                        there = find_eigen_directions(LimitSurface(turned(shifted(patch, step), angle)),
                                                      kinetic_metric(0.2, 2e-5, rotated(c + step, unit_vector(angle))));
  ASSERT_EQ(here.directions.size(), there.directions.size());
  EXPECT_TRUE(here.is_complete && there.is_complete);
  for (std::size_t i = 0; i < here.directions.size(); ++i) {
    EXPECT_EQ(here.directions[i].kind, there.directions[i].kind);
    EXPECT_NEAR(here.directions[i].eigenvalue, there.directions[i].eigenvalue, 1e-12);
  }
}

TEST(EigenDirections, SayWhatIsWrongWithTheMetricAndTheContact) {
  const ContactPatch disk = patch_of(Disk{0.1});
  EXPECT_THROW(kinetic_metric(0.0, 1.0, {}), InvalidInput);
  EXPECT_THROW(kinetic_metric(1.0, std::numeric_limits<double>::quiet_NaN(), {}), InvalidInput);
  EXPECT_THROW(find_eigen_directions(LimitSurface(disk), -Mat3::Identity()), InvalidInput);
  Mat3 skew = Mat3::Identity();
  skew(0, 1) = 0.5;
  EXPECT_THROW(find_eigen_directions(LimitSurface(disk), skew), InvalidInput);
  ContactPatch smooth = disk;
  smooth.mu = 0.0;
  EXPECT_TRUE(find_eigen_directions(LimitSurface(smooth), Mat3::Identity()).directions.empty());
  EXPECT_FALSE(find_eigen_directions(LimitSurface(smooth), Mat3::Identity()).is_complete);
  ContactPatch custom = disk;
  custom.supports[0].law = CustomLaw{.value = {"0.3", {"phi"}}, .turn = 0.2};
  EXPECT_THROW(find_eigen_directions(LimitSurface(custom), Mat3::Identity()), InvalidInput);
}

TEST(KineticMetric, IsTwiceTheKineticEnergy) {
  const Vec2 c{0.3, -0.2};
  const Twist V{{0.5, 0.7}, -1.1};
  const Vec2 v = V.velocity + V.omega * turned_left(c);
  EXPECT_NEAR(vector_of(V).dot(kinetic_metric(2.0, 0.4, c) * vector_of(V)), 2.0 * dot(v, v) + 0.4 * 1.21, 1e-15);
}

}  // namespace
}  // namespace dryslip::tests
