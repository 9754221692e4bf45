#pragma once

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip {

/// Mean of |r − about|² over the shapes of the supports, each weighted by its part of the normal force [m²].
///
///     k² = Σ sᵢ (kᵢ² + |cᵢ − about|²),   Σ sᵢ = 1,   kᵢ about the centroid cᵢ of the shape
///
/// Areas are uniform plates, rings and segments uniform lines, points count by weight: neither the pressure nor the
/// `ends` of a segment matter. `about` in the body frame [m].
double squared_gyration_radius(const ContactPatch& patch, Vec2 about);

}  // namespace dryslip
