#pragma once

#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// The motion of a load for a model with one smooth load for every motion, such as a fitted surrogate, which need not have a
/// potential: the V with P(V) = factor × load, by Newton's method for D(V) P(V) = load with D = P·V. For a model with a
/// convex potential this is the minimum of ½D² − load·V, and agrees with LimitSurface::motion_of().
///
/// `length` compares velocity and omega [m]. Not certified: lower = upper = factor, converged says that the equation is met to
/// 1e-10.
MotionOfLoad smooth_motion(const FrictionModel& model, const FrictionLoad& load, double length);

}  // namespace dryslip
