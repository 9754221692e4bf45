#include "dryslip/contact_patch/contact_patch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>

#include "dryslip/record/invalid_input.hpp"

namespace dryslip {
namespace {

using std::numbers::pi;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double nan_ = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

/// "key | explanation" of the mistake, or "none".
std::string mistake_in(const ContactPatch& patch) {
  try {
    check_patch(patch);
  } catch (const InvalidInput& error) {
    return error.key() + " | " + error.explanation();
  }
  return "none";
}

/// A patch whose second support is the one given; the first is a valid disk.
ContactPatch with(Support support) {
  if (kind_of(support.shape) != ShapeKind::Area) support.share = 1.0;
  Support first{.shape = Disk{.radius = 0.01}};
  first.share = support.share;
  return {.normal_force = 10.0, .mu = 0.3, .supports = {first, std::move(support)}};
}

std::string mistake_in_shape(const Shape& shape) { return mistake_in(with({.shape = shape})); }
std::string mistake_in_pressure(const Shape& shape, const Pressure& pressure, double angle = 0.0) {
  return mistake_in(with({.shape = shape, .angle = angle, .pressure = pressure}));
}
std::string mistake_in_law(const FrictionLaw& law, const Shape& shape = Disk{.radius = 0.02}) {
  return mistake_in(with({.shape = shape, .law = law}));
}

// The key comes first; `what` is part of the explanation.
#define EXPECT_MISTAKE(mistake, key, what) \
  EXPECT_THAT(mistake, ::testing::AllOf(::testing::StartsWith(std::string(key) + " | "), HasSubstr(what)))

const Shape disk = Disk{.radius = 0.02};
const Shape rectangle = Rectangle{.size = {0.03, 0.02}};
const Shape triangle = Polygon{.loops = {{{0, 0}, {0.03, 0}, {0, 0.03}}}};
const Shape ellipse = Ellipse{.semi_axes = {0.03, 0.01}};
const Shape annulus = Annulus{.radii = {0.01, 0.02}};
const Shape ring = Ring{.radius = 0.02};
const Shape segment = Segment{.from = {0, 0}, .to = {0.1, 0}};
const Shape points = Points{.points = {{{0.1, 0.2}, 1.0}}};

TEST(ContactPatch, AcceptsWhatIsValidThoughUnusual) {
  for (const Shape& shape : {disk, rectangle, triangle, ellipse, annulus, ring, segment, points}) {
    EXPECT_EQ(mistake_in_shape(shape), "none") << word_of(shape);
  }
  EXPECT_EQ(mistake_in({.normal_force = 0.0, .mu = 0.0, .supports = {{.shape = disk}}}), "none");
  EXPECT_EQ(mistake_in({.normal_force = 1.0, .mu = 0.2, .supports = {{.shape = disk, .center = {1e6, -1e6}}}}), "none");
  EXPECT_EQ(mistake_in_shape(Rectangle{.size = {1.0, 1e-6}}), "none");
  EXPECT_EQ(mistake_in_shape(Polygon{.loops = {{{0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 1e-6}, {0, 1e-6}, {0, 0}}}}),
            "none");
  EXPECT_EQ(mistake_in_shape(Annulus{.radii = {0.0, 0.02}}), "none");
  EXPECT_EQ(mistake_in_shape(Segment{.from = {0, 0}, .to = {0.1, 0}, .ends = {0, 1}}), "none");
  EXPECT_EQ(mistake_in_shape(Points{.points = {{{0, 0}, 0.0}, {{0, 0}, 1.0}}}), "none");
}

TEST(ContactPatch, NamesMistakesOfTheWholeContact) {
  const auto patch = [](double force, std::optional<double> mu, std::optional<double> mu_static = {}) {
    return ContactPatch{.normal_force = force, .mu = mu, .mu_static = mu_static, .supports = {{.shape = disk}}};
  };
  EXPECT_MISTAKE(mistake_in(patch(-1, 0.3)), "normal_force", "-1: must not be negative [N]");
  EXPECT_MISTAKE(mistake_in(patch(nan_, 0.3)), "normal_force", "nan");
  EXPECT_MISTAKE(mistake_in(patch(inf, 0.3)), "normal_force", "inf");
  EXPECT_MISTAKE(mistake_in(patch(1, -0.3)), "mu", "-0.3: must not be negative");
  EXPECT_MISTAKE(mistake_in(patch(1, nan_)), "mu", "nan");
  EXPECT_MISTAKE(mistake_in(patch(1, 0.3, nan_)), "mu_static", "nan");
  EXPECT_MISTAKE(mistake_in(patch(1, 0.3, 0.2)), "mu_static", "0.2: must be at least mu = 0.3");
  EXPECT_MISTAKE(mistake_in(patch(1, {}, 0.2)), "mu_static", "without mu");
  EXPECT_MISTAKE(mistake_in(patch(1, {})), "mu", "missing: the isotropic law in support[0].law");
  EXPECT_MISTAKE(mistake_in({.normal_force = 1, .mu = 0.3}), "support", "at least one");
  EXPECT_EQ(mistake_in(patch(1, 0.3, 0.3)), "none");
  EXPECT_EQ(mistake_in(patch(1, 0.3, 0.4)), "none");
}

TEST(ContactPatch, NeedsItsOwnCoefficientOnlyWhereALawHasNone) {
  const auto patch = [](FrictionLaw law) {
    return ContactPatch{.normal_force = 1, .supports = {{.shape = disk, .law = law}}};
  };
  EXPECT_EQ(mistake_in(patch(IsotropicLaw{.coefficients = {.mu = 0.2}})), "none");
  EXPECT_EQ(mistake_in(patch(EllipticLaw{.mu = {0.2, 0.3}})), "none");
  EXPECT_EQ(mistake_in(patch(PolygonLaw{.vertices = {{1, 0}, {0, 1}, {-1, -1}}})), "none");
  EXPECT_EQ(mistake_in(patch(FreeLaw{})), "none");
  EXPECT_EQ(mistake_in(patch(CustomLaw{.value = {"0.2", {"phi"}}})), "none");
  EXPECT_MISTAKE(mistake_in(patch(WheelLaw{})), "mu", "missing: the wheel law");
  EXPECT_MISTAKE(mistake_in(patch(RustyWheelLaw{.axle = 0.1})), "mu", "missing: the rusty_wheel law");
  EXPECT_MISTAKE(mistake_in(patch(RatchetLaw{})), "mu", "missing: the ratchet law");
  EXPECT_MISTAKE(mistake_in(patch(FreeLaw{.half = FreeLaw::Half::Left})), "mu", "missing: the free law");
}

TEST(ContactPatch, NamesMistakesOfShapes) {
  EXPECT_MISTAKE(mistake_in_shape(Rectangle{.size = {0.1, -0.01}}), "support[1].size",
                 "[0.1, -0.01]: each must be greater than 0 [m]");
  EXPECT_MISTAKE(mistake_in_shape(Rectangle{.size = {0.0, 0.01}}), "support[1].size", "greater than 0");
  EXPECT_MISTAKE(mistake_in_shape(Rectangle{.size = {nan_, 0.01}}), "support[1].size[0]", "nan");
  EXPECT_MISTAKE(mistake_in_shape(Rectangle{.size = {0.01, inf}}), "support[1].size[1]", "inf");
  EXPECT_MISTAKE(mistake_in_shape(Disk{.radius = -0.01}), "support[1].radius", "-0.01: must be greater than 0 [m]");
  EXPECT_MISTAKE(mistake_in_shape(Disk{.radius = nan_}), "support[1].radius", "nan");
  EXPECT_MISTAKE(mistake_in_shape(Disk{.radius = 1e200}), "support[1].radius", "area inf");
  EXPECT_MISTAKE(mistake_in_shape(Disk{.radius = 1e-200}), "support[1].radius", "area 0");
  EXPECT_MISTAKE(mistake_in_shape(Ring{.radius = 0.0}), "support[1].radius", "0: must be greater than 0 [m]");
  EXPECT_MISTAKE(mistake_in_shape(Annulus{.radii = {-0.1, 0.2}}), "support[1].radii",
                 "[-0.1, 0.2]: each must not be negative [m]");
  EXPECT_MISTAKE(mistake_in_shape(Annulus{.radii = {0.2, 0.2}}), "support[1].radii", "smaller than outer");
  EXPECT_MISTAKE(mistake_in_shape(Annulus{.radii = {nan_, 0.2}}), "support[1].radii[0]", "nan");
  EXPECT_MISTAKE(mistake_in_shape(Annulus{.radii = {0.1, inf}}), "support[1].radii[1]", "inf");
  EXPECT_MISTAKE(mistake_in_shape(Ellipse{.semi_axes = {0.1, 0}}), "support[1].semi_axes", "[0.1, 0]: each");
  EXPECT_MISTAKE(mistake_in_shape(Ellipse{.semi_axes = {nan_, 1}}), "support[1].semi_axes[0]", "nan");
  EXPECT_MISTAKE(mistake_in_shape(Segment{.from = {0.1, 0.2}, .to = {0.1, 0.2}}), "support[1].to", "no length");
  EXPECT_MISTAKE(mistake_in_shape(Segment{.from = {nan_, 0}, .to = {1, 0}}), "support[1].from[0]", "nan");
  EXPECT_MISTAKE(mistake_in_shape(Segment{.from = {0, 0}, .to = {1, inf}}), "support[1].to[1]", "inf");
  EXPECT_MISTAKE(mistake_in_shape(Segment{.to = {1, 0}, .ends = {-1, 2}}), "support[1].ends",
                 "[-1, 2]: each must not be");
  EXPECT_MISTAKE(mistake_in_shape(Segment{.to = {1, 0}, .ends = {0, 0}}), "support[1].ends", "not be both 0");
  EXPECT_MISTAKE(mistake_in_shape(Segment{.to = {1, 0}, .ends = {1, nan_}}), "support[1].ends[1]", "nan");
  EXPECT_MISTAKE(mistake_in_shape(Points{}), "support[1].points", "at least one");
  EXPECT_MISTAKE(mistake_in_shape(Points{.points = {{{0, 0}}, {{nan_, 0}}}}), "support[1].points[1][0]", "nan");
  EXPECT_MISTAKE(mistake_in_shape(Points{.points = {{{0, 0}, -2.0}}}), "support[1].points[0]", "weight -2");
  EXPECT_MISTAKE(mistake_in_shape(Points{.points = {{{0, 0}, nan_}}}), "support[1].points[0][2]", "nan");
  EXPECT_MISTAKE(mistake_in_shape(Points{.points = {{{0, 0}, 0.0}}}), "support[1].points", "total weight 0");
}

TEST(ContactPatch, NamesMistakesOfPolygons) {
  EXPECT_MISTAKE(mistake_in_shape(Polygon{}), "support[1].loops", "at least one");
  EXPECT_MISTAKE(mistake_in_shape(Polygon{.loops = {{{0, 0}, {2, 2}, {2, 0}, {0, 2}}}}), "support[1].loops[0]",
                 "crosses itself at [1, 1]");
  EXPECT_MISTAKE(mistake_in_shape(Polygon{.loops = {{{0, 0}, {0, 1}, {1, 0}}}}), "support[1].loops[0]", "clockwise");
  EXPECT_MISTAKE(mistake_in_shape(Polygon{.loops = {{{0, 0}, {1, 1}, {2, 2}}}}), "support[1].loops[0]", "zero area");
  EXPECT_MISTAKE(mistake_in_shape(Polygon{.loops = {{{0, 0}, {1, 1}}}}), "support[1].loops[0]", "distinct");
  EXPECT_MISTAKE(mistake_in_shape(Polygon{.loops = {{{0, 0}, {1, 0}, {0, 1}}, {{5, 5}, {6, nan_}, {6, 6}}}}),
                 "support[1].loops[1][1][1]", "nan");
}

TEST(ContactPatch, NamesMistakesOfThePlace) {
  EXPECT_MISTAKE(mistake_in(with({.shape = disk, .center = {0, nan_}})), "support[1].center[1]", "nan");
  EXPECT_MISTAKE(mistake_in(with({.shape = disk, .angle = inf})), "support[1].angle",
                 "inf: must be a finite number [rad]");
}

TEST(ContactPatch, AllowsEveryPressureOnItsShapesOnly) {
  const Pressure linear = LinearPressure{.gradient = {1, 2}}, hertz = HertzPressure{}, punch = PunchPressure{};
  const Pressure expression = ExpressionPressure{.value = {"1+x^2", {"x", "y"}}};
  const Pressure grid = GridPressure{.origin = {-1, -1}, .spacing = {2, 2}, .columns = 2, .values = {1, 2, 3, 4}};
  for (const Shape& shape : {rectangle, triangle, disk, annulus, ellipse}) {
    for (const Pressure& pressure : {Pressure(), linear, expression, grid}) {
      EXPECT_EQ(mistake_in_pressure(shape, pressure), "none") << word_of(pressure) << " on " << word_of(shape);
    }
  }
  EXPECT_EQ(mistake_in_pressure(disk, hertz), "none");
  EXPECT_EQ(mistake_in_pressure(ellipse, hertz), "none");
  EXPECT_EQ(mistake_in_pressure(disk, punch), "none");
  for (const Shape& shape : {ring, segment, points}) {
    EXPECT_EQ(mistake_in_pressure(shape, UniformPressure{}), "none");
    for (const Pressure& pressure : {linear, hertz, punch, expression, grid}) {
      EXPECT_MISTAKE(mistake_in_pressure(shape, pressure), "support[1].pressure", word_of(shape));
    }
  }
  for (const Shape& shape : {rectangle, triangle, annulus}) {
    EXPECT_MISTAKE(mistake_in_pressure(shape, hertz), "support[1].pressure", "a disk or an ellipse");
    EXPECT_MISTAKE(mistake_in_pressure(shape, punch), "support[1].pressure", "only on a disk");
  }
  EXPECT_MISTAKE(mistake_in_pressure(ellipse, punch), "support[1].pressure", "punch on the shape ellipse");
}

/// Least admissible and first inadmissible gradient along a body direction, for a support turned by an angle.
void expect_limit_of_gradient(const Shape& shape, double angle, Vec2 direction, double limit) {
  const auto mistake = [&](double size) {
    return mistake_in_pressure(shape, LinearPressure{.gradient = size * direction}, angle);
  };
  EXPECT_EQ(mistake(limit), "none") << word_of(shape);
  EXPECT_MISTAKE(mistake(limit * (1 + 1e-9)), "support[1].pressure.gradient", "must not be negative anywhere");
}

TEST(ContactPatch, RejectsALinearPressureThatFallsBelowZero) {
  const double angle = 0.7;
  const Vec2 e = unit_vector(angle), n = turned_left(e);  // the support's axes in the body
  expect_limit_of_gradient(disk, angle, unit_vector(1.1), 1 / 0.02);
  expect_limit_of_gradient(annulus, angle, unit_vector(1.1), 1 / 0.02);
  expect_limit_of_gradient(ellipse, angle, e, 1 / 0.03);
  expect_limit_of_gradient(ellipse, angle, n, 1 / 0.01);
  expect_limit_of_gradient(rectangle, angle, e, 1 / 0.015);
  expect_limit_of_gradient(rectangle, angle, n, 1 / 0.01);
  expect_limit_of_gradient(rectangle, angle, e + n, 1 / 0.025);
  // The centroid of the triangle is a third from its sides: the limit differs with the sign.
  expect_limit_of_gradient(triangle, angle, e, 1 / 0.01);
  expect_limit_of_gradient(triangle, angle, -e, 1 / 0.02);
  EXPECT_MISTAKE(mistake_in_pressure(disk, LinearPressure{.gradient = {nan_, 0}}), "support[1].pressure.gradient[0]",
                 "nan");
}

TEST(ContactPatch, NamesMistakesOfAHertzPressure) {
  EXPECT_EQ(mistake_in_pressure(disk, HertzPressure{.shift = 1.0, .direction = 2.0}), "none");
  EXPECT_MISTAKE(mistake_in_pressure(disk, HertzPressure{.shift = 1.5}), "support[1].pressure.shift",
                 "between 0 and 1");
  EXPECT_MISTAKE(mistake_in_pressure(disk, HertzPressure{.shift = -0.5}), "support[1].pressure.shift", "-0.5");
  EXPECT_MISTAKE(mistake_in_pressure(disk, HertzPressure{.shift = nan_}), "support[1].pressure.shift", "nan");
  EXPECT_MISTAKE(mistake_in_pressure(ellipse, HertzPressure{.shift = 0.5}), "support[1].pressure.shift",
                 "0 on an ellipse");
  EXPECT_MISTAKE(mistake_in_pressure(disk, HertzPressure{.direction = inf}), "support[1].pressure.direction", "inf");
}

TEST(ContactPatch, NamesThePlaceWhereAnExpressionIsNoPressure) {
  const auto mistake = [](const Shape& shape, const std::string& text) {
    return mistake_in_pressure(shape, ExpressionPressure{.value = {text, {"x", "y"}}});
  };
  const std::string key = "support[1].pressure.value";
  for (const Shape& shape : {rectangle, triangle, disk, annulus, ellipse}) {
    EXPECT_EQ(mistake(shape, "1"), "none");
    EXPECT_MISTAKE(mistake(shape, "-1"), key, "\"-1\" is -1 at [");
    EXPECT_MISTAKE(mistake(shape, "0*x"), key, "0 everywhere");
    EXPECT_MISTAKE(mistake(shape, "sqrt(-1-x^2)"), key, "nan at [");
    EXPECT_MISTAKE(mistake(shape, "1/(x-x)"), key, "inf at [");
  }
  EXPECT_MISTAKE(mistake(rectangle, "1-70*x"), key, "is -0.05 at [0.015, ");  // only in a corner strip of 5 %
  EXPECT_MISTAKE(mistake(disk, "1-51*y"), key, "must not be negative");
  EXPECT_MISTAKE(mistake(annulus, "sqrt(x^2+y^2)-0.0101"), key, "must not be negative");  // at the inner rim
  // Zero and infinite at the rim, and within rounding of it.
  EXPECT_EQ(mistake(disk, "sqrt(1-(x^2+y^2)/0.02^2)"), "none");
  EXPECT_EQ(mistake(disk, "1/sqrt(1-(x^2+y^2)/0.02^2)"), "none");
  EXPECT_EQ(mistake(rectangle, "1-x/0.015"), "none");
  EXPECT_EQ(mistake(rectangle, "1-x*66.6666666666667"), "none");  // -4e-16 at the edge
  EXPECT_MISTAKE(mistake_in_pressure(disk, ExpressionPressure{.value = {"phi", {"phi"}}}), key, "of x and y");
}

TEST(ContactPatch, SamplesExpressionsInsideSlivers) {
  const Vec2 along = unit_vector(0.3), across = 1e-6 * turned_left(along);
  const Shape sliver = Polygon{.loops = {{{0, 0}, along, along + across, across}}};
  EXPECT_EQ(mistake_in_pressure(sliver, ExpressionPressure{.value = {"(x+0.001)*(1-x)", {"x", "y"}}}), "none");
  EXPECT_MISTAKE(mistake_in_pressure(sliver, ExpressionPressure{.value = {"x-0.5", {"x", "y"}}}),
                 "support[1].pressure.value", "must not be negative");
}

TEST(ContactPatch, NamesMistakesOfAGrid) {
  const auto mistake = [](const std::function<void(GridPressure&)>& change, const Shape& shape = rectangle) {
    GridPressure grid{.origin = {-0.02, -0.02}, .spacing = {0.02, 0.02}, .columns = 3, .values = {0, 1, 0, 2, 3, 1}};
    change(grid);
    return mistake_in_pressure(shape, grid);
  };
  const std::string key = "support[1].pressure.file";
  EXPECT_EQ(mistake([](GridPressure&) {}), "none");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.origin.x = nan_; }), key, "nan");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.spacing.y = 0; }), key, "spacing [0.02, 0]");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.spacing.x = nan_; }), key, "spacing");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.columns = 0; }), key, "at least 2");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.columns = 1; }), key, "at least 2");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.columns = 6; }), key, "6 values in rows of 6");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.columns = 4; }), key, "full rows");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.values[4] = -1; }), key, "-1 in row 1, column 1");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.values[5] = nan_; }), key, "nan in row 1, column 2");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.values.assign(6, 0.0); }), key, "zero pressure");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.origin = {1, 0}; }), key, "zero pressure");
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.origin.x = -0.0550001; }), key,
                 "zero pressure");  // just left of the shape
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.origin.y = 0.0100001; }), key,
                 "zero pressure");  // just above the shape
  EXPECT_MISTAKE(mistake([](GridPressure& g) { g.origin.y = -0.0300001; }), key, "zero pressure");  // just below
  // Only the rightmost column presses, and its cells lie beside the shape.
  EXPECT_MISTAKE(mistake(
                     [](GridPressure& g) {
                       g.origin.x = -0.005 - 1e-9;
                       g.values = {0, 0, 1, 0, 0, 1};
                     },
                     Rectangle{.size = {0.029, 0.05}}),
                 key, "zero pressure");
}

