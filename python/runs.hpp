#pragma once

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/slider/simulate_slider.hpp"
#include "python/long_call.hpp"
#include "python/record.hpp"

namespace dryslip::python {

/// The columns of a run, filled row by row.
class ColumnArrays {
 public:
  ColumnArrays(std::vector<Column> columns, std::size_t rows);
  void add(std::span<const Cell> row);
  /// Numbers as arrays and words as lists, by name; and what the run says of itself.
  nb::dict parts(const RunSummary& summary, nb::object events) const;

 private:
  struct Values {
    NewArray numbers;
    nb::list words;
  };
  std::vector<Column> columns_;
  std::vector<Values> values_;
  std::size_t next_ = 0;
};

/// A run as dryslip.runs makes an object of it.
template <class AnyRun>
nb::dict run_parts(const AnyRun& run) {
  const auto& rows = run.samples;
  ColumnArrays arrays(columns_of(rows.empty() ? typename AnyRun::Sample{} : rows.front()), rows.size());
  std::vector<Cell> cells;
  for (const auto& row : rows) {
    cells.clear();
    append_cells(cells, row);
    arrays.add(cells);
  }
  return arrays.parts(summary_of(run), nb::cast(run.events));
}

/// Runs `motion(progress)` without the interpreter lock.
template <class Motion>
nb::dict simulated_parts(LongCall& call, const Motion& motion) {
  return run_parts(call.run([&] { return motion(call.progress()); }));
}

// Runs of the folders, as dicts; `progress` as LongCall has it.
nb::dict run_slider(const PreparedSlider& slider, const SliderState& initial, const SliderRunOptions& options,
                    nb::handle progress);
nb::dict run_ball(const Ball& ball, const BallRunOptions& options, nb::handle progress);
nb::dict run_joints(const DrivenJoints& joints, const JointRunOptions& options, nb::handle progress);

/// Throws InvalidInput for options that no run can have: those left out that must be given, and too many rows.
template <Described Options>
void check_run_options(const Options& options) {
  check_record(options, "run");
  if (const std::optional<double> duration = options.duration) check_number_of_rows(*duration, options.output_step);
}

}  // namespace dryslip::python
