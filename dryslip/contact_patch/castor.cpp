#include "dryslip/contact_patch/castor.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "dryslip/contact_patch/detail/check_parts.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

using std::numbers::pi;

void check_arm(const CastorArm& arm) {
  detail::check_positive(arm.length, "castor.length", "[m]");
  if (std::abs(arm.bend) < pi / 2) return;
  throw InvalidInput("castor.bend", number_text(arm.bend) + ": must lie between -pi/2 and pi/2 [rad]");
}

/// Force along the line while the wheel rolls [-].
double rolling_force(const CrookedCastor& castor) {
  check_arm(castor.arm);
  detail::check_not_negative(castor.axle, "castor.axle", "[-]");
  const double force = castor.axle / std::cos(castor.arm.bend);
  if (force < castor.mu && std::isfinite(castor.mu)) return force;
  throw InvalidInput("castor.mu", number_text(castor.mu) + ": must be finite and more than axle/cos(bend) = " +
                                      number_text(force, 6) + ", or the wheel skids [-]");
}

void check_castor(const InlineCastor& castor) {
  check_arm({.length = castor.length});
  if (castor.rubbing.variables() == std::vector<std::string>{"phi"}) return;
  throw InvalidInput("castor.rubbing", "\"" + castor.rubbing.text() + "\": must be an expression of phi alone");
}

/// Angle from the slip to the rolling direction, within π [rad].
double rolling_angle(const CastorArm& arm, double start) {
  detail::check_finite(start, "castor.start", "[rad]");
  return std::remainder(start + arm.bend, 2 * pi);
}

}  // namespace

double line_angle_after(const CastorArm& arm, double start, double distance) {
  check_arm(arm);
  detail::check_not_negative(distance, "castor.distance", "[m]");
  const double half = 0.5 * rolling_angle(arm, start);
  const double decay = std::exp(-distance / (arm.length * std::cos(arm.bend)));
  return 2 * std::atan2(decay * std::sin(half), std::cos(half)) - arm.bend;
}

double relaxation_distance(const CastorArm& arm, double start, double within) {
  check_arm(arm);
  if (!(within > 0 && within < pi)) {
    throw InvalidInput("castor.within", number_text(within) + ": must lie between 0 and pi [rad]");
  }
  const double angle = std::abs(rolling_angle(arm, start));
  if (angle <= within) return 0.0;
  return arm.length * std::cos(arm.bend) * std::log(std::tan(0.5 * angle) / std::tan(0.5 * within));
}

WheelLaw instantaneous_law(const CrookedCastor& castor, double line_angle) {
  detail::check_finite(line_angle, "castor.line_angle", "[rad]");
  return {.heading = {.angle = line_angle + pi / 2}, .coefficients = {.mu = rolling_force(castor), .mu_static = {}}};
}

CustomLaw relaxed_law(const CrookedCastor& castor) {
  return {.value = {number_text(rolling_force(castor)), {"phi"}}, .turn = -castor.arm.bend};
}

IsotropicLaw instantaneous_law(const InlineCastor& castor, double line_angle) {
  check_castor(castor);
  detail::check_finite(line_angle, "castor.line_angle", "[rad]");
  const double mu = castor.rubbing(std::array{std::remainder(line_angle, 2 * pi)});
  detail::check_not_negative(mu, "castor.rubbing", "[-]");
  return {.coefficients = {.mu = mu, .mu_static = {}}};
}

CustomLaw relaxed_law(const InlineCastor& castor) {
  check_castor(castor);
  return {.value = castor.rubbing, .turn = 0.0};
}

}  // namespace dryslip
