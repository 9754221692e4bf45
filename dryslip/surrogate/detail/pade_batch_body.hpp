#pragma once

#include <algorithm>
#include <cstddef>

#include "dryslip/numerics/simd_pack.hpp"
#include "dryslip/surrogate/detail/pade_batch.hpp"

namespace dryslip::detail {

/// The computation of PadeLoads for one instruction set.
template <class Set>
void pade_loads(const PadeBatch& batch, std::span<const Twist> V, std::span<FrictionLoad> P) {
  using Real = Pack<Set>;
  const PadeMoments<double>& c = batch.moments;
  const PadeMoments<Real> moments{{c.center.x, c.center.y}, {c.direction.x, c.direction.y}, c.distance};
  const auto answer = [&](const Twist* from, FrictionLoad* to) {
    BasicVec2<Real> velocity;
    Real omega;
    load_triples(&from->velocity.x, velocity.x, velocity.y, omega);
    const auto load = pade_load(batch.for_T, batch.for_M, moments, velocity, omega, Real(0.0));
    store_triples(&to->force.x, load.T.x, load.T.y, load.M);
  };
  const std::size_t rest = V.size() % Real::count, full = V.size() - rest;
  for (std::size_t i = 0; i < full; i += Real::count) answer(&V[i], &P[i]);
  if (rest == 0) return;
  Twist last[Real::count];
  FrictionLoad last_loads[Real::count];
  std::fill(std::copy(V.begin() + static_cast<std::ptrdiff_t>(full), V.end(), last), last + Real::count,
            Twist{{1.0, 0.0}, 0.0});
  answer(last, last_loads);
  std::copy(last_loads, last_loads + rest, P.begin() + static_cast<std::ptrdiff_t>(full));
}

}  // namespace dryslip::detail
