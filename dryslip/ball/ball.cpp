#include "dryslip/ball/ball.hpp"

#include <cmath>

#include "dryslip/ball/detail/require_positive.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

using detail::require_positive;

namespace {

void require_not_negative(const char* key, double value, const char* unit) {
  if (value >= 0.0 && std::isfinite(value)) return;
  throw InvalidInput(key, number_text(value) + ": must not be negative " + unit);
}

}  // namespace

bool is_zero(const Expression& formula) {
  return formula.is_independent_of(0) && formula(std::array<double, 1>{0.0}) == 0.0;
}

void check_ball(const Ball& ball) {
  require_positive("ball.mass", ball.mass, "[kg]");
  require_positive("ball.radius", ball.radius, "[m]");
  require_positive("ball.contact_radius", ball.contact_radius, "[m]");
  if (!(ball.contact_radius < ball.radius))
    throw InvalidInput("ball.contact_radius", number_text(ball.contact_radius) + ": must be below the ball's radius " +
                                                  number_text(ball.radius) + " m");
  require_not_negative("ball.mu", ball.mu, "[-]");
  if (!(ball.rolling_shift >= 0.0 && ball.rolling_shift <= 1.0))
    throw InvalidInput("ball.rolling_shift",
                       number_text(ball.rolling_shift) + ": must lie between 0 and 1: pressure is not negative [-]");
  require_not_negative("ball.epsilon_slip", ball.epsilon_slip, "[1/s]");
  require_not_negative("ball.epsilon_roll", ball.epsilon_roll, "[1/s]");
  if (ball.rolling_shift > 0.0 && (ball.epsilon_slip > 0.0) != (ball.epsilon_roll > 0.0))
    throw InvalidInput(
        ball.epsilon_roll > 0.0 ? "ball.epsilon_slip" : "ball.epsilon_roll",
        "0 while the other epsilon is above 0: give both above 0, or both 0 for set-valued friction [1/s]");
  require_positive("table.gravity", ball.table.gravity, "[m/s2]: nothing else presses a ball on its table");
  if (!(std::abs(ball.table.tilt) < std::acos(0.0)))
    throw InvalidInput("table.tilt", number_text(ball.table.tilt) + ": must lie between -pi/2 and pi/2 [rad]");
  try {
    const PadeFormula formula(ball.pade);
  } catch (const InvalidInput& error) {
    throw InvalidInput("ball.pade." + error.key(), error.explanation());
  }
}

}  // namespace dryslip
