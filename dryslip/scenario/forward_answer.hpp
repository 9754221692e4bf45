#pragma once

#include <span>
#include <variant>

#include "dryslip/joints/select_acceleration.hpp"
#include "dryslip/joints/solution_counts.hpp"
#include "dryslip/joints/uniqueness_bound.hpp"
#include "dryslip/scenario/forward_problem.hpp"

namespace dryslip {

/// Everything that `forward` finds out about one joint at t = 0.
struct JointAnswer {
  ScalarJoint joint;
  double tau = 0.0, velocity = 0.0;
  JointAccelerations accelerations;
  double margin = 0.0;  ///< largest factor on μ that keeps one acceleration for every load
  StaticBand static_band;
  Selection selected;
};

/// Everything that `forward` finds out about a screw at t = 0; `as_joint` is its scalar equivalent.
struct ScrewAnswer {
  JointAnswer as_joint;
  ScrewProperties properties;
};

struct MechanismAnswer {
  Mechanism mechanism;
  Eigen::VectorXd tau, velocity;
  MechanismAccelerations accelerations;
  UniquenessBound bound;
  Selection selected;
};

/// The answer of `dryslip forward` to a problem.
struct ForwardAnswer {
  SelectionRule rule = SelectionRule::Static;
  std::variant<JointAnswer, ScrewAnswer, MechanismAnswer> of;
};

/// Throws Cancelled if progress stops it, and InvalidInput where results are beyond the range of double.
ForwardAnswer solve(const ForwardProblem& problem, const Progress& progress = {});

/// Number of accelerations at t = 0, or continuum_count: the first part of solve() alone.
int count_accelerations(const ForwardProblem& problem);
/// Number of accelerations with other values of some numbers: undefined_count where the model does not allow them. Throws
/// UnknownParameter.
int count_accelerations(ForwardProblem problem, std::span<const ParameterValue> values);

}  // namespace dryslip
