#include "cli/scenario_input.hpp"

#include <istream>
#include <iterator>
#include <string>

#include "cli/command_error.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/invalid_input.hpp"
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

LimitSurface scenario_surface(const Scenario& scenario, const CommonOptions& options, Coefficient coefficient) {
  try {
    return LimitSurface(scenario.contact, {.coefficient = coefficient, .tolerance = scenario.load_tolerance});
  } catch (const InvalidInput& error) {
    throw CommandError(scenario_name(options) + ": contact." + error.what());
  }
}

}  // namespace dryslip::cli
