// Values known in closed form, and every closed form against the literature's formulas in 100 digits.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "tests/friction_load/precise_load.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double mu = 0.35, normal_force = 7.0, strength = mu * normal_force;  // [N]
constexpr double rounding = 1e-14;  // relative to LoadScale: a few operations

ContactPatch single(Shape shape, Pressure pressure = UniformPressure{}) {
  return {.normal_force = normal_force,
          .mu = mu,
          .mu_static = {},
          .supports = {{.shape = std::move(shape), .pressure = std::move(pressure)}}};
}

/// Moment of a spin about the center in units of μN times a length.
double spin_moment(const Shape& shape, const Pressure& pressure, double length, double omega = 3.0) {
  const FrictionLoad P = friction_model(single(shape, pressure))->load({{}, omega});
  EXPECT_NEAR(P.force.x, 0.0, rounding * strength);
  EXPECT_NEAR(P.force.y, 0.0, rounding * strength);
  return P.moment / (strength * length);
}

TEST(ClosedForm, MomentOfPureSpin) {
  const double R = 0.037;
  EXPECT_NEAR(spin_moment(Disk{R}, UniformPressure{}, R), 2.0 / 3.0, rounding);
  EXPECT_NEAR(spin_moment(Disk{R}, HertzPressure{}, R), 3 * pi / 16, rounding);
  EXPECT_NEAR(spin_moment(Disk{R}, PunchPressure{}, R), pi / 4, rounding);
  EXPECT_NEAR(spin_moment(Ring{R}, UniformPressure{}, R), 1.0, rounding);
  EXPECT_NEAR(spin_moment(Annulus{{0.6 * R, R}}, UniformPressure{}, R), 2.0 / 3.0 * (1 - 0.216) / (1 - 0.36), rounding);
  EXPECT_NEAR(spin_moment(Segment{{-R, 0.0}, {R, 0.0}}, UniformPressure{}, 2 * R), 0.25, rounding);
  EXPECT_NEAR(spin_moment(Rectangle{{R, R}}, UniformPressure{}, R), 0.382597858, 1e-9);  // the digits known
  EXPECT_NEAR(spin_moment(Rectangle{{R, R}}, UniformPressure{}, R), (std::sqrt(2.0) + std::asinh(1.0)) / 6, rounding);
  const double h = R * std::sqrt(3.0) / 2;
  const Polygon triangle{{{{-R / 2, -h / 3}, {R / 2, -h / 3}, {0.0, 2 * h / 3}}}};
  EXPECT_NEAR(spin_moment(triangle, UniformPressure{}, R), 0.265614, 1e-6);  // the digits known
  // clockwise: the same with the other sign
  EXPECT_NEAR(spin_moment(Disk{R}, UniformPressure{}, R, -3.0), -2.0 / 3.0, rounding);
  EXPECT_NEAR(spin_moment(Disk{R}, HertzPressure{}, R, -3.0), -3 * pi / 16, rounding);
}

TEST(ClosedForm, AnnulusWithoutHoleIsADiskAlsoInPureSpin) {
  EXPECT_NEAR(spin_moment(Annulus{{0.0, 0.02}}, UniformPressure{}, 0.02), 2.0 / 3.0, rounding);
  const auto model = friction_model(single(Annulus{{0.0, 0.02}}));
  EXPECT_NEAR(model->scale().moment, strength * 0.02 * 2 / 3, 1e-6 * strength * 0.02);  // a unit of errors only
}

TEST(ClosedForm, RingAboutItsRim) {
  const double R = 0.05;
  const auto model = friction_model(single(Ring{R}));
  EXPECT_NEAR(moment_function(*model, R * unit_vector(0.7)), strength * R * 4 / pi,
              1e-13 * strength * R);  // δ ln δ of the rounded place
}

TEST(ClosedForm, DiskAboutItsRim) {
  // ρ = 1: F = 8/(3π), M = 8/(9π); Hertz 9π/32 and 9π/128; punch π/4 and π/8
  const double R = 0.04, omega = -2.5;
  const Vec2 u = unit_vector(1.2);
  const Twist V{(std::abs(omega) * R) * u, omega};
  const auto expect = [&](const Pressure& pressure, double force, double moment) {
    const FrictionLoad P = friction_model(single(Disk{R}, pressure))->load(V);
    EXPECT_NEAR(dot(P.force, u), strength * force, rounding * strength);
    EXPECT_NEAR(cross(P.force, u), 0.0, rounding * strength);
    EXPECT_NEAR(P.moment, -strength * R * moment, rounding * strength * R);
  };
  expect(UniformPressure{}, 8 / (3 * pi), 8 / (9 * pi));
  expect(HertzPressure{}, 9 * pi / 32, 9 * pi / 128);
  expect(PunchPressure{}, pi / 4, pi / 8);
}

