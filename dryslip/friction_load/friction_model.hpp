#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>

#include "dryslip/friction_load/load_set.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip {

using Mat3 = Eigen::Matrix3d;

/// What errors of loads are relative to: `force` for forces, `moment` for moments.
struct LoadScale {
  double force = 0.0;   ///< μN [N]
  double moment = 0.0;  ///< μN times the mean distance of the contact from O [N m]
};

/// Load and dissipation of a contact for one twist.
struct FrictionState {
  FrictionLoad load;         ///< P = ∂D/∂V; one element where the load is a set
  double dissipation = 0.0;  ///< D(V) = P·V [W]
  /// Bound of the error of the load relative to scale(): of the quadrature, or of rounding for closed forms [-].
  double error_bound = 0.0;
  bool converged = true;  ///< false: error_bound is larger than the tolerance asked for
};

/// Largest difference between FrictionModel::loads() and load(), relative to LoadScale: a batch contracts and orders the operations
/// differently. Tested for every instruction set; the largest seen in a million twists is 1.9e-13.
inline constexpr double largest_batch_difference = 4e-13;

/// The friction of a sliding contact; closed forms, integration, surrogates and sums over points implement it.
class FrictionModel {
 public:
  virtual ~FrictionModel() = default;

  /// Load and dissipation with their error bound. Twists are finite; the zero twist gives the zero load.
  virtual FrictionState state(const Twist& V) const = 0;
  /// P = ∂D/∂V for V ≠ 0: the load of state(V), without its error bound.
  virtual FrictionLoad load(const Twist& V) const { return state(V).load; }
  /// ∂P/∂V, in the order vx, vy, omega, where it exists, with H V = 0: for a model with a potential ∂²D/∂V², symmetric and positive
  /// semidefinite. Throws std::domain_error for the zero twist and for a custom law.
  virtual Mat3 hessian(const Twist& V) const = 0;
  /// Every load that belongs to V; one point where P is unique.
  virtual LoadSet load_set(const Twist& V) const = 0;
  /// True when the load of V is a single vector.
  virtual bool is_unique(const Twist& V) const = 0;
  /// True when the load follows from a potential, P = ∂D/∂V; a custom law may have none, and then no Hessian either.
  virtual bool has_potential() const { return true; }
  /// True when every load is a closed form, with rounding errors only; false where some of it is integrated.
  virtual bool is_closed_form() const { return true; }
  /// Whether the load of one support of the patch is a closed form; a model that knows no supports answers for its whole load.
  virtual bool has_closed_form([[maybe_unused]] std::size_t support) const { return is_closed_form(); }
  /// Loads of many twists at once, vectorised; they differ from load() by less than largest_batch_difference.
  virtual void loads(std::span<const Twist> V, std::span<FrictionLoad> P) const;

  virtual LoadScale scale() const = 0;
  /// Largest error of the loads of a surrogate, relative to LoadScale; 0 for the exact contact [-].
  virtual double model_error() const { return 0.0; }

  /// D(V), power lost [W].
  double dissipation(const Twist& V) const { return state(V).dissipation; }
};

}  // namespace dryslip
