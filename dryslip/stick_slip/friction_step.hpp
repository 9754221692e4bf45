#pragma once

#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// The velocity after an implicit step of friction from the velocity V* that the other loads alone would give:
///
///     V = argmin ½ (V − V*)ᵀ G (V − V*) + h D(V),    G (V* − V) ∈ h ∂D(V)
///
/// exactly zero where the load G V*/h is inside the limit surface. With h = 1 and V* = G⁻¹P it is the acceleration with
/// which a body at rest yields to the load P. `G` as kinetic_metric(), twists at O, h > 0 [s].
Twist friction_step(const LimitSurface& surface, const Mat3& G, const Twist& V_star, double h);

}  // namespace dryslip
