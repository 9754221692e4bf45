#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dryslip/stick_slip/simulate_slider.hpp"

namespace dryslip {

// A motion in time as text, in the words of the interface.

const char* word_of(MotionMode mode);
const char* word_of(SliderEvent::Cause cause);
const char* word_of(SliderOutcome outcome);
/// False where the run ended because it could not go on.
bool is_converged(SliderOutcome outcome);

/// A column of numbers in the table of a run.
struct RunColumn {
  std::string name;
  std::string unit;
  std::function<double(const SliderSample& row)> value;
};

/// All columns of numbers, in their order; the mode stands after the first ten. One column per spring is the last.
std::vector<RunColumn> run_columns(const SliderRun& run);
inline constexpr std::size_t columns_before_mode = 10;

/// Takes a long text in pieces.
using TextSink = std::function<void(const std::string& piece)>;

/// Header and rows t, x, y, angle, vx, vy, omega, fx, fy, moment, mode, kinetic_energy, work_of_loads, work_of_friction,
/// work_of_springs, spring_0, …
void write_csv(const SliderRun& run, const TextSink& sink);
/// One object: outcome, converged, steps, events (t, from, to, cause; the first from is null), rows (an object a line).
void write_json(const SliderRun& run, const TextSink& sink);

/// Header and rows t, from, to, cause; the first from is empty.
std::string csv_text(const std::vector<SliderEvent>& events);
/// {"events":[…]}
std::string json_text(const std::vector<SliderEvent>& events);

}  // namespace dryslip