TEST(ContactPatch, NamesMistakesOfShares) {
  const auto patch = [](std::optional<double> first, std::optional<double> second, const Shape& shape = disk) {
    return ContactPatch{
        .normal_force = 1, .mu = 0.1, .supports = {{.shape = disk, .share = first}, {.shape = shape, .share = second}}};
  };
  EXPECT_EQ(mistake_in(patch({}, {})), "none");
  EXPECT_EQ(mistake_in(patch(0.0, 2.0)), "none");
  EXPECT_EQ(mistake_in(patch(1.0, 2.0, points)), "none");
  EXPECT_MISTAKE(mistake_in(patch(1.0, {})), "support[1].share", "all supports have a share or none");
  EXPECT_MISTAKE(mistake_in(patch({}, 1.0)), "support[0].share", "all supports have a share or none");
  EXPECT_MISTAKE(mistake_in(patch(1.0, -0.5)), "support[1].share", "-0.5: must not be negative");
  EXPECT_MISTAKE(mistake_in(patch(nan_, 1.0)), "support[0].share", "nan");
  EXPECT_MISTAKE(mistake_in(patch(0.0, 0.0)), "support[0].share", "add up to 0");
  EXPECT_MISTAKE(mistake_in(patch({}, {}, points)), "support[1].share",
                 "supports mix areas and points: give each a share");
  EXPECT_MISTAKE(mistake_in(patch({}, {}, ring)), "support[1].share", "supports mix areas and lines");
}

