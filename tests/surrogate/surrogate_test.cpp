// Surrogates behind FrictionModel: known errors, invariants, and the exact contact as the second route.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>
#include <limits>

#include "dryslip/contact/contact.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/limit_surface/smooth_motion.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/surrogate/detail/convex_quartic_fit.hpp"
#include "dryslip/surrogate/fit_model.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr ContactModel surrogates[] = {ContactModel::Pade, ContactModel::Ellipsoid, ContactModel::Quartic,
                                       ContactModel::Table};

ContactPatch contact_of(const Shape& shape, const Pressure& pressure = {}) {
  return {.normal_force = 3.0,
          .mu = 0.4,
          .mu_static = {},
          .supports = {{.shape = shape, .center = {0.02, -0.01}, .angle = 0.3, .pressure = pressure}}};
}

const FittedModel& variant_of(const std::vector<FittedModel>& models, const std::string& name) {
  for (const FittedModel& model : models) {
    if (model.variant == name) return model;
  }
  throw std::out_of_range(name);
}

std::vector<NamedPatch> contacts() {
  return {{"disk", contact_of(Disk{0.05})},
          {"shifted hertz", contact_of(Disk{0.003}, HertzPressure{0.8, 0.5})},
          {"elliptic hertz", contact_of(Ellipse{{0.004, 0.002}}, HertzPressure{})},
          {"rectangle", contact_of(Rectangle{{0.01, 0.03}})},
          {"triangle", contact_of(Polygon{{{{0.0, 0.0}, {0.1, 0.0}, {0.0, 0.05}}}})}};
}

TEST(Surrogates, ErrorsOfRoundContactsAreTheKnownOnes) {
  // largest error of the gauge, computed by another program; docs/theory/surrogates.md has those of the uniform disk
  const struct {
    Pressure pressure;
    double ellipsoid;
  } known[] = {{UniformPressure{}, 0.0658}, {HertzPressure{}, 0.0600}, {PunchPressure{}, 0.0763}};
  constexpr double digit = 6e-5;  // of the numbers; the samples miss the place of the largest by less
  for (const auto& [pressure, ellipsoid] : known) {
    const ContactPatch patch = contact_of(Disk{0.05}, pressure);
    const auto ellipsoids = fit_model(patch, ContactModel::Ellipsoid);
    EXPECT_NEAR(variant_of(ellipsoids, "axes matched").error.gauge, ellipsoid, digit);
  }
  const auto quartics = fit_model(contact_of(Disk{0.05}), ContactModel::Quartic);
  const FittedModel& one = variant_of(quartics, "one parameter");
  EXPECT_EQ(&one, &quartics.front());
  EXPECT_NEAR(one.parameters.at(0).second, 3.26, 0.005);
  EXPECT_NEAR(one.error.gauge, 0.0064, digit);
}

TEST(Surrogates, AreWhatTheySayOfThemselves) {
  Random random(521);
  for (const auto& [name, patch] : contacts()) {
    SCOPED_TRACE(name);
    const auto exact = friction_model(patch);
    for (const ContactModel kind : surrogates) {
      SCOPED_TRACE(word_of(kind));
      const auto model = Contact(patch, {kind}).model();
      EXPECT_GT(model->model_error(), 0.0);
      EXPECT_LT(model->model_error(), 0.35);
      for (int i = 0; i < test_cases(0.2); ++i) {
        const Twist V = random_twist(random, patch);
        const FrictionState state = model->state(V);
        // the largest error found, and a little for places that the search missed
        EXPECT_LE(difference(state.load, exact->load(V), model->scale()), 1.05 * model->model_error()) << text_of(V);
        EXPECT_EQ(state.error_bound, model->model_error());
        EXPECT_NEAR(state.dissipation, power(state.load, V), 1e-14 * power_scale(model->scale(), V));
        EXPECT_GT(state.dissipation, 0.0);
        // loads depend on the direction of the motion only
        const double size = std::pow(10.0, uniform(random, -200.0, 90.0));
        EXPECT_LE(difference(model->load({size * V.velocity, size * V.omega}), state.load, model->scale()), 1e-12);
        const double opposite = kind == ContactModel::Table ? 1e-9 : 1e-12;  // as exact as the loads in the table
        EXPECT_LE(difference(-1.0 * model->load({-V.velocity, -V.omega}), state.load, model->scale()), opposite);
      }
      EXPECT_EQ(model->load({}), FrictionLoad{});
      EXPECT_TRUE(model->load_set({}).is_all);
      EXPECT_THROW(model->hessian({}), std::domain_error);
    }
  }
}

