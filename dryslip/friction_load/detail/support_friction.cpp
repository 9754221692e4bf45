#include "dryslip/friction_load/detail/support_friction.hpp"

#include <array>
#include <cmath>
#include <type_traits>

#include "dryslip/friction_load/detail/hessian_term.hpp"
#include "dryslip/friction_load/detail/moderate_twist.hpp"
#include "dryslip/friction_load/detail/polygon_batch.hpp"

namespace dryslip::detail {

namespace {

constexpr double rounding =
    1e-13;  ///< error bound of the closed forms, relative to LoadScale; tested in tests/friction_load
constexpr int set_parts = 64;  ///< parts into which a rolling line or area is cut in a load set

/// True where the point does not slip.
bool is_stuck(const PointSupports::Point& point, const Twist& V, Vec2 slip) {
  const double size = length(V.velocity) + std::abs(V.omega) * point.distance;
  return dot(slip, slip) <= zero_slip * zero_slip * size * size;
}

/// The set of loads of a point at the center of rotation.
LoadSetTerm rest_term(const PointSupports& kernel, const PointSupports::Point& point, double strength) {
  const LimitCurve::RestSet set = kernel.law.rest_set();
  const double weight = strength * point.weight;
  const auto load = [&](Vec2 force) { return load_at(point.position, weight * rotated(force, kernel.heading)); };
  if (set.vertices.size() == 2) return LoadSegment{{load(set.vertices[0]), load(set.vertices[1])}};
  if (!set.vertices.empty()) {
    LoadPolygon polygon;
    for (const Vec2& vertex : set.vertices) polygon.vertices.push_back(load(vertex));
    return polygon;
  }
  return LoadEllipse{{load({set.semi_axes.x, 0.0}), load({0.0, set.semi_axes.y})},
                     {set.first_range[0], set.first_range[1]}};
}

void add_symmetric(const Integral<6>& upper, Mat3& sum) {
  const auto& h = upper.value;
  Mat3 term;
  term << h[0], h[1], h[2], h[1], h[3], h[4], h[2], h[4], h[5];
  sum += term;
}

}  // namespace

FrictionLoad SupportFriction::point_load(const PointSupports& k, const Twist& V) const {
  FrictionLoad sum;
  for (const auto& point : k.points) {
    const Vec2 slip = slip_at(V, point.position);
    if (is_stuck(point, V, slip)) continue;
    const Vec2 force = rotated(k.law.force(rotated_back(slip, k.heading)), k.heading);
    sum = sum + load_at(point.position, (strength * point.weight) * force);
  }
  return sum;
}

FrictionLoad SupportFriction::load(const Twist& V) const {
  if (const auto* k = std::get_if<PolygonClosedForm>(&kernel)) return global_load(k->load(local_twist(V)));
  if (const auto* k = std::get_if<DiskClosedForm>(&kernel)) return global_load(k->load(local_twist(V)));
  return other_load(V);  // out of the way of the two that take a few ns
}

[[gnu::noinline]] FrictionLoad SupportFriction::other_load(const Twist& V) const {
  return std::visit(
      [&](const auto& k) {
        using KernelType = std::decay_t<decltype(k)>;
        if constexpr (std::is_same_v<KernelType, PointSupports>) {
          return point_load(k, V);
        } else if constexpr (is_integrated<KernelType>) {
          const Integral<3> P = k.load(local_twist(V));
          return global_load({{P.value[0], P.value[1]}, P.value[2]});
        } else {
          return global_load(k.load(local_twist(V)));
        }
      },
      kernel);
}

void SupportFriction::add_state(const Twist& V, FrictionState& sum, LoadScale& error) const {
  double bound = rounding * scale;
  std::visit(
      [&](const auto& k) {
        if constexpr (is_integrated<std::decay_t<decltype(k)>>) {
          const Integral<3> P = k.load(local_twist(V));
          sum.load = sum.load + global_load({{P.value[0], P.value[1]}, P.value[2]});
          sum.converged = sum.converged && P.converged;
          bound += strength * P.error;
        } else {
          sum.load = sum.load + load(V);
        }
      },
      kernel);
  error.force += bound;
  error.moment += bound * reach;
}

bool SupportFriction::loads(std::span<const Twist> V, double extent, std::span<FrictionLoad> P) const {
  if (const auto* polygon = std::get_if<PolygonClosedForm>(&kernel); polygon && !polygon->is_precise()) {
    return polygon_batches().back()({*polygon, *this, extent}, V, P);
  }
  bool is_complete = true;
  for (std::size_t i = 0; i < V.size(); ++i) {
    if (is_moderate(V[i], extent)) {
      P[i] = load(V[i]);
    } else {
      is_complete = false;
    }
  }
  return is_complete;
}

void SupportFriction::add_hessian(const Twist& V, Mat3& sum) const {
  std::visit(
      [&](const auto& k) {
        using KernelType = std::decay_t<decltype(k)>;
        if constexpr (std::is_same_v<KernelType, PointSupports>) {
          for (const auto& point : k.points) {
            const Vec2 slip = slip_at(V, point.position);
            if (is_stuck(point, V, slip)) continue;  // no second derivative there
            const double size = length(slip), radius = k.law.curvature_radius(rotated_back(slip, k.heading));
            add_symmetric(hessian_term(point.position, (1.0 / size) * slip, strength * point.weight * radius / size),
                          sum);
          }
        } else {
          // in the support's frame, then dv = dV + dω ẑ×center, turned into that frame
          const BasicTwist<double> local = local_twist(V);
          Mat3 H = Mat3::Zero();
          if constexpr (is_integrated<KernelType>) {
            add_symmetric(k.hessian(local), H);
          } else {
            const BasicLoad<Dual3> P = k.load(with_derivatives(local));
            H << P.force.x.dx, P.force.x.dy, P.force.x.dz, P.force.y.dx, P.force.y.dy, P.force.y.dz, P.moment.dx,
                P.moment.dy, P.moment.dz;
            H = 0.5 * (H + H.transpose()).eval();
          }
          Mat3 to_local;
          to_local << axis.x, axis.y, cross(center, axis), -axis.y, axis.x, cross(center, turned_left(axis)), 0.0, 0.0,
              unit;
          sum += strength * to_local.transpose() * H * to_local;
        }
      },
      kernel);
}

bool SupportFriction::is_unique(const Twist& V) const {
  if (strength == 0.0) return true;
  if (const auto* k = std::get_if<PointSupports>(&kernel)) {
    for (const auto& point : k->points) {
      if (point.weight == 0.0 || k->law.largest_force() == 0.0) continue;
      const Vec2 slip = slip_at(V, point.position);
      if (is_stuck(point, V, slip) || k->law.side_of(rotated_back(slip, k->heading))) return false;
    }
    return true;
  }
  if (const auto* k = std::get_if<AreaIntegral>(&kernel)) return !k->slips_along_side(local_twist(V));
  if (const auto* k = std::get_if<LineIntegral>(&kernel)) return !k->slips_along_side(local_twist(V));
  return true;
}

void SupportFriction::add_set_terms(const Twist& V, std::vector<LoadSetTerm>& terms) const {
  if (is_unique(V)) return;
  if (const auto* k = std::get_if<PointSupports>(&kernel)) {
    for (const auto& point : k->points) {
      if (point.weight == 0.0) continue;
      const Vec2 slip = slip_at(V, point.position);
      if (is_stuck(point, V, slip)) {
        terms.push_back(rest_term(*k, point, strength));
      } else if (const LimitCurve::Side* side = k->law.side_of(rotated_back(slip, k->heading))) {
        // the load itself holds the middle of the side
        const Vec2 half = (0.5 * strength * point.weight) * rotated(side->left - side->right, k->heading);
        terms.push_back(LoadSegment{{load_at(point.position, -half), load_at(point.position, half)}});
      }
    }
    return;
  }
  const auto add_slices = [&](const auto& k) {
    for (const SlipSlice& slice : k.side_slices(local_twist(V), set_parts)) {
      const Vec2 half = (0.5 * slice.weight) * (slice.ends[1] - slice.ends[0]);
      const double moment = cross(slice.position, half);
      terms.push_back(LoadSegment{{global_load({-half, -moment}), global_load({half, moment})}});
    }
  };
  if (const auto* k = std::get_if<AreaIntegral>(&kernel)) add_slices(*k);
  if (const auto* k = std::get_if<LineIntegral>(&kernel)) add_slices(*k);
}

bool SupportFriction::has_potential() const {
  if (const auto* k = std::get_if<PointSupports>(&kernel)) return k->law.is_gradient();
  if (const auto* k = std::get_if<AreaIntegral>(&kernel)) return k->law().is_gradient();
  if (const auto* k = std::get_if<LineIntegral>(&kernel)) return k->law().is_gradient();
  return true;
}

}  // namespace dryslip::detail