TEST(ContactPatch, NamesMistakesOfCoefficientsOfALaw) {
  const auto every_law = [](Coefficients own) {
    return std::vector<FrictionLaw>{IsotropicLaw{own}, WheelLaw{{}, own}, RustyWheelLaw{{}, 0.01, own},
                                    RatchetLaw{{}, own}, FreeLaw{FreeLaw::Half::Right, {}, own}};
  };
  for (const auto& law : every_law({.mu = 0.2, .mu_static = 0.3})) EXPECT_EQ(mistake_in_law(law), "none");
  for (const auto& law : every_law({.mu = -0.2})) EXPECT_MISTAKE(mistake_in_law(law), "support[1].law.mu", "-0.2");
  for (const auto& law : every_law({.mu = nan_})) EXPECT_MISTAKE(mistake_in_law(law), "support[1].law.mu", "nan");
  for (const auto& law : every_law({.mu = 0.2, .mu_static = 0.1}))
    EXPECT_MISTAKE(mistake_in_law(law), "support[1].law.mu_static", "0.1: must be at least mu = 0.2");
  for (const auto& law : every_law({.mu = 0.2, .mu_static = nan_}))
    EXPECT_MISTAKE(mistake_in_law(law), "support[1].law.mu_static", "nan");
  for (const auto& law : every_law({.mu_static = 0.4}))
    EXPECT_MISTAKE(mistake_in_law(law), "support[1].law.mu_static", "needs its own mu");
  EXPECT_EQ(mistake_in_law(FreeLaw{.heading = {.angle = nan_}, .coefficients = {.mu = nan_}}), "none");  // not used
}