TEST(Surrogates, TheHessianIsTheDerivativeOfTheLoad) {
  Random random(522);
  for (const auto& [name, patch] : contacts()) {
    SCOPED_TRACE(name);
    for (const ContactModel kind : surrogates) {
      SCOPED_TRACE(word_of(kind));
      const auto model = Contact(patch, {kind}).model();
      const double length = model->scale().moment / model->scale().force;
      const Eigen::Vector3d units(1.0, 1.0, 1.0 / length);
      for (int i = 0; i < test_cases(0.1); ++i) {
        const Twist V{uniform_in_square(random, 1.0), uniform(random, -1.0, 1.0) / length};
        const Mat3 H = units.asDiagonal() * model->hessian(V) * units.asDiagonal() / model->scale().force;
        Mat3 differences;
        const double h = 1e-7;  // rounding 1e-9, truncation and the kinks of the lookup's curvature less
        for (int axis = 0; axis < 3; ++axis) {
          Twist up = V, down = V;
          (axis == 0 ? up.velocity.x : axis == 1 ? up.velocity.y : up.omega) += h * units[axis];
          (axis == 0 ? down.velocity.x : axis == 1 ? down.velocity.y : down.omega) -= h * units[axis];
          const FrictionLoad change = model->load(up) - model->load(down);
          differences.col(axis) << change.force.x, change.force.y, change.moment / length;
        }
        differences /= 2.0 * h * model->scale().force;
        EXPECT_LE((H - differences).norm(), 1e-5 * (1.0 + H.norm())) << text_of(V);
        const Eigen::Vector3d x(V.velocity.x, V.velocity.y, V.omega * length);
        EXPECT_LE((H * x).norm(), 1e-9 * H.norm()) << text_of(V);
        if (model->has_potential()) {
          EXPECT_LE((H - H.transpose()).norm(), 1e-10 * H.norm());
        }
      }
    }
  }
}

TEST(Surrogates, ManyAtOnceAreTheSame) {
  Random random(523);
  const ContactPatch patch = contact_of(Disk{0.003}, HertzPressure{0.8, 0.5});
  for (const ContactModel kind : surrogates) {
    const auto model = Contact(patch, {kind}).model();
    std::vector<Twist> twists(531);
    for (Twist& V : twists) V = random_twist(random, patch);
    twists[7] = {};
    twists[300] = {{1e-180, 0.0}, 0.0};
    std::vector<FrictionLoad> loads(twists.size());
    model->loads(twists, loads);
    for (std::size_t i = 0; i < twists.size(); ++i) {
      EXPECT_LE(difference(loads[i], model->load(twists[i]), model->scale()), largest_batch_difference) << i;
    }
  }
}

TEST(Surrogates, AMotionIsFoundForEveryLoad) {
  Random random(524);
  for (const auto& [name, patch] : contacts()) {
    SCOPED_TRACE(name);
    for (const ContactModel kind : surrogates) {
      SCOPED_TRACE(word_of(kind));
      const auto surface = Contact(patch, {kind}).surface();
      for (int i = 0; i < test_cases(0.1); ++i) {
        const Twist V = random_twist(random, patch);
        const FrictionLoad P = surface->model().load(V);
        const double size = uniform(random, 0.1, 3.0);
        const MotionOfLoad found = surface->motion_of(size * P);
        EXPECT_TRUE(found.converged) << text_of(V);
        EXPECT_NEAR(found.factor * size, 1.0, 1e-9) << text_of(V);
        EXPECT_LE(difference(surface->model().load(found.motion), P, surface->model().scale()), 1e-9) << text_of(V);
      }
    }
  }
}

TEST(Surrogates, TheSmoothMotionIsThatOfTheExactSurface) {
  // the exact contact is smooth too where it is an area
  Random random(525);
  const ContactPatch patch = contact_of(Rectangle{{0.01, 0.03}});
  const LimitSurface surface(patch);
  for (int i = 0; i < test_cases(0.2); ++i) {
    const FrictionLoad P = surface.model().load(random_twist(random, patch));
    const MotionOfLoad certified = surface.motion_of(2.0 * P),
                       smooth = smooth_motion(surface.model(), 2.0 * P, surface.unit_length());
    EXPECT_NEAR(smooth.factor, certified.factor, 1e-9);
    EXPECT_NEAR(smooth.factor, 0.5, 1e-9);
  }
}

TEST(QuarticModel, IsConvexAndItsGaugeIsDualToItsDissipation) {
  Random random(526);
  for (const auto& [name, patch] : contacts()) {
    SCOPED_TRACE(name);
    const auto exact = friction_model(patch);
    const ContactSamples samples = sample_contact(*exact, center_of_pressure(patch), 400);
    const CertifiedQuartic fit = quartic_by_least_squares(samples);
    EXPECT_GT(fit.convexity, 1e-6);
    for (int i = 0; i < test_cases(0.2); ++i) {
      const Twist x{uniform_in_square(random, 1.0), uniform(random, -1.0, 1.0)};
      const FrictionLoad y = fit.quartic.load(x);
      EXPECT_NEAR(fit.quartic.gauge(y), 1.0, 1e-13);
      // y has the largest power of all loads on the surface
      const Twist other{uniform_in_square(random, 1.0), uniform(random, -1.0, 1.0)};
      EXPECT_LE(power(fit.quartic.load(other), x), power(y, x) * (1.0 + 1e-14));
    }
  }
}

