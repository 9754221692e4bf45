#include "dryslip/record/invalid_input.hpp"
#include "dryslip/scenario/detail/read_sections.hpp"

namespace dryslip::detail {

Ball read_ball(const SectionReader& section) {
  section.allow_keys(
      {"mass", "radius", "contact_radius", "mu", "rolling_shift", "epsilon_slip", "epsilon_roll", "friction", "pade"});
  Ball ball;
  ball.mass = section.number("mass", ball.mass, Range::Positive);
  ball.radius = section.number("radius", Range::Positive);
  ball.contact_radius = section.number("contact_radius", Range::Positive);
  ball.mu = section.number("mu", Range::NotNegative);
  ball.rolling_shift = section.number("rolling_shift", 0.0, Range::NotNegative);
  ball.epsilon_slip = section.number("epsilon_slip", 0.0, Range::NotNegative);
  ball.epsilon_roll = section.number("epsilon_roll", 0.0, Range::NotNegative);
  ball.friction = section.word("friction", {"pade", "integral"}) == 0 ? Ball::Friction::Pade : Ball::Friction::Integral;
  if (const auto pade = section.section("pade")) {
    if (ball.friction == Ball::Friction::Integral) section.fail("pade", "given: goes with friction = \"pade\"");
    pade->allow_keys({"b_T", "m_T", "b_M", "m_M"});
    ball.pade = {.b_T = pade->number("b_T", ball.pade.b_T),
                 .m_T = pade->number("m_T", ball.pade.m_T),
                 .b_M = pade->number("b_M", ball.pade.b_M),
                 .m_M = pade->number("m_M", ball.pade.m_M)};
  }
  try {
    check_ball(ball);
  } catch (const InvalidInput& error) {
    section.fail(error.key().substr(error.key().find('.') + 1), error.explanation());
  }
  return ball;
}

BallState read_ball_initial(const SectionReader& section) {
  section.allow_keys({"position", "velocity", "omega"});
  return {.position = section.vector("position", {}),
          .velocity = section.vector("velocity", {}),
          .omega = section.triple("omega")};
}

}  // namespace dryslip::detail
