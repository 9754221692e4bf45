#include <optional>
#include <ostream>
#include <string>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/run_files.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/drawing/draw_ball.hpp"
#include "dryslip/drawing/draw_trajectory.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::cli {
namespace {

RunOutputs checked_outputs(const SimulateOptions& options) {
  using enum FileFormat;
  return run_outputs("simulate", options, options.events, options.plot, {Csv, Json, Hdf5});
}

/// Reports how a run ended.
template <class AnyRun>
Outcome outcome_of(const AnyRun& run, const SimulateOptions& options, std::ostream& messages) {
  const std::string time = "t = " + number_text(run.end, 6) + " s";
  const std::string done = run.samples.empty() ? "; nothing is written\n" : "; the rows up to there are written\n";
  switch (run.outcome) {
    case RunOutcome::AtRest:
      if (run.end == 0.0 && !options.quiet)
        messages << "remark: the body rests at t = 0, where until = \"rest\" ends the run: give duration alone to see "
                    "what later loads do\n";
      return Outcome::Done;
    case RunOutcome::NeverAtRest:
      messages << "dryslip simulate: not at rest: still moving at " << time
               << ", the longest time allowed (run.duration); all rows are written\n";
      return Outcome::NotConverged;
    case RunOutcome::NotConverged:
      messages << "dryslip simulate: not converged: "
               << (run.reason.empty() ? "the steps became too short" : run.reason) << " at " << time << done;
      return Outcome::NotConverged;
    case RunOutcome::Chattering:
      messages << "dryslip simulate: chattering: a formula switches back and forth endlessly at " << time << done;
      return Outcome::NotConverged;
    case RunOutcome::FormulaNotFinite:
      messages << scenario_name(options) << ": " << run.reason << done;
      return Outcome::BadInput;
    case RunOutcome::Interrupted:
      messages << "dryslip simulate: interrupted at " << time << ": the rows so far are written\n";
      return Outcome::Interrupted;
    default:
      return Outcome::Done;
  }
}

/// When a run ends, where that is known [s].
template <class Options>
std::optional<double> end_of(const Options& run) {
  return run.until == RunUntil::Duration ? std::optional<double>(run.duration) : std::nullopt;
}

Outcome simulate_slider_scenario(const Scenario& scenario, const RunOutputs& outputs, const SimulateOptions& options,
                                 const Streams& streams) {
  const PreparedSlider slider(slider_of(scenario));
  const SliderRunOptions run_options = run_options_of(scenario);
  check_number_of_rows(run_options);
  const auto motion = [&](const RowSink<SliderSample>& sink) {
    for (const Coefficient which : {Coefficient::Static, Coefficient::Kinetic})
      fit_surrogate(slider.contact_in_motion(run_options.tolerance), which, options, streams);
    RunWatch watch(end_of(run_options), run_options.output_step, options, streams);
    return simulate_slider(slider, run_options, watch.progress(), sink);
  };
  const auto draw = [&](const SliderRun& run) { return draw_trajectory(slider, run, {.title = scenario.title}); };
  const SliderRun run = run_and_write<SliderRun>(outputs, motion, draw, streams);
  report_surrogate(scenario, run.model_error, options, streams);
  return outcome_of(run, options, streams.messages);
}

/// Reports that the rolling resistance of the model drives the ball.
void report_power_fed(const Ball& ball, const BallRun& run, const SimulateOptions& options, const Streams& streams) {
  if (options.quiet || !(run.power_fed > 0.0)) return;
  streams.messages << "remark: rolling resistance feeds the slipping ball with up to " << number_text(run.power_fed, 3)
                   << " W more than friction takes: mu radius = " << number_text(ball.mu * ball.radius, 4)
                   << " m is small beside contact_radius rolling_shift/5 = "
                   << number_text(ball.contact_radius * ball.rolling_shift / 5.0, 4) << " m\n";
}

Outcome simulate_ball_scenario(const Scenario& scenario, const RunOutputs& outputs, const SimulateOptions& options,
                               const Streams& streams) {
  const Ball ball = ball_of(scenario);
  const BallRunOptions run_options = ball_run_options_of(scenario);
  check_number_of_rows(run_options);
  const auto motion = [&](const RowSink<BallSample>& sink) {
    RunWatch watch(end_of(run_options), run_options.output_step, options, streams);
    return simulate_ball(ball, run_options, watch.progress(), sink);
  };
  const auto draw = [&](const BallRun& run) { return draw_ball(ball, run, scenario.title); };
  const BallRun run = run_and_write<BallRun>(outputs, motion, draw, streams);
  report_power_fed(ball, run, options, streams);
  return outcome_of(run, options, streams.messages);
}

}  // namespace

Outcome simulate_command(const SimulateOptions& options, const Streams& streams) {
  RunOutputs outputs = checked_outputs(options);
  const Scenario scenario = read_scenario_input(options.scenario, streams);
  outputs.title = scenario.title;
  if (!options.quiet)
    for (const std::string& remark : scenario.remarks) streams.messages << "remark: " << remark << "\n";
  return scenario.ball ? simulate_ball_scenario(scenario, outputs, options, streams)
                       : simulate_slider_scenario(scenario, outputs, options, streams);
}

}  // namespace dryslip::cli
