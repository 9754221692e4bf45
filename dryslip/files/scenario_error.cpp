#include "dryslip/files/scenario_error.hpp"

#include <utility>

namespace dryslip {

ScenarioError::ScenarioError(std::string file, int line, const std::string& explanation)
    : std::invalid_argument(file + ":" + (line > 0 ? std::to_string(line) + ": " : " ") + explanation),
      file_(std::move(file)),
      line_(line),
      explanation_(explanation) {}

}  // namespace dryslip
