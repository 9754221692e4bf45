#pragma once

#include "dryslip/surrogate/pade_formula.hpp"

namespace dryslip {

// The circular Hertz contact of a rolling ball, scaled as in pade_formula.hpp: on the unit disk
//
//     σ = 3/(2π) √(1−r²) (1 + shift·r)   [Szewc, eq. (1)],   shift = (d_c, d_s), |shift| ≤ 1

/// (d_c, d_s) = d v_r/√(|v_r|² + ε_r²): the pressure moves towards where the ball rolls [Szewc, eq. (2)]; the regularised form is
/// ours, since the paper does not write it out. Zero where nothing rolls. Velocity and epsilon in the same unit.
Vec2 rolling_shift(double d, Vec2 rolling_velocity, double epsilon);

/// c_ijk of σ in closed form, by Beta functions; needs i + j − k > −2 (docs/theory/surrogates.md). Throws
/// std::invalid_argument where the moment is infinite or i or j is negative.
double hertz_moment(int i, int j, int k, Vec2 shift);

/// Moments of the Hertz pressure [Szewc, eq. (10)]: center = shift/5, direction = 3π/32 shift, distance = 3π/16.
PressureMoments hertz_moments(Vec2 shift);

/// The load by integration [Szewc, eq. (7)], u = v + ω ẑ×r.
///
///     T = ∫ σ u/√(|u|² + ε²) dA,   M = ∫ σ r×u/√(|u|² + ε²) dA
///
/// The integral across the direction from the disk's center to the center of rotation is a complete elliptic integral; the one
/// along it is adaptive, with an error bound in units of T and M. epsilon = 0 is the exact contact. Zero for the zero twist.
FrictionState hertz_integral(const Twist& slip, Vec2 shift, double epsilon = 0.0, double tolerance = 1e-12);

}  // namespace dryslip
