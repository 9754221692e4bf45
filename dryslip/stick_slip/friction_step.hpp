#pragma once

#include <vector>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/stick_slip/held_point.hpp"

namespace dryslip {

/// The velocity after an implicit step of friction from the velocity V* that the other loads alone would give:
///
///     V = argmin ½ (V − V*)ᵀ G (V − V*) + h D(V),    G (V* − V) ∈ h ∂D(V)
///
/// exactly zero where the load G V*/h is inside the limit surface, and exactly a spin about a point support where that
/// holds. With h = 1 and V* = G⁻¹P it is the acceleration with which a body at rest yields to the load P.
class FrictionStep {
 public:
  /// G as kinetic_metric(). Throws InvalidInput as LimitSurface.
  FrictionStep(const ContactPatch& patch, const Mat3& G, const FrictionModelOptions& options = {});

  /// Twists at O, body frame; h > 0 [s].
  Twist operator()(const Twist& V_star, double h) const;

 private:
  LimitSurface surface_;
  std::vector<HeldPoint> points_;
  Mat3 G_;
};

}  // namespace dryslip
