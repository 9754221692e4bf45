#pragma once

#include <string>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/scenario/forward_answer.hpp"

namespace dryslip {

// Answers of forward dynamics as text, in the words of docs/commands/forward.md.

/// An object: verdict, solutions, static_possible, unique_for_all_loads, margin, selected, and what belongs to the kind.
void write(const ForwardAnswer& answer, ResultSink& sink);
/// An answer of forward dynamics as JSON, in one line or indented.
std::string json_text(const ForwardAnswer& answer, std::size_t indent = 0);

}  // namespace dryslip
