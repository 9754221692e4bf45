#include "dryslip/contact_patch/castor.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

using std::numbers::pi;

/// Force along the line while the wheel rolls [-].
double rolling_force(const CrookedCastor& castor) {
  check_record(castor, "castor");
  const double force = castor.axle / std::cos(castor.arm.bend);
  if (force < castor.mu) return force;
  throw InvalidInput("castor.mu", number_text(castor.mu) + ": must be more than axle/cos(bend) = " +
                                      number_text(force, 6) + ", or the wheel skids [-]");
}

void check_castor(const InlineCastor& castor) {
  check_record(castor, "castor");
  if (castor.rubbing.variables() == std::vector<std::string>{"phi"}) return;
  throw InvalidInput("castor.rubbing", "\"" + castor.rubbing.text() + "\": must be an expression of phi alone");
}

/// Angle from the slip to the rolling direction, within π [rad].
double rolling_angle(const CastorArm& arm, double start) {
  check_number(start, any_number, "rad", "castor.start");
  return std::remainder(start + arm.bend, 2 * pi);
}

}  // namespace

double line_angle_after(const CastorArm& arm, double start, double distance) {
  check_record(arm, "castor.arm");
  check_number(distance, not_negative, "m", "castor.distance");
  const double half = 0.5 * rolling_angle(arm, start);
  const double decay = std::exp(-distance / (arm.length * std::cos(arm.bend)));
  return 2 * std::atan2(decay * std::sin(half), std::cos(half)) - arm.bend;
}

double relaxation_distance(const CastorArm& arm, double start, double within) {
  check_record(arm, "castor.arm");
  if (!(within > 0 && within < pi)) {
    throw InvalidInput("castor.within", number_text(within) + ": must lie strictly between 0 and pi [rad]");
  }
  const double angle = std::abs(rolling_angle(arm, start));
  if (angle <= within) return 0.0;
  return arm.length * std::cos(arm.bend) * std::log(std::tan(0.5 * angle) / std::tan(0.5 * within));
}

WheelLaw instantaneous_law(const CrookedCastor& castor, double line_angle) {
  check_number(line_angle, any_number, "rad", "castor.line_angle");
  return {.heading = {.angle = line_angle + pi / 2}, .coefficients = {.mu = rolling_force(castor), .mu_static = {}}};
}

CustomLaw relaxed_law(const CrookedCastor& castor) {
  return {.value = {number_text(rolling_force(castor)), {"phi"}}, .turn = -castor.arm.bend};
}

IsotropicLaw instantaneous_law(const InlineCastor& castor, double line_angle) {
  check_castor(castor);
  check_number(line_angle, any_number, "rad", "castor.line_angle");
  const double mu = castor.rubbing(std::array{std::remainder(line_angle, 2 * pi)});
  check_number(mu, not_negative, "-", "castor.rubbing");
  return {.coefficients = {.mu = mu, .mu_static = {}}};
}

CustomLaw relaxed_law(const InlineCastor& castor) {
  check_castor(castor);
  return {.value = castor.rubbing, .turn = 0.0};
}

}  // namespace dryslip
