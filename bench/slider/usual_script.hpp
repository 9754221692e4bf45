#pragma once

#include <array>

namespace dryslip::bench {

/// What is usually written for a slider that comes to rest: Runge and Kutta's method of Dormand and Prince with adaptive
/// steps, as SciPy's RK45, a sum of 20 × 20 Gauss points for the friction, and a speed below which it is over. The block of
/// the benchmark, 30 × 10 mm.
struct UsualScript {
  double relative = 1e-8;     ///< error allowed in a step [-]
  double absolute = 1e-10;    ///< likewise [m, rad, m/s, rad/s]
  double least_speed = 1e-5;  ///< slower is at rest [m/s]

  /// Final x, y [m] and angle [rad].
  std::array<double, 3> final_pose() const;
};

}  // namespace dryslip::bench
