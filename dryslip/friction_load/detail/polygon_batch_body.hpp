#pragma once

#include <algorithm>
#include <cstddef>

#include "dryslip/friction_load/detail/moderate_twist.hpp"
#include "dryslip/friction_load/detail/polygon_batch.hpp"
#include "dryslip/numerics/simd_pack.hpp"

namespace dryslip::detail {

/// The computation of PolygonLoads for one instruction set.
template <class Set>
class PolygonBatchBody {
 public:
  using Real = Pack<Set>;
  static constexpr std::size_t capacity = 64;       // twists in a block
  static constexpr std::size_t far_capacity = 512;  // of far twists that wait

  explicit PolygonBatchBody(const PolygonBatch& batch)
      : batch_(batch),
        support_(batch.part),
        polygon_(batch.polygon),
        limit_(polygon_.batch_ratio() * polygon_.batch_ratio()) {}

  template <int Degree>
  bool loads(std::span<const Twist> V, std::span<FrictionLoad> P) {
    const std::size_t rest = V.size() % Real::count, full = V.size() - rest;
    for (std::size_t start = 0; start < full; start += capacity) {
      // the page after this one
      if (const std::size_t ahead = start + 256; ahead < full) {
        __builtin_prefetch(&V[ahead]);
        __builtin_prefetch(&P[ahead], 1);
      }
      near_loads<Degree>(V.data(), P.data(), start, std::min(start + capacity, full));
      if (far_count_ + capacity > far_capacity) far_loads(V.data(), P.data());
    }
    far_loads(V.data(), P.data());
    if (rest > 0) {  // a pack filled up with translations
      Twist last[Real::count];
      FrictionLoad last_loads[Real::count];
      std::fill(std::copy(V.begin() + static_cast<std::ptrdiff_t>(full), V.end(), last), last + Real::count,
                Twist{{1.0, 0.0}, 0.0});
      near_loads<Degree>(last, last_loads, 0, Real::count);
      far_loads(last, last_loads);
      std::copy(last_loads, last_loads + rest, P.begin() + static_cast<std::ptrdiff_t>(full));
    }
    return are_moderate_;
  }

 private:
  /// All twists of a block as if they were near; notes those that are not.
  template <int Degree>
  void near_loads(const Twist* V, FrictionLoad* P, std::size_t start, std::size_t end) {
    const std::size_t packs = (end - start) / Real::count;
    for (std::size_t i = 0; i < packs; ++i) {
      const BasicTwist<Real> at = at_polygon(twists(V + start + i * Real::count));
      c_[i] = rotation_center(at);
      omega_[i] = at.omega;
      // the squares of a near twist are also moderate; NaN, which larger() passes on as second, is not near
      const Real w2 = at.omega * at.omega, v2 = dot(at.velocity, at.velocity);
      const unsigned far = ~bits_of((w2 > larger(Real(1e-250), limit_ * v2)) & (w2 < Real(1e250)));
      for (std::size_t lane = 0; lane < Real::count; ++lane) {
        far_index_[far_count_] = start + i * Real::count + lane;
        far_count_ += (far >> lane) & 1U;
      }
    }
    if (Degree == 0 && polygon_.rectangle()) {
      rectangle_loads(*polygon_.rectangle(), packs, P + start);
      return;
    }
    for (std::size_t i = 0; i < packs; ++i) sum_[i] = {};
    for (const PolygonPiece<double>& piece : polygon_.pieces()) add_piece<Degree>(piece, packs);
    for (std::size_t i = 0; i < packs; ++i) {
      store(P + i * Real::count + start, at_origin(load_of(sum_[i], c_[i], omega_[i])));
    }
  }

  /// Step by step for the whole block, so that the roots and quotients of many twists overlap.
  template <int Degree>
  void add_piece(const PolygonPiece<double>& piece, std::size_t packs) {
    for (std::size_t i = 0; i < packs; ++i) part_[i] = {};
    for (const PolygonLoop<double>& loop : piece.loops) {
      for (std::size_t i = 0; i < packs; ++i) {
        const SeenEdge<Real> seen(loop.front(), c_[i]);
        first_[i] = R1_[i] = seen.distance(seen.s1);
      }
      for (const PolygonEdge<double>& edge : loop) {
        const bool is_last = &edge == &loop.back();
        for (std::size_t i = 0; !is_last && i < packs; ++i) {
          const SeenEdge<Real> seen(edge, c_[i]);
          R2_[i] = seen.distance(seen.s2);
        }
        const Real* const R2 = is_last ? first_ : R2_;
        for (std::size_t i = 0; i < packs; ++i) J0_[i] = edge_logarithm(Real(edge.length), R1_[i], R2[i]);
        for (std::size_t i = 0; i < packs; ++i) {
          const SeenEdge<Real> seen(edge, c_[i]);
          add_edge<Degree>(edge, piece.pressure, c_[i], seen, R1_[i], R2[i], J0_[i], part_[i]);
          R1_[i] = R2[i];
        }
      }
    }
    for (std::size_t i = 0; i < packs; ++i) add_part<Degree>(part_[i], piece.pressure, sum_[i]);
  }

