#pragma once

#include <string>
#include <vector>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/scenario/forward_answer.hpp"
#include "dryslip/scenario/write_run.hpp"

namespace dryslip {

// Answers of forward dynamics as text, in the words of docs/commands/forward.md.

const char* word_of(AccelerationCount count);

/// An object: verdict, solutions, static_possible, unique_for_all_loads, margin, selected, and what belongs to the kind.
void write(const ForwardAnswer& answer, ResultSink& sink);
/// An answer of forward dynamics as JSON, in one line or indented.
std::string json_text(const ForwardAnswer& answer, std::size_t indent = 0);

const char* word_of(JointEvent::Cause cause);
const char* word_of(JointOutcome outcome);
/// False where the run ended because it could not go on.
bool is_converged(JointOutcome outcome);

/// Rows t, position, velocity, acceleration, normal_force, tau, mode as text, one at a time; for a mechanism position_0, …
class JointRowText {
 public:
  explicit JointRowText(std::size_t joints) : joints_(joints) {}
  /// Names of the columns, with a line feed.
  std::string csv_header() const;
  /// A line, with its line feed.
  void append_csv(const JointSample& row, std::string& text) const;
  /// An object.
  void append_json(const JointSample& row, std::string& text) const;

 private:
  std::size_t joints_;
};

/// Of one object outcome, converged, reason, events, rows what stands before the rows; then come they, with ",\n" between them, and
/// json_end.
std::string json_start(const JointRun& run);

/// Header and rows t, joint, from, to, cause, position, impulse, normal_impulse; the first from is empty.
std::string csv_text(const std::vector<JointEvent>& events);
/// {"events":[…]}
std::string json_text(const std::vector<JointEvent>& events);

}  // namespace dryslip
