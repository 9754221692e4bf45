#pragma once

#include <cstddef>
#include <span>

#include "dryslip/friction_load/detail/support_friction.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip::detail {

/// A polygon, and the support whose kernel it is.
struct PolygonBatch {
  const PolygonClosedForm& polygon;
  const SupportFriction& part;
  double extent = 0.0;  ///< size of the whole contact from O, for is_moderate [m]
};

/// Writes the loads of many twists; contraction and order of operations differ from one by one, the results by less than
/// largest_batch_difference. Returns false when a twist is not moderate: its load is then left to the caller.
using PolygonLoads = bool (*)(const PolygonBatch& batch, std::span<const Twist> V, std::span<FrictionLoad> P);

/// Writes the loads of the twists with these indices one by one.
bool load_one_by_one(const PolygonBatch& batch, std::span<const std::size_t> indices, const Twist* V, FrictionLoad* P);

/// For every instruction set of this processor, the fastest last.
std::span<const PolygonLoads> polygon_batches();

}  // namespace dryslip::detail
