#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/scenario/write_run.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip {

// A motion in time as an HDF5 file. The library is optional: without it all of these throw std::runtime_error, in one line.

/// True where the build has HDF5.
bool has_hdf5();

/// One data set per column of the CSV, of the same name, with its unit as attribute, `mode` as text; the group `events`
/// with t, from, to, cause; attributes outcome, converged (0, 1), steps, dryslip_version and title of the root.
std::string hdf5_bytes(const SliderRun& run, const std::string& title);
std::string hdf5_bytes(const BallRun& run, const std::string& title);

/// The same as a file that is written row by row, at constant memory: what goes beyond the first 16384 rows makes its columns data
/// sets that grow. Throws std::runtime_error where the file cannot be written.
template <class Run>
class Hdf5RunFile {
 public:
  using Sample = typename decltype(Run::samples)::value_type;

  Hdf5RunFile(std::string file, std::vector<BasicRunColumn<Sample>> columns);
  ~Hdf5RunFile();
  void add(const Sample& row);
  /// Writes what is known at the end; `run` has no samples of its own.
  void finish(Run run, const std::string& title);

 private:
  struct GrowingColumns;
  void write_block();

  std::string file_;
  std::vector<BasicRunColumn<Sample>> columns_;
  std::vector<Sample> block_;
  std::unique_ptr<GrowingColumns> growing_;  ///< once there is more than one block
};
extern template class Hdf5RunFile<SliderRun>;
extern template class Hdf5RunFile<BallRun>;

/// The data sets of the group `events` alone, at the root.
std::string hdf5_bytes(const std::vector<SliderEvent>& events);
std::string hdf5_bytes(const std::vector<BallEvent>& events);

}  // namespace dryslip
