#pragma once

#include <optional>
#include <vector>

#include "dryslip/joints/multi_dof_joints.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// Accelerations (q̈₀, q̈₁) of two joints that agree with the equation of one of them: a part of a straight line.
struct ConstraintLine {
  enum class Kind {
    Moves,    ///< it slips, starts, or is separated
    Holds,    ///< it is at rest and stays, as far as static friction reaches
    Unloaded  ///< its normal force is zero; no equation
  };
  Kind kind = Kind::Moves;
  int joint = 0;
  Vec2 point;                   ///< of the whole line, nearest to zero acceleration
  Vec2 along;                   ///< unit vector
  double from = 0.0, to = 0.0;  ///< of the part, point + s along; ends may be infinite

  Vec2 at(double s) const { return point + s * along; }
};

/// The equations of two joints in the plane of their accelerations [Dupont1992, Fig. 1], in parts that end where a normal force or a start
/// changes its sign. Solutions are where a line of joint 0 that moves or holds meets one of joint 1; of the velocity only the sign
/// counts. Expects two joints.
std::vector<ConstraintLine> constraint_lines(const Mechanism& mechanism, const Eigen::VectorXd& tau,
                                             const Eigen::VectorXd& velocity);

/// Acceleration and torque of one joint at which its normal force is zero: the apex of both Vs [Dupont1992, Figs. 2 to 4].
struct JointApex {
  double acceleration = 0.0, tau = 0.0;
};

/// None where the normal force does not depend on the acceleration.
std::optional<JointApex> apex(const ScalarJoint& joint);

/// The accelerations of two joints at which neither transmits a normal force; none where C is singular.
std::optional<Vec2> unloaded_acceleration(const Mechanism& mechanism);

}  // namespace dryslip
