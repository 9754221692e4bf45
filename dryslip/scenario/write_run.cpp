#include "dryslip/scenario/write_run.hpp"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

#include "dryslip/files/write_result.hpp"
#include "dryslip/record/decimal_number.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

constexpr std::size_t rows_per_piece = 4096;

/// Appends the rows in pieces.
template <class Run, class AppendRow>
void write_rows(const Run& run, std::string text, const TextSink& sink, const AppendRow& append_row) {
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    append_row(text, run.samples[i]);
    if ((i + 1) % rows_per_piece != 0) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

template <class Event>
void append_events(std::string& text, const std::vector<Event>& events) {
  text += "\"events\":[";
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    text += i == 0 ? "\n{" : ",\n{";
    append_json_member(text, "t", event.t);
    text += ",\"from\":";
    text += event.from ? std::string("\"") + word_of(*event.from) + '"' : "null";
    text += std::string(",\"to\":\"") + word_of(event.to) + "\",\"cause\":\"" + word_of(event.cause) + "\"}";
  }
  text += "\n]";
}

}  // namespace

const char* word_of(MotionMode mode) {
  switch (mode) {
    case MotionMode::Stick:
      return "stick";
    case MotionMode::Slip:
      return "slip";
    case MotionMode::Pivot:
      return "pivot";
  }
  assert(false);
  return "";
}

const char* word_of(SliderEvent::Cause cause) {
  switch (cause) {
    case SliderEvent::Cause::Start:
      return "start";
    case SliderEvent::Cause::Stop:
      return "stop";
    case SliderEvent::Cause::LoadLeaves:
      return "load_leaves";
    case SliderEvent::Cause::SupportHolds:
      return "support_holds";
    case SliderEvent::Cause::SupportYields:
      return "support_yields";
    case SliderEvent::Cause::TableJumps:
      return "table_jumps";
  }
  assert(false);
  return "";
}

const char* word_of(SliderOutcome outcome) {
  switch (outcome) {
    case SliderOutcome::Finished:
      return "finished";
    case SliderOutcome::AtRest:
      return "at_rest";
    case SliderOutcome::NeverAtRest:
      return "never_at_rest";
    case SliderOutcome::NotConverged:
      return "not_converged";
    case SliderOutcome::Chattering:
      return "chattering";
    case SliderOutcome::FormulaNotFinite:
      return "formula_not_finite";
    case SliderOutcome::Interrupted:
      return "interrupted";
  }
  assert(false);
  return "";
}

void check_number_of_rows(double duration, double output_step) {
  constexpr double most = 1e8;  // some ten gigabytes
  const double rows = duration / output_step;
  if (rows > most)
    throw InvalidInput("run.output_step",
                       number_text(output_step) + ": gives " + number_text(rows, 3) + " rows: at most 1e8 are written");
}

void check_number_of_rows(const SliderRunOptions& run) {
  if (run.until == SliderRunOptions::Until::Duration && run.duration)
    check_number_of_rows(*run.duration, run.output_step);
}

void check_number_of_rows(const BallRunOptions& run) {
  if (run.until == BallRunOptions::Until::Duration) check_number_of_rows(run.duration, run.output_step);
}

bool is_converged(SliderOutcome outcome) {
  using enum SliderOutcome;
  return outcome != NotConverged && outcome != Chattering && outcome != FormulaNotFinite;
}

const char* word_of(BallMode mode) {
  switch (mode) {
    case BallMode::Slip:
      return "slip";
    case BallMode::Roll:
      return "roll";
    case BallMode::Stick:
      return "stick";
  }
  assert(false);
  return "";
}

const char* word_of(BallEvent::Cause cause) {
  switch (cause) {
    case BallEvent::Cause::Start:
      return "start";
    case BallEvent::Cause::SlipEnds:
      return "slip_ends";
    case BallEvent::Cause::RollEnds:
      return "roll_ends";
    case BallEvent::Cause::LoadLeaves:
      return "load_leaves";
    case BallEvent::Cause::PullLeaves:
      return "pull_leaves";
    case BallEvent::Cause::TableJumps:
      return "table_jumps";
  }
  assert(false);
  return "";
}

