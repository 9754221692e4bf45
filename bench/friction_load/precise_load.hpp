#pragma once

#include <functional>

#include "dryslip/contact_patch/shape.hpp"
#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip::bench {

// References that share no formula with the library, in 50 decimal digits; contacts about O, isotropic, μN = 1.

/// Uniform rectangle: the integrals of r and of the unit vector by their antiderivatives at the four corners.
FrictionLoad precise_rectangle_load(Vec2 size, const Twist& V);

/// Axisymmetric contact of radius 1: rings by Legendre's K and E, then tanh-sinh quadrature over the radius.
enum class RadialPressure { Uniform, Hertz, Punch };
FrictionLoad precise_disk_load(RadialPressure pressure, const Twist& V);

/// Point supports of equal weight.
FrictionLoad precise_points_load(const Points& points, const Twist& V);

/// Largest component of the difference, relative to LoadScale.
double scaled_error(const FrictionLoad& P, const FrictionLoad& exact, const LoadScale& scale);

}  // namespace dryslip::bench
