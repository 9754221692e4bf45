#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string_view>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/convergence_report.hpp"
#include "cli/file_format.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "cli/table_stream.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/drawing/draw_moment_function.hpp"
#include "dryslip/drawing/nice_scale.hpp"
#include "dryslip/drawing/support_outline.hpp"
#include "dryslip/files/write_result.hpp"
#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/numerics/contour_lines.hpp"

namespace dryslip::cli {
namespace {

/// Appends what the contact answers to a unit spin about each center.
class MomentRows {
 public:
  MomentRows(const FrictionModel& model, const Scenario& scenario, const CommonOptions& options)
      : model_(model), report_(scenario.load_tolerance), json_(options.json) {}

  void append(Vec2 center, std::string& text) {
    const MomentState M = moment_state(model_, center);
    report_.add({.error_bound = M.error_bound, .converged = M.converged});
    // a center too far away for a double still gets a number
    const double moment = std::min(M.moment, std::numeric_limits<double>::max());
    const Vec2 force = load_by_gradient(center, M).force;
    if (!json_) return append_csv_row(text, std::array{center.x, center.y, moment, force.x, force.y});
    text += ",\n{";
    append_json_member(text, "x", center.x);
    append_json_member(text, "y", center.y);
    append_json_member(text, "moment", moment);
    append_json_member(text, "fx", force.x);
    append_json_member(text, "fy", force.y);
    append_json_member(text, "error_bound", M.error_bound);
    text += '}';
  }

  const ConvergenceReport& report() const { return report_; }

 private:
  const FrictionModel& model_;
  ConvergenceReport report_;
  bool json_;
};

const std::string columns_of_rows = "x,y,moment,fx,fy";

void write_centers(MomentRows& rows, const MomentOptions& options, const Streams& streams) {
  stream_table({.input = options.centers,
                .columns = {"x", "y"},
                .header = columns_of_rows,
                .answer =
                    [&](const CsvRows& given, std::string& text) {
                      for (std::size_t i = 0; i < given.size(); ++i)
                        rows.append({given.value(i, 0), given.value(i, 1)}, text);
                    }},
               options, streams);
}

/// A whole number of the command line at the front of the text, which loses it; nothing where there is none in range.
std::optional<std::size_t> take_whole_number(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || value < least || value > most) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// The grid that --grid asks for, over the part of the body frame that the picture shows.
RegularGrid grid_of(const MomentOptions& options, const ContactPatch& patch) {
  std::string_view text = options.grid;
  const auto columns = take_whole_number(text, 2, 100000);
  const bool has_comma = text.starts_with(',');
  if (has_comma) text.remove_prefix(1);
  const auto rows = take_whole_number(text, 2, 100000);
  if (!columns || !has_comma || !rows || !text.empty())
    throw CommandError("dryslip moment: --grid: '" + options.grid +
                       "': must be two whole numbers from 2 to 100000, nodes along x and y, such as 40,60");
  const Box box = surroundings(patch, MomentFunctionPicture{}.margin);
  return grid_over(box.low, box.high, *columns, *rows);
}

void write_grid(MomentRows& rows, const RegularGrid& grid, const MomentOptions& options, const Streams& streams) {
  OutputFile output(options.out, streams.out);
  ProgressBar bar(streams.messages, progress_visibility(options, streams));
  std::string text = options.json ? "{\"rows\":[" : columns_of_rows + "\n";
  for (std::size_t j = 0; j < grid.rows; ++j) {
    const std::size_t start = text.size();
    for (std::size_t i = 0; i < grid.columns; ++i) rows.append(grid.node(i, j), text);
    if (options.json && j == 0) text.erase(start, 1);  // no comma before the first row
    output.write(text);
    text.clear();
    bar.show((j + 1) * grid.columns, static_cast<double>(j + 1) / static_cast<double>(grid.rows));
  }
  output.write(options.json ? "\n]}\n" : "");
  output.finish();
}

std::size_t contours_of(const MomentOptions& options) {
  std::string_view text = options.contours;
  const auto count = take_whole_number(text, 1, 1000);
  if (!count || !text.empty())
    throw CommandError("dryslip moment: --contours: '" + options.contours +
                       "': must be a whole number from 1 to 1000, of contour lines");
  return *count;
}

/// Lines of round moments, sampled as in the picture; a closed line ends at its first point.
void write_contours(const FrictionModel& model, const ContactPatch& patch, const MomentOptions& options,
                    const Streams& streams) {
  const std::size_t count = contours_of(options);
  const SampledField field = moment_grid(model, picture_grid(patch)).moment;
  const auto [low, high] = std::minmax_element(field.values.begin(), field.values.end());
  OutputFile output(options.out, streams.out);
  std::string rows = "moment,line,x,y\n";
  nlohmann::json object{{"contours", nlohmann::json::array()}};
  double number = 0.0;
  for (const double level : round_values(*low, *high, static_cast<int>(count))) {
    nlohmann::json lines = nlohmann::json::array();
    for (ContourLine& line : contour_lines(field, level)) {
      if (line.is_closed) line.points.push_back(line.points.front());
      nlohmann::json points = nlohmann::json::array();
      for (const Vec2 point : line.points) {
        append_csv_row(rows, std::array{level, number, point.x, point.y});
        points.push_back({point.x, point.y});
      }
      lines.push_back(std::move(points));
      ++number;
    }
    object["contours"].push_back({{"moment", level}, {"lines", std::move(lines)}});
  }
  output.write(options.json ? object.dump() + "\n" : rows);
  output.finish();
}

void write_plot(const Contact& contact, const std::string& title, const std::string& name, const Streams& streams) {
  OutputFile file(name, streams.out);
  file.write(draw_moment_function(*contact.rough_model(), contact.patch(), {.title = title}));
  file.finish();
}

}  // namespace

Outcome moment_command(const MomentOptions& options, const Streams& streams) {
  const auto tasks = {!options.centers.empty(), !options.grid.empty(), !options.contours.empty()};
  const auto count = std::count(tasks.begin(), tasks.end(), true);
  if (count == 0 && options.plot.empty())
    throw CommandError(
        "dryslip moment: nothing to do: give --centers C.csv, --grid NX,NY, --contours N or --plot F.svg");
  if (count > 1) throw CommandError("dryslip moment: --centers, --grid and --contours: give one of them at a time");
  check_plot("moment", options.plot);
  const Scenario scenario = with_exact_contact(read_contact_scenario(options.scenario, streams), options, streams);
  require_maximum_power(scenario.contact);  // else the load is no gradient of the moment function
  const Contact contact = contact_of(scenario);
  const auto model = contact.model();
  MomentRows rows(*model, scenario, options);
  if (!options.centers.empty()) write_centers(rows, options, streams);
  if (!options.grid.empty()) write_grid(rows, grid_of(options, scenario.contact), options, streams);
  if (!options.contours.empty()) write_contours(*model, scenario.contact, options, streams);
  if (!options.plot.empty()) write_plot(contact, scenario.title, options.plot, streams);
  return rows.report().outcome(streams.messages);
}

}  // namespace dryslip::cli
