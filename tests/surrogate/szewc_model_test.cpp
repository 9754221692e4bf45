// The circular Hertz contact of [Szewc]: integral and formula against the reference file, closed forms and each other.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/surrogate/detail/pade_batch.hpp"
#include "dryslip/surrogate/hertz_contact.hpp"
#include "dryslip/surrogate/pade_fit.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double pi = std::numbers::pi;

double worst_difference(const FrictionLoad& a, const FrictionLoad& b) { return difference(a, b, {1.0, 1.0}); }

FrictionLoad load_of(const Json& item) {
  return {{item.at("Tx").get<double>(), item.at("Ty").get<double>()}, item.at("M").get<double>()};
}
Twist slip_of(const Json& item) {
  return {{item.at("vsx").get<double>(), item.at("vsy").get<double>()}, item.at("ws").get<double>()};
}
Vec2 shift_of(const Json& item) { return {item.at("dc").get<double>(), item.at("ds").get<double>()}; }

Twist random_slip(Random& random) {
  return {uniform_in_square(random, 1.0), std::pow(10.0, uniform(random, -2.0, 2.0)) * uniform(random, -1.0, 1.0)};
}

TEST(SzewcModel, TheIntegralAgreesWithTheReference) {
  int count = 0;
  for (const Json& item : reference("szewc_model.json")) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const FrictionState state = hertz_integral(slip_of(item), shift_of(item), item.at("eps_t").get<double>());
    EXPECT_TRUE(state.converged);
    EXPECT_LE(state.error_bound, 1e-12);
    EXPECT_LE(worst_difference(state.load, load_of(item.at("eq7"))), 1e-11);  // as promised
    ++count;
  }
  EXPECT_EQ(count, 35);
}

TEST(SzewcModel, TheFormulaAgreesWithTheReference) {
  const PadeFormula formula;
  for (const Json& item : reference("szewc_model.json")) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const FrictionLoad P = formula.load(slip_of(item), hertz_moments(shift_of(item)), item.at("eps_t").get<double>());
    EXPECT_LE(worst_difference(P, load_of(item.at("eq12"))), 1e-13);  // as promised; a few roundings
  }
}

TEST(SzewcModel, WithoutEpsilonTheIntegralIsTheExactContact) {
  Random random(501);
  for (int i = 0; i < test_cases(); ++i) {
    const double d = uniform(random, 0.0, 1.0), gamma = uniform(random, -pi, pi);
    const ContactPatch patch{
        .normal_force = 1.0,
        .mu = 1.0,
        .mu_static = {},
        .supports = {{.shape = Disk{1.0}, .center = {}, .angle = 0.0, .pressure = HertzPressure{d, gamma}}}};
    const auto exact = friction_model(patch, {.tolerance = 1e-12});
    Twist V = random_slip(random);
    if (i % 4 == 0) V.omega = 1.0 / uniform(random, 0.98, 1.02) * length(V.velocity);  // center on the rim
    const FrictionState state = hertz_integral(V, d * unit_vector(gamma));
    EXPECT_TRUE(state.converged) << text_of(V);
    EXPECT_LE(worst_difference(state.load, exact->load(V)), 3e-12) << text_of(V);  // the tolerances of both
    EXPECT_NEAR(state.dissipation, power(state.load, V), 1e-15 * (length(V.velocity) + std::abs(V.omega)));
  }
}

TEST(SzewcModel, TheRegularisedIntegralIsTheGradientOfItsPotential) {
  // ∫ σ √(u² + ε²) has T and M as derivatives, so that ∂(T, M)/∂(v, ω) is symmetric
  Random random(502);
  for (int i = 0; i < test_cases(0.1); ++i) {
    const Vec2 shift = uniform_in_square(random, 0.7);
    const Twist V = random_slip(random);
    const double epsilon = std::pow(10.0, uniform(random, -1.5, 1.0)), h = 1e-4 * epsilon;
    Mat3 J;
    for (int axis = 0; axis < 3; ++axis) {
      Twist up = V, down = V;
      double* const at_up[] = {&up.velocity.x, &up.velocity.y, &up.omega};
      double* const at_down[] = {&down.velocity.x, &down.velocity.y, &down.omega};
      *at_up[axis] += h;
      *at_down[axis] -= h;
      const FrictionLoad change = hertz_integral(up, shift, epsilon).load - hertz_integral(down, shift, epsilon).load;
      J.col(axis) << change.force.x, change.force.y, change.moment;
    }
    // errors of the integrals, and (h/ε)² of the differences
    EXPECT_LE((J - J.transpose()).norm(), 1e-7 * J.norm() + 1e-11) << text_of(V);
  }
}

