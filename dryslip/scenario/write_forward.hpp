#pragma once

#include <string>
#include <vector>

#include "dryslip/scenario/forward_problem.hpp"
#include "dryslip/scenario/write_run.hpp"

namespace dryslip {

// Answers of forward dynamics as text, in the words of the interface (docs/interface.md).

const char* word_of(AccelerationCount count);

/// One line: verdict, solutions, static_possible, unique_for_all_loads, margin, selected, and what belongs to the kind. An
/// infinite number is the text "inf".
std::string forward_answer(const ForwardProblem& problem, const ForwardProgress& progress = {});

const char* word_of(JointEvent::Cause cause);
const char* word_of(JointOutcome outcome);
/// False where the run ended because it could not go on.
bool is_converged(JointOutcome outcome);

/// Header and rows t, position, velocity, acceleration, normal_force, tau, mode; for a mechanism position_0, …
void write_csv(const JointRun& run, const TextSink& sink);
/// One object: outcome, converged, events, rows.
void write_json(const JointRun& run, const TextSink& sink);
/// Header and rows t, joint, from, to, cause, position, impulse, normal_impulse; the first from is empty.
std::string csv_text(const std::vector<JointEvent>& events);
/// {"events":[…]}
std::string json_text(const std::vector<JointEvent>& events);

}  // namespace dryslip
