#pragma once

#include <array>
#include <vector>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

/// G with twice the kinetic energy VᵀGV, for V at O: mass [kg], inertia about the center of mass [kg m²], both positive.
Mat3 kinetic_metric(double mass, double inertia, Vec2 center_of_mass);

/// A motion V whose friction only slows it down: P = λ G V for a load P of V.
struct EigenDirection {
  /// Kind of critical point of the dissipation among the motions with VᵀGV = 1. Free sliding runs down to minima.
  enum class Kind { Minimum, Saddle, Maximum, Degenerate };
  Twist motion;             ///< VᵀGV = 1 J
  double eigenvalue = 0.0;  ///< λ = D(V) [W]; zero for free rolling
  Kind kind = Kind::Degenerate;
  /// False: one of a curve of eigen-directions (translations of a centered contact, axisymmetric ones) or of free motions;
  /// each part of a curve that is of one kind, seen across it, is named by one direction.
  bool is_isolated = true;
  double residual = 0.0;  ///< of P = λ G V, in units of the contact's largest load in the metric [-]
};
template <>
inline constexpr std::array words<EigenDirection::Kind>{"minimum", "saddle", "maximum", "degenerate"};
template <>
inline constexpr auto description<EigenDirection> = record<EigenDirection>(
    "A motion V whose friction only slows it down: P = λ G V for a load P of V.",
    field<&EigenDirection::motion>("m/s, m/s, rad/s", "vx, vy, omega with VᵀGV = 1 J"),
    field<&EigenDirection::eigenvalue>("W", "λ = D(V)"), field<&EigenDirection::kind>("", "of the dissipation there"),
    field<&EigenDirection::is_isolated>("", "False: one of a curve of them"),
    field<&EigenDirection::residual>("-", "of P = λ G V"));

struct EigenDirections {
  std::vector<EigenDirection> directions;  ///< by eigenvalue, ascending
  /// Minima − saddles + maxima, with what curves and sets add: 2, the Euler characteristic of the sphere, when all are
  /// found. A minimum and a saddle missed together would not show; a finer mesh must have found none.
  int morse_sum = 0;
  bool is_complete = false;  ///< morse_sum is 2, no direction is degenerate, and all have converged
  bool converged = true;     ///< every residual is below 1e-9
};
template <>
inline constexpr auto description<EigenDirections> =
    record<EigenDirections>("All directions in which load and motion are parallel in a metric.",
                            field<&EigenDirections::directions>("", "by eigenvalue, ascending"),
                            field<&EigenDirections::morse_sum>("", "2 when all are found"),
                            field<&EigenDirections::is_complete>("", "nothing speaks against these being all"),
                            field<&EigenDirections::converged>("", "every residual is below 1e-9"));

/// Directions in which load and motion are parallel in the metric G: the critical points of the dissipation on the
/// sphere VᵀGV = 1, along which free sliding, G dV/dt = −P, keeps its direction [Goyal1991b]; docs/theory.
///
/// The spin about a point support is one where λ G V lies in the facet of its loads: the slider may end by pivoting. No
/// friction at all: none is listed, since every motion is one. At a kink of D the motion is rounded to double, so that its
/// load_set() may miss the term of a support that hardly slips. Throws InvalidInput for a metric that is not symmetric and
/// positive definite.
EigenDirections find_eigen_directions(const LimitSurface& surface, const Mat3& metric);

}  // namespace dryslip
