#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "dryslip/joints/multi_dof_joints.hpp"

namespace dryslip::detail {

/// What a joint may do, as a row of the linear equations: it moves with the friction e μ F_n (e = sgn q̇ sgn F_n), or it
/// holds, q̈ᵢ = 0.
struct JointOption {
  enum class Kind { Moves, Holds };
  Kind kind = Kind::Moves;
  double e = 0.0;  ///< +1, −1, or 0 without friction: separated, or μ = 0
  bool operator==(const JointOption&) const = default;
};
using JointOptions = std::vector<std::vector<JointOption>>;  ///< per joint
using JointPattern = std::vector<JointOption>;

/// All options of all joints; of the velocity only the sign counts.
///
///     slip        e = ±1, unilateral: e = s or 0
///     rest        holds, e = ±1, unilateral also 0
///     μᵢ = 0      e = 0
JointOptions joint_options(const Mechanism& mechanism, const Eigen::VectorXd& velocity);

/// Number of patterns.
double pattern_count(const JointOptions& options);

/// The equations in units of √Aᵢᵢ, so that units of joints do not matter: q̈ᵢ = scaleᵢ yᵢ; row i times row_scaleᵢ, so that the
/// largest term of A + |μC| in it is 1 and a small pivot means that terms cancel. Row of a moving joint:
/// (A + eμC) y = load − e bias; of a holding one: yᵢ = 0.
struct PatternEquations {
  using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  RowMatrix inertia;      ///< scaled A
  RowMatrix coupling;     ///< scaled diag(μ) C
  Eigen::VectorXd load;   ///< scaled τ − b
  Eigen::VectorXd bias;   ///< scaled μ d
  Eigen::VectorXd scale;  ///< 1/√Aᵢᵢ
  Eigen::VectorXd row_scale;

  PatternEquations(const Mechanism& mechanism, const Eigen::VectorXd& tau, double friction_factor = 1.0);

  Eigen::Index size() const { return inertia.rows(); }
  RowMatrix matrix(const JointPattern& pattern) const;
  Eigen::VectorXd right_side(const JointPattern& pattern) const;
};

/// Walks all patterns so that neighbours differ in one joint (reflected Gray code), with the inverse, the solution and the
/// sign of the determinant brought along by rank-one updates in O(n²), and fresh ones where rounding could matter.
class PatternWalk {
 public:
  PatternWalk(const PatternEquations& equations, const JointOptions& options);

  const JointPattern& pattern() const { return pattern_; }
  const Eigen::VectorXd& solution() const { return y_; }  ///< scaled; where is_regular
  bool is_regular() const { return is_regular_; }         ///< the determinant is not zero to case_tolerance
  /// False where the solution may have lost half of its digits: whoever needs it computes it anew.
  bool is_accurate() const { return is_accurate_; }
  int determinant_sign() const { return is_regular_ ? sign_ : 0; }
  std::uint64_t index() const { return index_; }

  /// False at the end.
  bool next();

 private:
  void refresh();
  void change_row(Eigen::Index i, const JointOption& option);

  const PatternEquations& equations_;
  const JointOptions& options_;
  std::vector<std::size_t> digits_;
  std::vector<int> directions_;
  JointPattern pattern_;
  PatternEquations::RowMatrix inverse_;
  Eigen::VectorXd y_, column_, row_, new_row_;
  double error_ = 0.0;  ///< of the inverse, estimated, of its size
  int sign_ = 1;
  bool is_regular_ = true, is_accurate_ = true;
  std::uint64_t index_ = 0;
};

/// Sign of the determinant of a pattern, 0 where singular to case_tolerance; the inverse where asked for and regular.
int determinant_sign(PatternEquations::RowMatrix matrix, PatternEquations::RowMatrix* inverse);

}  // namespace dryslip::detail