const char* word_of(BallOutcome outcome) {
  switch (outcome) {
    case BallOutcome::Finished:
      return "finished";
    case BallOutcome::AtRest:
      return "at_rest";
    case BallOutcome::NeverAtRest:
      return "never_at_rest";
    case BallOutcome::NotConverged:
      return "not_converged";
    case BallOutcome::FormulaNotFinite:
      return "formula_not_finite";
    case BallOutcome::Interrupted:
      return "interrupted";
  }
  assert(false);
  return "";
}

bool is_converged(BallOutcome outcome) {
  return outcome != BallOutcome::NotConverged && outcome != BallOutcome::FormulaNotFinite;
}

std::vector<RunColumn> slider_columns(std::size_t springs) {
  using Row = const SliderSample&;
  std::vector<RunColumn> columns{
      {"t", "s", [](Row row) { return row.t; }},
      {"x", "m", [](Row row) { return row.state.position.x; }},
      {"y", "m", [](Row row) { return row.state.position.y; }},
      {"angle", "rad", [](Row row) { return row.state.angle; }},
      {"vx", "m/s", [](Row row) { return row.state.velocity.x; }},
      {"vy", "m/s", [](Row row) { return row.state.velocity.y; }},
      {"omega", "rad/s", [](Row row) { return row.state.omega; }},
      {"fx", "N", [](Row row) { return row.load.force.x; }},
      {"fy", "N", [](Row row) { return row.load.force.y; }},
      {"moment", "N m", [](Row row) { return row.load.moment; }},
      {"kinetic_energy", "J", [](Row row) { return row.kinetic_energy; }},
      {"work_of_loads", "J", [](Row row) { return row.work_of_loads; }},
      {"work_of_friction", "J", [](Row row) { return row.work_of_friction; }},
      {"work_of_springs", "J", [](Row row) { return row.work_of_springs; }},
  };
  for (std::size_t i = 0; i < springs; ++i)
    columns.push_back({"spring_" + std::to_string(i), "N", [i](Row row) { return row.spring_forces[i]; }});
  return columns;
}

RunRemark remark_of(const SliderRun& run) { return {"model_error", run.model_error}; }
RunRemark remark_of(const BallRun& run) { return {"power_fed", run.power_fed}; }

std::vector<BallColumn> ball_columns() {
  using Row = const BallSample&;
  return {
      {"t", "s", [](Row row) { return row.t; }},
      {"x", "m", [](Row row) { return row.state.position.x; }},
      {"y", "m", [](Row row) { return row.state.position.y; }},
      {"vx", "m/s", [](Row row) { return row.state.velocity.x; }},
      {"vy", "m/s", [](Row row) { return row.state.velocity.y; }},
      {"wx", "rad/s", [](Row row) { return row.state.omega[0]; }},
      {"wy", "rad/s", [](Row row) { return row.state.omega[1]; }},
      {"wz", "rad/s", [](Row row) { return row.state.omega[2]; }},
      {"kinetic_energy", "J", [](Row row) { return row.kinetic_energy; }},
      {"work_of_weight", "J", [](Row row) { return row.work_of_weight; }},
      {"work_of_friction", "J", [](Row row) { return row.work_of_friction; }},
      {"work_of_rolling", "J", [](Row row) { return row.work_of_rolling; }},
      {"work_of_table", "J", [](Row row) { return row.work_of_table; }},
      {"slip_x", "m/s", [](Row row) { return row.slip.velocity.x; }},
      {"slip_y", "m/s", [](Row row) { return row.slip.velocity.y; }},
      {"slip_spin", "rad/s", [](Row row) { return row.slip.omega; }},
      {"rolling_x", "m/s", [](Row row) { return row.rolling.x; }},
      {"rolling_y", "m/s", [](Row row) { return row.rolling.y; }},
  };
}

std::vector<RunColumn> run_columns(const SliderRun& run) {
  return slider_columns(run.samples.empty() ? 0 : run.samples.front().spring_forces.size());
}
std::vector<BallColumn> run_columns(const BallRun&) { return ball_columns(); }

