#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip {

// A motion in time as text, in the words of the interface.

const char* word_of(MotionMode mode);
const char* word_of(SliderEvent::Cause cause);
const char* word_of(SliderOutcome outcome);
/// False where the run ended because it could not go on.
bool is_converged(SliderOutcome outcome);

const char* word_of(BallMode mode);
const char* word_of(BallEvent::Cause cause);
const char* word_of(BallOutcome outcome);
bool is_converged(BallOutcome outcome);

/// Throws InvalidInput where a run would have more than 1e8 rows; a run until rest ends when it does.
void check_number_of_rows(double duration, double output_step);
void check_number_of_rows(const SliderRunOptions& run);
void check_number_of_rows(const BallRunOptions& run);

/// A column of numbers in the table of a run.
template <class Sample>
struct BasicRunColumn {
  std::string name;
  std::string unit;
  std::function<double(const Sample& row)> value;
};
using RunColumn = BasicRunColumn<SliderSample>;
using BallColumn = BasicRunColumn<BallSample>;

/// All columns of numbers, in their order; the mode stands after the first ten. One column per spring is the last.
std::vector<RunColumn> slider_columns(std::size_t springs);
/// The mode stands after the first eight.
std::vector<BallColumn> ball_columns();
/// The columns of the rows of a run.
std::vector<RunColumn> run_columns(const SliderRun& run);
std::vector<BallColumn> run_columns(const BallRun& run);

/// Rows as text, one at a time.
template <class Sample>
class BasicRowText {
 public:
  explicit BasicRowText(std::vector<BasicRunColumn<Sample>> columns) : columns_(std::move(columns)) {}
  /// Names of the columns, with a line feed.
  std::string csv_header() const;
  /// A line, with its line feed.
  void append_csv(const Sample& row, std::string& text) const;
  /// An object.
  void append_json(const Sample& row, std::string& text) const;

 private:
  std::vector<BasicRunColumn<Sample>> columns_;
};
using SliderRowText = BasicRowText<SliderSample>;
using BallRowText = BasicRowText<BallSample>;

/// A further number that a result tells of itself.
struct RunRemark {
  const char* name;
  double value;
};
/// model_error
RunRemark remark_of(const SliderRun& run);
/// power_fed
RunRemark remark_of(const BallRun& run);

/// Receives a long text in pieces.
using TextSink = std::function<void(const std::string& piece)>;

/// Header and rows t, x, y, angle, vx, vy, omega, fx, fy, moment, mode, kinetic_energy, work_of_loads, work_of_friction,
/// work_of_springs, spring_0, …
void write_csv(const SliderRun& run, const TextSink& sink);
/// Header and rows t, x, y, vx, vy, wx, wy, wz, mode, kinetic_energy, work_of_weight, work_of_friction, work_of_rolling,
/// work_of_table, slip_x, slip_y, slip_spin, rolling_x, rolling_y.
void write_csv(const BallRun& run, const TextSink& sink);
/// One object: outcome, converged, steps, the remark, events (t, from, to, cause; the first from is null), rows (an object a line).
/// It is json_start(), the rows with ",\n" between them, and json_end.
void write_json(const SliderRun& run, const TextSink& sink);
void write_json(const BallRun& run, const TextSink& sink);
std::string json_start(const SliderRun& run);
std::string json_start(const BallRun& run);
inline constexpr const char* json_end = "\n]}\n";

/// Header and rows t, from, to, cause; the first from is empty.
std::string csv_text(const std::vector<SliderEvent>& events);
std::string csv_text(const std::vector<BallEvent>& events);
/// {"events":[…]}
std::string json_text(const std::vector<SliderEvent>& events);
std::string json_text(const std::vector<BallEvent>& events);

}  // namespace dryslip
