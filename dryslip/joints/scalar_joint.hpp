#pragma once

#include <optional>
#include <vector>

#include "dryslip/joints/acceleration_set.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

/// Motion of a joint whose unilateral contact is open: inertia q̈ + bias = τ.
struct FreeMotion {
  double inertia = 1.0, bias = 0.0;
};
template <>
inline constexpr auto description<FreeMotion> =
    record<FreeMotion>("Motion of a joint whose unilateral contact is open: inertia q̈ + bias = τ.",
                       field<&FreeMotion::inertia>("kg m² or kg", "of what moves", positive),
                       field<&FreeMotion::bias>("N m or N", "gravity and velocity terms"));

/// One degree of freedom whose friction depends on its own acceleration [Dupont1992, eq. (7)]:
///
///     a q̈ + b + μ |c q̈ + d| sgn q̇ = τ,    F_n = c q̈ + d
///
/// Any consistent units: a [kg m²] or [kg], b [N m] or [N], F_n [N].
struct ScalarJoint {
  double a = 1.0, b = 0.0, c = 0.0, d = 0.0;
  double mu = 0.0;
  std::optional<double> mu_static{};
  ContactKind contact = ContactKind::Bilateral;
  std::optional<FreeMotion> free{};
};
template <>
inline constexpr auto description<ScalarJoint> = alternative<ScalarJoint>(
    "joint", "One degree of freedom whose friction depends on its own acceleration: a q̈ + b + μ |c q̈ + d| sgn q̇ = τ.",
    required<&ScalarJoint::a>("kg m² or kg", "inertia", positive),
    required_key<&ScalarJoint::b>("N m or N", "gravity and velocity terms"),
    required_key<&ScalarJoint::c>("kg m or kg", "normal force per acceleration, any sign"),
    required_key<&ScalarJoint::d>("N", "normal force at zero acceleration, any sign"),
    required_key<&ScalarJoint::mu>("-", "kinetic coefficient", not_negative),
    joint_mu_static_field<&ScalarJoint::mu_static>,
    keyed("unilateral", field<&ScalarJoint::contact>("", "unilateral: it only pushes and may open")),
    outside_files(field<&ScalarJoint::free>("", "after separation; default: a q̈ + b = τ")));

/// Torques at which a joint at rest may stay: b ∓ μ_static |d| for a joint.
struct StaticBand {
  double low = 0.0, high = 0.0;
};
template <>
inline constexpr auto description<StaticBand> = record<StaticBand>("Torques at which a joint at rest may stay.",
                                                                   field<&StaticBand::low>("N m or N", "least"),
                                                                   field<&StaticBand::high>("N m or N", "largest"));

/// Throws InvalidInput with the key of the field.
void check_joint(const ScalarJoint& joint);

StaticBand static_band(const ScalarJoint& joint);

/// a/|c|: the least μ for which some load has no acceleration, or several [Dupont1992, eq. (10)]; infinite for c = 0.
double critical_mu(const ScalarJoint& joint);

/// Consistent torques and accelerations of a moving joint: τ = slope q̈ + offset over a range of q̈, whose ends may be infinite.
struct TorqueLine {
  enum class Motion { Forwards, Backwards, Separated };
  Motion motion = Motion::Forwards;
  double slope = 0.0, offset = 0.0;
  double from = 0.0, to = 0.0;  ///< of q̈, ascending
  double torque(double acceleration) const { return slope * acceleration + offset; }
};
template <>
inline constexpr std::array words<TorqueLine::Motion>{"forwards", "backwards", "separated"};
template <>
inline constexpr auto description<TorqueLine> =
    record<TorqueLine>("Torques and accelerations of a moving joint that belong together: τ = slope q̈ + offset.",
                       field<&TorqueLine::motion>("", "what the joint does"),
                       field<&TorqueLine::slope>("kg m² or kg", "torque per acceleration"),
                       field<&TorqueLine::offset>("N m or N", "torque at zero acceleration"),
                       field<&TorqueLine::from>("rad/s² or m/s²", "least acceleration of the line; may be infinite"),
                       field<&TorqueLine::to>("rad/s² or m/s²", "largest acceleration of the line; may be infinite"));

/// The V of forward motion and the inverted one of backward motion [Dupont1992, Figs. 2 to 4], each as lines that meet at their apex, F_n = 0. A
/// unilateral joint has one arm of each, where F_n ≥ 0, and the line of separation, where S < 0.
std::vector<TorqueLine> torque_lines(const ScalarJoint& joint);

/// Every consistent acceleration; of the velocity only the sign counts, 0 is rest.
///
/// Slip: with s = sgn q̇, S = c (τ − b) + a d and the sign σ of F_n, q̈ = (τ − b − sμσd)/(a + sσμc), F_n = S/(a + sσμc),
/// kept where σ F_n ≥ 0 [Dupont1992, eqs. (8), (9)]; a continuum at μ|c| = a, S = 0. Rest: static inside the band, beside
/// every start whose acceleration has the sign of its friction. Unilateral: F_n ≥ 0, or separation where S < 0
/// (docs/theory/forward_dynamics.md). Throws InvalidInput where the result is beyond the range of double.
JointAccelerations solve_joint(const ScalarJoint& joint, double tau, double velocity);

/// Every consistent acceleration of a joint whose static band is not b ∓ μ_static |d|, such as that of a screw.
JointAccelerations solve_joint(const ScalarJoint& joint, const StaticBand& band, double tau, double velocity);

/// Largest factor on μ (and μ_static) with one acceleration for every load: a/(μ|c|) [Dupont1992, eq. (10)], infinite
/// where c or μ is 0 or a unilateral contact pushes the safe way. 0 at rest where μ_static > μ and d ≠ 0: in
/// μ|d| < |τ − b| ≤ μ_static|d| rest and start are both consistent. Unique for every load: margin > 1.
double uniqueness_margin(const ScalarJoint& joint, double velocity);

/// True where every load has exactly one acceleration: margin > 1, beyond the case_tolerance.
bool is_unique_for_all_loads(double margin);

}  // namespace dryslip
