#include "dryslip/joints/screw_drive.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

double friction_angle(const ScrewDrive& screw, double mu) { return std::atan(mu / std::cos(screw.thread)); }

/// tan(α + ρ)/tan α; ρ < 0 for a load that drives.
double inverse_efficiency(const ScrewDrive& screw, double rho) {
  return std::tan(screw.helix + rho) / std::tan(screw.helix);
}

/// (1/η₁ ± 1/η₂)/2
struct MeanFriction {
  double mean = 1.0, half = 0.0;
};
MeanFriction mean_friction(const ScrewDrive& screw, double mu) {
  const double rho = friction_angle(screw, mu);
  const double lifting = inverse_efficiency(screw, rho), lowering = inverse_efficiency(screw, -rho);
  return {0.5 * (lifting + lowering), 0.5 * (lifting - lowering)};
}

void require_below_right_angle(const ScrewDrive& screw, const char* key, double mu) {
  const double sum = screw.helix + friction_angle(screw, mu);
  if (!(sum < right_angle * (1.0 - case_tolerance)))
    throw InvalidInput(key, number_text(mu) + ": helix + friction angle is " + number_text(sum, 6) +
                                " rad: must be below pi/2, tan(friction angle) = mu/cos(thread)");
}

}  // namespace

void check_screw(const ScrewDrive& screw) {
  check_record(screw, "");
  require_below_right_angle(screw, "mu", screw.mu);
  if (!screw.mu_static) return;
  if (*screw.mu_static < screw.mu)
    throw InvalidInput("mu_static", number_text(*screw.mu_static) + ": must be at least mu = " + number_text(screw.mu));
  require_below_right_angle(screw, "mu_static", *screw.mu_static);
}

double load_torque(const ScrewDrive& screw, double acceleration) {
  return screw.mass * screw.lead * (screw.lead * acceleration + screw.gravity);
}

ScrewProperties screw_properties(const ScrewDrive& screw) {
  ScrewProperties result;
  const double rho = friction_angle(screw, screw.mu),
               rho_static = friction_angle(screw, screw.mu_static.value_or(screw.mu));
  const double carried = screw.mass * screw.lead * screw.lead;
  const double signed_rho[2] = {rho, -rho};
  for (std::size_t i = 0; i < 2; ++i) {
    result.inverse_efficiency[i] = inverse_efficiency(screw, signed_rho[i]);
    result.effective_inertia[i] = screw.inertia + carried * result.inverse_efficiency[i];
  }
  const double weight = load_torque(screw, 0.0);
  result.friction_angle = rho;
  result.static_band = {weight * inverse_efficiency(screw, -rho_static),
                        weight * inverse_efficiency(screw, rho_static)};
  result.vertex_acceleration = screw.gravity == 0.0 ? 0.0 : -screw.gravity / screw.lead;
  result.vertex_tau = screw.inertia * result.vertex_acceleration;
  result.is_overhauling = screw.helix > rho;
  // I + m l² tan(α − ρ*)/tan α = 0
  const double critical = screw.helix + std::atan2(screw.inertia * std::tan(screw.helix), carried);
  const bool is_reached = screw.mu > 0.0 && critical < right_angle - screw.helix;
  result.margin =
      is_reached ? std::tan(critical) * std::cos(screw.thread) / screw.mu : std::numeric_limits<double>::infinity();
  return result;
}

ScalarJoint scalar_equivalent(const ScrewDrive& screw) {
  const MeanFriction friction = mean_friction(screw, screw.mu);
  const double carried = screw.mass * screw.lead * screw.lead, weight = load_torque(screw, 0.0);
  return {.a = screw.inertia + carried * friction.mean,
          .b = weight * friction.mean,
          .c = carried,
          .d = weight,
          .mu = friction.half,
          .contact = screw.contact,
          .free = FreeMotion{.inertia = screw.inertia, .bias = 0.0}};
}

Mechanism mechanism_of(const ScrewDrive& screw) {
  if (screw.contact == ContactKind::Unilateral)
    throw InvalidInput("unilateral", "true: the motion in time of a screw needs unilateral = false");
  const MeanFriction kinetic = mean_friction(screw, screw.mu),
                     resting = mean_friction(screw, screw.mu_static.value_or(screw.mu));
  Mechanism result = mechanism_of(scalar_equivalent(screw));
  result.mu_static = Eigen::VectorXd::Constant(1, resting.half);
  result.static_center = Eigen::VectorXd::Constant(1, resting.mean - kinetic.mean);
  return result;
}

JointAccelerations solve_screw(const ScrewDrive& screw, double tau, double velocity) {
  check_number(tau, any_number, "N m", "tau");
  try {
    return solve_joint(scalar_equivalent(screw), screw_properties(screw).static_band, tau, velocity);
  } catch (const InvalidInput&) {  // about numbers that the user did not give
    throw InvalidInput("inertia", number_text(screw.inertia) +
                                      ": too small for the other numbers: the acceleration is "
                                      "beyond the range of a double");
  }
}

double uniqueness_margin(const ScrewDrive& screw, double velocity) {
  const bool two_at_rest = screw.mu_static.value_or(screw.mu) > screw.mu && load_torque(screw, 0.0) != 0.0;
  if (velocity == 0.0 && two_at_rest) return 0.0;
  // the soft branch of lowering has F_n < 0 for q̇ > 0 and F_n > 0 for q̇ < 0
  if (screw.contact == ContactKind::Unilateral && velocity > 0.0) return std::numeric_limits<double>::infinity();
  return screw_properties(screw).margin;
}

}  // namespace dryslip