TEST(ContactPatch, NamesMistakesOfAnEllipticLaw) {
  EXPECT_EQ(mistake_in_law(EllipticLaw{.mu = {0.1, 0.3}, .mu_static = {{0.2, 0.6}}}), "none");
  EXPECT_EQ(mistake_in_law(EllipticLaw{.mu = {0.0, 0.3}, .mu_static = {{0.0, 0.4}}}), "none");
  EXPECT_MISTAKE(mistake_in_law(EllipticLaw{.mu = {-0.1, 0.3}}), "support[1].law.mu", "[-0.1, 0.3]");
  EXPECT_MISTAKE(mistake_in_law(EllipticLaw{.mu = {0.1, nan_}}), "support[1].law.mu[1]", "nan");
  EXPECT_MISTAKE(mistake_in_law(EllipticLaw{.mu = {0.1, 0.3}, .mu_static = {{0.2, 0.5}}}), "support[1].law.mu_static",
                 "same ratio");
  EXPECT_MISTAKE(mistake_in_law(EllipticLaw{.mu = {0.0, 0.3}, .mu_static = {{0.1, 0.3}}}), "support[1].law.mu_static",
                 "same ratio");
  EXPECT_MISTAKE(mistake_in_law(EllipticLaw{.mu = {0.1, 0.3}, .mu_static = {{0.05, 0.15}}}), "support[1].law.mu_static",
                 "at least mu = [0.1, 0.3]");
  EXPECT_MISTAKE(mistake_in_law(EllipticLaw{.mu = {0.1, 0.3}, .mu_static = {{inf, inf}}}),
                 "support[1].law.mu_static[0]", "inf");
}

