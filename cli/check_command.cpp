#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/contact_summary.hpp"
#include "cli/forward_summary.hpp"
#include "cli/members_text.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/drawing/support_outline.hpp"
#include "dryslip/files/write_record.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/format_text.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/scenario/read_scenario.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::cli {
namespace {

void write_slider(const Scenario& scenario, ResultSink& sink) {
  SliderSection slider = *scenario.slider;
  slider.inertia = slider_inertia(scenario);
  write_keys(slider, sink, {"center_of_mass"});
  sink.member("inertia_source", scenario.slider->inertia
                                    ? "given"
                                    : "default: uniform plates, lines and weighted points of the supports");
  sink.member("center_of_mass", slider.center_of_mass);
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
                         number_text(mass) + " m: at rest the slider would tip over with this pressure distribution");
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
      warnings.push_back("`dryslip simulate` will refuse this file: " + *reason);
  return warnings;
}

/// Calls visit(name, write) for each section but the contact; write(sink) adds its keys.
template <class Visit>
void for_each_section(const Scenario& scenario, const Visit& visit) {
  const auto add = [&](const char* name, const auto& section, const Keys& without = {}) {
    if (section) visit(name, [&](ResultSink& sink) { write_keys(*section, sink, without); });
  };
  const bool is_pade = scenario.ball && scenario.ball->friction == Ball::Friction::Pade;
  const bool is_prox = scenario.run && scenario.run->method == SliderRunOptions::Method::Prox;
  add("ball", scenario.ball, is_pade ? Keys{} : Keys{"pade"});
  if (scenario.ball) visit("initial", [&](ResultSink& sink) { write_keys(scenario.ball->initial, sink); });
  if (scenario.slider) visit("slider", [&](ResultSink& sink) { write_slider(scenario, sink); });
  add("initial", scenario.initial);
  add("drive", scenario.drive);
  add("table", scenario.table);
  add("run", scenario.run, is_prox ? Keys{} : Keys{"step"});
}

/// What was understood of a scenario.
struct ScenarioSummary {
  const Scenario& scenario;
  std::optional<ContactSummary> contact;
  std::vector<std::string> warnings;
};

ScenarioSummary summary_of(const Scenario& scenario, const Contact& contact) {
  ScenarioSummary summary{scenario, {}, {}};
  if (!scenario.contact.supports.empty()) summary.contact = contact_summary(scenario, contact);
  summary.warnings = warnings_of(scenario, contact);
  return summary;
}

void write(const ScenarioSummary& summary, ResultSink& sink) {
  sink.begin_object();
  sink.member("title", summary.scenario.title);
  if (summary.contact) {
    sink.key("contact");
    write(*summary.contact, sink);
  }
  for_each_section(summary.scenario, [&](const char* name, const auto& write_section) {
    sink.object(name, [&] { write_section(sink); });
  });
  sink.list("warnings", summary.warnings, [&](const std::string& warning) { sink.word(warning); });
  sink.end_object();
}

/// Forces and springs have a line each.
std::string drive_text(const SliderDrive& drive) {
  std::string text = members_text([&](ResultSink& sink) { write_keys(drive, sink, {"force", "spring"}); });
  const auto add = [&](const char* kind, const auto& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      text += format_text("\n  {:<10} {}", indexed(kind, i),
                          members_text([&](ResultSink& sink) { write_keys(parts[i], sink); }));
  };
  add("force", drive.forces);
  add("spring", drive.springs);
  return text;
}

std::string readable(const ScenarioSummary& summary, const std::string& file) {
  const Scenario& scenario = summary.scenario;
  std::string text = file + ": valid\n";
  if (!scenario.title.empty()) text += format_text("{:<9}{}\n", "title", scenario.title);
  if (summary.contact) text += readable(*summary.contact);
  for_each_section(scenario, [&](const std::string_view name, const auto& write_section) {
    text += format_text("{:<9}{}\n", name, name == "drive" ? drive_text(*scenario.drive) : members_text(write_section));
  });
  for (const std::string& warning : summary.warnings) text += "warning: " + warning + "\n";
  return text;
}

}  // namespace

Outcome check_command(const CheckOptions& options, const Streams& streams) {
  const std::string name = scenario_name(options), text = read_scenario_text(options.scenario, streams);
  OutputFile output(options.out, streams.out);
  if (is_forward_problem(text, name)) {
    const ForwardProblem problem = parse_forward_problem(text, name);
    ForwardSummary summary = forward_summary(problem);
    if (problem.run)
      if (const auto reason = reason_not_to_start(problem))
        summary.warning = "`dryslip forward --simulate` will refuse this file: " + *reason;
    output.write(options.json ? json_file(summary) : name + ": valid\n" + readable(summary));
  } else {
    const std::string folder = std::filesystem::path(options.scenario).parent_path().string();
    const Scenario scenario = parse_scenario(text, name, file_reader(options.scenario == "-" ? "." : folder));
    // what only the model can find wrong
    const Contact contact = contact_of(scenario);
    if (!scenario.contact.supports.empty()) contact.model();
    if (scenario.ball) check_ball(ball_of(scenario));
    const ScenarioSummary summary = summary_of(scenario, contact);
    output.write(options.json ? json_file(summary) : readable(summary, name));
  }
  output.finish();
  return Outcome::Done;
}

}  // namespace dryslip::cli
