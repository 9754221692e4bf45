#pragma once

#include <span>
#include <vector>

#include "dryslip/friction_load/slip_kinks.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// The velocity after an implicit step of friction from the velocity V* that the other loads alone would give:
///
///     V = argmin ½ (V − V*)ᵀ G (V − V*) + h D(V),    G (V* − V) ∈ h ∂D(V)
///
/// exactly zero where the load G V*/h is inside the limit surface, and exactly on a kink (a spin about a point support, a
/// wheel that rolls) where that holds. With h = 1 and V* = G⁻¹P it is the acceleration with which a body at rest yields to
/// the load P.
class FrictionStep {
 public:
  /// G as kinetic_metric(). Throws InvalidInput as LimitSurface.
  FrictionStep(const ContactPatch& patch, const Mat3& G, const FrictionModelOptions& options = {});

  /// Twists at O, body frame; h > 0 [s].
  Twist operator()(const Twist& V_star, double h) const;

 private:
  Twist on_kinks(const Twist& V_star, double h) const;

  LimitSurface surface_;
  std::vector<SlipKink> kinks_;
  Mat3 G_, to_unit_, from_unit_;  // Lᵀ and its inverse, G = LLᵀ
};

/// Motions that stay on all of these kinks: columns with NᵀGN = 1.
Eigen::Matrix<double, 3, Eigen::Dynamic> motions_on(std::span<const SlipKink* const> kinks, const Mat3& G);

}  // namespace dryslip