TEST(ContactPatch, NamesMistakesOfARustyWheel) {
  const auto mistake = [](double axle) { return mistake_in_law(RustyWheelLaw{.axle = axle}); };  // contact.mu = 0.3
  EXPECT_EQ(mistake(0.1), "none");
  EXPECT_MISTAKE(mistake(0.0), "support[1].law.axle", "0: must be greater than 0 [-]");
  EXPECT_MISTAKE(mistake(0.3), "support[1].law.axle", "0.3: must be above 0");
  EXPECT_MISTAKE(mistake(nan_), "support[1].law.axle", "nan");
  EXPECT_EQ(mistake_in_law(RustyWheelLaw{.axle = 0.5, .coefficients = {.mu = 0.6}}), "none");
  EXPECT_MISTAKE(mistake_in_law(RustyWheelLaw{.axle = 0.2, .coefficients = {.mu = 0.1}}), "support[1].law.axle", "0.1");
}

TEST(ContactPatch, AllowsHeadingsAlongACircleOnRingsOnly) {
  using Reference = Heading::Reference;
  for (const Reference reference : {Reference::Tangent, Reference::Radial}) {
    const Heading heading{.reference = reference};
    for (const FrictionLaw& law :
         {FrictionLaw(EllipticLaw{.mu = {0.1, 0.2}, .heading = heading}), FrictionLaw(WheelLaw{heading}),
          FrictionLaw(RustyWheelLaw{heading, 0.1}), FrictionLaw(RatchetLaw{heading}),
          FrictionLaw(FreeLaw{FreeLaw::Half::Left, heading})}) {
      EXPECT_EQ(mistake_in_law(law, ring), "none") << word_of(law);
      EXPECT_MISTAKE(mistake_in_law(law, segment), "support[1].law.heading",
                     "only a ring has it, not the shape segment");
    }
  }
  for (const FrictionLaw& law :
       {FrictionLaw(WheelLaw{.heading = {.angle = nan_}}), FrictionLaw(EllipticLaw{.heading = {.angle = inf}})}) {
    EXPECT_MISTAKE(mistake_in_law(law), "support[1].law.heading", "must be a finite number [rad]");
  }
}

