#include "dryslip/ball/ball.hpp"

#include <cmath>

#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

void check_ball(const Ball& ball) {
  check_record(ball, "ball");
  check_record(ball.initial, "initial");
  check_record(ball.table, "table");
  if (!(ball.contact_radius < ball.radius))
    throw InvalidInput("ball.contact_radius", number_text(ball.contact_radius) + ": must be below the ball's radius " +
                                                  number_text(ball.radius) + " m");
  if (ball.rolling_shift > 0.0 && (ball.epsilon_slip > 0.0) != (ball.epsilon_roll > 0.0))
    throw InvalidInput(
        ball.epsilon_roll > 0.0 ? "ball.epsilon_slip" : "ball.epsilon_roll",
        "0 while the other epsilon is above 0: give both above 0, or both 0 for set-valued friction [1/s]");
  if (ball.table.gravity == 0.0)
    throw InvalidInput("table.gravity", "0: must be above 0 [m/s2]: nothing else presses a ball on its table");
  check_number(ball.table.tilt, open_quarter_turn, "rad", "table.tilt");
}

}  // namespace dryslip
