#pragma once

#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// Kardan's test of stick with the center of zero acceleration. It looks at one motion only, the one that the load would start
/// without friction [Kardan2013, eqs. (11)-(15)].
///
///     q = G⁻¹P,   factor = D(q)/(P·q)
///
/// G = kinetic_metric() of the body; P and q are at O wherever the center of mass is, and q is the answer's motion. The exact
/// test, LimitSurface::motion_of(), takes the least such factor of all motions. This one is never below it, so it may report stick
/// for loads that slip. Zero load: as the exact test. Throws InvalidInput for a metric that is not symmetric and positive
/// definite.
MotionOfLoad motion_by_one_twist(const LimitSurface& surface, const FrictionLoad& P, const Mat3& metric);

}  // namespace dryslip
