#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {

ItemResult kardan_fig_5(const ScenarioTexts& scenarios) {
  const SimulatedScenario simulated = simulate_scenario(scenarios.scenario("kardan_four_stops"));
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
          .pictures = {motion_picture(simulated, "Path with its stops, friction force and velocities; grey is stick.")},
          .data = {run_file(simulated.run), event_file(simulated.run)}};
}

}  // namespace dryslip::reproduce
