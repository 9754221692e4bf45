#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "cli/answer_stream.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/file_format.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_bar.hpp"
#include "cli/run_files.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/drawing/draw_forward.hpp"
#include "dryslip/drawing/draw_forward_answer.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/scenario/forward_problem.hpp"
#include "dryslip/scenario/write_forward.hpp"

namespace dryslip::cli {
namespace {

constexpr int map_cells = 240;                    // each way: finer than two pixels
constexpr std::size_t bytes_per_block = 1 << 16;  // of answers, written at once

CommandError misuse(const std::string& explanation) { return CommandError("dryslip forward: " + explanation); }

RunOutputs simulate_outputs(const ForwardOptions& options) {
  return run_outputs("forward", options, options.events, options.plot, {FileFormat::Csv, FileFormat::Json});
}

/// The names of files promise what is written into them.
void check_file_names(const ForwardOptions& options) {
  using enum FileFormat;
  check_plot("forward", options.plot);
  const FileOption out{"forward", "--out", options.out};
  if (options.simulate) {
    simulate_outputs(options);
  } else if (!options.map.empty()) {
    format_of(out, {Csv});
  } else if (!options.cases.empty()) {
    format_of(out, {JsonLines, Json});
  } else {
    format_of(out, {Json});
  }
}

void check_options(const ForwardOptions& options) {
  if (options.scenario.empty() == options.cases.empty())
    throw misuse(options.cases.empty() ? "nothing to solve: give a scenario or --cases FILE.jsonl"
                                       : "--cases " + options.cases + ": replaces the scenario: give one of them");
  const bool is_many = !options.cases.empty();
  if (is_many && (!options.plot.empty() || !options.map.empty() || options.simulate))
    throw misuse("--cases: does not go with --plot, --map or --simulate");
  if (options.simulate && !options.map.empty()) throw misuse("--simulate or --map, not both");
  if (!options.events.empty() && !options.simulate) throw misuse("--events " + options.events + ": needs --simulate");
  if (options.plot == "-") throw misuse("--plot -: needs a file name");
  if (is_same_file(options.out, options.plot)) throw misuse("--out, --events and --plot: must be different files");
  check_file_names(options);
}

// ---- many cases

Outcome answer_cases(const ForwardOptions& options, const Streams& streams) {
  std::ifstream file;
  const bool is_standard = options.cases == "-";
  const std::string name = is_standard ? "<stdin>" : options.cases;
  if (!is_standard) {
    if (std::filesystem::is_directory(options.cases)) throw CommandError(name + ": is a folder, not a file");
    file.open(options.cases, std::ios::binary);
    if (!file) throw CommandError(name + ": cannot be opened");
  }
  std::istream& input = is_standard ? streams.in : file;
  OutputFile output(options.out, streams.out);
  ProgressBar bar(streams.messages, progress_visibility(options, streams), "cases");
  std::string line, text;
  std::size_t done = 0;
  for (int number = 1; std::getline(input, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      text += json_text(solve(parse_forward_case(line, name, number))) + "\n";
    } catch (const InvalidInput& error) {  // beyond the range of numbers
      output.write(text);
      throw CommandError(name + ":" + std::to_string(number) + ": " + error.what());
    } catch (const std::invalid_argument&) {
      output.write(text);
      throw;
    }
    ++done;
    // another program that sends line by line waits for the answer
    if (text.size() < bytes_per_block && input.rdbuf()->in_avail() > 0) continue;
    output.write(text);
    text.clear();
    bar.show(done, -1.0);
  }
  output.write(text);
  output.finish();
  return Outcome::Done;
}

// ---- one problem

Outcome answer_problem(const ForwardProblem& problem, const ForwardOptions& options, const Streams& streams) {
  const auto* mechanism = std::get_if<Mechanism>(&problem.model);
  if (!options.plot.empty() && mechanism != nullptr && mechanism->size() != 2)
    throw misuse("--plot: " + std::to_string(mechanism->size()) +
                 " joints: a joint, a screw, or 2 joints can be drawn");
  OutputFile output(options.out, streams.out);
  std::optional<OutputFile> plot;
  if (!options.plot.empty()) plot.emplace(options.plot, streams.out);
  ProgressBar bar(streams.messages, progress_visibility(options, streams));
  const ForwardAnswer answer = solve(problem, bar.progress());
  output.write(json_text(answer, 2) + "\n");
  if (plot) plot->write(draw_forward_answer(answer, problem.title));
  output.finish();
  if (plot) plot->finish();
  return Outcome::Done;
}

// ---- map

struct MapAxis {
  std::string key;
  double low = 0.0, high = 0.0;
};

std::array<MapAxis, 2> map_axes(const std::string& text) {
  const auto wrong = [&](const std::string& part) {
    return misuse("--map " + text + ": '" + part + "': must be KEY=FROM:TO,KEY=FROM:TO, such as mu=0:4,tau=-12:8");
  };
  std::array<MapAxis, 2> axes;
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos) throw wrong(text);
  const std::string parts[2] = {text.substr(0, comma), text.substr(comma + 1)};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t equals = parts[i].find('='), colon = parts[i].find(':');
    if (equals == std::string::npos || colon == std::string::npos || colon < equals) throw wrong(parts[i]);
    const auto low = parse_number(parts[i].substr(equals + 1, colon - equals - 1)),
               high = parse_number(parts[i].substr(colon + 1));
    if (!low || !high || !(*low < *high)) throw wrong(parts[i]);
    axes[i] = {parts[i].substr(0, equals), *low, *high};
  }
  if (axes[0].key == axes[1].key) throw wrong(axes[0].key + " twice");
  return axes;
}

