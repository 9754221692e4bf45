#pragma once

#include <experimental/simd>

#include "bench/friction_load/midpoint_sum.hpp"

namespace dryslip::bench {

/// midpoint_sum() with a twist in every lane; its width is that of the file it is compiled in (it is part of the type).
template <class Pack, class InverseRoot>
inline void midpoint_loads(const MidpointGrid& grid, std::span<const Twist> V, std::span<FrictionLoad> P,
                           InverseRoot&& inverse_root) {
  constexpr std::size_t lanes = Pack::size();
  for (std::size_t start = 0; start < V.size(); start += lanes) {
    // the last pack repeats the last twist
    const auto twist = [&](std::size_t lane) -> const Twist& { return V[std::min(start + lane, V.size() - 1)]; };
    const Pack vx([&](std::size_t lane) { return twist(lane).velocity.x; });
    const Pack vy([&](std::size_t lane) { return twist(lane).velocity.y; });
    const Pack omega([&](std::size_t lane) { return twist(lane).omega; });
    Pack sum_x = 0.0, sum_y = 0.0, sum_moment = 0.0;
    for (const double y : grid.y) {
      const Pack slip_x = vx - omega * y;
      const Pack square_x = slip_x * slip_x;
      Pack inverse_sum = 0.0, moment = 0.0;
      for (const double x : grid.x) {
        const Pack slip_y = vy + omega * x;
        const Pack inverse = inverse_root(Pack(square_x + slip_y * slip_y));
        const Pack direction_y = slip_y * inverse;
        inverse_sum += inverse;
        sum_y += direction_y;
        moment += x * direction_y;
      }
      const Pack force_x = slip_x * inverse_sum;
      sum_x += force_x;
      sum_moment += moment - y * force_x;
    }
    for (std::size_t lane = 0; lane < lanes && start + lane < V.size(); ++lane) {
      P[start + lane] = grid.point_force * FrictionLoad{{sum_x[lane], sum_y[lane]}, sum_moment[lane]};
    }
  }
}

/// 1/√ by square root and division, 0 where there is no slip.
struct DividedRoot {
  template <class Pack>
  Pack operator()(const Pack& square) const {
    Pack inverse = 1.0 / std::experimental::sqrt(square);
    std::experimental::where(square == 0.0, inverse) = 0.0;
    return inverse;
  }
};

}  // namespace dryslip::bench
