#include "bench/friction_load/midpoint_sum.hpp"

#include <cmath>

namespace dryslip::bench {

MidpointGrid::MidpointGrid(Vec2 size, int count_x, int count_y, double friction_force)
    : point_force(friction_force / (count_x * count_y)) {
  for (int i = 0; i < count_x; ++i) x.push_back(size.x * ((i + 0.5) / count_x - 0.5));
  for (int j = 0; j < count_y; ++j) y.push_back(size.y * ((j + 0.5) / count_y - 0.5));
}

FrictionLoad midpoint_sum(const MidpointGrid& grid, const Twist& V) {
  FrictionLoad sum;
  for (const double y : grid.y) {
    // of a row: Σ 1/|v|, Σ v_y/|v| and Σ x v_y/|v|; v_x is the same for all
    const double slip_x = V.velocity.x - V.omega * y;
    double inverse_sum = 0.0, force_y = 0.0, moment = 0.0;
    for (const double x : grid.x) {
      const double slip_y = V.velocity.y + V.omega * x;
      const double square = slip_x * slip_x + slip_y * slip_y;
      const double inverse = square > 0.0 ? 1.0 / std::sqrt(square) : 0.0;
      const double direction_y = slip_y * inverse;
      inverse_sum += inverse;
      force_y += direction_y;
      moment += x * direction_y;
    }
    const double force_x = slip_x * inverse_sum;
    sum = sum + FrictionLoad{{force_x, force_y}, moment - y * force_x};
  }
  return grid.point_force * sum;
}

extern const MidpointBatch midpoint_batch_avx2;
extern const MidpointBatch midpoint_batch_avx512;
extern const MidpointBatch midpoint_newton_batch_avx512;

std::vector<MidpointBatch> midpoint_batches(Root root) {
  std::vector<MidpointBatch> result;
#ifdef DRYSLIP_SIMD_DISPATCH
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    result.push_back(root == Root::Newton ? midpoint_newton_batch_avx512 : midpoint_batch_avx512);
  }
  if (root == Root::Division && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    result.push_back(midpoint_batch_avx2);
  }
#endif
  if (root == Root::Division) {
    result.push_back({"baseline", [](const MidpointGrid& grid, std::span<const Twist> V, std::span<FrictionLoad> P) {
                        for (std::size_t i = 0; i < V.size(); ++i) P[i] = midpoint_sum(grid, V[i]);
                      }});
  }
  return result;
}

}  // namespace dryslip::bench
