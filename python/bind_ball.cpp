#include "dryslip/ball/simulate_ball.hpp"
#include "python/bindings.hpp"
#include "python/runs.hpp"
#include "python/words.hpp"

namespace dryslip::python {
namespace {

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
  bind_record<BallState>(m, "initial");
  bind_record<Ball>(m, "ball");
  bind_record<BallRunOptions>(m, "run");
  record(m, "BallEvent", "A change of mode.", field<&BallEvent::t>("t", "[s]"),
         optional_word_field<&BallEvent::from>("from_", mode_words, "'slip', 'roll', 'stick'; None for the first"),
         word_field<&BallEvent::to>("to", mode_words, ""),
         word_field<&BallEvent::cause>("cause", cause_words, "'start', 'slip_ends', 'roll_ends', 'load_leaves', …"),
         field<&BallEvent::state>("state", "BallState"));
  m.def("_run_ball", &run_ball, nb::arg("ball"), nb::arg("options"), nb::arg("progress"));
}

}  // namespace dryslip::python