TEST(ContactPatch, NamesMistakesOfAPolygonLaw) {
  const auto mistake = [](std::vector<Vec2> vertices) { return mistake_in_law(PolygonLaw{std::move(vertices)}); };
  EXPECT_EQ(mistake({{0.3, 0}, {0, 0.2}, {-0.1, -0.1}}), "none");
  EXPECT_EQ(mistake({{-0.1, -0.1}, {0, 0.2}, {0.3, 0}}), "none");                         // clockwise
  EXPECT_EQ(mistake({{0.3, 0}, {0.3, 0}, {0.15, 0.1}, {0, 0.2}, {-0.1, -0.1}}), "none");  // repeated, collinear
  EXPECT_EQ(mistake({{0, 0}, {0.2, 0}, {0, 0.2}}), "none");                               // origin at a corner
  EXPECT_EQ(mistake({{0.1, 0.3}, {-0.2, -0.6}}), "none");                                 // segment
  EXPECT_EQ(mistake({{0, 0}}), "none");                                                   // no friction
  EXPECT_MISTAKE(mistake({}), "support[1].law.vertices", "at least one");
  EXPECT_MISTAKE(mistake({{0.3, 0}, {nan_, 0.2}, {-0.1, -0.1}}), "support[1].law.vertices[1][0]", "nan");
  EXPECT_MISTAKE(mistake({{0.3, 0}, {0.3, 0}, {0.05, 0.05}, {0, 0.3}, {-0.3, -0.3}}), "support[1].law.vertices[2]",
                 "[0.05, 0.05]: the polygon is not convex there");
  EXPECT_MISTAKE(mistake({{-0.3, -0.3}, {0, 0.3}, {0.05, 0.05}, {0.3, 0}}), "support[1].law.vertices[2]", "not convex");
  std::vector<Vec2> pentagram;
  for (int k = 0; k < 5; ++k) pentagram.push_back(unit_vector(4 * pi * k / 5));
  EXPECT_MISTAKE(mistake(pentagram), "support[1].law.vertices", "more than once");
  EXPECT_MISTAKE(mistake({{0.1, 0.1}, {0.3, 0.1}, {0.1, 0.3}}), "support[1].law.vertices", "origin lies outside");
  EXPECT_MISTAKE(mistake({{0.1, 0.1}, {0.3, 0.3}}), "support[1].law.vertices", "origin lies outside");
  EXPECT_MISTAKE(mistake({{-0.1, 0.2}, {0.3, 0.2}}), "support[1].law.vertices", "origin lies outside");
  EXPECT_MISTAKE(mistake({{0.1, 0.1}}), "support[1].law.vertices", "origin lies outside");
}

