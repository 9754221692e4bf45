#pragma once

#include <string>
#include <vector>

#include "dryslip/rolling_ball/simulate_ball.hpp"
#include "dryslip/stick_slip/simulate_slider.hpp"

namespace dryslip {

// A motion in time as the bytes of an HDF5 file. The library is optional: without it both throw std::runtime_error, in one
// line.

/// True where the build has HDF5.
bool has_hdf5();

/// One data set per column of the CSV, of the same name, with its unit as attribute, `mode` as text; the group `events`
/// with t, from, to, cause; attributes outcome, converged (0, 1), steps, dryslip_version and title of the root.
std::string hdf5_bytes(const SliderRun& run, const std::string& title);
std::string hdf5_bytes(const BallRun& run, const std::string& title);

/// The data sets of the group `events` alone, at the root.
std::string hdf5_bytes(const std::vector<SliderEvent>& events);
std::string hdf5_bytes(const std::vector<BallEvent>& events);

}  // namespace dryslip