TEST(SzewcModel, AnEpsilonSeenFromFarMakesFrictionViscous) {
  // ε ≫ |u|: T = ∫ σ u/ε, M = ∫ σ r×u/ε with ∫ σ r² = 2/5
  const Twist V{{0.3, -0.2}, 0.7};
  const Vec2 shift{0.5, 0.4};
  const double epsilon = 1e5;
  const FrictionLoad P = hertz_integral(V, shift, epsilon).load;
  const Vec2 c = 0.2 * shift;
  const Vec2 T = V.velocity + V.omega * turned_left(c);
  EXPECT_NEAR(P.force.x * epsilon, T.x, 1e-9);
  EXPECT_NEAR(P.force.y * epsilon, T.y, 1e-9);
  EXPECT_NEAR(P.moment * epsilon, cross(c, V.velocity) + 0.4 * V.omega, 1e-9);
}

TEST(SzewcModel, ExtremeTwistsAreAnswered) {
  for (const double size : {1e-200, 1e-5, 1e5, 1e200}) {
    const FrictionState state = hertz_integral({{size, 0.0}, size}, {0.3, 0.1});
    EXPECT_TRUE(state.converged);
    EXPECT_LE(worst_difference(state.load, hertz_integral({{1.0, 0.0}, 1.0}, {0.3, 0.1}).load), 1e-12);
  }
  EXPECT_EQ(hertz_integral({}, {0.3, 0.1}).load, FrictionLoad{});
  EXPECT_EQ(hertz_integral({}, {0.3, 0.1}, 0.01).load, FrictionLoad{});
}

TEST(SzewcModel, MomentsAreThoseOfThePaper) {
  const Vec2 d{0.3, -0.8};
  const PressureMoments c = hertz_moments(d);
  constexpr double rounding = 1e-15;
  EXPECT_NEAR(hertz_moment(0, 0, 0, d), 1.0, rounding);
  EXPECT_NEAR(hertz_moment(0, 1, 1, d), 3.0 * pi / 32.0 * d.y, rounding);
  EXPECT_NEAR(hertz_moment(1, 0, 1, d), 3.0 * pi / 32.0 * d.x, rounding);
  EXPECT_NEAR(hertz_moment(0, 0, -1, d), 3.0 * pi / 16.0, rounding);
  EXPECT_NEAR(hertz_moment(0, 1, 0, d), 0.2 * d.y, rounding);
  EXPECT_NEAR(hertz_moment(1, 0, 0, d), 0.2 * d.x, rounding);
  EXPECT_NEAR(c.center.x, hertz_moment(1, 0, 0, d), rounding);
  EXPECT_NEAR(c.direction.y, hertz_moment(0, 1, 1, d), rounding);
  EXPECT_NEAR(c.distance, hertz_moment(0, 0, -1, d), rounding);
  EXPECT_NEAR(hertz_moment(2, 0, 0, d) + hertz_moment(0, 2, 0, d), 0.4, rounding);  // ∫ σ r²
  EXPECT_THROW(hertz_moment(0, 0, 2, d), std::invalid_argument);
}

