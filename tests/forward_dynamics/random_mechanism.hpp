#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include "dryslip/forward_dynamics/multi_dof_joints.hpp"

namespace dryslip::tests {

using Random = std::mt19937_64;

inline double uniform(Random& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}

/// Cases of a random test: the environment's DRYSLIP_TEST_CASES, or 200 scaled by `part`, at least 1.
inline int test_cases(double part = 1.0) {
  const char* text = std::getenv("DRYSLIP_TEST_CASES");
  const double cases = text != nullptr ? std::strtod(text, nullptr) : 200.0;
  return std::max(1, static_cast<int>(part * cases));
}

/// A full mass matrix with units of very different size, any C, friction up to `strength` of the inertia.
inline Mechanism random_mechanism(Random& random, Eigen::Index n, double strength) {
  const auto matrix = [&]() -> Eigen::MatrixXd {
    return Eigen::MatrixXd::NullaryExpr(n, n, [&] { return uniform(random, -1.0, 1.0); });
  };
  const auto vector = [&](double from, double to) -> Eigen::VectorXd {
    return Eigen::VectorXd::NullaryExpr(n, [&] { return uniform(random, from, to); });
  };
  const Eigen::MatrixXd root = matrix();
  const Eigen::VectorXd units = vector(-1.0, 1.0).array().exp();
  Mechanism result{.A = root * root.transpose() + 0.3 * Eigen::MatrixXd::Identity(n, n),
                   .C = matrix(),
                   .b = vector(-1.0, 1.0),
                   .d = vector(-2.0, 2.0),
                   .mu = vector(0.05, 1.0) * strength};
  result.A = (units.asDiagonal() * result.A * units.asDiagonal()).eval();
  return result;
}

inline Eigen::VectorXd random_load(Random& random, Eigen::Index n, double size = 4.0) {
  return Eigen::VectorXd::NullaryExpr(n, [&] { return uniform(random, -size, size); });
}

/// −1, 0 or 1 per joint; `rest` is the part of joints at rest.
inline Eigen::VectorXd random_velocity(Random& random, Eigen::Index n, double rest) {
  return Eigen::VectorXd::NullaryExpr(n, [&] {
    return uniform(random, 0.0, 1.0) < rest ? 0.0 : uniform(random, 0.0, 1.0) < 0.5 ? -1.0 : 1.0;
  });
}

}  // namespace dryslip::tests
