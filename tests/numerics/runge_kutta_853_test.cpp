#include "dryslip/numerics/runge_kutta_853.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dryslip {
namespace {

using Stepper = RungeKutta853<4>;
using State = Stepper::State;

/// A body on a Kepler orbit of eccentricity 0.6 from its pericenter: no term of the expansion vanishes by symmetry of f.
State kepler(const State& y) {
  const double r3 = std::pow(y[0] * y[0] + y[1] * y[1], 1.5);
  return {y[2], y[3], -y[0] / r3, -y[1] / r3};
}
const State pericenter{0.4, 0.0, 0.0, 2.0};

/// Place on the orbit by Kepler's equation.
State orbit(double t) {
  double E = t;
  for (int i = 0; i < 50; ++i) E -= (E - 0.6 * std::sin(E) - t) / (1.0 - 0.6 * std::cos(E));
  const double rate = 1.0 / (1.0 - 0.6 * std::cos(E));
  return {std::cos(E) - 0.6, 0.8 * std::sin(E), -std::sin(E) * rate, 0.8 * std::cos(E) * rate};
}

/// Error at t = 2 after this many steps.
double error_after(int steps) {
  Stepper stepper;
  State y = pericenter;
  for (int i = 0; i < steps; ++i) {
    stepper.step(kepler, y, kepler(y), 2.0 / steps);
    y = stepper.end();
  }
  return (y - orbit(2.0)).norm();
}

TEST(RungeKutta853, ConvergesWithTheEighthPowerOfTheStep) {
  const double coarse = error_after(40), fine = error_after(80);
  EXPECT_NEAR(std::log2(coarse / fine), 8.0, 0.5);
  EXPECT_LT(fine, 1e-9);
}

TEST(RungeKutta853, TheCurveBetweenTheEndsIsGoodToTheSeventhOrder) {
  const auto largest_error = [](double h) {
    Stepper stepper;
    stepper.step(kepler, pericenter, kepler(pericenter), h);
    double largest = 0.0;
    for (const double x : {0.1, 0.25, 0.5, 0.62, 0.9}) {
      largest = std::max(largest, (stepper.at(kepler, x) - orbit(x * h)).norm());
    }
    EXPECT_EQ(stepper.at(kepler, 0.0), stepper.start());
    EXPECT_LT((stepper.at(kepler, 1.0) - stepper.end()).norm(), 1e-15);
    return largest;
  };
  // of one step: one power more than the order
  EXPECT_NEAR(std::log2(largest_error(0.1) / largest_error(0.05)), 8.0, 0.7);
}

TEST(RungeKutta853, PowersGiveTheCurve) {
  Stepper stepper;
  stepper.step(kepler, pericenter, kepler(pericenter), 0.3);
  const auto powers = stepper.powers(kepler);
  for (const double x : {0.0, 0.13, 0.5, 0.81, 1.0}) {
    State sum = State::Zero();
    for (Eigen::Index i = 0; i < powers.cols(); ++i) sum += powers.col(i) * std::pow(x, i);
    EXPECT_LT((sum - stepper.at(kepler, x)).norm(), 1e-14) << x;
  }
}

TEST(RungeKutta853, StiffnessIsTheStepTimesTheLargestRate) {
  const auto decay = [](const State& y) -> State { return -40.0 * y; };
  Stepper stepper;
  const State y = State::Constant(1.5);
  for (const double h : {0.01, 0.1}) {
    stepper.step(decay, y, decay(y), h);
    EXPECT_NEAR(stepper.stiffness(State::Ones()), 40.0 * h, 1e-9) << h;
  }
}

TEST(RungeKutta853, TheErrorEstimateIsOfTheOrderOfTheStepsError) {
  for (const double h : {0.05, 0.1, 0.2}) {
    Stepper stepper;
    stepper.step(kepler, pericenter, kepler(pericenter), h);
    const double estimate = stepper.error(State::Ones()), error = (stepper.end() - orbit(h)).norm();
    EXPECT_GT(estimate, error) << h;
    EXPECT_LT(estimate, 1e4 * error) << h;
  }
}

TEST(RungeKutta853, TheSlopeAtTheEndIsThatOfTheEnd) {
  Stepper stepper;
  stepper.step(kepler, pericenter, kepler(pericenter), 0.1);
  EXPECT_EQ(stepper.end_slope(), kepler(stepper.end()));
  EXPECT_GT(Stepper::next_size(0.1, 0.01), 0.1);
  EXPECT_LT(Stepper::next_size(0.1, 2.0), 0.1);
}

TEST(RungeKutta853, ABendOfTheSlopeIsNotOverlookedByChance) {
  // y₁′ = max(y₀ − s, 0)²: of 2000 places of the bend, no estimate is far below the error
  double least = 1e9;
  for (int i = 1; i < 2000; ++i) {
    const double s = 0.85 * i / 2000.0;  // beyond the last places the slope is seen at the end only
    const auto bend = [&](const State& y) -> State {
      const double over = std::max(y[0] - s, 0.0);
      return {1.0, over * over, 0.0, 0.0};
    };
    Stepper stepper;
    stepper.step(bend, State::Zero(), bend(State::Zero()), 1.0);
    const double error = std::abs(stepper.end()[1] - std::pow(1.0 - s, 3) / 3.0);
    if (error > 1e-5) least = std::min(least, stepper.error(State::Ones()) / error);
  }
  EXPECT_GT(least, 0.01);
}

}  // namespace
}  // namespace dryslip
