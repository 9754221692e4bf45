// The fit of [Szewc, eq. (11)], whose region the paper does not state: parameters that another program found over each region below.

#include <gtest/gtest.h>

#include <cmath>

#include "dryslip/surrogate/pade_fit.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

void expect_parameters(const PadeParameters& found, const PadeParameters& known, double relative) {
  EXPECT_NEAR(found.b_T, known.b_T, relative * known.b_T);
  EXPECT_NEAR(found.m_T, known.m_T, relative * known.m_T);
  EXPECT_NEAR(found.b_M, known.b_M, relative * known.b_M);
  EXPECT_NEAR(found.m_M, known.m_M, relative * known.m_M);
}

struct KnownFit {
  PadeRegion region;
  PadeParameters parameters;
};

TEST(PadeFitTest, FindsTheParametersOfEveryStatedRegion) {
  const auto single = [](double d) -> PadeRegion { return {.least_shift = d, .largest_shift = d, .shifts = 1}; };
  const KnownFit fits[] = {
      {{}, {0.780, 2.650, 0.425, 3.171}},
      {{.shape = PadeRegion::Shape::Square, .speeds = 16, .directions = 12, .shifts = 5}, {0.765, 2.604, 0.419, 3.298}},
      {single(0.0), {0.862, 3.458, 0.400, 4.404}},
      {single(0.5), {0.798, 2.792, 0.418, 3.438}},
      {single(1.0), {0.688, 2.109, 0.509, 1.927}}};
  for (const KnownFit& known : fits) {
    const PadeFit fit = fit_pade(hertz_samples(known.region));
    EXPECT_TRUE(fit.converged);
    expect_parameters(fit.parameters, known.parameters, 0.005);  // as promised
    EXPECT_TRUE(fit.dissipates());
  }
}

TEST(PadeFitTest, DoesNotDependOnTheGuess) {
  const auto samples = hertz_samples({.speeds = 20, .directions = 12, .shifts = 5});
  const PadeFit first = fit_pade(samples);
  Random random(511);
  for (int i = 0; i < 10; ++i) {
    const PadeParameters guess{.b_T = std::exp(uniform(random, -2.5, 2.0)),
                               .m_T = 1.0 + std::exp(uniform(random, -3.0, 3.0)),
                               .b_M = std::exp(uniform(random, -2.5, 2.0)),
                               .m_M = 1.0 + std::exp(uniform(random, -3.0, 3.0))};
    expect_parameters(fit_pade(samples, guess).parameters, first.parameters, 1e-6);  // as promised
  }
}

TEST(PadeFitTest, IsAMinimum) {
  // no neighbour is better, for T and M each
  const auto samples = hertz_samples({.speeds = 12, .directions = 8, .shifts = 3});
  const PadeFit fit = fit_pade(samples);
  for (const double step : {-1e-3, 1e-3}) {
    for (double PadeParameters::*parameter :
         {&PadeParameters::b_T, &PadeParameters::m_T, &PadeParameters::b_M, &PadeParameters::m_M}) {
      PadeParameters moved = fit.parameters;
      moved.*parameter *= 1.0 + step;
      const PadeFit next = rate_pade(samples, moved);
      EXPECT_GT(next.T.rms + next.M.rms, fit.T.rms + fit.M.rms);
    }
  }
}

TEST(PadeFitTest, GoesWhereTheWeightIs) {
  PadeRegion region{.speeds = 20, .directions = 12, .shifts = 4};
  const PadeFit plain = fit_pade(hertz_samples(region));
  // all weight on one shift is the fit of that shift
  region.weight = [](const Twist&, double d) { return d < 0.25 ? 1.0 : 1e-9; };
  const PadeFit weighted = fit_pade(hertz_samples(region));
  const PadeFit alone = fit_pade(
      hertz_samples({.least_shift = 0.125, .largest_shift = 0.125, .speeds = 20, .directions = 12, .shifts = 1}));
  expect_parameters(weighted.parameters, alone.parameters, 1e-5);
  EXPECT_GT(std::abs(plain.parameters.b_T - alone.parameters.b_T), 0.02);
}

TEST(PadeFitTest, FindsItsOwnParametersAgain) {
  // samples that a formula of the family made, far from the paper's
  const PadeParameters made{.b_T = 0.5, .m_T = 1.7, .b_M = 1.2, .m_M = 5.0};
  auto samples = hertz_samples({.speeds = 12, .directions = 8, .shifts = 3});
  for (PadeSample& sample : samples) sample.exact = PadeFormula(made).load(sample.slip, sample.moments);
  const PadeFit fit = fit_pade(samples);
  expect_parameters(fit.parameters, made, 1e-8);
  EXPECT_LE(fit.T.largest + fit.M.largest, 1e-8);
}

}  // namespace
}  // namespace dryslip::tests
