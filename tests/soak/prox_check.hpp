#pragma once

#include <functional>

#include "tests/soak/compare_runs.hpp"

namespace dryslip::soak {

/// What the comparison with the prox method found.
struct ProxFinding {
  Finding finding;
  bool is_cut = false;   ///< compared before the end only: static coefficients
  bool gave_up = false;  ///< the prox method took too long; nothing found
};

/// Time of one run of the prox method.
struct ProxTime {
  std::function<void()> begin;
  std::function<double()> spent;  ///< since then [s]
  double most = 0.0;              ///< [s]
};

/// The run ends where the prox method goes as its step falls.
///
/// Ends C of 2500, 5003, 10007, … steps, C' the one before; u = the last difference of two, or half of the one before if that is
/// larger: of first order both are the error. Asked for each of position, angle, velocity and omega, with E the end of the run:
///
///     |E − (2 C − C')| ≤ max(10 u, 1e-6 of the largest value),   |E − C| ≤ max(0.6 of the largest error before, the same)
///
/// with the spread of the motion in place of 1e-6 where that is larger. Where a switch falls within its step, or a stiff spring swings, the
/// error is not regular, so that up to 160033 steps are tried before it is a failure. Chaos shows as a large u, and passes. Where prox rests
/// and the event method does not, velocities up to what friction changes in a step of prox are none.
ProxFinding check_prox(const Slider& slider, const SliderRunOptions& options, const SliderRun& run,
                       const ProxTime& time, const Spread& spread = {});

}  // namespace dryslip::soak
