#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/contact_summary.hpp"
#include "cli/forward_summary.hpp"
#include "cli/output_file.hpp"
#include "cli/record_summary.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/drawing/support_outline.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/format_text.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/scenario/read_scenario.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::cli {
namespace {

using Json = nlohmann::ordered_json;

Json slider_summary(const Scenario& scenario) {
  SliderSection slider = *scenario.slider;
  slider.inertia = slider_inertia(scenario);
  const Json members = record_summary(slider);
  Json summary = Json::object();
  for (const auto& [key, value] : members.items()) {
    if (key == "center_of_mass")
      summary["inertia_source"] =
          scenario.slider->inertia ? "given" : "default: that of a uniform plate of the supports";
    summary[key] = value;
  }
  return summary;
}

Json ball_summary(const Ball& ball) {
  Json summary = record_summary(ball);
  if (ball.friction != Ball::Friction::Pade) summary.erase("pade");
  return summary;
}

Json run_summary(const SliderRunOptions& run) {
  Json summary = record_summary(run);
  if (run.method != SliderRunOptions::Method::Prox) summary.erase("step");
  return summary;
}

/// Why `simulate` would not even start; other commands may still use the scenario.
std::optional<std::string> reason_not_to_start(const Scenario& scenario, const Contact& contact) {
  const auto stop_at_once = [](double) { return false; };
  try {
    if (scenario.ball) {
      const BallRunOptions run = ball_run_options_of(scenario);
      check_number_of_rows(run);
      simulate_ball(ball_of(scenario), run, stop_at_once);
    } else {
      const SliderRunOptions run = run_options_of(scenario);
      check_number_of_rows(run);
      simulate_slider(PreparedSlider(slider_of(scenario), contact), run, stop_at_once);
    }
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  return std::nullopt;
}

std::optional<std::string> reason_not_to_start(const ForwardProblem& problem) {
  try {
    check_size_of_run(problem);
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  return std::nullopt;
}

/// What is valid but may not be meant.
std::vector<std::string> warnings_of(const Scenario& scenario, const Contact& contact) {
  std::vector<std::string> warnings = scenario.remarks;
  if (scenario.slider) {
    constexpr double allowed = 1e-6;  // of the contact's size: coordinates are rarely written with more digits
    const Vec2 pressure = center_of_pressure(scenario.contact);
    const Vec2 mass = scenario.slider->center_of_mass;
    const Box box = bounding_box(scenario.contact);
    if (length(pressure - mass) > allowed * length(box.high - box.low))
      warnings.push_back("the center of pressure " + number_text(pressure) + " m is not under the center of mass " +
                         number_text(mass) +
                         " m: at rest the slider would tip over, unless the pressure is another one");
  }
  for (std::size_t i = 0; i < scenario.contact.supports.size(); ++i) {
    const FrictionLaw& law = scenario.contact.supports[i].law;
    if (!obeys_maximum_power(law))
      warnings.push_back(format_text("contact.support[{}].law: {}", i, explain_power_violation(law)));
  }
  if (scenario.ball && !scenario.contact.supports.empty())
    warnings.push_back("contact: has no effect on the motion of the ball, which has its own contact");
  if (scenario.run)
    if (const auto reason = reason_not_to_start(scenario, contact))
      warnings.push_back("simulate refuses it: " + *reason);
  return warnings;
}

Json summary_of(const Scenario& scenario, const Contact& contact) {
  Json summary{{"title", scenario.title}};
  if (!scenario.contact.supports.empty()) summary["contact"] = contact_summary(scenario, contact);
  if (scenario.ball) {
    summary["ball"] = ball_summary(*scenario.ball);
    summary["initial"] = record_summary(scenario.ball->initial);
  }
  if (scenario.slider) summary["slider"] = slider_summary(scenario);
  if (scenario.initial) summary["initial"] = record_summary(*scenario.initial);
  if (scenario.drive) summary["drive"] = record_summary(*scenario.drive);
  if (scenario.table) summary["table"] = record_summary(*scenario.table);
  if (scenario.run) summary["run"] = run_summary(*scenario.run);
  summary["warnings"] = warnings_of(scenario, contact);
  return summary;
}

/// A value as it would stand in the scenario file.
std::string value_text(const Json& value) {
  if (value.is_array()) {
    std::string text;
    for (const Json& element : value) text += (text.empty() ? "" : ", ") + value_text(element);
    return "[" + text + "]";
  }
  if (value.is_number_float()) return number_text(value.get<double>());
  return value.is_string() ? "\"" + value.get<std::string>() + "\"" : value.dump();
}

/// "key = value, ..." of the plain members, without those named.
std::string members_text(const Json& object, const std::vector<std::string>& without = {}) {
  std::string text;
  for (const auto& [key, value] : object.items()) {
    if (value.is_object() || std::find(without.begin(), without.end(), key) != without.end()) continue;
    text += (text.empty() ? "" : ", ") + key + " = " + value_text(value);
  }
  return text;
}

std::string typed_text(const Json& object, const char* type) {
  const std::string rest = members_text(object, {type, "normal_force", "method"});
  return object[type].get<std::string>() + (rest.empty() ? "" : ": " + rest);
}

std::string support_text(const Json& support, std::size_t index, double whole) {
  const double force = support["normal_force"].get<double>();
  const std::string part = whole > 0 ? format_text(" ({:.4g} % of the normal force)", 100 * force / whole) : "";
  return format_text("  support[{}]   {}\n", index, typed_text(support, "shape")) +
         format_text("    pressure   {}\n", typed_text(support["pressure"], "type")) +
         format_text("    law        {}\n", typed_text(support["law"], "type")) +
         format_text("    carries    {} N{}\n", number_text(force), part) +
         format_text("    load       {}\n", support["method"].get<std::string>());
}

std::string contact_text(const Json& contact) {
  const double whole = contact["normal_force"].get<double>();
  std::string text = "contact\n";
  text += format_text("  normal force       {} N ({})\n", number_text(whole),
                      contact["normal_force_source"].get<std::string>());
  if (contact["model"] != "exact")
    text += format_text("  model              {}\n", contact["model"].get<std::string>());
  text += format_text("  center of pressure {} m\n", value_text(contact["center_of_pressure"]));
  for (std::size_t i = 0; i < contact["support"].size(); ++i) text += support_text(contact["support"][i], i, whole);
  return text;
}

/// Forces and springs, a line each.
std::string drive_text(const Json& drive) {
  std::string text = format_text("{:<9}{}\n", "drive", members_text(drive, {"force", "spring"}));
  for (const char* kind : {"force", "spring"})
    for (std::size_t i = 0; i < drive[kind].size(); ++i)
      text += format_text("  {:<10} {}\n", format_text("{}[{}]", kind, i), members_text(drive[kind][i]));
  return text;
}

std::string readable(const Json& summary, const std::string& file) {
  const std::string title = summary["title"].get<std::string>();
  std::string text = file + ": valid\n";
  if (!title.empty()) text += format_text("{:<9}{}\n", "title", title);
  if (summary.contains("contact")) text += contact_text(summary["contact"]);
  for (const std::string section : {"slider", "ball", "initial", "drive", "table", "run"}) {
    if (!summary.contains(section)) continue;
    text += section == "drive" ? drive_text(summary[section])
                               : format_text("{:<9}{}\n", section, members_text(summary[section]));
  }
  for (const Json& warning : summary["warnings"]) text += "warning: " + warning.get<std::string>() + "\n";
  return text;
}

std::string readable_forward(const Json& summary, const std::string& file) {
  std::string text = file + ": valid\n";
  for (const auto& [section, value] : summary.items())
    text += format_text("{:<10} {}\n", section, value.is_object() ? members_text(value) : value.get<std::string>());
  return text;
}

}  // namespace

Outcome check_command(const CheckOptions& options, const Streams& streams) {
  const std::string name = scenario_name(options), text = read_scenario_text(options.scenario, streams);
  OutputFile output(options.out, streams.out);
  if (is_forward_problem(text, name)) {
    const ForwardProblem problem = parse_forward_problem(text, name);
    Json summary = forward_summary(problem);
    if (problem.run)
      if (const auto reason = reason_not_to_start(problem))
        summary["warning"] = "forward --simulate refuses it: " + *reason;
    output.write(options.json ? summary.dump(2) + "\n" : readable_forward(summary, name));
  } else {
    const std::string folder = std::filesystem::path(options.scenario).parent_path().string();
    const Scenario scenario = parse_scenario(text, name, file_reader(options.scenario == "-" ? "." : folder));
    // what only the model can find wrong
    const Contact contact = contact_of(scenario);
    if (!scenario.contact.supports.empty()) contact.model();
    if (scenario.ball) check_ball(ball_of(scenario));
    const Json summary = summary_of(scenario, contact);
    output.write(options.json ? summary.dump(2) + "\n" : readable(summary, name));
  }
  output.finish();
  return Outcome::Done;
}

}  // namespace dryslip::cli
