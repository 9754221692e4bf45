#include "dryslip/ball/simulate_ball.hpp"
#include "python/bindings.hpp"
#include "python/runs.hpp"

namespace dryslip::python {

nb::dict run_ball(const Ball& ball, const BallRunOptions& options, nb::handle progress) {
  check_run_options(options);
  const bool has_end = options.until == RunUntil::Duration;
  LongCall call(progress, "simulate", has_end ? std::optional(options.duration) : std::nullopt);
  return simulated_parts(call, [&](const auto& told) { return simulate_ball(ball, options, told); });
}

void bind_ball(nb::module_& m) {
  bind_record<BallState>(m, "initial");
  bind_record<Ball>(m, "ball");
  bind_record<BallRunOptions>(m, "run");
  bind_result<BallEvent>(m);
  m.def("_run_ball", &run_ball, nb::arg("ball"), nb::arg("options"), nb::arg("progress"));
}

}  // namespace dryslip::python
