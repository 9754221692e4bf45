#include "dryslip/scenario/scenario.hpp"

#include <cmath>
#include <functional>
#include <string_view>

#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/set_number.hpp"

namespace dryslip {
namespace {

constexpr double longest_run = 1000.0;  // [s], of a run until rest that says nothing else

/// Keys that belong to another kind of scenario.
std::vector<std::string_view> keys_of_others(const Scenario& scenario) {
  if (!scenario.ball) return {"ball"};
  std::vector<std::string_view> keys{"slider", "drive", "initial"};
  if (scenario.contact.supports.empty()) keys.insert(keys.end(), {"contact", "contact.tolerance"});
  return keys;
}

}  // namespace

Contact contact_of(const Scenario& scenario) {
  return {scenario.contact, {.model = scenario.model, .tolerance = scenario.load_tolerance, .section = "contact"}};
}

std::optional<double> slider_inertia(const Scenario& scenario) {
  if (!scenario.slider) return {};
  const auto& [mass, inertia, center_of_mass] = *scenario.slider;
  if (inertia || !mass) return inertia;
  return *mass * squared_gyration_radius(scenario.contact, center_of_mass);
}

std::optional<double> weight_on_table(const Scenario& scenario) {
  if (!scenario.slider || !scenario.slider->mass) return {};
  const Table table = scenario.table.value_or(Table{});
  return *scenario.slider->mass * table.gravity * std::cos(table.tilt);
}

void set_number(Scenario& scenario, const std::string& path, double value) {
  NumberSetter set(path, value);
  bool is_set = for_each_number(scenario, "", std::ref(set), keys_of_others(scenario));
  if (!is_set && scenario.ball) is_set = for_each_number(scenario.ball->initial, "initial", std::ref(set));
  if (!is_set) set.fail(description<Scenario>.name);
  if (path == "contact.normal_force") scenario.normal_force_source = Scenario::NormalForceSource::Given;
  if (scenario.normal_force_source == Scenario::NormalForceSource::Weight)
    scenario.contact.normal_force = *weight_on_table(scenario);
}

Slider slider_of(const Scenario& scenario, const std::string& who) {
  if (!scenario.slider || !scenario.slider->mass)
    throw InvalidInput("slider.mass", "missing: " + who + " needs the mass of the slider");
  const double inertia = *slider_inertia(scenario);
  if (!(inertia > 0.0))
    throw InvalidInput("slider.inertia", "0 by default for this contact: " + who + " needs one above 0");
  return {.contact = scenario.contact,
          .model = scenario.model,
          .load_tolerance = scenario.load_tolerance,
          .mass = *scenario.slider->mass,
          .inertia = inertia,
          .center_of_mass = scenario.slider->center_of_mass,
          .initial = scenario.initial.value_or(SliderState{}),
          .drive = scenario.drive.value_or(SliderDrive{}),
          .table = scenario.table.value_or(Table{})};
}

Ball ball_of(const Scenario& scenario) {
  Ball ball = *scenario.ball;
  ball.table = scenario.table.value_or(Table{});
  return ball;
}

void check_ball_options(const SliderRunOptions& run) {
  if (run.method != SliderRunOptions::Method::Event)
    throw InvalidInput("run.method", "\"prox\": a ball supports only \"event\"");
  if (run.stick_criterion != SliderRunOptions::StickCriterion::Exact)
    throw InvalidInput("run.stick_criterion", "\"CA\": a ball supports only \"exact\"");
}

BallRunOptions ball_run_options_of(const Scenario& scenario) {
  const SliderRunOptions run = run_options_of(scenario);
  check_ball_options(run);
  return {.duration = run.duration.value_or(longest_run),
          .until = run.until,
          .tolerance = run.tolerance,
          .output_step = run.output_step};
}

SliderRunOptions run_options_of(const Scenario& scenario) {
  const SliderRunOptions run = scenario.run.value_or(SliderRunOptions{});
  if (!run.duration && run.until == RunUntil::Duration)
    throw InvalidInput("run.duration", "missing: give duration [s], or until = \"rest\"");
  return run;
}

}  // namespace dryslip
