#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/answer_stream.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/file_format.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_bar.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/drawing/draw_fit.hpp"
#include "dryslip/record/format_text.hpp"
#include "dryslip/record/progress_part.hpp"
#include "dryslip/scenario/write_fit.hpp"

namespace dryslip::cli {
namespace {

/// The kind that --model names; none for all.
std::optional<ContactModel> kind_of(const FitOptions& options) {
  if (options.model == "all") return std::nullopt;
  return value_of_word<ContactModel>(options.model, "--model");
}

FitAnswer answer_of(const Contact& contact, std::optional<ContactModel> kind, const FitOptions& options,
                    const Streams& streams) {
  constexpr double part = fitter_part / 2.0;  // what is fitted is rated too
  ProgressBar bar(streams.messages, progress_visibility(options, streams));
  const Progress progress = bar.progress();
  const auto fitter = contact.fitter(Coefficient::Kinetic, part_of(progress, 0.0, part));
  return fit_answer(*fitter, kind, part_of(progress, part, 1.0));
}

std::string ladder_text(const std::vector<RatedModel>& models) {
  std::string text = format_text("{:<32}{:>10}{:>10}{:>12}{:>10}{:>10}{:>10}\n", "model", "max error", "rms",
                                 "dissipation", "gauge", "ns", "ns batch");
  for (const auto& [fitted, cost] : models) {
    const std::string name = std::string(word_of(fitted.kind)) + ", " + fitted.variant;
    text += format_text("{:<32}{:>10.2g}{:>10.2g}{:>12.2g}{:>10.2g}{:>10.0f}{:>10.0f}\n", name, fitted.error.largest,
                        fitted.error.rms, fitted.error.dissipation, fitted.error.gauge, cost.one_by_one, cost.in_batch);
  }
  return text;
}

}  // namespace

Outcome fit_command(const FitOptions& options, const Streams& streams) {
  if (options.plot == "-") throw CommandError("dryslip fit: --plot -: needs a file name");
  check_plot("fit", options.plot);
  const std::optional<ContactModel> kind = kind_of(options);
  const Scenario scenario = read_contact_scenario(options.scenario, streams);
  OutputFile data(options.out, streams.out);
  std::optional<OutputFile> plot;
  if (!options.plot.empty()) plot.emplace(options.plot, streams.out);
  const FitAnswer answer = answer_of(contact_of(scenario), kind, options, streams);
  if (!options.quiet)
    for (const auto& [missing, reason] : answer.missing)
      streams.messages << "remark: no " << word_of(missing) << " model: " << reason << "\n";
  data.write(json_file(answer));
  if (plot) plot->write(draw_fit(answer.models, {.title = scenario.title}));
  data.finish();
  if (plot) plot->finish();
  if (!kind && !options.quiet) streams.messages << ladder_text(answer.models);
  if (answer.converged()) return Outcome::Done;
  streams.messages << "dryslip fit: not converged: the parameters of the Padé model\n";
  return Outcome::NotConverged;
}

}  // namespace dryslip::cli