TEST(ContactPatch, NamesMistakesOfACustomLaw) {
  const auto mistake = [](const std::string& value, double turn = 0.0) {
    return mistake_in_law(CustomLaw{.value = {value, {"phi"}}, .turn = turn});
  };
  EXPECT_EQ(mistake("0.3+0.1*cos(phi)", pi / 2), "none");
  EXPECT_EQ(mistake("abs(sin(phi))", -pi / 2), "none");
  EXPECT_MISTAKE(mistake("0.3", 1.6), "support[1].law.turn", "1.6: must lie between -pi/2 and pi/2");
  EXPECT_MISTAKE(mistake("0.3", -1.6), "support[1].law.turn", "-1.6");
  EXPECT_MISTAKE(mistake("0.3", nan_), "support[1].law.turn", "nan");
  EXPECT_MISTAKE(mistake("cos(phi)"), "support[1].law.value",
                 "\"cos(phi)\" is -1 at phi = -3.14159: must not be negative");
  EXPECT_MISTAKE(mistake("1/sin(phi)^2*0+1/(phi-phi)"), "support[1].law.value", "must be finite");
  EXPECT_MISTAKE(mistake("sqrt(phi)"), "support[1].law.value", "nan");
  EXPECT_MISTAKE(mistake_in_law(CustomLaw{.value = {"x", {"x"}}}), "support[1].law.value", "of phi alone");
}

