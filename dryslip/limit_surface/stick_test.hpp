#pragma once

#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// Kardan's test of stick by the center of zero acceleration: it looks only at the one motion that the load would start without
/// friction [Kardan2013, eqs. (11)-(15)].
///
///     q = G⁻¹P,   factor = D(q)/(P·q)
///
/// G = kinetic_metric() of the body; P and q are at O wherever the center of mass is, and q is the answer's motion. The exact
/// test, LimitSurface::motion_of(), takes the least such factor of all motions: this one is never below it, and says that loads
/// stick which do not. Zero load: as the exact test. Throws InvalidInput for a metric that is not symmetric and positive
/// definite.
MotionOfLoad motion_by_one_twist(const LimitSurface& surface, const FrictionLoad& P, const Mat3& metric);

}  // namespace dryslip
