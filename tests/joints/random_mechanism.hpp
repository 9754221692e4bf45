#pragma once

#include <Eigen/Core>
#include <array>

#include "dryslip/joints/multi_dof_joints.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {

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

/// A joint with an inertia between two bounds, friction up to the largest.
inline ScalarJoint random_joint(Random& random, std::array<double, 2> inertia, double largest_mu) {
  return {.a = uniform(random, inertia[0], inertia[1]),
          .b = uniform(random, -1, 1),
          .c = uniform(random, -2, 2),
          .d = uniform(random, -2, 2),
          .mu = uniform(random, 0, largest_mu)};
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