TEST(SzewcModel, MomentsOfAnyPatchAreItsPureMotions) {
  // the paper's contact by quadrature, then a square by hand: mean distance (√2 + arsinh 1)/6 = 0.382597858 of its side
  const Vec2 center{0.02, -0.01};
  const double radius = 0.03, d = 0.7, gamma = 0.4;
  ContactPatch patch{
      .normal_force = 2.0,
      .mu = 0.3,
      .mu_static = {},
      .supports = {{.shape = Disk{radius}, .center = center, .angle = 0.0, .pressure = HertzPressure{d, gamma}}}};
  const auto exact = friction_model(patch, {.tolerance = 1e-12});
  const PressureMoments found = pressure_moments(patch, *exact, center), known = hertz_moments(d * unit_vector(gamma));
  EXPECT_NEAR(PadeQuotient::radius() * frame_about(*exact, center).length, radius, 1e-11 * radius);
  EXPECT_NEAR(length(found.center - known.center), 0.0, 1e-11);
  EXPECT_NEAR(length(found.direction - known.direction), 0.0, 1e-11);
  EXPECT_NEAR(found.distance, known.distance, 1e-11);

  patch.supports = {{.shape = Rectangle{{0.04, 0.04}}, .center = center}};
  const auto square = friction_model(patch);
  EXPECT_NEAR(frame_about(*square, center).length, 0.382597858 * 0.04, 1e-10);
  const Vec2 corner = center - Vec2{0.02, 0.02};
  const PressureMoments seen = pressure_moments(patch, *square, corner);
  const double a = PadeQuotient::radius() * frame_about(*square, corner).length;
  EXPECT_NEAR(seen.center.x * a, 0.02, 1e-14);
  EXPECT_NEAR(seen.center.y * a, 0.02, 1e-14);
  EXPECT_NEAR(seen.direction.x, seen.direction.y, 1e-14);
  // ∫∫ cos φ over a unit square seen from a corner = ½ (√2 − 1 + asinh 1)
  EXPECT_NEAR(seen.direction.x, 0.5 * (std::sqrt(2.0) - 1.0 + std::asinh(1.0)), 1e-14);
}

TEST(SzewcModel, TheShiftPointsWhereTheBallRolls) {
  const Vec2 shift = rolling_shift(0.8, {3.0, -4.0}, 0.0);
  EXPECT_NEAR(shift.x, 0.48, 1e-15);
  EXPECT_NEAR(shift.y, -0.64, 1e-15);
  const Vec2 soft = rolling_shift(0.8, {3.0, -4.0}, 12.0);
  EXPECT_NEAR(soft.x, 0.8 * 3.0 / 13.0, 1e-15);
  EXPECT_EQ(rolling_shift(0.8, {}, 0.0), Vec2{});
}

TEST(PadeFormulaTest, IsExactForPureMotions) {
  Random random(503);
  for (int i = 0; i < test_cases(0.2); ++i) {
    const Vec2 shift = uniform_in_square(random, 0.7);
    const PadeFormula formula({.b_T = uniform(random, 0.2, 2.0),
                               .m_T = uniform(random, 1.1, 6.0),
                               .b_M = uniform(random, 0.2, 2.0),
                               .m_M = uniform(random, 1.1, 6.0)});
    for (const Twist& V : {Twist{uniform_in_square(random, 1.0), 0.0}, Twist{{}, uniform(random, -1.0, 1.0)}}) {
      EXPECT_LE(worst_difference(formula.load(V, hertz_moments(shift)), hertz_integral(V, shift).load), 1e-12);
    }
  }
}

TEST(PadeFormulaTest, BatchesAgreeWithOneByOne) {
  Random random(504);
  const PressureMoments moments = hertz_moments({0.3, 0.6});
  for (int i = 0; i < test_cases(0.2); ++i) {
    PadeParameters p;
    if (i > 0)
      p = {.b_T = uniform(random, 0.2, 2.0),
           .m_T = uniform(random, 1.05, 8.0),
           .b_M = uniform(random, 0.2, 2.0),
           .m_M = uniform(random, 1.05, 8.0)};
    const PadeFormula formula(p);
    std::vector<Twist> slips(103);  // not a multiple of any number of lanes
    for (Twist& V : slips) V = random_slip(random);
    slips[5].velocity = {};
    slips[17].omega = 0.0;
    slips[20] = {};
    slips[30] = {{p.b_T * slips[30].omega, 0.0}, slips[30].omega};  // both parts of a denominator equal
    for (const detail::PadeLoads batch : detail::pade_batches()) {
      std::vector<FrictionLoad> loads(slips.size());
      batch({PadeBatchTerm(pade_term(p.b_T, p.m_T)),
             PadeBatchTerm(pade_term(p.b_M, p.m_M)),
             {moments.center, moments.direction, moments.distance}},
            slips, loads);
      for (std::size_t k = 0; k < slips.size(); ++k) {
        EXPECT_LE(worst_difference(loads[k], formula.load(slips[k], moments)), 1e-14) << k;
      }
    }
  }
}