  /// Writes the loads of a rectangle with sides along the axes, the only piece.
  void rectangle_loads(const AlignedRectangle& box, std::size_t packs, FrictionLoad* P) {
    for (std::size_t i = 0; i < packs; ++i) {
      const RectangleSides<Real> seen(box, c_[i]);
      // not zero even at a corner
      const Real xx1 = seen.x1 * seen.x1 + 1e-300, xx2 = seen.x2 * seen.x2 + 1e-300;
      const Real yy1 = seen.y1 * seen.y1, yy2 = seen.y2 * seen.y2;
      corner_[i][0] = root_of_positive(xx1 + yy1);
      corner_[i][1] = root_of_positive(xx2 + yy1);
      corner_[i][2] = root_of_positive(xx2 + yy2);
      corner_[i][3] = root_of_positive(xx1 + yy2);
    }
    const Real width(box.high.x - box.low.x), height(box.high.y - box.low.y);
    for (std::size_t i = 0; i < packs; ++i) {
      for (std::size_t k = 0; k < 4; ++k) {
        logarithm_[i][k] = edge_logarithm(k % 2 == 0 ? width : height, corner_[i][k], corner_[i][(k + 1) % 4]);
      }
    }
    const PressurePolynomial<double>& pressure = polygon_.pieces().front().pressure;
    for (std::size_t i = 0; i < packs; ++i) {
      PolygonIntegrals<Real> sum;
      add_part<0>(rectangle_integrals(RectangleSides<Real>(box, c_[i]), corner_[i], logarithm_[i]), pressure, sum);
      store(P + i * Real::count, at_origin(load_of(sum, c_[i], omega_[i])));
    }
  }

  /// The noted twists once more, by the series.
  void far_loads(const Twist* V, FrictionLoad* P) {
    if (polygon_.batch_ratio() > FarField::largest_ratio) {  // some are too near for the series
      are_moderate_ = load_one_by_one(batch_, {far_index_, far_count_}, V, P) && are_moderate_;
      far_count_ = 0;
      return;
    }
    for (std::size_t start = 0; start < far_count_; start += Real::count) {
      const std::size_t used = std::min(Real::count, far_count_ - start);
      Twist some[Real::count];
      FrictionLoad some_loads[Real::count];
      for (std::size_t lane = 0; lane < Real::count; ++lane) {
        some[lane] = V[far_index_[start + std::min(lane, used - 1)]];
        are_moderate_ = is_moderate(some[lane], batch_.extent) && are_moderate_;
      }
      store(some_loads, at_origin(polygon_.far().load(at_polygon(twists(some)))));
      for (std::size_t lane = 0; lane < used; ++lane) P[far_index_[start + lane]] = some_loads[lane];
    }
    far_count_ = 0;
  }

  static BasicTwist<Real> twists(const Twist* V) {
    BasicTwist<Real> result;
    load_triples(&V->velocity.x, result.velocity.x, result.velocity.y, result.omega);
    return result;
  }
  static void store(FrictionLoad* P, const BasicLoad<Real>& load) {
    store_triples(&P->force.x, load.force.x, load.force.y, load.moment);
  }

  /// Into the support's frame, then to the polygon's center of pressure; a fused multiply-add rounds V + ω ẑ×center once.
  BasicTwist<Real> at_polygon(const BasicTwist<Real>& V) const {
    const Real vx = V.velocity.x - V.omega * support_.center.y, vy = V.velocity.y + V.omega * support_.center.x;
    const Real omega = V.omega * support_.unit;
    const Vec2 offset = polygon_.center(), axis = support_.axis;
    return {{vx * axis.x + vy * axis.y - omega * offset.y, vy * axis.x - vx * axis.y + omega * offset.x},
            omega * polygon_.radius()};
  }

  /// Back to O and the body's axes.
  BasicLoad<Real> at_origin(const BasicLoad<Real>& P) const {
    const Vec2 offset = polygon_.center(), axis = support_.axis;
    const Real moment = P.moment * polygon_.radius() + offset.x * P.force.y - offset.y * P.force.x;
    const BasicVec2<Real> force{support_.strength * (P.force.x * axis.x - P.force.y * axis.y),
                                support_.strength * (P.force.x * axis.y + P.force.y * axis.x)};
    return {force,
            support_.strength * support_.unit * moment + support_.center.x * force.y - support_.center.y * force.x};
  }

  const PolygonBatch& batch_;
  const SupportFriction& support_;
  const PolygonClosedForm& polygon_;
  const double limit_;  // of (ω/|V|)², above which twists are near
  std::size_t far_index_[far_capacity + 1];
  std::size_t far_count_ = 0;
  bool are_moderate_ = true;
  // of every pack of a block
  BasicVec2<Real> c_[capacity / Real::count];
  Real omega_[capacity / Real::count];
  Real first_[capacity / Real::count], R1_[capacity / Real::count], R2_[capacity / Real::count];
  Real J0_[capacity / Real::count];
  Real corner_[capacity / Real::count][4], logarithm_[capacity / Real::count][4];  // of a rectangle
  PolygonIntegrals<Real> part_[capacity / Real::count], sum_[capacity / Real::count];
};

template <class Set>
bool polygon_loads(const PolygonBatch& batch, std::span<const Twist> V, std::span<FrictionLoad> P) {
  PolygonBatchBody<Set> body(batch);
  return batch.polygon.degree() == 0   ? body.template loads<0>(V, P)
         : batch.polygon.degree() == 1 ? body.template loads<1>(V, P)
                                       : body.template loads<2>(V, P);
}

}  // namespace dryslip::detail
