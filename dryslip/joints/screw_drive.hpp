#pragma once

#include <array>
#include <optional>

#include "dryslip/joints/multi_dof_joints.hpp"

namespace dryslip {

/// A screw that lifts a mass, y = lead × q, q > 0 lifts [Dupont1992, sec. 5.1].
struct ScrewDrive {
  double inertia = 0.0, mass = 0.0;
  double lead = 0.0, helix = 0.0, thread = 0.0;
  double mu = 0.0;
  double gravity = 9.81;
  std::optional<double> mu_static{};
  ContactKind contact = ContactKind::Bilateral;
};
template <>
inline constexpr auto description<ScrewDrive> = alternative<ScrewDrive>(
    "screw", "A screw that lifts a mass, y = lead × q, q > 0 lifts.",
    required<&ScrewDrive::inertia>("kg m²", "of the turning parts", positive),
    required<&ScrewDrive::mass>("kg", "lifted by the screw", not_negative),
    required<&ScrewDrive::lead>("m/rad", "travel per radian", positive),
    required<&ScrewDrive::helix>("rad", "helix angle α", acute_angle),
    required<&ScrewDrive::thread>("rad", "half angle θ of the thread", acute_angle_or_zero),
    required<&ScrewDrive::mu>("-", "kinetic coefficient; α + ρ < π/2 with tan ρ = μ/cos θ", not_negative),
    field<&ScrewDrive::gravity>("m/s²", "acceleration of free fall", not_negative),
    joint_mu_static_field<&ScrewDrive::mu_static>,
    keyed("unilateral", field<&ScrewDrive::contact>("", "unilateral: it only pushes and may open")));

/// How friction changes the screw. Index 0: the load torque opposes the motion (lifting), 1: it drives it (lowering)
/// [Dupont1992, eqs. (11) to (15)].
struct ScrewProperties {
  double friction_angle = 0.0;
  std::array<double, 2> inverse_efficiency{}, effective_inertia{};
  StaticBand static_band;
  double vertex_acceleration = 0.0, vertex_tau = 0.0;
  bool is_overhauling = false;
  double margin = 0.0;
};
template <>
inline constexpr auto description<ScrewProperties> = record<ScrewProperties>(
    "What friction makes of a screw. Pairs: the load torque opposes the motion (lifting), drives it (lowering).",
    field<&ScrewProperties::friction_angle>("rad", "ρ"),
    field<&ScrewProperties::inverse_efficiency>("-", "tan(α ± ρ)/tan α"),
    field<&ScrewProperties::effective_inertia>("kg m²", "I + m l²/η, the second negative where uniqueness is lost"),
    field<&ScrewProperties::static_band>("", "of the torque"),
    field<&ScrewProperties::vertex_acceleration>("rad/s²", "where the thread carries nothing: free fall, −g/l"),
    field<&ScrewProperties::vertex_tau>("N m", "−I g/l"),
    field<&ScrewProperties::is_overhauling>("", "α > ρ: the mass sinks by itself; else self-locking"),
    field<&ScrewProperties::margin>(
        "-", "largest factor on mu that keeps uniqueness; infinite where no admissible one ends it"));

/// Throws InvalidInput with the key of the field.
void check_screw(const ScrewDrive& screw);

ScrewProperties screw_properties(const ScrewDrive& screw);

/// The screw as a joint whose normal force is the load torque: c = m l², d = m g l, and (1/η₁ ∓ 1/η₂)/2 as friction
/// coefficient and in a and b. A μ_static of its own moves the middle of the static band: see static_band of the properties.
ScalarJoint scalar_equivalent(const ScrewDrive& screw);

/// The screw as a mechanism of one joint, static band included. Throws InvalidInput for a unilateral thread, whose separated
/// motion no row of a mechanism has.
Mechanism mechanism_of(const ScrewDrive& screw);

/// Load torque m l² q̈ + m g l [N m].
double load_torque(const ScrewDrive& screw, double acceleration);

/// Every consistent acceleration; normal_force is the load torque. Unilateral: the thread opens where the screw turns down
/// faster than the mass falls, and I q̈ = τ.
JointAccelerations solve_screw(const ScrewDrive& screw, double tau, double velocity);

/// Largest factor on μ with one acceleration for every load: ScrewProperties::margin, with the rules of a joint at rest.
double uniqueness_margin(const ScrewDrive& screw, double velocity);

}  // namespace dryslip
