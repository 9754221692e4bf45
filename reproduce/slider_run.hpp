#pragma once

#include "dryslip/slider/simulate_slider.hpp"
#include "reproduce/item.hpp"

namespace dryslip::reproduce {

/// A motion in time with the slider it belongs to.
struct SimulatedScenario {
  std::string title;
  PreparedSlider slider;
  SliderRun run;
};

/// The motion of a scenario. Throws std::runtime_error where it could not be computed to the end.
SimulatedScenario simulate_scenario(const Scenario& scenario);
/// Another motion of the same slider, with other options. Throws as simulate_scenario().
SimulatedScenario simulate_again(const SimulatedScenario& simulated, const SliderRunOptions& options);

/// Times of all events from one mode, in order [s].
std::vector<double> event_times(const SliderRun& run, MotionMode from, MotionMode to);

/// The picture of a motion.
ItemFile motion_picture(const SimulatedScenario& simulated, const std::string& caption,
                        const std::string& name = "motion.svg");

/// CSV files of a run: all rows, and its events.
ItemFile run_file(const SliderRun& run, const std::string& name = "run.csv");
ItemFile event_file(const SliderRun& run, const std::string& name = "events.csv");

/// Two columns of rows, for a chart.
std::vector<Vec2> points_of(const std::vector<std::vector<double>>& rows, std::size_t x, std::size_t y);

/// Numbers as a CSV file.
ItemFile csv_file(const std::string& name, const std::string& header, const std::vector<std::vector<double>>& rows);

}  // namespace dryslip::reproduce
