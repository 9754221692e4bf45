// A step by collocation whose slopes are computed together: against the equations one by one and against steps of another method.

#include "dryslip/ball/detail/gathered_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "dryslip/numerics/runge_kutta_853.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

using State = BallEquations::State;
using detail::GatheredStep;
using detail::SlipStep;

constexpr int first = BallEquations::X;

Expression of_time(const std::string& text) { return Expression(text, {"t"}); }

/// A ball that slips over a shaken, turning, tilted table, all of it at random.
Ball random_ball(Random& random) {
  Ball ball;
  ball.mass = uniform(random, 0.1, 2.0);
  ball.radius = uniform(random, 0.01, 0.05);
  ball.contact_radius = ball.radius * uniform(random, 0.05, 0.3);
  ball.mu = uniform(random, 0.05, 0.5);
  ball.rolling_shift = uniform(random, 0.0, 1.0);
  ball.epsilon_slip = ball.epsilon_roll = uniform(random, 0.0, 1.0);
  ball.pade.m_T = uniform(random, 1.5, 4.0);
  ball.table.velocity = {of_time("0.3*cos(40*t)"), of_time("0.2*sin(30*t+1) + abs(t + 1)/10")};
  ball.table.omega = of_time("2 + cos(20*t)");
  ball.table.tilt = uniform(random, -0.3, 0.3);
  const auto speed = [&] { return uniform(random, 1.0, 2.0); };
  ball.initial = {{uniform(random, -0.1, 0.1), uniform(random, -0.1, 0.1)},
                  {speed(), speed()},
                  {speed() / ball.radius, -speed() / ball.radius, uniform(random, -100.0, 100.0)}};
  return ball;
}

State allowed_error(const Ball& ball, double tolerance) {
  State allowed = State::Constant(tolerance);
  allowed.segment<2>(first) *= ball.radius;
  allowed.segment<3>(BallEquations::WX) /= ball.radius;
  return allowed;
}

/// Small steps of order 8.
State by_runge_kutta(const BallEquations& equations, State y, double h) {
  constexpr int steps = 40;
  RungeKutta853<BallEquations::size> step;
  const auto slope = [&](const State& z) -> State { return equations.slope(z); };
  for (int i = 0; i < steps; ++i) {
    step.step(slope, y, slope(y), h / steps);
    y = step.end();
  }
  return y;
}

/// As long as a step may be.
double longest_step(GatheredStep& step, const State& y, const State& allowed) {
  double h = 1e-3;
  for (int k = 0; k < 40; ++k) h = step.step(y, h, allowed) ? GatheredStep::next_size(h, step.error()) : 0.5 * h;
  return h;
}

TEST(GatheredStep, EveryInstructionSetSolvesTheCollocation) {
  Random random(701);
  const GaussCollocation& gauss = GaussCollocation::table();
  for (int i = 0; i < test_cases(0.2); ++i) {
    const Ball ball = random_ball(random);
    const BallEquations equations(ball);
    const State y = equations.initial_state();
    for (const detail::SolveSlip solve : detail::slip_batches()) {
      SlipStep step(ball);
      step.h = 1e-3;
      const State allowed = allowed_error(ball, 1e-14);
      for (std::size_t k = 0; k < SlipStep::moving; ++k) {
        step.start[k] = y[first + static_cast<int>(k)];
        step.per_allowed[k] = 1.0 / allowed[first + static_cast<int>(k)];
      }
      equations.set_table(step, y[BallEquations::T]);
      solve(step);
      ASSERT_TRUE(step.is_solved);
      // the slopes are those of the states that belong to them
      for (std::size_t point = 0; point < GaussCollocation::points; ++point) {
        State z = y;
        z[BallEquations::T] += step.h * gauss.places[point];
        for (std::size_t k = 0; k < SlipStep::moving; ++k) {
          for (std::size_t j = 0; j < GaussCollocation::points; ++j)
            z[first + static_cast<int>(k)] += step.h * gauss.integrals[j][point] * step.slopes[k][j];
        }
        const State slope = equations.slope(z);
        for (std::size_t k = 0; k < SlipStep::size; ++k) {
          const double known = slope[first + static_cast<int>(k)];
          EXPECT_NEAR(step.slopes[k][point], known, 1e-10 * (10.0 / ball.radius + std::abs(known))) << k;
        }
      }
    }
  }
}

TEST(GatheredStep, EndAndCurveAreThoseOfSmallStepsOfAnotherMethod) {
  Random random(702);
  for (int i = 0; i < test_cases(0.2); ++i) {
    const Ball ball = random_ball(random);
    const BallEquations equations(ball);
    const State y = equations.initial_state(), allowed = allowed_error(ball, 1e-13);
    GatheredStep step(equations);
    constexpr double h = 4e-3;
    ASSERT_TRUE(step.step(y, h, allowed));
    EXPECT_EQ(step.start(), y);
    const auto worst = [&](const State& a, const State& b) {
      return (a - b).cwiseQuotient(allowed_error(ball, 1.0)).cwiseAbs().maxCoeff();
    };
    EXPECT_LE(worst(step.end(), by_runge_kutta(equations, y, h)), 1e-12);
    for (const double part : {0.0, 0.3, 0.77}) {
      EXPECT_LE(worst(step.at(part), by_runge_kutta(equations, y, part * h)), 1e-12) << part;
    }
    EXPECT_LE(worst(step.at(1.0), step.end()), 1e-14);
  }
}

