#pragma once

#include <span>

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
};

/// Adds the loads of twists of moderate size; contraction and order of operations differ from one by one, the results by
/// less than 3e-13 of scale.
using AddPolygonLoads = void (*)(const PolygonBatch& batch, std::span<const Twist> V, std::span<FrictionLoad> sum);

/// For this processor; null where it has neither AVX2 nor AVX-512.
AddPolygonLoads polygon_batch();

}  // namespace dryslip::detail
