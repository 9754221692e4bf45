#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "dryslip/drawing/draw_trajectory.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

ItemResult run(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("kardan_four_stops");
  const SimulatedScenario simulated = simulate_scenario(scenario);
  const std::vector<double> starts = event_times(simulated.run, MotionMode::Stick, MotionMode::Slip),
                            stops = event_times(simulated.run, MotionMode::Slip, MotionMode::Stick);
  constexpr double pi = std::numbers::pi;
  const auto count = std::count_if(stops.begin(), stops.end(), [](double t) { return t <= pi; });
  if (starts.size() < 5 || stops.size() < 5) throw std::runtime_error("fewer than five starts and stops");
  const Basis basis = Basis::other_program("not printed; second program (kardan_motion.json)");
  constexpr double tolerance = 1e-7;  // its digits [s]
  return {.comparisons = {{"stops in half a period, π s", 4, static_cast<double>(count), 0,
                           Basis::printed("Fig. 5: four stops")},
                          {"first slip begins [s]", 0.47212282, starts[0], tolerance, basis},
                          {"first stop [s]", 0.85985227, stops[0], tolerance, basis},
                          {"third slip begins [s]", 1.79298715, starts[2], tolerance, basis},
                          {"fourth stop [s]", 2.81886835, stops[3], tolerance, basis},
                          {"fifth slip begins after the first [s]", pi, starts[4] - starts[0], tolerance,
                           Basis::equations("period of the printed drive")}},
          .pictures = {{"motion.svg", draw_trajectory(simulated.slider, simulated.run, {.title = scenario.title}),
                        "Path with its stops, friction force and velocities; grey is stick."}},
          .data = {run_file(simulated.run), event_file(simulated.run)}};
}

}  // namespace

Item kardan_fig_5() {
  return {.name = "kardan_fig_5",
          .paper = "Kardan2013",
          .place = "Fig. 5",
          .title = "Forces of two frequencies: four stops in each half period",
          .remark =
              "The caption says four-step and means four-stop; the path starts at the origin, not where the paper "
              "shifts it.",
          .scenarios = {"kardan_four_stops"},
          .run = run};
}

}  // namespace dryslip::reproduce
