#include <algorithm>
#include <stdexcept>

#include "dryslip/drawing/draw_fit.hpp"
#include "dryslip/record/format_text.hpp"
#include "reproduce/item.hpp"

namespace dryslip::reproduce {
namespace {

/// The exact contact of a scenario, followed by all its surrogates.
std::vector<RatedModel> ladder(const Scenario& scenario) {
  return fit_answer(*contact_of(scenario).fitter(), std::nullopt).models;
}

const FittedModel& model_of(const std::vector<RatedModel>& models, ContactModel kind, const std::string& variant) {
  const auto found = std::find_if(models.begin(), models.end(), [&](const RatedModel& m) {
    return m.fitted.kind == kind && m.fitted.variant == variant;
  });
  if (found == models.end()) throw std::runtime_error("no model '" + variant + "'");
  return found->fitted;
}

std::string ladder_file(const std::vector<RatedModel>& models) {
  std::string text =
      "model,variant,max_error,rms_error,dissipation_error,gauge_error,nanoseconds,nanoseconds_in_batch\n";
  for (const auto& [fitted, cost] : models) {
    const ModelError& e = fitted.error;
    text += format_text("{},{},{},{},{},{},{:.1f},{:.1f}\n", word_of(fitted.kind), fitted.variant, e.largest, e.rms,
                        e.dissipation, e.gauge, cost.one_by_one, cost.in_batch);
  }
  return text;
}

}  // namespace

ItemResult beyond_error_ladder(const ScenarioTexts& scenarios) {
  const Scenario disk = scenarios.scenario("uniform_disk_slide_spin"),
                 block = scenarios.scenario("kardan_general_motion");
  const std::vector<RatedModel> of_disk = ladder(disk), of_block = ladder(block);
  const auto gauge = [&](ContactModel kind, const std::string& variant) {
    return 100.0 * model_of(of_disk, kind, variant).error.gauge;
  };
  const double spin = 1e3 * of_disk.front().fitted.frame.length;
  const double smooth = of_block.at(1).fitted.error.largest;  // of the lookup
  ItemResult result;
  result.comparisons = {
      {"disk: ellipsoid through the axes, surface off by [%]", 6.58, gauge(ContactModel::Ellipsoid, "axes matched"),
       0.005, Basis::other_program("second program, three digits")},
      {"disk: quartic of one parameter, surface off by [%]", 0.64, gauge(ContactModel::Quartic, "one parameter"), 0.005,
       Basis::other_program("second program, two digits")},
      {"disk: spin moment over μN [mm]", 100.0 / 3.0, spin, 1e-9, Basis::equations("closed form, ⅔ R with R = 50 mm")},
      {"block: spin moment over μN [mm]", 8.231463, 1e3 * of_block.front().fitted.frame.length, 5e-7,
       Basis::own_geometry("mean distance of the area, seven digits")},
      {"block: lookups off by more than 0.2 %", 0, smooth > 2e-3 ? 1.0 : 0.0, 0,
       Basis::own_geometry("what the lookup is made for")}};
  result.pictures = {
      {"ladder_of_the_disk.svg", draw_fit(of_disk, {.title = disk.title}),
       "Uniform disk: error against the time of one load, and the loads themselves."},
      {"ladder_of_the_block.svg", draw_fit(of_block, {.title = block.title}),
       "Rectangle of 3:1, further from an ellipsoid: error against the time of one load, and the loads."}};
  result.data = {{"ladder_of_the_disk.csv", ladder_file(of_disk)}, {"ladder_of_the_block.csv", ladder_file(of_block)}};
  return result;
}

}  // namespace dryslip::reproduce
