#include "dryslip/drawing/draw_trajectory.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

ItemResult run(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("kardan_never_stops");
  const SimulatedScenario simulated = simulate_scenario(scenario);
  Scenario longer = scenario;  // the orbit is reached slowly
  longer.run->duration = 40.0;
  const SliderRun long_run = simulate_scenario(longer).run;
  const double speed = length(long_run.samples.back().state.velocity), turning = 5.0;  // of the drive [rad/s]
  const double stops = static_cast<double>(event_times(long_run, MotionMode::Slip, MotionMode::Stick).size());
  return {.comparisons = {{"stops in 40 s", 0, stops, 0, Basis::printed("Fig. 4: zero-stop motion")},
                          {"radius of the final orbit [mm]", 67.7059853, 1e3 * speed / turning, 1e-5,
                           Basis::equations("√(F² − (μN)²)/(mω²) of the printed data")}},
          .pictures = {{"motion.svg", draw_trajectory(simulated.slider, simulated.run, {.title = scenario.title}),
                        "The path tends to a circle; the paper shifts it to the origin, we start there."}},
          .data = {run_file(simulated.run), event_file(simulated.run)}};
}

}  // namespace

Item kardan_fig_4() {
  return {.name = "kardan_fig_4",
          .paper = "Kardan2013",
          .place = "Fig. 4",
          .title = "A force of constant size that turns above the friction limit: the block never stops",
          .remark =
              "The paper shifts the initial position so that the plot is symmetric; ours starts at the origin, so that "
              "shapes compare, not places.",
          .scenarios = {"kardan_never_stops"},
          .run = run};
}

}  // namespace dryslip::reproduce
