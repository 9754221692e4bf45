#pragma once

#include <nlohmann/json.hpp>

#include "dryslip/scenario/forward_problem.hpp"

namespace dryslip::cli {

/// What was understood of a problem of forward dynamics: title, the model with its numbers, run.
nlohmann::ordered_json forward_summary(const ForwardProblem& problem);

}  // namespace dryslip::cli
