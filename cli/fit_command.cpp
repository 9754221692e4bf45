#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/file_format.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/drawing/draw_fit.hpp"
#include "dryslip/record/format_text.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip::cli {
namespace {

using Json = nlohmann::ordered_json;

Json triple(const Twist& V) { return {V.velocity.x, V.velocity.y, V.omega}; }

Json component_summary(const ComponentError& error) {
  return {{"rms", error.rms}, {"max", error.largest}, {"max_at", triple(error.largest_at)}};
}

/// One model in the words of docs/commands/fit.md.
Json model_summary(const RatedModel& model) {
  const FittedModel& fitted = model.fitted;
  const ModelError& error = fitted.error;
  Json parameters = Json::object();
  for (const auto& [name, value] : fitted.parameters) parameters[name] = value;
  Json summary{{"model", word_of(fitted.kind)},
               {"variant", fitted.variant},
               {"parameters", std::move(parameters)},
               {"frame",
                {{"reference", {fitted.frame.reference.x, fitted.frame.reference.y}},
                 {"length", fitted.frame.length},
                 {"force", fitted.frame.force}}},
               {"max_error", error.largest},
               {"rms_error", error.rms},
               {"max_error_at", triple(error.largest_at)},
               {"dissipation_error", error.dissipation},
               {"gauge_error", error.gauge},
               {"center_of_rotation_error", error.center_of_rotation},
               {"dissipates", error.least_power > 0.0},
               {"least_power_ratio", error.least_power},
               {"is_gradient", fitted.model->has_potential()},
               {"distance_from_gradient", error.asymmetry}};
  if (fitted.convexity) summary["convexity_certificate"] = *fitted.convexity;
  if (fitted.pade) {
    summary["region"] = "unit circle of (|v|/radius, omega), all directions";
    summary["T"] = component_summary(fitted.pade->T);
    summary["M"] = component_summary(fitted.pade->M);
    summary["least_power"] = fitted.pade->least_power;
  }
  summary["nanoseconds"] = model.cost.one_by_one;
  summary["nanoseconds_in_batch"] = model.cost.in_batch;
  summary["converged"] = fitted.pade ? fitted.pade->converged : true;
  return summary;
}

std::vector<ContactModel> kinds_of(const std::string& name) {
  constexpr ContactModel all[] = {ContactModel::Exact, ContactModel::Table, ContactModel::Quartic, ContactModel::Pade,
                                  ContactModel::Ellipsoid};
  std::vector<ContactModel> kinds;
  for (const ContactModel kind : all) {
    if (name == "all" || kind == ContactModel::Exact || name == word_of(kind)) kinds.push_back(kind);
  }
  return kinds;
}

/// The exact contact first. A kind that this contact cannot have is left out of the ladder with a remark.
std::vector<RatedModel> rated_models(const Scenario& scenario, const FitOptions& options, std::ostream& messages) {
  std::vector<RatedModel> models;
  const Contact contact = contact_of(scenario);
  for (const ContactModel kind : kinds_of(options.model)) {
    try {
      for (FittedModel& fitted : contact.fitter()->fit(kind)) {
        const LoadCost cost = measure_cost(*fitted.model, fitted.frame);
        models.push_back({std::move(fitted), cost});
      }
    } catch (const InvalidInput& error) {
      if (options.model != "all" || kind == ContactModel::Exact) throw;
      if (!options.quiet) messages << "remark: no " << word_of(kind) << " model: " << error.what() << "\n";
    }
  }
  return models;
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

/// Of one kind the model that contact.model takes, with its other variants beside it; of all the ladder.
Json result_of(const std::vector<RatedModel>& models, const FitOptions& options) {
  if (options.model == "all") {
    Json result{{"models", Json::array()}};
    for (const RatedModel& model : models) result["models"].push_back(model_summary(model));
    return result;
  }
  Json result = model_summary(models.at(1));
  result["exact"] = model_summary(models.at(0));
  result["variants"] = Json::array();
  for (std::size_t i = 2; i < models.size(); ++i) result["variants"].push_back(model_summary(models[i]));
  return result;
}

}  // namespace

Outcome fit_command(const FitOptions& options, const Streams& streams) {
  if (options.plot == "-") throw CommandError("dryslip fit: --plot -: needs a file name");
  check_plot("fit", options.plot);
  const Scenario scenario = read_contact_scenario(options.scenario, streams);
  OutputFile table(options.out, streams.out);
  std::optional<OutputFile> plot;
  if (!options.plot.empty()) plot.emplace(options.plot, streams.out);
  const std::vector<RatedModel> models = rated_models(scenario, options, streams.messages);
  table.write(result_of(models, options).dump(2) + "\n");
  if (plot) plot->write(draw_fit(models, {.title = scenario.title}));
  table.finish();
  if (plot) plot->finish();
  if (options.model == "all" && !options.quiet) streams.messages << ladder_text(models);
  for (const RatedModel& model : models) {
    if (!model.fitted.pade || model.fitted.pade->converged) continue;
    streams.messages << "dryslip fit: not converged: the parameters of the Padé model\n";
    return Outcome::NotConverged;
  }
  return Outcome::Done;
}

}  // namespace dryslip::cli
