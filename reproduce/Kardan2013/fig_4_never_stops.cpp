#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {

ItemResult kardan_fig_4(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("kardan_never_stops");
  const SimulatedScenario simulated = simulate_scenario(scenario);
  SliderRunOptions longer = run_options_of(scenario);  // the orbit is reached slowly
  longer.duration = 40.0;
  const SliderRun long_run = simulate_again(simulated, longer).run;
  const double speed = length(long_run.samples.back().state.velocity), turning = 5.0;  // of the drive [rad/s]
  const double stops = static_cast<double>(event_times(long_run, MotionMode::Slip, MotionMode::Stick).size());
  return {.comparisons = {{"stops in 40 s", 0, stops, 0, Basis::printed("Fig. 4: zero-stop motion")},
                          {"radius of the final orbit [mm]", 67.7059853, 1e3 * speed / turning, 1e-5,
                           Basis::equations("√(F² − (μN)²)/(mω²) of the printed data")}},
          .pictures = {motion_picture(
              simulated, "The path tends to a circle; the paper shifts it to the origin, we start there.")},
          .data = {run_file(simulated.run), event_file(simulated.run)}};
}

}  // namespace dryslip::reproduce
