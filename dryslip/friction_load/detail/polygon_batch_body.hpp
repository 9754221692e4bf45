#pragma once

#include "dryslip/friction_load/detail/polygon_batch.hpp"

namespace dryslip::detail {

inline void load_lanes(double& pack, const double* from) { pack = *from; }
inline void store_lanes(const double& pack, double* to) { *to = pack; }

/// Runs a kernel over the block, pack by pack.
template <class Pack, class Kernel>
inline void over_block(TwistBlock& block, Kernel&& kernel) {
  constexpr std::size_t step = sizeof(Pack) / sizeof(double);
  for (std::size_t i = 0; i < block.count; i += step) {
    BasicTwist<Pack> V;
    load_lanes(V.velocity.x, block.vx + i);
    load_lanes(V.velocity.y, block.vy + i);
    load_lanes(V.omega, block.omega + i);
    const BasicLoad<Pack> P = kernel(V);
    store_lanes(P.force.x, block.vx + i);
    store_lanes(P.force.y, block.vy + i);
    store_lanes(P.moment, block.omega + i);
  }
}

template <class Pack>
inline void near_loads(std::span<const PolygonPiece<double>> pieces, int degree, TwistBlock& block) {
  switch (degree) {
    case 0:
      return over_block<Pack>(block, [&](const BasicTwist<Pack>& V) { return polygon_load<0>(pieces, V); });
    case 1:
      return over_block<Pack>(block, [&](const BasicTwist<Pack>& V) { return polygon_load<1>(pieces, V); });
    default:
      return over_block<Pack>(block, [&](const BasicTwist<Pack>& V) { return polygon_load<2>(pieces, V); });
  }
}

template <class Pack>
inline void far_loads(const FarField& far, TwistBlock& block) {
  over_block<Pack>(block, [&](const BasicTwist<Pack>& V) { return far.load(V); });
}

}  // namespace dryslip::detail
