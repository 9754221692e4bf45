#pragma once

#include <span>
#include <vector>

#include "dryslip/friction_load/twist.hpp"

namespace dryslip::bench {

/// The rival: a uniform rectangle about O as rows of points, each carrying the same normal force.
struct MidpointGrid {
  MidpointGrid(Vec2 size, int count_x, int count_y, double friction_force);

  std::vector<double> x;     ///< of the columns [m]
  std::vector<double> y;     ///< of the rows [m]
  double point_force = 0.0;  ///< μN of one point [N]
};

/// Sum over the points, in plain double.
FrictionLoad midpoint_sum(const MidpointGrid& grid, const Twist& V);

/// Midpoint sums of many twists, vectorised: one twist per lane.
struct MidpointBatch {
  const char* name;  ///< of the instruction set
  void (*loads)(const MidpointGrid& grid, std::span<const Twist> V, std::span<FrictionLoad> P);
};

/// The kernels this processor can run, fastest instruction set first. `Root::Division` takes 1/√ from the square root and
/// division of the processor, as the plain sum does; `Root::Newton` from its 14-bit estimate and two Newton steps, exact to
/// an ulp or two (AVX-512 only).
enum class Root { Division, Newton };
std::vector<MidpointBatch> midpoint_batches(Root root);

}  // namespace dryslip::bench
