#include "dryslip/ball/simulate_ball.hpp"
#include "python/bindings.hpp"
#include "python/runs.hpp"
#include "python/words.hpp"

namespace dryslip::python {
namespace {

const Words friction_words{"pade", "integral"};
const Words mode_words{"slip", "roll", "stick"};
const Words cause_words{"start", "slip_ends", "roll_ends", "load_leaves", "pull_leaves", "table_jumps"};

}  // namespace

nb::dict run_ball(const Ball& ball, const BallRunOptions& options, nb::handle progress) {
  check_run_options(options.duration, options.output_step, options.tolerance);
  const bool has_end = options.until == BallRunOptions::Until::Duration;
  LongCall call(progress, "simulate", has_end ? std::optional(options.duration) : std::nullopt);
  return simulated_parts(call, [&](const auto& told) { return simulate_ball(ball, options, told); });
}

void bind_ball(nb::module_& m) {
  record(m, "BallState", "Where a ball is and how it moves, world frame.",
         field<&BallState::position>("position", "of the center [m]"),
         field<&BallState::velocity>("velocity", "of the center [m/s]"),
         field<&BallState::omega>("omega", "about x, y, z [rad/s]"));
  record(
      m, "Ball", "A homogeneous ball with its circular Hertz contact.", required<&Ball::radius>("radius", "[m]"),
      required<&Ball::contact_radius>("contact_radius", "[m]"), required<&Ball::mu>("mu", "[-]"),
      field<&Ball::mass>("mass", "cancels in the motion [kg]"),
      field<&Ball::rolling_shift>("rolling_shift", "0 to 1: lean of the pressure, and rolling resistance [-]"),
      field<&Ball::epsilon_slip>("epsilon_slip", "slip below which friction fades, of velocity/a [1/s]; 0: set-valued"),
      field<&Ball::epsilon_roll>("epsilon_roll", "rolling below which the lean fades [1/s]"),
      word_field<&Ball::friction>("friction", friction_words, "'pade' or 'integral'"),
      field<&Ball::pade>("pade", "PadeParameters"), field<&Ball::initial>("initial", "BallState"),
      field<&Ball::table>("table", "Table"));
  record(m, "BallRunOptions", "How a motion of a ball is computed and how long it lasts.",
         field<&BallRunOptions::duration>("duration", "with until = 'rest' the longest time allowed [s]"),
         word_field<&BallRunOptions::until>("until", until_words, "'duration' or 'rest'"),
         field<&BallRunOptions::tolerance>("tolerance", "of the integration, relative [-]"),
         field<&BallRunOptions::output_step>("output_step", "[s]"));
  record(m, "BallEvent", "A change of mode.", field<&BallEvent::t>("t", "[s]"),
         optional_word_field<&BallEvent::from>("from_", mode_words, "'slip', 'roll', 'stick'; None for the first"),
         word_field<&BallEvent::to>("to", mode_words, ""),
         word_field<&BallEvent::cause>("cause", cause_words, "'start', 'slip_ends', 'roll_ends', 'load_leaves', …"),
         field<&BallEvent::state>("state", "BallState"));
  m.def("_run_ball", &run_ball, nb::arg("ball"), nb::arg("options"), nb::arg("progress"));
}

}  // namespace dryslip::python
