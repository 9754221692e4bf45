#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "dryslip/record/progress.hpp"
#include "dryslip/record/run.hpp"

namespace dryslip {

/// A run in the making: passes its rows on, and lets the caller stop it.
template <class AnyRun>
class RunRecord {
 public:
  using Sample = typename AnyRun::Sample;

  RunRecord(const Progress& progress, const RowSink<Sample>& sink) : progress_(progress), sink_(sink) {}

  AnyRun run;

  bool goes_on() const { return run.outcome == RunOutcome::Finished; }
  bool is_interrupted() const { return run.outcome == RunOutcome::Interrupted; }
  double last_row() const { return last_row_; }  ///< its time [s]; negative: there is none

  /// Returns false, and adds no row, if one of its numbers is not finite.
  bool add(Sample row) {
    if (!is_finite(row)) return false;
    last_row_ = row.t;
    sink_ ? sink_(row) : run.samples.push_back(std::move(row));
    return true;
  }

  /// Reports that the run has reached t; the caller may interrupt it there.
  void reached(double t) {
    if (!progress_ || !goes_on() || progress_(t)) return;
    run.outcome = RunOutcome::Interrupted;
    run.end = t;
  }

  void fail(RunOutcome outcome, const std::string& reason = "") {
    run.outcome = outcome;
    run.reason = reason;
  }

  /// Ends the run at t. True if it was interrupted among the rows of its last step: no event and no row may follow then.
  bool end(double t) {
    if (!is_interrupted()) run.end = t;
    if (!(run.end < t)) return false;
    std::erase_if(run.events, [&](const auto& event) { return event.t > run.end; });
    return true;
  }

  /// The outcome of a run until rest that has come to its end.
  void end_at_rest(bool rests) {
    if (goes_on()) run.outcome = rests ? RunOutcome::AtRest : RunOutcome::NeverAtRest;
  }

 private:
  const Progress& progress_;
  const RowSink<Sample>& sink_;
  double last_row_ = -1.0;
};

}  // namespace dryslip
