#pragma once

#include <algorithm>
#include <utility>

#include "dryslip/joints/detail/torque_history.hpp"
#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/record/run_record.hpp"

namespace dryslip::detail {

/// A run of joints while it is made, with rows at the multiples of the output step.
class JointRecord : public RunRecord<JointRun> {
 public:
  JointRecord(const JointRunOptions& options, const Progress& progress, const RowSink<JointSample>& sink)
      : RunRecord(progress, sink), options_(options) {}

  void add_or_fail(JointSample row) {
    if (!add(std::move(row))) fail(RunOutcome::NotConverged, number_not_finite);
  }

  /// The rows before t, made by row_at(time).
  template <class RowAt>
  void add_before(double t, const RowAt& row_at) {
    for (; goes_on(); ++next_row_) {
      const double next = next_time();
      if (!(next < t && next < options_.duration * (1.0 - 1e-12))) return;
      add_or_fail(row_at(next));
      reached(next);
    }
  }

  /// Goes on to the end, or to a torque without value: then the last row is that of the present time t, if it is due but for rounding. `t`
  /// changes meanwhile.
  template <class GoOn, class AddRow>
  JointRun made_by(const GoOn& go_on, const double& t, const TorqueHistory& torque, const AddRow& add_row) {
    try {
      go_on();
    } catch (const TorqueWithoutValue& without) {
      constexpr double rounding = 1e-12;
      const double next = next_time();
      if (next - t <= rounding * std::max(1.0, t) && !torque.fault_between(t, next) && torque.held_at(next).allFinite())
        add_row(next);
      fail(RunOutcome::FormulaNotFinite, without.fault.what());
    }
    end(t);
    return std::move(run);
  }

 private:
  double next_time() const { return static_cast<double>(next_row_) * options_.output_step; }

  const JointRunOptions& options_;
  long next_row_ = 0;
};

}  // namespace dryslip::detail
