#include <filesystem>
#include <optional>
#include <ostream>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/drawing/draw_limit_surface.hpp"
#include "dryslip/scenario/write_surface.hpp"

namespace dryslip::cli {
namespace {

/// The text of a mesh or section in the format of the file name; JSON for standard output and with --json.
template <class Result>
std::string text_of(const Result& result, const SurfaceOptions& options) {
  const std::string kind = std::filesystem::path(options.out).extension().string();
  if (options.json || kind == ".json" || options.out.empty() || options.out == "-") return json_text(result);
  if (kind == ".ply") return ply_text(result);
  if (kind == ".vtk") return vtk_text(result);
  if constexpr (std::is_same_v<Result, SurfaceSection>) {
    if (kind == ".csv") return csv_text(result);
    throw CommandError("dryslip surface: --out " + options.out + ": a section goes to .csv, .json, .ply or .vtk");
  }
  throw CommandError("dryslip surface: --out " + options.out + ": the surface goes to .ply, .vtk or .json");
}

/// Normal of the plane of --section.
Twist normal_of(const SurfaceOptions& options) {
  return {{options.section[0], options.section[1]}, options.section[2]};
}

void write_plot(const LimitSurface& surface, const Scenario& scenario, const SurfaceOptions& options,
                OutputFile& file) {
  const LimitSurfacePicture picture{.title = scenario.title};
  file.write(options.section.empty() ? draw_limit_surface(surface, picture)
                                     : draw_surface_section(surface, normal_of(options), picture));
}

template <class Result>
Outcome write_result(const Result& result, const SurfaceOptions& options, const Streams& streams, OutputFile& file) {
  file.write(text_of(result, options));
  if (result.converged) return Outcome::Done;
  streams.messages << "not converged: the gap " << result.gap << " of scale is larger than " << options.gap << "\n";
  return Outcome::NotConverged;
}

}  // namespace

Outcome surface_command(const SurfaceOptions& options, const Streams& streams) {
  const Scenario scenario = read_scenario_input(options.scenario, streams);
  const Coefficient coefficient = options.coefficient == "static" ? Coefficient::Static : Coefficient::Kinetic;
  const LimitSurface surface = scenario_surface(scenario, options, coefficient);
  // both files get their names when both are complete
  std::optional<OutputFile> table, plot;
  Outcome outcome = Outcome::Done;
  if (options.plot.empty() || !options.out.empty()) {
    table.emplace(options.out, streams.out);
    outcome =
        options.section.empty()
            ? write_result(make_surface_mesh(surface, {.gap = options.gap}), options, streams, *table)
            : write_result(section_of(surface, normal_of(options), {.gap = options.gap}), options, streams, *table);
  }
  if (!options.plot.empty()) {
    plot.emplace(options.plot, streams.out);
    write_plot(surface, scenario, options, *plot);
  }
  if (table) table->finish();
  if (plot) plot->finish();
  return outcome;
}

}  // namespace dryslip::cli
