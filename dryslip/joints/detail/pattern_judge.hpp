#pragma once

#include <optional>
#include <vector>

#include "dryslip/joints/detail/joint_pattern.hpp"

namespace dryslip::detail {

/// Decides whether accelerations satisfy what a pattern assumes: signs of normal forces and of starts, bounds of what holds.
class PatternJudge {
 public:
  PatternJudge(const Mechanism& mechanism, const Eigen::VectorXd& tau, const Eigen::VectorXd& velocity);

  const Mechanism& mechanism() const { return mechanism_; }
  const PatternEquations& equations() const { return equations_; }

  /// Everything about accelerations that solve the equations of the pattern, or nothing where they contradict it.
  /// `terms`: size of what each acceleration is the sum of; what is case_tolerance of it is zero.
  std::optional<MechanismAcceleration> judge(const JointPattern& pattern, const Eigen::VectorXd& acceleration,
                                             const Eigen::VectorXd& terms) const;

  /// True where the scaled solution contradicts the pattern beyond any doubt: by a millionth.
  bool is_surely_wrong(const JointPattern& pattern, const Eigen::VectorXd& y) const;

  /// Sizes of what the scaled right sides are sums of.
  Eigen::VectorXd sources() const;

  /// The solution of a regular pattern to full accuracy, judged.
  std::optional<MechanismAcceleration> solve(const JointPattern& pattern) const;

  /// Zero where accelerations pass from one judgement to another: normal forces, accelerations of starting joints, and how
  /// far friction of holding ones is from its two bounds. Linear in the accelerations.
  std::vector<double> boundaries(const JointPattern& pattern, const Eigen::VectorXd& acceleration) const;

 private:
  double friction_of_rest(Eigen::Index i, const Eigen::VectorXd& acceleration, double normal_force) const;

  const Mechanism& mechanism_;
  const Eigen::VectorXd& tau_;
  const Eigen::VectorXd& velocity_;
  PatternEquations equations_;
  PatternEquations::RowMatrix scaled_normal_;  ///< C in units of scaled accelerations
  Eigen::VectorXd normal_size_;                ///< sums of its rows' absolute values
  double right_size_ = 0.0;                    ///< of the scaled right side
};

/// Solutions and continua of all patterns, each once.
class SolutionList {
 public:
  void add(MechanismAcceleration solution, const Eigen::VectorXd& terms);
  void add(MechanismContinuum continuum);
  /// Sorted, counted.
  MechanismAccelerations result(const Eigen::VectorXd& velocity);

 private:
  MechanismAccelerations found_;
  std::vector<Eigen::VectorXd> terms_;
};

/// What a pattern with a singular matrix contributes: nothing where its equations contradict each other, else the part of
/// their solutions that it allows.
void examine_singular(const PatternJudge& judge, const JointPattern& pattern, SolutionList& list);

}  // namespace dryslip::detail
