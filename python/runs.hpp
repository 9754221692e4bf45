#pragma once

#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/scenario/write_run.hpp"
#include "python/long_call.hpp"
#include "python/record.hpp"

namespace dryslip::python {

/// The columns of a run as arrays by name, its modes, events and end; dryslip.runs makes an object of it.
template <class Run>
nb::dict run_parts(const Run& run) {
  nb::dict columns, parts;
  for (const auto& column : run_columns(run)) {
    const NewArray values = new_array({run.samples.size()});
    for (std::size_t i = 0; i < run.samples.size(); ++i) values.values[i] = column.value(run.samples[i]);
    columns[column.name.c_str()] = values.array;
  }
  nb::list mode;
  for (const auto& sample : run.samples) mode.append(word_of(sample.mode));
  parts["columns"] = columns;
  parts["mode"] = mode;
  parts["events"] = nb::cast(run.events);
  parts["outcome"] = word_of(run.outcome);
  parts["converged"] = is_converged(run.outcome);
  parts["reason"] = run.reason;
  parts["steps"] = run.steps;
  parts[remark_of(run).name] = remark_of(run).value;
  return parts;
}

/// Runs `motion(progress)` without the interpreter lock.
template <class Motion>
nb::dict simulated_parts(LongCall& call, const Motion& motion) {
  return run_parts(call.run([&] {
    return motion([&](double t) {
      call.reached(t);
      return true;
    });
  }));
}

// Runs of the folders, as dicts; `progress` as LongCall has it.
nb::dict run_slider(const Slider& slider, const SliderRunOptions& options, nb::handle progress);
nb::dict run_ball(const Ball& ball, const BallRunOptions& options, nb::handle progress);
nb::dict run_joints(const DrivenJoints& joints, const JointRunOptions& options, nb::handle progress);

/// Throws InvalidInput for numbers that the reader of scenarios would not take.
void require_finite(const char* key, std::initializer_list<double> values);
void require_positive(const char* key, double value);
/// What motions in time have in common. Throws InvalidInput.
void check_run_options(std::optional<double> duration, double output_step, double tolerance);

}  // namespace dryslip::python
