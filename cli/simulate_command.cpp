#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/file_format.hpp"
#include "cli/interruption.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_bar.hpp"
#include "cli/run_table.hpp"
#include "cli/scenario_input.hpp"
#include "cli/table_stream.hpp"
#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/drawing/draw_ball.hpp"
#include "dryslip/drawing/draw_trajectory.hpp"
#include "dryslip/drawing/picture_rows.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/scenario/write_run.hpp"
#include "dryslip/scenario/write_run_hdf5.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::cli {
namespace {

/// By the ending of the file name; CSV where it says nothing.
FileFormat table_format(const SimulateOptions& options, const std::string& option, const std::string& name) {
  const FileFormat format =
      format_of({"simulate", option, name}, {FileFormat::Csv, FileFormat::Json, FileFormat::Hdf5});
  if (format == FileFormat::Hdf5) {
    if (options.json) throw CommandError("dryslip simulate: " + option + " " + name + ": .h5 or --json, not both");
    if (!has_hdf5())
      throw CommandError("dryslip simulate: " + option + " " + name +
                         ": this program is built without HDF5: write .csv or .json");
  }
  return format == FileFormat::Csv && options.json ? FileFormat::Json : format;
}

/// A picture alone goes without the table.
bool wants_table(const SimulateOptions& options) {
  return options.plot.empty() || !options.events.empty() || !options.out.empty() || options.json;
}

void check_options(const SimulateOptions& options) {
  if (options.events == "-" && is_standard_output(options.out))
    throw CommandError("dryslip simulate: --events -: the rows go to standard output: give --out FILE");
  if (options.plot == "-") throw CommandError("dryslip simulate: --plot -: needs a file name");
  if (is_same_file(options.out, options.events) || is_same_file(options.out, options.plot) ||
      is_same_file(options.events, options.plot))
    throw CommandError("dryslip simulate: --out, --events and --plot: must be different files");
  for (const std::string& file : {options.out, options.events, options.plot}) {
    std::error_code none;  // of a file that is not there
    if (std::filesystem::equivalent(file, options.scenario, none))
      throw CommandError("dryslip simulate: " + file + ": is the scenario: must be another file");
  }
  check_plot("simulate", options.plot);
  table_format(options, "--out", options.out);
  table_format(options, "--events", options.events);
}

/// Runs `motion(progress)` with a bar, until it ends or is interrupted.
template <class Motion, class RunOptions>
auto simulate(const Motion& motion, const RunOptions& run, double duration, const SimulateOptions& options,
              const Streams& streams) {
  const bool has_end = run.until == RunOptions::Until::Duration;
  ProgressBar bar(streams.messages, progress_visibility(options, streams));
  const StopRequest stop;
  return motion([&](double t) {
    bar.show(static_cast<std::size_t>(t / run.output_step), has_end ? t / duration : -1.0);
    return !stop.is_made();
  });
}

template <class Run, class Columns>
RunTable<Run> table_of(const Columns& columns, const Scenario& scenario, FileFormat format, OutputFile& file) {
  if (format == FileFormat::Hdf5) return hdf5_table<Run>(columns, scenario.title, file);
  const BasicRowText row_text(columns);
  return format == FileFormat::Json ? json_table<Run>(row_text, file) : csv_table<Run>(row_text, file);
}

template <class Run>
void write_events(const Run& run, FileFormat format, OutputFile& file) {
  if (format == FileFormat::Hdf5) return file.write(hdf5_bytes(run.events));
  file.write(format == FileFormat::Json ? json_text(run.events) : csv_text(run.events));
}

/// What is to be said of the end of a run.
template <class Run>
Outcome outcome_of(const Run& run, const SimulateOptions& options, std::ostream& messages) {
  const std::string word = word_of(run.outcome), time = "t = " + number_text(run.end, 6) + " s";
  const std::string done = run.samples.empty() ? "; nothing is written\n" : "; the rows up to there are written\n";
  if (word == "at_rest" && run.end == 0.0 && !options.quiet)
    messages << "remark: it rests at t = 0, where until = \"rest\" ends the run: loads that come later need duration "
                "alone\n";
  if (word == "finished" || word == "at_rest") return Outcome::Done;
  if (word == "never_at_rest") {
    messages << "dryslip simulate: not at rest: still moving at " << time
             << ", the longest time allowed (run.duration); all rows are written\n";
  } else if (word == "not_converged") {
    messages << "dryslip simulate: not converged: " << (run.reason.empty() ? "the steps became too short" : run.reason)
             << " at " << time << done;
  } else if (word == "formula_not_finite") {
    messages << scenario_name(options) << ": " << run.reason << done;
    return Outcome::BadInput;
  } else if (word == "chattering") {
    messages << "dryslip simulate: chattering: an expression switches back and forth without end at " << time << done;
  } else {
    messages << "dryslip simulate: interrupted at " << time << ": what is done is written\n";
    return Outcome::Interrupted;
  }
  return Outcome::NotConverged;
}

/// Runs `motion(sink)` and writes what was asked for; `draw(run)` makes the picture. All files are made before the work begins and
/// get their names when all are complete; a run without rows leaves none. The run that is returned has the rows of a picture.
template <class Run, class Columns, class Motion, class Draw>
Run run_and_write(const Columns& columns, const Motion& motion, const Draw& draw, const Scenario& scenario,
                  const SimulateOptions& options, const Streams& streams) {
  std::optional<OutputFile> table, events, plot;
  if (wants_table(options)) table.emplace(options.out, streams.out);
  if (!options.events.empty()) events.emplace(options.events, streams.out);
  if (!options.plot.empty()) plot.emplace(options.plot, streams.out);
  RunTable<Run> rows;
  if (table) rows = table_of<Run>(columns, scenario, table_format(options, "--out", options.out), *table);
  PictureRows<typename RunTable<Run>::Sample> picture;
  Run run = motion([&](const auto& row) {
    if (table) rows.add(row);
    picture.add(row);
  });
  std::vector<typename RunTable<Run>::Sample> shown = picture.take();
  if (shown.empty()) return run;  // it has not even begun: no files
  if (table) rows.finish(run);
  if (events) write_events(run, table_format(options, "--events", options.events), *events);
  run.samples = std::move(shown);
  if (plot) plot->write(draw(run));
  for (std::optional<OutputFile>* file : {&table, &events, &plot})
    if (*file) (*file)->finish();
  return run;
}

Outcome simulate_slider_scenario(const Scenario& scenario, const SimulateOptions& options, const Streams& streams) {
  const Slider slider = slider_of(scenario);
  const SliderRunOptions run_options = run_options_of(scenario);
  const double duration = run_options.duration.value_or(0.0);
  check_number_of_rows(run_options);
  const auto motion = [&](const SampleSink& sink) {
    return simulate([&](const RunProgress& progress) { return simulate_slider(slider, run_options, progress, sink); },
                    run_options, duration, options, streams);
  };
  const auto draw = [&](const SliderRun& run) { return draw_trajectory(slider, run, {.title = scenario.title}); };
  const auto columns = slider_columns(slider.drive.springs.size());
  const SliderRun run = run_and_write<SliderRun>(columns, motion, draw, scenario, options, streams);
  report_stand_in(scenario, run.model_error, options, streams);
  return outcome_of(run, options, streams.messages);
}

/// Says where the rolling resistance of the model drives the ball.
void report_power_fed(const Ball& ball, const BallRun& run, const SimulateOptions& options, const Streams& streams) {
  if (options.quiet || !(run.power_fed > 0.0)) return;
  streams.messages << "remark: rolling resistance feeds the slipping ball with up to " << number_text(run.power_fed, 3)
                   << " W more than friction takes: mu radius = " << number_text(ball.mu * ball.radius, 4)
                   << " m is small beside contact_radius rolling_shift/5 = "
                   << number_text(ball.contact_radius * ball.rolling_shift / 5.0, 4) << " m\n";
}

Outcome simulate_ball_scenario(const Scenario& scenario, const SimulateOptions& options, const Streams& streams) {
  const Ball ball = ball_of(scenario);
  const BallRunOptions run_options = ball_run_options_of(scenario);
  check_number_of_rows(run_options);
  const auto motion = [&](const BallSampleSink& sink) {
    return simulate([&](const auto& progress) { return simulate_ball(ball, run_options, progress, sink); }, run_options,
                    run_options.duration, options, streams);
  };
  const auto draw = [&](const BallRun& run) { return draw_ball(ball, run, scenario.title); };
  const BallRun run = run_and_write<BallRun>(ball_columns(), motion, draw, scenario, options, streams);
  report_power_fed(ball, run, options, streams);
  return outcome_of(run, options, streams.messages);
}

}  // namespace

Outcome simulate_command(const SimulateOptions& options, const Streams& streams) {
  check_options(options);
  const Scenario scenario = read_scenario_input(options.scenario, streams);
  if (!options.quiet)
    for (const std::string& remark : scenario.remarks) streams.messages << "remark: " << remark << "\n";
  return scenario.ball ? simulate_ball_scenario(scenario, options, streams)
                       : simulate_slider_scenario(scenario, options, streams);
}

}  // namespace dryslip::cli