/// Throws for a key that no number has, before any file is made.
void check_keys(const ForwardProblem& problem, const std::array<MapAxis, 2>& axes, const std::string& map) {
  for (const MapAxis& axis : axes) {
    ForwardProblem trial = problem;
    try {
      set_parameter(trial, axis.key, 0.5 * (axis.low + axis.high));
    } catch (const UnknownParameter& error) {
      throw misuse("--map " + map + ": " + error.what());
    } catch (const InvalidInput&) {
      // other values may do
    }
  }
}

const char* verdict_of(int count) {
  using enum AccelerationCount;
  if (count == undefined_count) return "not_defined";
  if (count == continuum_count) return word_of(Continuum);
  return word_of(count == 0 ? None : count == 1 ? One : Several);
}

/// A row per cell, in the order of the counts.
std::string csv_text(const SolutionCounts& cells, const std::array<MapAxis, 2>& axes) {
  std::string text = axes[0].key + "," + axes[1].key + ",verdict,count\n";
  auto count = cells.counts.begin();
  for (int row = 0; row < cells.rows; ++row) {
    for (int column = 0; column < cells.columns; ++column, ++count) {
      const Vec2 middle = cells.middle(column, row);
      append_number(text, middle.x);
      text += ',';
      append_number(text, middle.y);
      text += std::string(",") + verdict_of(*count) + ',' + (*count < 0 ? "" : std::to_string(*count)) + '\n';
    }
  }
  return text;
}

SolutionCounts counts_over(const std::array<MapAxis, 2>& axes, const ForwardProblem& problem, ProgressBar& bar) {
  std::size_t done = 0;
  const SolutionCounts region{
      .low = {axes[0].low, axes[1].low}, .high = {axes[0].high, axes[1].high}, .columns = map_cells, .rows = map_cells};
  return count_solutions(region, [&](double x, double y) {
    const std::array<ParameterValue, 2> values{{{axes[0].key, x}, {axes[1].key, y}}};
    const int count = count_accelerations(problem, values);
    ++done;
    bar.show(done, static_cast<double>(done) / (map_cells * map_cells));
    return count;
  });
}

Outcome map_problem(const ForwardProblem& problem, const ForwardOptions& options, const Streams& streams) {
  const std::array<MapAxis, 2> axes = map_axes(options.map);
  check_keys(problem, axes, options.map);
  std::optional<OutputFile> table, plot;
  if (options.plot.empty() || !options.out.empty()) table.emplace(options.out, streams.out);
  if (!options.plot.empty()) plot.emplace(options.plot, streams.out);
  ProgressBar bar(streams.messages, progress_visibility(options, streams), "cells");
  const SolutionMap map{.title = problem.title,
                        .subtitle = "",
                        .x = {axes[0].key, ""},
                        .y = {axes[1].key, ""},
                        .cells = counts_over(axes, problem, bar)};
  if (table) table->write(csv_text(map.cells, axes));
  if (plot) plot->write(draw_solution_maps({map}));
  if (table) table->finish();
  if (plot) plot->finish();
  return Outcome::Done;
}

// ---- motion in time

Outcome outcome_of(const JointRun& run, const std::string& file, std::ostream& messages) {
  const char* done = run.samples.empty() ? "; nothing is written\n" : "; the rows up to there are written\n";
  const auto end_with = [&](const std::string& reason, Outcome outcome = Outcome::NotConverged) {
    messages << "dryslip forward: " << reason << " at t = " << number_text(run.end, 6) << " s" << done;
    return outcome;
  };
  switch (run.outcome) {
    case RunOutcome::FormulaNotFinite:
      messages << file << ": " << run.reason << done;
      return Outcome::BadInput;
    case RunOutcome::NoAcceleration:
      return end_with("no acceleration is consistent, even at rest,");
    case RunOutcome::Undecided:
      return end_with("several accelerations, and the rule does not choose,");
    case RunOutcome::Chattering:
      return end_with("the mode switches endlessly");
    case RunOutcome::NotConverged:
      return end_with(run.reason);
    case RunOutcome::Interrupted:
      return end_with("interrupted", Outcome::Interrupted);
    default:
      return Outcome::Done;
  }
}

Outcome simulate_problem(const ForwardProblem& problem, const ForwardOptions& options, const Streams& streams) {
  const DrivenJoints joints = driven_joints(problem);
  const JointRunOptions run_options = joint_run_options(problem);
  check_size_of_run(problem);
  RunOutputs outputs = simulate_outputs(options);
  outputs.layout = EventLayout::OneLine;
  const auto motion = [&](const RowSink<JointSample>& sink) {
    RunWatch watch(run_options.duration, run_options.output_step, options, streams);
    return simulate_joint(joints, run_options, watch.progress(), sink);
  };
  const auto draw = [&](const JointRun& run) { return draw_joint_run(run, problem.title); };
  const JointRun run = run_and_write<JointRun>(outputs, motion, draw, streams);
  return outcome_of(run, scenario_name(options), streams.messages);
}

}  // namespace

Outcome forward_command(const ForwardOptions& options, const Streams& streams) {
  check_options(options);
  if (!options.cases.empty()) return answer_cases(options, streams);
  const ForwardProblem problem =
      parse_forward_problem(read_scenario_text(options.scenario, streams), scenario_name(options));
  if (options.simulate) return simulate_problem(problem, options, streams);
  if (!options.map.empty()) return map_problem(problem, options, streams);
  return answer_problem(problem, options, streams);
}

}  // namespace dryslip::cli
