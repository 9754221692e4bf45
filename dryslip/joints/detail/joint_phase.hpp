#pragma once

#include <Eigen/Core>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/numerics/curve_bound.hpp"

namespace dryslip::detail {

/// The motion of joints between two events, with the pattern of friction of one solution: q̈ = inverse (τ + constant), and what the
/// pattern rests on.
class JointPhase {
 public:
  JointPhase(const Mechanism& mechanism, const Eigen::VectorXd& velocity, const MechanismAcceleration& solution);

  JointRunMode mode(Eigen::Index i) const;
  double direction(Eigen::Index i) const { return direction_[i]; }
  /// Whether a joint is not held.
  bool moves() const;

  Eigen::VectorXd acceleration(const Eigen::VectorXd& tau) const { return inverse_ * (tau + constant_); }
  /// Of torques by powers of time, those of the acceleration.
  Eigen::MatrixXd acceleration_powers(Eigen::MatrixXd tau) const {
    tau.col(0) += constant_;
    return inverse_ * tau;
  }
  Eigen::VectorXd normal_force(const Eigen::VectorXd& tau) const;

  /// Whether a torque contradicts what is assumed of a joint: within its band of friction, on its side of the contact, not pulled.
  bool is_broken(const Eigen::VectorXd& tau) const;
  /// Whether none does along a span over which the torques go as these say.
  bool surely_holds(std::span<const CurveBound> tau, double half_width) const;

 private:
  /// weights · τ + constant ≤ 0, up to rounding of terms of these sizes.
  struct Condition {
    Eigen::RowVectorXd weights;
    double constant = 0.0;
    Eigen::RowVectorXd weight_sizes;
    double constant_size = 0.0;

    friend Condition operator+(const Condition& a, const Condition& b) {
      return {a.weights + b.weights, a.constant + b.constant, a.weight_sizes + b.weight_sizes,
              a.constant_size + b.constant_size};
    }
    friend Condition operator*(double factor, const Condition& a) {
      const double size = std::abs(factor);
      return {factor * a.weights, factor * a.constant, size * a.weight_sizes, size * a.constant_size};
    }
  };
  using Conditions = std::vector<Condition>;
  void add_needs(Eigen::Index i);

  const Mechanism& mechanism_;
  std::vector<JointMode> modes_;
  Eigen::VectorXd direction_, e_, constant_;
  Eigen::MatrixXd inverse_;
  /// Of all joints: one of the alternatives must hold as a whole; F of both signs bears friction.
  std::vector<std::vector<Conditions>> needs_;
};

}  // namespace dryslip::detail
