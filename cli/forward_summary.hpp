#pragma once

#include <optional>
#include <string>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/scenario/forward_problem.hpp"

namespace dryslip::cli {

/// What was understood of a problem of forward dynamics: title, the model with its numbers, run.
struct ForwardSummary {
  ForwardProblem problem;  ///< with what it has by default
  std::optional<std::string> warning{};
};

ForwardSummary forward_summary(ForwardProblem problem);

void write(const ForwardSummary& summary, ResultSink& sink);

/// A line for each section.
std::string readable(const ForwardSummary& summary);

}  // namespace dryslip::cli
