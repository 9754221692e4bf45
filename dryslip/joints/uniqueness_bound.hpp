#pragma once

#include <optional>
#include <string>

#include "dryslip/joints/multi_dof_joints.hpp"

namespace dryslip {

/// A load that has no acceleration or several, with all of them.
struct UniquenessWitness {
  Eigen::VectorXd tau, d;
  MechanismAccelerations accelerations;
};
template <>
inline constexpr auto description<UniquenessWitness> = record<UniquenessWitness>(
    "A load that has no acceleration or several.", field<&UniquenessWitness::tau>("N m or N", "(n)"),
    field<&UniquenessWitness::d>("N",
                                 "normal forces at zero acceleration (n), those of the mechanism where they serve"),
    field<&UniquenessWitness::accelerations>("", "all of them"));

/// Whether n joints have exactly one acceleration for every τ and d.
struct UniquenessBound {
  enum class Certificate {
    Norm,         ///< friction is small against inertia, by a bound that covers all patterns
    Determinants  ///< the sign of every pattern's determinant
  };
  bool is_unique = false;
  Certificate certificate = Certificate::Determinants;
  double margin_low = 0.0, margin_high = 0.0;  ///< they differ by 1e-11 of them
  std::optional<UniquenessWitness> witness;
};
template <>
inline constexpr std::array words<UniquenessBound::Certificate>{"norm", "determinants"};
template <>
inline constexpr auto description<UniquenessBound> = record<UniquenessBound>(
    "Whether n joints have exactly one acceleration for every load.",
    field<&UniquenessBound::is_unique>("", "for every tau and d"),
    field<&UniquenessBound::certificate>("", "what proves it"),
    field<&UniquenessBound::margin_low>("-", "factor on mu up to which uniqueness is proven; infinite beyond 1e9"),
    field<&UniquenessBound::margin_high>("-", "factor on mu at which it is lost"),
    field<&UniquenessBound::witness>("", "where it is not unique"));

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
