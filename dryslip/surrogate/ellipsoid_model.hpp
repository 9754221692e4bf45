#pragma once

#include "dryslip/surrogate/contact_samples.hpp"

namespace dryslip {

/// Limit surface as an ellipsoid about the zero load [Howe1996], in the units of a ContactFrame.
///
///     D(x) = √(xᵀ B x),   y = B x/D,   surface yᵀ B⁻¹ y = 1,   B positive definite
struct Ellipsoid {
  Mat3 B = Mat3::Identity();

  FrictionLoad load(const Twist& x) const;
  Mat3 hessian(const Twist& x) const;
};

/// The ellipsoid with the exact dissipation for translation along both axes and for the spin about the reference point.
Ellipsoid ellipsoid_by_axes(const ContactSamples& samples);

/// The ellipsoid that minimises Σ (xᵀBx/D² − 1)² over the samples: linear least squares. Throws std::domain_error where that is no
/// ellipsoid, which needs a contact that resists in some directions only.
Ellipsoid ellipsoid_by_least_squares(const ContactSamples& samples);

}  // namespace dryslip
