#include <algorithm>
#include <array>
#include <limits>
#include <ostream>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/convergence_report.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "cli/table_stream.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/drawing/draw_moment_function.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/scenario/write_result.hpp"

namespace dryslip::cli {
namespace {

/// One center of rotation and what the contact answers to a unit spin about it.
struct MomentRow {
  Vec2 center;          ///< [m]
  double moment = 0.0;  ///< moment function [N m]
  Vec2 force;           ///< by its gradient [N]
  double error_bound = 0.0;
};

MomentRow moment_row(const FrictionModel& model, Vec2 center, ConvergenceReport& report) {
  const FrictionState state = model.state(unit_spin(center));
  report.add(state);
  // A center too far away for a double still gets a number.
  const double moment = std::min(state.dissipation, std::numeric_limits<double>::max());
  return {.center = center, .moment = moment, .force = state.load.force, .error_bound = state.error_bound};
}

void append_csv(std::string& text, const MomentRow& row) {
  append_csv_row(text, std::array{row.center.x, row.center.y, row.moment, row.force.x, row.force.y});
}

void append_json(std::string& text, const MomentRow& row) {
  text += ",\n{";
  append_json_member(text, "x", row.center.x);
  append_json_member(text, "y", row.center.y);
  append_json_member(text, "moment", row.moment);
  append_json_member(text, "fx", row.force.x);
  append_json_member(text, "fy", row.force.y);
  append_json_member(text, "error_bound", row.error_bound);
  text += '}';
}

void write_plot(const Scenario& scenario, const std::string& name, const Streams& streams) {
  constexpr double invisible = 1e-5;  // of scale; a pixel is a hundred times as much
  const auto model = friction_model(scenario.contact, {.tolerance = std::max(invisible, scenario.load_tolerance)});
  OutputFile file(name, streams.out);
  file.write(draw_moment_function(*model, scenario.contact, {.title = scenario.title}));
  file.finish();
}

}  // namespace

Outcome moment_command(const MomentOptions& options, const Streams& streams) {
  if (options.centers.empty() && options.plot.empty())
    throw CommandError("dryslip moment: nothing to do: give --centers C.csv, --plot F.svg or both");
  const Scenario scenario = read_scenario_input(options.scenario, streams);
  require_maximum_power(scenario.contact);  // else the load is no gradient of the moment function
  const auto model = scenario_model(scenario);
  ConvergenceReport report(scenario.load_tolerance);
  if (!options.centers.empty())
    stream_table({.input = options.centers,
                  .columns = {"x", "y"},
                  .header = "x,y,moment,fx,fy",
                  .answer =
                      [&](const CsvRows& rows, std::string& text) {
                        for (std::size_t i = 0; i < rows.size(); ++i) {
                          const MomentRow row = moment_row(*model, {rows.value(i, 0), rows.value(i, 1)}, report);
                          options.json ? append_json(text, row) : append_csv(text, row);
                        }
                      }},
                 options, streams);
  if (!options.plot.empty()) write_plot(scenario, options.plot, streams);
  return report.outcome(streams.messages);
}

}  // namespace dryslip::cli
