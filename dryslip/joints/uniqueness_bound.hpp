#pragma once

#include <optional>
#include <string>

#include "dryslip/joints/multi_dof_joints.hpp"

namespace dryslip {

/// A load that has no acceleration or several, with all of them.
struct UniquenessWitness {
  Eigen::VectorXd tau;
  Eigen::VectorXd d;  ///< normal forces at zero acceleration; those of the mechanism where they serve
  MechanismAccelerations accelerations;
};

/// Whether n joints have exactly one acceleration for every τ and d.
struct UniquenessBound {
  enum class Certificate {
    Norm,         ///< friction is small against inertia, by a bound that covers all patterns
    Determinants  ///< the sign of every pattern's determinant
  };
  bool is_unique = false;
  Certificate certificate = Certificate::Determinants;
  /// Largest factor on μ that keeps uniqueness: proven at margin_low, lost at margin_high, which differ by 1e-11 of them;
  /// infinite where nothing is lost up to largest_margin.
  double margin_low = 0.0, margin_high = 0.0;
  std::optional<UniquenessWitness> witness;  ///< where it is not unique
};

/// A margin beyond this counts as infinite.
inline constexpr double largest_margin = 1e9;

/// Unique for every τ and d exactly if det (A + diag(μᵢeᵢ) C), with rows and columns of holding joints left out, is positive
/// for every pattern of joint_options: all signs e for slipping joints (a P-matrix test), and every set of joints at rest that
/// hold (docs/theory/forward_dynamics.md). A bound of norms is tried first. Static coefficients above μ at rest are never
/// unique: margin 0. Throws Cancelled where progress says so.
UniquenessBound bound_uniqueness(const Mechanism& mechanism, const Eigen::VectorXd& velocity,
                                 const Progress& progress = {});

/// Cheap bound by norms: a factor on μ up to which uniqueness is certain; 0 where it says nothing.
double certain_factor(const Mechanism& mechanism, const Eigen::VectorXd& velocity);

}  // namespace dryslip
