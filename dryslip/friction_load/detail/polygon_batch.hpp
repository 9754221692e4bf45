#pragma once

#include <span>
#include <vector>

#include "dryslip/friction_load/detail/closed_forms.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip::detail {

/// A polygon and how its kernel lies in the body, for many twists at once.
struct PolygonBatch {
  const PolygonClosedForm& polygon;
  Vec2 center;            ///< origin of the support's frame [m]
  Vec2 axis;              ///< its x axis
  double unit = 1.0;      ///< its unit of length [m]
  double strength = 0.0;  ///< μN [N]
  double extent = 0.0;    ///< size of the whole contact from O, for is_moderate [m]
};

/// Writes the loads of many twists; contraction and order of operations differ from one by one, the results by less than
/// largest_batch_difference. Returns false when a twist is not moderate: its load is then left to the caller.
using PolygonLoads = bool (*)(const PolygonBatch& batch, std::span<const Twist> V, std::span<FrictionLoad> P);

/// For every instruction set of this processor, the fastest last.
std::span<const PolygonLoads> polygon_batches();

}  // namespace dryslip::detail
