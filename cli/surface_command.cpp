#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

#include "cli/answer_stream.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/file_format.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_bar.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/drawing/draw_limit_surface.hpp"
#include "dryslip/files/write_surface.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::cli {
namespace {

/// By the file name; JSON for standard output and with --json.
FileFormat mesh_format(const SurfaceOptions& options) {
  using enum FileFormat;
  if (options.json) return Json;
  const FileOption file{"surface", "--out", options.out};
  return options.section.empty() ? format_of(file, {Json, Ply, Vtk}, OtherEnding::Refused)
                                 : format_of(file, {Json, Ply, Vtk, Csv}, OtherEnding::Refused);
}

template <class Result>
std::string text_of(const Result& result, FileFormat format) {
  if (format == FileFormat::Ply) return ply_text(result);
  if (format == FileFormat::Vtk) return vtk_text(result);
  if constexpr (std::is_same_v<Result, SurfaceSection>) {
    if (format == FileFormat::Csv) return csv_text(result);
  }
  return json_text(result);
}

void check_options(const SurfaceOptions& options) {
  const bool is_zero = std::all_of(options.section.begin(), options.section.end(), [](double n) { return n == 0.0; });
  const bool is_finite =
      std::all_of(options.section.begin(), options.section.end(), [](double n) { return std::isfinite(n); });
  if (!options.section.empty() && (is_zero || !is_finite))
    throw CommandError("dryslip surface: --section: must be three finite numbers nx,ny,nm, not all zero");
}

/// Normal of the plane of --section.
Twist normal_of(const SurfaceOptions& options) {
  return {{options.section[0], options.section[1]}, options.section[2]};
}

void write_plot(const Contact& contact, Coefficient coefficient, const std::string& title,
                const SurfaceOptions& options, OutputFile& file) {
  const LimitSurfacePicture picture{.title = title};
  file.write(options.section.empty()
                 ? draw_limit_surface(contact, picture, coefficient)
                 : draw_surface_section(*contact.surface(coefficient), normal_of(options), picture));
}

SurfaceMesh mesh_of(const LimitSurface& surface, const SurfaceOptions& options, const Streams& streams) {
  ProgressBar bar(streams.messages, progress_visibility(options, streams));
  return make_surface_mesh(surface, {.gap = options.gap, .progress = bar.progress()});
}

template <class Result>
Outcome write_result(const Result& result, const SurfaceOptions& options, const Streams& streams, OutputFile& file) {
  file.write(text_of(result, mesh_format(options)));
  if (result.converged) return Outcome::Done;
  streams.messages << (result.gap > options.gap ? "not converged: the gap is "
                                                : "not converged: some points are not certified; the gap is ")
                   << number_text(result.gap, 6) << ", asked for " << number_text(options.gap, 6) << "\n";
  return Outcome::NotConverged;
}

}  // namespace

Outcome surface_command(const SurfaceOptions& options, const Streams& streams) {
  check_options(options);
  check_plot("surface", options.plot);
  mesh_format(options);
  const Scenario scenario = with_exact_contact(read_contact_scenario(options.scenario, streams), options, streams);
  const auto coefficient = value_of_word<Coefficient>(options.coefficient, "--coefficient");
  const Contact contact = contact_of(scenario);
  const auto surface = contact.surface(coefficient);
  // both files get their names when both are complete
  std::optional<OutputFile> data, plot;
  Outcome outcome = Outcome::Done;
  if (options.plot.empty() || !options.out.empty()) {
    data.emplace(options.out, streams.out);
    outcome = options.section.empty() ? write_result(mesh_of(*surface, options, streams), options, streams, *data)
                                      : write_result(section_of(*surface, normal_of(options), {.gap = options.gap}),
                                                     options, streams, *data);
  }
  if (!options.plot.empty()) {
    plot.emplace(options.plot, streams.out);
    write_plot(contact, coefficient, scenario.title, options, *plot);
  }
  if (data) data->finish();
  if (plot) plot->finish();
  return outcome;
}

}  // namespace dryslip::cli
