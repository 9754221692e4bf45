#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/numerics/time_formulas.hpp"

namespace dryslip::detail {

/// Thrown inside a run, and caught there: a torque has no finite value.
struct TorqueWithoutValue {
  InvalidInput fault;  ///< with the key of the torque
};

/// Torques of joints as functions of time.
class TorqueHistory {
 public:
  /// Throws InvalidInput with the key of the torque where a value is not finite at t = 0.
  explicit TorqueHistory(const DrivenJoints& joints);

  /// What the formulas do over spans of time, and their choices.
  TimeFormulas formulas;
  /// With the choices held; may be not finite.
  Eigen::VectorXd held_at(double t) const;
  /// The torque that has no finite value within a few roundings of time.
  std::optional<InvalidInput> fault_between(double t0, double t1) const;
  /// Throws TorqueWithoutValue for that torque.
  [[noreturn]] void fail_between(double t0, double t1) const;

 private:
  Eigen::VectorXd at(double t) const;
  std::vector<KeyedFormula> keyed() const;

  std::vector<std::string> keys_;
};

}  // namespace dryslip::detail
