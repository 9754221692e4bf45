#pragma once

#include "dryslip/contact_patch/friction_law.hpp"

namespace dryslip {

// Castors as supports [Goyal1991, sec. 7]: a massless arm turns freely about a pivot on the slider and has a wheel at its
// other end. Its line runs from the wheel to the pivot. For a given line the law at the pivot obeys maximum power; dragged
// a few arm lengths along, the castor turns behind the slip, and the relaxed law may violate it. Derivations:
// docs/theory/castor.md. Every function throws InvalidInput where a value is out of the range stated beside it.

/// Arm of a castor; the wheel rolls along its line turned by `bend`.
struct CastorArm {
  double length = 0.0, bend = 0.0;
};
template <>
inline constexpr auto description<CastorArm> =
    record<CastorArm>("Arm of a castor; the wheel rolls along its line turned by `bend`.",
                      required<&CastorArm::length>("m", "l, from the wheel to the pivot", positive),
                      field<&CastorArm::bend>("rad", "δ, from the line to the rolling direction", open_quarter_turn));

/// Angle of the line from the slip direction after the pivot was dragged along it by a distance [rad].
///
///     l dψ/ds = −sin(ψ+δ)/cos δ,   so   tan((ψ+δ)/2) = tan((ψ₀+δ)/2) exp(−s/(l cos δ))
///
/// start = ψ₀ [rad], distance = s ≥ 0 [m]. In the end ψ = −δ: the wheel rolls along the slip. The result lies within π of
/// it. A castor pushed exactly backwards, ψ₀ + δ = π, stays so; rounded, it turns after some 37 l cos δ.
double line_angle_after(const CastorArm& arm, double start, double distance);

/// Distance after which the line is within an angle of its end, |ψ + δ| ≤ within [m]; zero where it is so from the start.
///
///     s = l cos δ ln(tan(|ψ₀+δ|/2) / tan(within/2)),   0 < within < π [rad]
double relaxation_distance(const CastorArm& arm, double start, double within);

/// Crooked castor: a wheel with bearing friction on a bent arm. A massless arm carries force along its line only.
struct CrookedCastor {
  CastorArm arm;
  double axle = 0.0, mu = 0.0;
};
template <>
inline constexpr auto description<CrookedCastor> = record<CrookedCastor>(
    "A wheel with bearing friction on a bent arm.", required<&CrookedCastor::arm>("", "from the wheel to the pivot"),
    required<&CrookedCastor::axle>("-", "b, bearing friction per unit normal force along the rolling direction",
                                   not_negative),
    required<&CrookedCastor::mu>("-", "k, strength of the wheel; b/cos δ < k, or it would skid"));

/// Ideal wheel whose axle is the line, of strength b/cos δ; line_angle in body axes [rad].
WheelLaw instantaneous_law(const CrookedCastor& castor, double line_angle);
/// Force of constant size b/cos δ, turned by −δ from the slip: the instantaneous law at the end of the turning.
CustomLaw relaxed_law(const CrookedCastor& castor);

/// In-line castor: its frictionless wheel rubs with its top on the slider, which is rougher at some places.
struct InlineCastor {
  double length = 0.0;
  Expression rubbing{"0", {"phi"}};
};
template <>
inline constexpr auto description<InlineCastor> = record<InlineCastor>(
    "A frictionless wheel whose top rubs on the slider.",
    required<&InlineCastor::length>("m", "l, turns as CastorArm of this length", positive),
    required<&InlineCastor::rubbing>("-", "friction per unit normal force, of the line's angle phi in body axes"));

/// Circle: the top of a rolling wheel moves so that it rubs with the speed of the slip, whatever the direction.
IsotropicLaw instantaneous_law(const InlineCastor& castor, double line_angle);
/// Force along the slip, of the size that belongs to the line behind it.
CustomLaw relaxed_law(const InlineCastor& castor);

}  // namespace dryslip
