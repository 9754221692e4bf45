#include <algorithm>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

/// Least factor by which the load of any row would have to grow to reach the limit surface.
double least_factor(const SimulatedScenario& simulated) {
  const LimitSurface& surface = *simulated.slider.contact().surface(Coefficient::Static);
  constexpr std::size_t stride = 50;  // rows; the load turns by 14° between them
  double least = surface.motion_of(simulated.run.samples.front().load).factor;
  for (std::size_t i = stride; i < simulated.run.samples.size(); i += stride)
    least = std::min(least, surface.motion_of(simulated.run.samples[i].load).factor);
  return least;
}

}  // namespace

ItemResult kardan_fig_3(const ScenarioTexts& scenarios) {
  const SimulatedScenario simulated = simulate_scenario(scenarios.scenario("kardan_never_slips"));
  const auto slips = [](const SliderSample& row) { return row.mode != MotionMode::Stick; };
  const auto& rows = simulated.run.samples;
  return {
      .comparisons = {{"rows in which the block slips, of 5001", 0,
                       static_cast<double>(std::count_if(rows.begin(), rows.end(), slips)), 0,
                       Basis::printed("Fig. 3: it never slips")},
                      {"factor from the load to the limit surface", 1.14777, least_factor(simulated), 5e-6,
                       Basis::equations("μN/F of the printed data, six digits")}},
      .pictures = {motion_picture(simulated, "The friction force stays inside the friction circle, so nothing moves.")},
      .data = {run_file(simulated.run), event_file(simulated.run)}};
}

}  // namespace dryslip::reproduce