namespace {

constexpr std::size_t columns_before_mode(const SliderSample*) { return 10; }
constexpr std::size_t columns_before_mode(const BallSample*) { return 8; }

}  // namespace

template <class Sample>
std::string BasicRowText<Sample>::csv_header() const {
  constexpr std::size_t before_mode = columns_before_mode(static_cast<const Sample*>(nullptr));
  std::string header;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i == before_mode) header += ",mode";
    header += (i == 0 ? "" : ",") + columns_[i].name;
  }
  return header + "\n";
}

template <class Sample>
void BasicRowText<Sample>::append_csv(const Sample& row, std::string& text) const {
  constexpr std::size_t before_mode = columns_before_mode(static_cast<const Sample*>(nullptr));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i == before_mode) text += std::string(",") + word_of(row.mode);
    if (i > 0) text += ',';
    append_number(text, columns_[i].value(row));
  }
  text += '\n';
}

template <class Sample>
void BasicRowText<Sample>::append_json(const Sample& row, std::string& text) const {
  constexpr std::size_t before_mode = columns_before_mode(static_cast<const Sample*>(nullptr));
  text += '{';
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i == before_mode) text += std::string(",\"mode\":\"") + word_of(row.mode) + '"';
    append_json_member(text, columns_[i].name, columns_[i].value(row));
  }
  text += '}';
}

template class BasicRowText<SliderSample>;
template class BasicRowText<BallSample>;

namespace {

template <class Run>
void write_csv_of(const Run& run, const TextSink& sink) {
  const BasicRowText row_text(run_columns(run));
  write_rows(run, row_text.csv_header(), sink,
             [&](std::string& text, const auto& row) { row_text.append_csv(row, text); });
}

template <class Run>
std::string json_start_of(const Run& run) {
  std::string head = std::string("{\"outcome\":\"") + word_of(run.outcome) + '"';
  head += is_converged(run.outcome) ? ",\"converged\":true" : ",\"converged\":false";
  head += ",\"steps\":" + std::to_string(run.steps);
  append_json_member(head, remark_of(run).name, remark_of(run).value);
  if (!run.reason.empty()) head += ",\"reason\":" + nlohmann::json(run.reason).dump();
  head += ",\n";
  append_events(head, run.events);
  return head + ",\n\"rows\":[";
}

template <class Run>
void write_json_of(const Run& run, const TextSink& sink) {
  const BasicRowText row_text(run_columns(run));
  bool is_first = true;
  write_rows(run, json_start_of(run), sink, [&](std::string& text, const auto& row) {
    text += is_first ? "\n" : ",\n";
    is_first = false;
    row_text.append_json(row, text);
  });
  sink(json_end);
}

template <class Event>
std::string csv_text_of(const std::vector<Event>& events) {
  std::string text = "t,from,to,cause\n";
  for (const Event& event : events) {
    append_number(text, event.t);
    text += std::string(",") + (event.from ? word_of(*event.from) : "") + ',' + word_of(event.to) + ',' +
            word_of(event.cause) + '\n';
  }
  return text;
}

template <class Event>
std::string json_text_of(const std::vector<Event>& events) {
  std::string text = "{";
  append_events(text, events);
  return text + "}\n";
}

}  // namespace

void write_csv(const SliderRun& run, const TextSink& sink) { write_csv_of(run, sink); }
void write_csv(const BallRun& run, const TextSink& sink) { write_csv_of(run, sink); }
void write_json(const SliderRun& run, const TextSink& sink) { write_json_of(run, sink); }
void write_json(const BallRun& run, const TextSink& sink) { write_json_of(run, sink); }
std::string json_start(const SliderRun& run) { return json_start_of(run); }
std::string json_start(const BallRun& run) { return json_start_of(run); }
std::string csv_text(const std::vector<SliderEvent>& events) { return csv_text_of(events); }
std::string csv_text(const std::vector<BallEvent>& events) { return csv_text_of(events); }
std::string json_text(const std::vector<SliderEvent>& events) { return json_text_of(events); }
std::string json_text(const std::vector<BallEvent>& events) { return json_text_of(events); }

}  // namespace dryslip
