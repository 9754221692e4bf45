#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "dryslip/joints/acceleration_set.hpp"
#include "dryslip/joints/scalar_joint.hpp"
#include "dryslip/record/progress.hpp"

namespace dryslip {

/// n joints whose friction depends on the accelerations of all [Dupont1992, eqs. (4), (5)]:
///
///     A q̈ + b + diag(μᵢ sgn q̇ᵢ) |C q̈ + d| = τ,    F_n = C q̈ + d
struct Mechanism {
  Eigen::MatrixXd A, C;
  Eigen::VectorXd b, d, mu;
  std::optional<Eigen::VectorXd> mu_static{};
  std::vector<ContactKind> contact{};
  /// A joint that holds carries center·F_n ± μ_static |F_n|. A screw with a μ_static of its own needs it.
  Eigen::VectorXd static_center{};

  Eigen::Index size() const { return A.rows(); }
  ContactKind contact_of(Eigen::Index i) const {
    return contact.empty() ? ContactKind::Bilateral : contact[static_cast<std::size_t>(i)];
  }
  double static_coefficient(Eigen::Index i) const { return mu_static ? (*mu_static)[i] : mu[i]; }
};
template <>
inline constexpr auto description<Mechanism> = alternative<Mechanism>(
    "mechanism", "n joints whose friction depends on all accelerations: A q̈ + b + diag(μ sgn q̇) |C q̈ + d| = τ.",
    required<&Mechanism::A>("", "mass matrix (n, n), symmetric positive definite"),
    required<&Mechanism::C>("", "normal forces per acceleration (n, n), any square matrix"),
    required<&Mechanism::b>("", "gravity and velocity terms (n)"),
    required<&Mechanism::d>("N", "normal forces at zero acceleration (n)"),
    required<&Mechanism::mu>("-", "kinetic coefficients (n)", not_negative),
    field<&Mechanism::mu_static>("-", "each at least mu; default: mu", not_negative),
    keyed("unilateral", field<&Mechanism::contact>("", "one per joint; empty: all bilateral")),
    outside_files(field<&Mechanism::static_center>("-", "middle of the static friction per normal force; empty: 0")));

/// Largest number of joints: patterns are counted in 64 bits, and more would take too long.
inline constexpr int most_joints = 40;

/// Throws InvalidInput with the key of the field: sizes, finite numbers, A symmetric to 1e-9 and positive definite.
void check_mechanism(const Mechanism& mechanism);

/// A joint as a mechanism of one; after separation it moves by a q̈ + b = τ, whatever joint.free says.
Mechanism mechanism_of(const ScalarJoint& joint);

/// One consistent acceleration of all joints.
struct MechanismAcceleration {
  Eigen::VectorXd acceleration, normal_force;
  std::vector<JointMode> modes;
  double residual = 0.0;
};
template <>
inline constexpr auto description<MechanismAcceleration> = record<MechanismAcceleration>(
    "One consistent acceleration of all joints.", field<&MechanismAcceleration::acceleration>("rad/s² or m/s²", "(n)"),
    field<&MechanismAcceleration::normal_force>("N", "C q̈ + d (n); 0 where separated"),
    field<&MechanismAcceleration::modes>("", "what each joint does"),
    field<&MechanismAcceleration::residual>("-", "of the equations of motion, of the size of their terms"));

/// Accelerations between two ends, both consistent, or from one end on without bound.
struct MechanismContinuum {
  Eigen::VectorXd end;
  std::optional<Eigen::VectorXd> other_end;
  Eigen::VectorXd direction;
};
template <>
inline constexpr auto description<MechanismContinuum> =
    record<MechanismContinuum>("Accelerations between two ends, or from one end on without bound.",
                               field<&MechanismContinuum::end>("rad/s² or m/s²", "(n)"),
                               field<&MechanismContinuum::other_end>("rad/s² or m/s²", "(n); left out: a ray"),
                               field<&MechanismContinuum::direction>("-", "from the end on (n), largest component 1"));

struct MechanismAccelerations {
  AccelerationCount count = AccelerationCount::None;
  std::vector<MechanismAcceleration> solutions;
  std::vector<MechanismContinuum> continua;
  bool static_possible = false;
  double worst_residual = 0.0;
};
template <>
inline constexpr auto description<MechanismAccelerations> = record<MechanismAccelerations>(
    "Every consistent acceleration of n joints.",
    field<&MechanismAccelerations::count>("verdict", "", "how many there are"),
    field<&MechanismAccelerations::solutions>("", "by acceleration, the first joint first"),
    field<&MechanismAccelerations::continua>("", "their ends are among the solutions"),
    field<&MechanismAccelerations::static_possible>("",
                                                    "some solution keeps every joint at rest (False: none is at rest)"),
    field<&MechanismAccelerations::worst_residual>("-", "of all solutions"));

/// Every consistent acceleration, by trying all patterns of signs of the normal forces and of sticking and starting joints
/// (docs/theory/forward_dynamics.md): 2 per slipping joint, 3 per joint at rest, fewer where bounds of the normal forces
/// decide. Patterns whose equations are singular are examined too. Throws Cancelled where progress says so.
MechanismAccelerations solve_mechanism(const Mechanism& mechanism, const Eigen::VectorXd& tau,
                                       const Eigen::VectorXd& velocity, const Progress& progress = {});

/// One consistent acceleration by generalised Newton steps: the pattern in which the last iterate lies gives the next one;
/// where that cycles, only the first joint changes its pattern, which ends for slipping joints with a P-matrix
/// [Murty1974]. Converged only where the solution found satisfies everything; where the mechanism is unique for all loads it
/// is the only one.
struct OneAcceleration {
  MechanismAcceleration solution;
  bool converged = false;
  int steps = 0;  ///< linear systems solved
};
OneAcceleration one_acceleration(const Mechanism& mechanism, const Eigen::VectorXd& tau,
                                 const Eigen::VectorXd& velocity);

}  // namespace dryslip