TEST(GatheredStep, StepsAreAsGoodAsTheirErrorSays) {
  Random random(703);
  for (int i = 0; i < test_cases(0.1); ++i) {
    Ball ball = random_ball(random);
    ball.table.velocity = {of_time("0.6*cos(400*t)"), of_time("0.4*sin(300*t+1)")};
    const BallEquations equations(ball);
    const State y = equations.initial_state();
    constexpr double tolerance = 1e-9;
    const State allowed = allowed_error(ball, tolerance);
    GatheredStep step(equations);
    const double h = longest_step(step, y, allowed);
    ASSERT_TRUE(step.step(y, h, allowed));
    EXPECT_LE(step.error(), 1.0);
    // of the curve ten times what is allowed for the end
    for (const double part : {0.03, 0.2, 0.5, 0.97, 1.0}) {
      const State exact = by_runge_kutta(equations, y, part * h);
      const State miss = (step.at(part) - exact).cwiseQuotient(allowed).cwiseAbs();
      EXPECT_LE(miss.segment<7>(first).maxCoeff(), part < 1.0 ? 10.0 : 2.0) << part;
    }
    EXPECT_TRUE(!step.step(y, 8.0 * h, allowed) || step.error() > 1.0);
  }
}

TEST(GatheredStep, ErrorFallsWithAHighPowerOfTheStep) {
  Random random(704);
  Ball ball = random_ball(random);
  ball.table.velocity = {of_time("0.1*cos(400*t)"), of_time("0.1*sin(300*t+1)")};
  ball.table.omega = of_time("0");
  ball.initial.velocity = {5.0, 4.0};  // slips fast: no singularity is near
  ball.initial.omega = {0.0, 0.0, 30.0};
  const BallEquations equations(ball);
  GatheredStep step(equations);
  const auto error = [&](double h) {
    EXPECT_TRUE(step.step(equations.initial_state(), h, allowed_error(ball, 1e-10)));
    return step.error();
  };
  EXPECT_GT(std::log2(error(8e-3) / error(4e-3)), 12.0);
}

TEST(GatheredStep, FormulasKeepTheirChoicesOverASwitch) {
  Ball ball;
  ball.radius = 0.02;
  ball.contact_radius = 0.003;
  ball.mu = 0.2;
  ball.table.velocity = {of_time("if(t < 1e-3, 0.1, 0.5)"), of_time("abs(t - 2e-3)")};
  ball.table.omega = of_time("min(3e-3, t)");
  const BallEquations equations(ball);
  SlipStep step(ball);
  step.h = 8e-3;
  equations.set_table(step, 0.0);
  ASSERT_TRUE(step.table_turns);
  for (std::size_t i = 0; i < GaussCollocation::points; ++i) {
    const double t = step.h * GaussCollocation::table().places[i];
    EXPECT_EQ(step.table_x[i], 0.1);
    EXPECT_NEAR(step.table_y[i], 2e-3 - t, 1e-18);
    EXPECT_NEAR(step.table_omega[i], t, 1e-18);
  }
}

TEST(GatheredStep, GivesUpWhereItsIterationCannotConverge) {
  Ball ball;
  ball.radius = 0.02;
  ball.contact_radius = 0.003;
  ball.mu = 0.2;
  ball.epsilon_slip = ball.epsilon_roll = 0.01;
  ball.initial.velocity = {0.3, 0.0};
  ball.initial.omega = {0.0, 0.3 / 0.02 + 1e-4, 0.0};  // nearly rolls: rate 2e5 1/s
  const BallEquations equations(ball);
  GatheredStep step(equations);
  EXPECT_FALSE(step.step(equations.initial_state(), 1e-2, allowed_error(ball, 1e-10)));
  EXPECT_TRUE(step.step(equations.initial_state(), 1e-6, allowed_error(ball, 1e-10)));
}

TEST(GatheredStep, NextStepWouldHaveTheErrorOneWithAMargin) {
  EXPECT_LT(GatheredStep::next_size(1.0, 1.0), 1.0);
  EXPECT_NEAR(GatheredStep::next_size(1.0, 1e3) / GatheredStep::next_size(1.0, 1.0), std::pow(1e3, -1.0 / 17.0), 1e-12);
  EXPECT_EQ(GatheredStep::next_size(2.0, 0.0), 3.2);
}

}  // namespace
}  // namespace dryslip::tests
