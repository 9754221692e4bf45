#pragma once

#include <cstddef>
#include <span>

#include "dryslip/friction_load/detail/far_field.hpp"
#include "dryslip/friction_load/detail/polygon_kernel.hpp"

namespace dryslip::detail {

/// Many twists of a polygon, component by component and padded to a multiple of `lanes`; loads come back in place:
/// vx, vy, omega become fx, fy, moment.
struct TwistBlock {
  static constexpr std::size_t capacity = 512;
  static constexpr std::size_t lanes = 8;
  std::size_t count = 0;
  alignas(64) double vx[capacity];
  alignas(64) double vy[capacity];
  alignas(64) double omega[capacity];
};

/// The two kernels of a polygon, for one instruction set.
struct PolygonBatch {
  void (*near_loads)(std::span<const PolygonPiece<double>> pieces, int degree, TwistBlock& block);
  void (*far_loads)(const FarField& far, TwistBlock& block);
};

/// The fastest kernels this processor can run; contraction and order of operations differ from the scalar path, the
/// results by less than 1e-14 of scale.
const PolygonBatch& polygon_batch();

}  // namespace dryslip::detail
