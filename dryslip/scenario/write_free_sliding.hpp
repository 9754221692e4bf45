#pragma once

#include "dryslip/files/result_sink.hpp"
#include "dryslip/slider/free_sliding.hpp"

namespace dryslip {

/// An object: frame, terminal_motions, complete, kinetic_energy, stop_time_bracket, and a remark where one of the bounds is missing
/// (docs/commands/terminal.md).
void write(const FreeSliding& answer, ResultSink& sink);

}  // namespace dryslip