TEST(PadeFormulaTest, PowersOfOnePlusAreThoseOfTheStandardLibrary) {
  Random random(507);
  for (int i = 0; i < test_cases(1.0); ++i) {
    const double m = uniform(random, 1.01, 12.0);
    const PadeBatchTerm term(pade_term(1.0, m));
    for (const double z : {0.0, 1e-12, uniform(random, 0.0, 1.0), std::sqrt(2.0) - 1.0, 1.0}) {
      const double known = std::pow(1.0 + z, 2.0 / m);
      EXPECT_NEAR(power_of_one_plus(term, z), known, 1e-15 * known) << m << " " << z;
      EXPECT_NEAR(power_of_one_plus(pade_term(1.0, m), z), known, 1e-15 * known) << m << " " << z;
    }
  }
}

TEST(PadeFormulaTest, TheJacobianIsTheDerivative) {
  Random random(505);
  const PadeFormula formula;
  for (int i = 0; i < test_cases(0.2); ++i) {
    const PressureMoments moments = hertz_moments(uniform_in_square(random, 0.7));
    const Twist V = random_slip(random);
    const double epsilon = i % 2 == 0 ? 0.0 : 0.1, h = 1e-6 * (length(V.velocity) + std::abs(V.omega));
    const Mat3 J = formula.jacobian(V, moments, epsilon);
    for (int axis = 0; axis < 3; ++axis) {
      Twist up = V, down = V;
      double* const at_up[] = {&up.velocity.x, &up.velocity.y, &up.omega};
      double* const at_down[] = {&down.velocity.x, &down.velocity.y, &down.omega};
      *at_up[axis] += h;
      *at_down[axis] -= h;
      const FrictionLoad change =
          1.0 / (2.0 * h) * (formula.load(up, moments, epsilon) - formula.load(down, moments, epsilon));
      const double limit = 1e-6 * J.norm();  // truncation h² and rounding 1e-16/h, both well below; kinks at ω = 0
      EXPECT_NEAR(J(0, axis), change.force.x, limit);
      EXPECT_NEAR(J(1, axis), change.force.y, limit);
      EXPECT_NEAR(J(2, axis), change.moment, limit);
    }
  }
}

TEST(PadeFormulaTest, ParametersOutOfRangeAreRefused) {
  EXPECT_THROW(PadeFormula({.b_T = 0.0}), InvalidInput);
  EXPECT_THROW(PadeFormula({.m_T = 1.0}), InvalidInput);
  EXPECT_THROW(PadeFormula({.b_M = -1.0}), InvalidInput);
  EXPECT_THROW(PadeFormula({.m_M = std::nan("")}), InvalidInput);
}

// Errors of [Szewc, eq. (12)] against eq. (7) as another program finds them: 40 by 24 grid of t and direction, ε = 0.
TEST(PadeFormulaTest, TheErrorTableIsReproduced) {
  const Json table =
      Json::parse(std::ifstream(std::string(DRYSLIP_SOURCE_DIR) + "/tests/reference_data/szewc_model.json"))
          .at("meta")
          .at("eq12_error_norms");
  ASSERT_EQ(table.size(), 5u);
  for (const Json& row : table) {
    const double d = row.at("d").get<double>();
    const auto samples = hertz_samples({.least_shift = d, .largest_shift = d, .shifts = 1});
    ASSERT_EQ(samples.size(), 960u);
    const PadeFit rated = rate_pade(samples, szewc_parameters);
    constexpr double digits = 1e-10;  // of both integrals
    EXPECT_NEAR(rated.T.rms, row.at("rms_T_vector").get<double>(), digits);
    EXPECT_NEAR(rated.T.largest, row.at("max_T_vector").get<double>(), digits);
    EXPECT_NEAR(rated.M.rms, row.at("rms_M").get<double>(), digits);
    EXPECT_NEAR(rated.M.largest, row.at("max_M").get<double>(), digits);
    EXPECT_GE(rated.least_power, 0.36);  // docs/theory/rolling_ball.md
    EXPECT_NEAR(worst_difference(PadeFormula().load(rated.T.largest_at, hertz_moments({d, 0.0})),
                                 hertz_integral(rated.T.largest_at, {d, 0.0}).load),
                rated.T.largest, 0.5 * rated.T.largest);  // the place of the largest error has it
  }
}

}  // namespace
}  // namespace dryslip::tests
