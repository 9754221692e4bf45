#pragma once

#include <functional>

#include "tests/soak/run_checks.hpp"

namespace dryslip::soak {

/// What the comparison with the prox method found.
struct ProxFinding {
  Finding finding;
  bool is_cut = false;   ///< compared before the end only: static coefficients
  bool gave_up = false;  ///< the prox method took too long; nothing found
};

/// The run ends where the prox method goes as its step falls.
///
/// Ends C of 2500, 5003, 10007, … steps, C' the one before; u = the last difference of two, or half of the one before if that is
/// larger: of first order both are the error. Asked for each of position, angle, velocity and omega, with E the end of the run:
///
///     |E − (2 C − C')| ≤ max(10 u, 1e-6 of the largest value),   |E − C| ≤ max(0.6 of the largest error before, the same)
///
/// Where a switch falls within its step the error is not regular, so that up to 40031 steps are tried before it is a
/// failure. Chaos shows as a large u, and passes.
ProxFinding check_prox(const Slider& slider, const SliderRunOptions& options, const SliderRun& run,
                       const RunProgress& in_time);

}  // namespace dryslip::soak
