#include "cli/scenario_input.hpp"

#include <istream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/scenario/read_scenario.hpp"

namespace dryslip::cli {

std::string read_scenario_text(const std::string& name, const Streams& streams) {
  if (name == "-") return {std::istreambuf_iterator<char>(streams.in), std::istreambuf_iterator<char>()};
  try {
    return file_reader("")(name);
  } catch (const std::runtime_error& error) {
    throw ScenarioError(name, 0, error.what());
  }
}

Scenario read_scenario_input(const std::string& name, const Streams& streams) {
  if (name != "-") return read_scenario(name);
  return parse_scenario(read_scenario_text(name, streams), "<stdin>", file_reader("."));
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

}  // namespace dryslip::cli
