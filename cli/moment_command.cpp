#include <algorithm>
#include <charconv>
#include <optional>
#include <ostream>
#include <string_view>

#include "cli/answer_stream.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/convergence_report.hpp"
#include "cli/file_format.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/drawing/draw_moment_function.hpp"
#include "dryslip/drawing/nice_scale.hpp"
#include "dryslip/drawing/support_outline.hpp"
#include "dryslip/files/write_result.hpp"

namespace dryslip::cli {
namespace {

/// Asks for the moment about centers, with a report of what did not converge.
struct MomentQuestion {
  const FrictionModel& model;
  ConvergenceReport report;

  MomentAnswer answer(Vec2 center) {
    const MomentAnswer found = moment_answer(model, center);
    report.add({.error_bound = found.state.error_bound, .converged = found.state.converged});
    return found;
  }
};

void write_centers(MomentQuestion& question, const MomentOptions& options, const Streams& streams) {
  const auto ask = [&](std::span<const CenterOfRotation> centers, std::span<MomentAnswer> answers) {
    for (std::size_t i = 0; i < centers.size(); ++i) answers[i] = question.answer(centers[i].place);
  };
  stream_answers<CenterOfRotation, MomentAnswer>(options.centers, Repeat::Nothing, ask, options, streams);
}

/// Takes a whole number off the front of the text; none, and the text unchanged, where there is no number in range.
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

void write_grid(MomentQuestion& question, const RegularGrid& grid, const MomentOptions& options,
                const Streams& streams) {
  AnswerWriter<MomentAnswer> writer(options, streams);
  ProgressBar bar(streams.messages, progress_visibility(options, streams));
  for (std::size_t j = 0; j < grid.rows; ++j) {
    for (std::size_t i = 0; i < grid.columns; ++i) writer.add(question.answer(grid.node(i, j)));
    writer.flush();
    bar.show((j + 1) * grid.columns, static_cast<double>(j + 1) / static_cast<double>(grid.rows));
  }
  writer.finish();
}

std::size_t contours_of(const MomentOptions& options) {
  std::string_view text = options.contours;
  const auto count = take_whole_number(text, 1, 1000);
  if (!count || !text.empty())
    throw CommandError("dryslip moment: --contours: '" + options.contours +
                       "': must be a number of contour lines, from 1 to 1000");
  return *count;
}

/// Writes contour lines at round moments, sampled as in the picture.
void write_contours(const FrictionModel& model, const ContactPatch& patch, const MomentOptions& options,
                    const Streams& streams) {
  const std::size_t count = contours_of(options);
  const SampledField field = moment_grid(model, picture_grid(patch)).moment;
  const auto [low, high] = std::minmax_element(field.values.begin(), field.values.end());
  OutputFile output(options.out, streams.out);
  const std::vector<MomentContour> contours =
      moment_contours(field, round_values(*low, *high, static_cast<int>(count)));
  std::string text;
  if (options.json) {
    JsonText json(text, 0, WholeNumbers::WithPoint);
    write(contours, json);
    text += '\n';
  } else {
    text = csv_text(sheet_of(points_of(contours)));
  }
  output.write(text);
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
        "dryslip moment: nothing to do: give --centers FILE, --grid NX,NY, --contours N or --plot FILE.svg");
  if (count > 1) throw CommandError("dryslip moment: --centers, --grid and --contours: give one of them at a time");
  check_plot("moment", options.plot);
  const Scenario scenario = with_exact_contact(read_contact_scenario(options.scenario, streams), options, streams);
  require_maximum_power(scenario.contact, "contact");  // else the load is no gradient of the moment function
  const Contact contact = contact_of(scenario);
  const auto model = contact.model();
  MomentQuestion question{*model, ConvergenceReport(scenario.load_tolerance)};
  if (!options.centers.empty()) write_centers(question, options, streams);
  if (!options.grid.empty()) write_grid(question, grid_of(options, scenario.contact), options, streams);
  if (!options.contours.empty()) write_contours(*model, scenario.contact, options, streams);
  if (!options.plot.empty()) write_plot(contact, scenario.title, options.plot, streams);
  return question.report.outcome(streams.messages);
}

}  // namespace dryslip::cli
