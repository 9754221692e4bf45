#pragma once

#include <cstddef>

#include "dryslip/friction_load/detail/polygon_batch.hpp"
#include "dryslip/numerics/simd_pack.hpp"

namespace dryslip::detail {

/// The twists or loads of one block, component by component.
template <class Set>
struct LaneBlock {
  static constexpr std::size_t capacity = 256;
  alignas(64) double x[capacity];
  alignas(64) double y[capacity];
  alignas(64) double z[capacity];

  BasicTwist<Pack<Set>> twist(std::size_t i) const {
    return {{Pack<Set>::load(x + i), Pack<Set>::load(y + i)}, Pack<Set>::load(z + i)};
  }
  void store(std::size_t i, const BasicVec2<Pack<Set>>& force, const Pack<Set>& moment) {
    force.x.store(x + i);
    force.y.store(y + i);
    moment.store(z + i);
  }
};

/// The computation of AddPolygonLoads for one instruction set.
template <class Set>
class PolygonBatchBody {
 public:
  using Real = Pack<Set>;

  explicit PolygonBatchBody(const PolygonBatch& batch) : batch_(batch), polygon_(batch.polygon) {}

  /// All twists of a block as if they were near, then those that are far (or have no spin) once more.
  void add_block(const Twist* V, FrictionLoad* sum, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      loads_.x[i] = V[i].velocity.x;
      loads_.y[i] = V[i].velocity.y;
      loads_.z[i] = V[i].omega;
    }
    pad(loads_, count);
    for (std::size_t i = 0; i < count; i += Real::count) {
      const BasicTwist<Real> at = at_polygon(loads_.twist(i));
      at_polygon_.store(i, at.velocity, at.omega);
      store(i, near_load(at), loads_);
    }
    std::size_t far_count = 0;
    constexpr double limit = FarField::largest_ratio * FarField::largest_ratio;
    for (std::size_t i = 0; i < count; ++i) {
      const double x = at_polygon_.x[i], y = at_polygon_.y[i], w = at_polygon_.z[i];
      far_index_[far_count] = i;
      far_count += w * w <= limit * (x * x + y * y) ? 1 : 0;
    }
    for (std::size_t k = 0; k < far_count; ++k) {
      far_.x[k] = at_polygon_.x[far_index_[k]];
      far_.y[k] = at_polygon_.y[far_index_[k]];
      far_.z[k] = at_polygon_.z[far_index_[k]];
    }
    pad(far_, far_count);
    for (std::size_t k = 0; k < far_count; k += Real::count) store(k, polygon_.far().load(far_.twist(k)), far_);
    for (std::size_t k = 0; k < far_count; ++k) {
      loads_.x[far_index_[k]] = far_.x[k];
      loads_.y[far_index_[k]] = far_.y[k];
      loads_.z[far_index_[k]] = far_.z[k];
    }
    for (std::size_t i = 0; i < count; ++i) {
      sum[i].force.x += loads_.x[i];
      sum[i].force.y += loads_.y[i];
      sum[i].moment += loads_.z[i];
    }
  }

 private:
  /// The last pack repeats the last twist.
  static void pad(LaneBlock<Set>& block, std::size_t count) {
    for (std::size_t i = count; i % Real::count != 0; ++i) {
      block.x[i] = block.x[count - 1];
      block.y[i] = block.y[count - 1];
      block.z[i] = block.z[count - 1];
    }
  }

  /// Into the support's frame, then to the polygon's center of pressure; a fused multiply-add rounds V + ω ẑ×center once.
  BasicTwist<Real> at_polygon(const BasicTwist<Real>& V) const {
    const Real vx = V.velocity.x - V.omega * batch_.center.y, vy = V.velocity.y + V.omega * batch_.center.x;
    const Real omega = V.omega * batch_.unit;
    const Vec2 offset = polygon_.center(), axis = batch_.axis;
    return {{vx * axis.x + vy * axis.y - omega * offset.y, vy * axis.x - vx * axis.y + omega * offset.x},
            omega * polygon_.radius()};
  }

  BasicLoad<Real> near_load(const BasicTwist<Real>& V) const {
    switch (polygon_.degree()) {
      case 0:
        return polygon_load<0>(polygon_.pieces(), V);
      case 1:
        return polygon_load<1>(polygon_.pieces(), V);
      default:
        return polygon_load<2>(polygon_.pieces(), V);
    }
  }

  /// Back to O and the body's axes.
  void store(std::size_t i, const BasicLoad<Real>& P, LaneBlock<Set>& block) const {
    const Vec2 offset = polygon_.center(), axis = batch_.axis;
    const Real moment = P.moment * polygon_.radius() + offset.x * P.force.y - offset.y * P.force.x;
    const BasicVec2<Real> force{batch_.strength * (P.force.x * axis.x - P.force.y * axis.y),
                                batch_.strength * (P.force.x * axis.y + P.force.y * axis.x)};
    block.store(i, force,
                batch_.strength * batch_.unit * moment + batch_.center.x * force.y - batch_.center.y * force.x);
  }

  const PolygonBatch& batch_;
  const PolygonClosedForm& polygon_;
  LaneBlock<Set> loads_;
  LaneBlock<Set> at_polygon_;
  LaneBlock<Set> far_;
  std::size_t far_index_[LaneBlock<Set>::capacity + 1];
};

template <class Set>
void add_polygon_loads(const PolygonBatch& batch, std::span<const Twist> V, std::span<FrictionLoad> sum) {
  PolygonBatchBody<Set> body(batch);
  constexpr std::size_t block = LaneBlock<Set>::capacity;
  for (std::size_t start = 0; start < V.size(); start += block) {
    const std::size_t left = V.size() - start;
    body.add_block(V.data() + start, sum.data() + start, left < block ? left : block);
  }
}

}  // namespace dryslip::detail
