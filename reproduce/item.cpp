#include "reproduce/item.hpp"

#include <stdexcept>

#include "dryslip/scenario/read_scenario.hpp"

namespace dryslip::reproduce {

Scenario ScenarioTexts::scenario(const std::string& name) const {
  // files that a scenario names stand beside it
  const auto read_file = [this](const std::string& file) {
    const auto found = texts.find(file);
    if (found == texts.end()) throw std::runtime_error("is not among the named scenarios");
    return found->second;
  };
  return parse_scenario(texts.at(name), name + ".toml", read_file);
}

ForwardProblem ScenarioTexts::forward_problem(const std::string& name) const {
  return parse_forward_problem(texts.at(name), name + ".toml");
}

}  // namespace dryslip::reproduce
