#include "dryslip/scenario/write_run.hpp"

#include <algorithm>
#include <cassert>

#include "dryslip/scenario/decimal_number.hpp"
#include "dryslip/scenario/write_result.hpp"

namespace dryslip {
namespace {

constexpr std::size_t rows_per_piece = 4096;

/// Appends the rows in pieces.
template <class AppendRow>
void write_rows(const SliderRun& run, std::string text, const TextSink& sink, const AppendRow& append_row) {
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    append_row(text, run.samples[i]);
    if ((i + 1) % rows_per_piece != 0) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

void append_events(std::string& text, const std::vector<SliderEvent>& events) {
  text += "\"events\":[";
  for (std::size_t i = 0; i < events.size(); ++i) {
    const SliderEvent& event = events[i];
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
    case SliderOutcome::Interrupted:
      return "interrupted";
  }
  assert(false);
  return "";
}

bool is_converged(SliderOutcome outcome) {
  return outcome != SliderOutcome::NotConverged && outcome != SliderOutcome::Chattering;
}

std::vector<RunColumn> run_columns(const SliderRun& run) {
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
  const std::size_t springs = run.samples.empty() ? 0 : run.samples.front().spring_forces.size();
  for (std::size_t i = 0; i < springs; ++i)
    columns.push_back({"spring_" + std::to_string(i), "N", [i](Row row) { return row.spring_forces[i]; }});
  return columns;
}

void write_csv(const SliderRun& run, const TextSink& sink) {
  const std::vector<RunColumn> columns = run_columns(run);
  std::string header;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i == columns_before_mode) header += ",mode";
    header += (i == 0 ? "" : ",") + columns[i].name;
  }
  write_rows(run, header + "\n", sink, [&](std::string& text, const SliderSample& row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i == columns_before_mode) text += std::string(",") + word_of(row.mode);
      if (i > 0) text += ',';
      append_number(text, columns[i].value(row));
    }
    text += '\n';
  });
}

void write_json(const SliderRun& run, const TextSink& sink) {
  const std::vector<RunColumn> columns = run_columns(run);
  std::string head = std::string("{\"outcome\":\"") + word_of(run.outcome) + '"';
  head += is_converged(run.outcome) ? ",\"converged\":true" : ",\"converged\":false";
  head += ",\"steps\":" + std::to_string(run.steps);
  append_json_member(head, "model_error", run.model_error);
  head += ",\n";
  append_events(head, run.events);
  head += ",\n\"rows\":[";
  bool is_first = true;
  write_rows(run, head, sink, [&](std::string& text, const SliderSample& row) {
    text += is_first ? "\n{" : ",\n{";
    is_first = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i == columns_before_mode) text += std::string(",\"mode\":\"") + word_of(row.mode) + '"';
      append_json_member(text, columns[i].name, columns[i].value(row));
    }
    text += '}';
  });
  sink("\n]}\n");
}

std::string csv_text(const std::vector<SliderEvent>& events) {
  std::string text = "t,from,to,cause\n";
  for (const SliderEvent& event : events) {
    append_number(text, event.t);
    text += std::string(",") + (event.from ? word_of(*event.from) : "") + ',' + word_of(event.to) + ',' +
            word_of(event.cause) + '\n';
  }
  return text;
}

std::string json_text(const std::vector<SliderEvent>& events) {
  std::string text = "{";
  append_events(text, events);
  return text + "}\n";
}

}  // namespace dryslip
