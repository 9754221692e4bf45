#pragma once

#include <optional>

#include "dryslip/joints/multi_dof_joints.hpp"

namespace dryslip {

// Joints whose contacts yield a little: the normal force is a state, a spring of stiffness k with a damper, and no equation is
// implicit any more [Dupont1992, sec. 6]. Own derivation, docs/theory/forward_dynamics.md:
//
//     T dF/dt = C q̈ + d − F,    A q̈ = τ − b − f,    fᵢ = μᵢ |Fᵢ| sgn q̇ᵢ,    T = √(max (C A⁻¹ Cᵀ)ᵢᵢ / k)

/// Time T in which the normal force of a contact of stiffness k follows [s].
double relaxation_time(const Mechanism& mechanism, double stiffness);

/// The fastest growth or decay of normal forces, in 1/T [-].
double fastest_rate(const Mechanism& mechanism);

/// Accelerations for given normal forces: explicit for moving joints, and for those at rest (velocity 0) the one way to hold or
/// start, for a positive definite A and fixed bounds of friction have one solution. Not a number where numbers overflow.
Eigen::VectorXd compliant_acceleration(const Mechanism& mechanism, const Eigen::VectorXd& tau,
                                       const Eigen::VectorXd& velocity, const Eigen::VectorXd& normal_force);

/// Where the normal forces go in the limit k → ∞: velocities have no time to change, but joints at rest may start.
struct CompliantLimit {
  enum class Outcome {
    Settles,   ///< at an acceleration of the rigid joints
    Jams,      ///< they grow without bound: friction stops the joint at once
    Undecided  ///< neither within the time tried
  };
  Outcome outcome = Outcome::Undecided;
  Eigen::VectorXd normal_force, acceleration;  ///< at the end
};

/// Follows the compliant contact from these normal forces on.
CompliantLimit compliant_limit(const Mechanism& mechanism, const Eigen::VectorXd& tau, const Eigen::VectorXd& velocity,
                               const Eigen::VectorXd& normal_force);

/// Velocities after an impulsive stop, and its impulses.
struct ImpulsiveStop {
  Eigen::VectorXd velocity;        ///< after; 0 for joints that have stopped
  Eigen::VectorXd impulse;         ///< of friction on the joints, A (velocity after − before)
  Eigen::VectorXd normal_impulse;  ///< C (velocity after − before)
};

/// What remains of the compliant joints in the limit while normal forces are large: finite loads drop out, time is measured in
/// T. `direction` is that of the normal forces when they start to grow.
ImpulsiveStop impulsive_stop(const Mechanism& mechanism, const Eigen::VectorXd& velocity,
                             const Eigen::VectorXd& direction);

/// Limit of one slipping joint in closed form, from the normal force `start`: the sign of F_n to which it settles (0: separation), or
/// nothing where it jams.
std::optional<int> compliant_branch(const ScalarJoint& joint, double tau, double velocity, double start);

}  // namespace dryslip
