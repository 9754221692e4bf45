#include "reproduce/slider_run.hpp"

#include <stdexcept>
#include <utility>

#include "dryslip/drawing/draw_trajectory.hpp"
#include "dryslip/files/write_result.hpp"
#include "dryslip/files/write_sheet.hpp"

namespace dryslip::reproduce {

SimulatedScenario simulate_scenario(const Scenario& scenario) {
  return simulate_again({scenario.title, slider_of(scenario), {}}, run_options_of(scenario));
}

SimulatedScenario simulate_again(const SimulatedScenario& simulated, const SliderRunOptions& options) {
  SliderRun run = simulate_slider(simulated.slider, options);
  if (!is_converged(run.outcome)) throw std::runtime_error(word_of(run.outcome));
  return {simulated.title, simulated.slider, std::move(run)};
}

std::vector<double> event_times(const SliderRun& run, MotionMode from, MotionMode to) {
  std::vector<double> times;
  for (const SliderEvent& event : run.events)
    if (event.from == from && event.to == to) times.push_back(event.t);
  return times;
}

ItemFile motion_picture(const SimulatedScenario& simulated, const std::string& caption, const std::string& name) {
  return {name, draw_trajectory(simulated.slider, simulated.run, {.title = simulated.title}), caption};
}

ItemFile run_file(const SliderRun& run, const std::string& name) { return {name, csv_text(sheet_of(run.samples))}; }

ItemFile event_file(const SliderRun& run, const std::string& name) { return {name, csv_text(sheet_of(run.events))}; }

std::vector<Vec2> points_of(const std::vector<std::vector<double>>& rows, std::size_t x, std::size_t y) {
  std::vector<Vec2> points;
  for (const std::vector<double>& row : rows) points.push_back({row.at(x), row.at(y)});
  return points;
}

ItemFile csv_file(const std::string& name, const std::string& header, const std::vector<std::vector<double>>& rows) {
  ItemFile file{name, header + "\n"};
  for (const std::vector<double>& row : rows) append_numbers(file.text, row);
  return file;
}

}  // namespace dryslip::reproduce
