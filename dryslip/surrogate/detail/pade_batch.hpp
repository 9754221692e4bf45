#pragma once

#include <span>

#include "dryslip/friction_load/twist.hpp"
#include "dryslip/surrogate/pade_kernel.hpp"

namespace dryslip::detail {

/// What is the same for all twists of a batch.
struct PadeBatch {
  PadeBatchTerm for_T, for_M;
  PadeMoments<double> moments;
};

/// Writes the scaled loads of many twists, whose squares neither overflow nor vanish.
using PadeLoads = void (*)(const PadeBatch& batch, std::span<const Twist> V, std::span<FrictionLoad> P);

/// For every instruction set of this processor, the fastest last.
std::span<const PadeLoads> pade_batches();

}  // namespace dryslip::detail