/// zᵀ ∂²H(y) z for a polynomial of degree 4, by the parallelogram H(y+z) + H(y−z) − 2H(y) − 2H(z).
double second_derivative(const Quartic& quartic, const FrictionLoad& y, const FrictionLoad& z) {
  const auto H = [&](const FrictionLoad& at) { return std::pow(quartic.gauge(at), 4); };
  return H(y + z) + H(y - z) - 2.0 * H(y) - 2.0 * H(z);
}

/// Least zᵀ ∂²H(y) z over unit vectors: the least eigenvalue of ∂²H(y), for many y.
double least_second_derivative(const Quartic& quartic) {
  const std::array<FrictionLoad, 3> axes{{{{1.0, 0.0}, 0.0}, {{0.0, 1.0}, 0.0}, {{}, 1.0}}};
  double least = std::numeric_limits<double>::infinity();
  for (const Twist& motion : even_motions(8000)) {
    const FrictionLoad y{motion.velocity, motion.omega};
    Mat3 H2;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const FrictionLoad &a = axes[static_cast<std::size_t>(i)], &b = axes[static_cast<std::size_t>(j)];
        H2(i, j) = 0.25 * (second_derivative(quartic, y, a + b) - second_derivative(quartic, y, a - b));
      }
    }
    least = std::min(least, Eigen::SelfAdjointEigenSolver<Mat3>(H2, Eigen::EigenvaluesOnly).eigenvalues()[0]);
  }
  return least;
}

TEST(QuarticModel, TheCertificateIsALowerBoundOfTheCurvature) {
  // wᵀGw ≥ convexity |w|², and |y ⊗ z| = |y||z|
  for (const auto& [name, patch] : contacts()) {
    SCOPED_TRACE(name);
    const auto exact = friction_model(patch);
    const CertifiedQuartic fit = quartic_by_least_squares(sample_contact(*exact, center_of_pressure(patch), 400));
    EXPECT_GE(least_second_derivative(fit.quartic), fit.convexity);
  }
}

TEST(QuarticModel, ANonConvexQuarticIsMovedToTheBoundaryOfTheConvexOnes) {
  // (y₁² + y₂²)² + c (y₁² + y₂²) y₃² + y₃⁴ is convex for 0 ≤ c ≤ 6
  for (const double c : {9.0, -2.0}) {
    SCOPED_TRACE(c);
    Quartic::Coefficients given{};
    given[0] = given[1] = given[2] = 1.0;
    given[9] = 2.0;
    given[10] = given[11] = c;
    EXPECT_LT(least_second_derivative(Quartic(given)), -0.1);
    const CertifiedQuartic moved = detail::nearest_convex_quartic(given);
    EXPECT_GT(moved.convexity, 0.0);
    EXPECT_NEAR(least_second_derivative(moved.quartic), 0.0,
                0.05);  // the grid of unit vectors misses the least a little
  }
  // one that is convex stays
  Quartic::Coefficients convex{};
  convex[0] = convex[1] = convex[2] = 1.0;
  convex[9] = 2.0;
  convex[10] = convex[11] = 3.0;
  const CertifiedQuartic same = detail::nearest_convex_quartic(convex);
  for (std::size_t i = 0; i < convex.size(); ++i) EXPECT_NEAR(same.quartic.coefficients()[i], convex[i], 1e-8);
}

TEST(EllipsoidModel, LeastSquaresFindsAnEllipsoidAgain) {
  const Ellipsoid known{(Mat3() << 2.0, 0.3, -0.2, 0.3, 1.0, 0.4, -0.2, 0.4, 1.5).finished()};
  ContactSamples samples;
  for (const Twist& x : even_motions(100)) {
    const FrictionLoad y = known.load(x);
    samples.all.push_back({x, y, power(y, x)});
  }
  EXPECT_LE((ellipsoid_by_least_squares(samples).B - known.B).norm(), 1e-12);
}

TEST(TableModel, ErrorFallsWithTheThirdPowerOfTheCells) {
  const auto exact = friction_model(contact_of(Disk{0.05}, HertzPressure{}));
  const ContactSamples samples = sample_contact(*exact, {0.02, -0.01}, 500);
  double last = 0.0;
  for (const int cells : {8, 16, 32}) {
    const Surrogate model(SurfaceLookup(*exact, samples.frame, cells), samples.frame, exact->scale());
    const double rms = measure_error(model, *exact, samples).rms;
    if (last > 0.0) {
      EXPECT_GT(last / rms, 4.0) << cells;  // 8 where D is smooth; at ρ = 1 its third derivative jumps
    }
    last = rms;
  }
}

TEST(Surrogates, WhatCannotBeFittedIsRefused) {
  ContactPatch wheel = contact_of(Points{{{{0.0, 0.0}, 1.0}, {{0.1, 0.0}, 1.0}}});
  wheel.supports[0].law = WheelLaw{.heading = {}};
  EXPECT_THROW(Contact(wheel, {ContactModel::Pade}).model(), InvalidInput);
  ContactPatch bare = contact_of(Disk{0.05});
  bare.normal_force = 0.0;
  for (const ContactModel kind : surrogates) EXPECT_THROW(Contact(bare, {kind}).model(), InvalidInput);
}

}  // namespace
}  // namespace dryslip::tests
