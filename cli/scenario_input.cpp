#include "cli/scenario_input.hpp"

#include <istream>
#include <iterator>
#include <string>

#include "cli/command_error.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/scenario/read_scenario.hpp"

namespace dryslip::cli {

Scenario read_scenario_input(const std::string& name, const Streams& streams) {
  if (name != "-") return read_scenario(name);
  const std::string text{std::istreambuf_iterator<char>(streams.in), std::istreambuf_iterator<char>()};
  return parse_scenario(text, "<stdin>", file_reader("."));
}

std::unique_ptr<FrictionModel> scenario_model(const Scenario& scenario) {
  return friction_model(scenario.contact, {.tolerance = scenario.load_tolerance});
}

std::string scenario_name(const CommonOptions& options) {
  return options.scenario == "-" ? "<stdin>" : options.scenario;
}

LimitSurface scenario_surface(const Scenario& scenario, Coefficient coefficient) {
  return LimitSurface(scenario.contact, {.coefficient = coefficient, .tolerance = scenario.load_tolerance});
}

Slider scenario_slider(const Scenario& scenario, const CommonOptions& options, const std::string& who) {
  const std::string name = scenario_name(options);
  if (!scenario.slider || !scenario.slider->mass)
    throw CommandError(name + ": slider.mass: missing: " + who + " needs the mass of the slider");
  const double inertia = *slider_inertia(scenario);
  if (!(inertia > 0.0))
    throw CommandError(name + ": slider.inertia: 0 by default for this contact: " + who + " needs one above 0");
  return {.contact = scenario.contact,
          .load_tolerance = scenario.load_tolerance,
          .mass = *scenario.slider->mass,
          .inertia = inertia,
          .center_of_mass = scenario.slider->center_of_mass,
          .initial = scenario.initial.value_or(SliderState{}),
          .drive = scenario.drive.value_or(SliderDrive{}),
          .table = scenario.table.value_or(SliderTable{})};
}

}  // namespace dryslip::cli