TEST(NormalForces, AreSharedByMeasureOrByShare) {
  ContactPatch patch{.normal_force = 12.0,
                     .mu = 0.3,
                     .supports = {{.shape = Rectangle{.size = {2, 1}}}, {.shape = Rectangle{.size = {4, 1.0}}}}};
  EXPECT_THAT(normal_forces(patch), ElementsAre(DoubleEq(4.0), DoubleEq(8.0)));
  patch.supports[0].share = 9.0;
  patch.supports[1].share = 3.0;
  EXPECT_THAT(normal_forces(patch), ElementsAre(DoubleEq(9.0), DoubleEq(3.0)));
  patch.supports = {{.shape = Ring{.radius = 1 / (2 * pi)}}, {.shape = Segment{.from = {0, 1}, .to = {0, 3}}}};
  EXPECT_THAT(normal_forces(patch), ElementsAre(DoubleEq(4.0), DoubleEq(8.0)));
  patch.supports = {{.shape = Points{.points = {{{0, 0}, 0.5}, {{1, 1}, 0.5}}}},
                    {.shape = Points{.points = {{{1, 0}, 5.0}}}}};
  EXPECT_THAT(normal_forces(patch), ElementsAre(DoubleEq(2.0), DoubleEq(10.0)));
}

TEST(ResolveCoefficient, TakesThePairOfTheLawBeforeThatOfTheContact) {
  const ContactPatch both{.mu = 0.3, .mu_static = 0.5}, one{.mu = 0.3}, none{};
  EXPECT_EQ(resolve_coefficient({}, both, Coefficient::Kinetic), 0.3);
  EXPECT_EQ(resolve_coefficient({}, both, Coefficient::Static), 0.5);
  EXPECT_EQ(resolve_coefficient({}, one, Coefficient::Static), 0.3);
  EXPECT_EQ(resolve_coefficient({.mu = 0.1, .mu_static = 0.2}, both, Coefficient::Kinetic), 0.1);
  EXPECT_EQ(resolve_coefficient({.mu = 0.1, .mu_static = 0.2}, both, Coefficient::Static), 0.2);
  EXPECT_EQ(resolve_coefficient({.mu = 0.1}, both, Coefficient::Static), 0.1);  // not the contact's mu_static
  EXPECT_THROW(resolve_coefficient({}, none, Coefficient::Kinetic), InvalidInput);
}

}  // namespace
}  // namespace dryslip