TEST(ClosedForm, TranslationActsAtTheCenterOfPressure) {
  Random random(1);
  for (const NamedPatch& item : every_contact(random)) {
    SCOPED_TRACE(item.name);
    if (!std::holds_alternative<IsotropicLaw>(item.patch.supports[0].law)) continue;
    const auto model = friction_model(item.patch);
    const Vec2 center = center_of_pressure(item.patch);
    const double bound =
        is_closed_form(item.patch) ? 1e-13 : 1e-10;  // relative to LoadScale: rounding, or the tolerance
    for (const double angle : {0.3, 2.0, -1.1}) {
      const FrictionLoad expected = load_at(center, model->scale().force * unit_vector(angle));
      EXPECT_LE(difference(model->load({0.02 * unit_vector(angle), 0.0}), expected, model->scale()), bound);
    }
  }
}

TEST(ClosedForm, SlowSpinOfDisksInTheFarLimit) {
  // M → μN ⟨r²⟩ω/(2|V|): 1/4, 1/5, 1/3 and 1/2 of R²
  const double R = 0.03, omega = 1e-3, speed = 2.0;
  const auto expect = [&](const Shape& shape, const Pressure& pressure, double part) {
    const FrictionLoad P = friction_model(single(shape, pressure))->load({speed * unit_vector(-2.0), omega});
    const double kappa = R * omega / speed;  // errors are of relative order kappa² = 2e-10
    EXPECT_NEAR(P.moment, strength * R * part * kappa, 1e-9 * strength * R * kappa);
    EXPECT_NEAR(length(P.force), strength, kappa * kappa * strength);
  };
  expect(Disk{R}, UniformPressure{}, 0.25);
  expect(Disk{R}, HertzPressure{}, 0.2);
  expect(Disk{R}, PunchPressure{}, 1.0 / 3.0);
  expect(Ring{R}, UniformPressure{}, 0.5);
}

TEST(ClosedForm, AgreesWithTheLiteratureInHundredDigitsForEveryTwist) {
  // 1e-12 relative to LoadScale is promised; the reported bound of rounding must hold as well
  Random random(2);
  double worst = 0.0;
  for (int round = 0; round < test_cases(0.02); ++round) {
    for (const NamedPatch& item : every_closed_form(random)) {
      const auto model = friction_model(item.patch);
      for (int i = 0; i < 8; ++i) {
        const Twist V = random_twist(random, item.patch);
        const FrictionState state = model->state(V);
        const double error = difference(state.load, precise_load(item.patch, V), model->scale());
        ASSERT_LE(error, 1e-12) << item.name << " " << text_of(V);
        EXPECT_LE(error, state.error_bound) << item.name << " " << text_of(V);
        worst = std::max(worst, error);
      }
    }
  }
  RecordProperty("worst_error_1e_16", static_cast<int>(worst * 1e16));
}

TEST(ClosedForm, StaticCoefficientScalesTheLoad) {
  ContactPatch patch = single(Rectangle{{0.2, 0.1}});
  patch.mu_static = 0.5;
  const Twist V{{0.1, -0.3}, 4.0};
  const FrictionLoad kinetic = friction_model(patch)->load(V);
  const FrictionLoad fixed = friction_model(patch, {.coefficient = Coefficient::Static})->load(V);
  const LoadScale scale = friction_model(patch)->scale();
  EXPECT_LE(difference(fixed, (0.5 / mu) * kinetic, scale), rounding);
}

TEST(ClosedForm, MomentFunctionIsTheDissipationOfAUnitSpin) {
  // two points: M(c) = Σ wᵢ |rᵢ − c|; the load follows from its gradient, F = −ẑ×∇M
  const ContactPatch patch = single(Points{{{{0.05, 0.02}, 1.0}, {{-0.04, 0.03}, 2.0}}});
  const auto model = friction_model(patch);
  const Vec2 c{0.01, -0.02};
  const auto M = [&](Vec2 at) {
    return strength / 3 * (length(Vec2{0.05, 0.02} - at) + 2 * length(Vec2{-0.04, 0.03} - at));
  };
  EXPECT_NEAR(moment_function(*model, c), M(c), 1e-15);
  EXPECT_EQ(unit_spin(c), (Twist{{-0.02, -0.01}, 1.0}));
  const double h = 1e-6;  // central difference: truncation O(h²/|r|³) ≈ 1e-9, rounding 1e-17/h
  const Vec2 gradient{(M({c.x + h, c.y}) - M({c.x - h, c.y})) / (2 * h),
                      (M({c.x, c.y + h}) - M({c.x, c.y - h})) / (2 * h)};
  const FrictionLoad P = model->load(unit_spin(c));
  EXPECT_NEAR(P.force.x, gradient.y, 1e-8);
  EXPECT_NEAR(P.force.y, -gradient.x, 1e-8);
  EXPECT_NEAR(P.moment, M(c) + cross(c, P.force), 1e-15);
}

}  // namespace
}  // namespace dryslip::tests
