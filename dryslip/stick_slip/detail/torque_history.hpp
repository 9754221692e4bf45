#pragma once

#include <Eigen/Core>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/invalid_input.hpp"

namespace dryslip::detail {

/// Thrown inside a run, and caught there: a torque has no finite value.
struct TorqueWithoutValue {
  InvalidInput fault;  ///< with the key tau[i]
};

/// Torques as functions of time, with their integrals and the times at which formulas switch.
class TorqueHistory {
 public:
  /// Throws InvalidInput with the key tau[i] where a value is not finite at t = 0.
  explicit TorqueHistory(const std::vector<Expression>& tau);

  /// Throws TorqueWithoutValue.
  Eigen::VectorXd at(double t) const;

  /// First and second integral from t on over h: ∫τ ds and ∫(h − s) τ ds, by five points of Gauss.
  struct Integrals {
    Eigen::VectorXd first, second;
  };
  Integrals integrals(double t, double h) const;

  /// Largest step up to h over which no formula switches, found to `accuracy` [s]; a switch lies just after it.
  double smooth_step(double t, double h, double accuracy) const;

 private:
  std::vector<double> choices(double t) const;

  const std::vector<Expression>& tau_;
};

}  // namespace dryslip::detail
