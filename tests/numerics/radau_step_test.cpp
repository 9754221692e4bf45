#include "dryslip/numerics/radau_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dryslip::tests {
namespace {

using Step = RadauStep<2>;

/// y′ = λ (y − cos t) − sin t, t′ = 1: its solution is cos t, for any λ.
struct Follower {
  double lambda = 0.0;
  Step::State operator()(const Step::State& y) const {
    return {lambda * (y[0] - std::cos(y[1])) - std::sin(y[1]), 1.0};
  }
  Step::Jacobian jacobian(const Step::State& y) const {
    Step::Jacobian J;
    J << lambda, lambda * std::sin(y[1]) - std::cos(y[1]), 0.0, 0.0;
    return J;
  }
};

/// Error at t = 1 after n equal steps.
double error_at_one(const Follower& f, int n) {
  Step step;
  Step::State y{1.0, 0.0};
  const Step::State allowed = Step::State::Constant(1e-12);
  for (int i = 0; i < n; ++i) {
    EXPECT_TRUE(step.step(f, y, f(y), f.jacobian(y), 1.0 / n, allowed));
    y = step.end();
  }
  return std::abs(y[0] - std::cos(1.0));
}

TEST(RadauStep, HasOrderNine) {
  const Follower f{-1.0};
  const double coarse = error_at_one(f, 1), fine = error_at_one(f, 2);
  EXPECT_GT(fine, 1e-15);  // not rounding
  EXPECT_NEAR(std::log2(coarse / fine), 9.0, 0.7);
}

TEST(RadauStep, IsAsGoodForAnyStiffness) {
  for (const double lambda : {-1e3, -1e6, -1e9}) EXPECT_LT(error_at_one({lambda}, 10), 1e-11) << lambda;
}

TEST(RadauStep, ForgetsAStiffDisturbanceInOneStep) {
  const Follower f{-1e8};
  Step step;
  const Step::State y{1.5, 0.0};  // off its curve
  ASSERT_TRUE(step.step(f, y, f(y), f.jacobian(y), 0.1, Step::State::Constant(1e-10)));
  // L-stable: R(z) → −5/z for five points, z = λh
  EXPECT_NEAR(step.end()[0] - std::cos(0.1), 0.5 * 5.0 / 1e7, 1e-11);
}

TEST(RadauStep, CurveAndEstimateFallWithTheSixthPowerOfTheStep) {
  const Follower f{-2.0};
  const Step::State y{1.0, 0.0}, allowed = Step::State::Constant(1e-12);
  const auto errors = [&](double h) {
    Step step;
    EXPECT_TRUE(step.step(f, y, f(y), f.jacobian(y), h, allowed));
    double worst = 0.0;
    for (int i = 0; i <= 20; ++i) worst = std::max(worst, std::abs(step.at(i / 20.0)[0] - std::cos(h * i / 20.0)));
    return std::pair{worst, 1e-12 * step.error(allowed)};
  };
  const auto coarse = errors(0.8), fine = errors(0.4);
  EXPECT_NEAR(std::log2(coarse.first / fine.first), 6.0, 0.6);
  EXPECT_NEAR(std::log2(coarse.second / fine.second), 6.0, 0.6);
  // the estimate covers the error between the ends and is not much larger
  EXPECT_GT(coarse.second, 0.5 * coarse.first);
  EXPECT_LT(coarse.second, 50.0 * coarse.first);
}

TEST(RadauStep, PowersGiveTheCurve) {
  const Follower f{-2.0};
  const Step::State y{1.0, 0.0};
  Step step;
  ASSERT_TRUE(step.step(f, y, f(y), f.jacobian(y), 0.8, Step::State::Constant(1e-12)));
  const auto powers = step.powers();
  for (const double x : {0.0, 0.2, 0.5, 0.77, 1.0}) {
    Step::State sum = Step::State::Zero();
    for (Eigen::Index i = 0; i < powers.cols(); ++i) sum += powers.col(i) * std::pow(x, i);
    EXPECT_LT((sum - step.at(x)).norm(), 1e-13) << x;  // factors of powers up to 1e2 of alternating signs
  }
}

TEST(RadauStep, WhatFollowsFromTheOthersIsTheSameWithoutIteration) {
  // beside the follower the integral of its square
  const auto f = [](const Eigen::Vector3d& y) {
    const Step::State first = Follower{-50.0}(y.head<2>());
    return Eigen::Vector3d(first[0], first[1], y[0] * y[0]);
  };
  const Eigen::Vector3d y(1.3, 0.2, 0.0), allowed = Eigen::Vector3d::Constant(1e-13);
  Eigen::Matrix3d J = Eigen::Matrix3d::Zero();
  J.topLeftCorner<2, 2>() = Follower{-50.0}.jacobian(y.head<2>());
  J(2, 0) = 2.0 * y[0];
  RadauStep<3> all;
  RadauStep<3, 2> first;
  ASSERT_TRUE(all.step(f, y, f(y), J, 0.3, allowed));
  ASSERT_TRUE(first.step(f, y, f(y), J, 0.3, allowed));
  EXPECT_LT((all.end() - first.end()).norm(), 1e-14);
  EXPECT_NEAR(first.error(allowed) / all.error(allowed), 1.0, 1e-9);
}

TEST(RadauStep, SaysWhenNewtonFails) {
  const auto f = [](const Step::State& y) -> Step::State { return {y[0] > 0.0 ? -1.0 : 1.0, 1.0}; };
  Step step;
  const Step::State y{1e-3, 0.0};
  EXPECT_FALSE(step.step(f, y, f(y), Step::Jacobian::Zero(), 1.0, Step::State::Constant(1e-10)));
}

}  // namespace
}  // namespace dryslip::tests
