#include "dryslip/limit_surface/limit_surface.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <variant>

#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/limit_surface/detail/load_ray.hpp"
#include "dryslip/limit_surface/detail/surface_features.hpp"
#include "dryslip/limit_surface/smooth_motion.hpp"
#include "dryslip/numerics/infinity.hpp"
#include "dryslip/numerics/span_of_vectors.hpp"

namespace dryslip {

namespace {

constexpr double flat = 1e-11;  // of the factor: D − factor P·V below this counts as zero when normals are sought
constexpr double across_rounding = 1e-12;  // of a load: what it has along a motion without friction is rounding
using Vector3 = Eigen::Vector3d;
using detail::LoadRay;
using detail::RaySearch;

}  // namespace

FrictionModelOptions surface_options(FrictionModelOptions options) {
  options.tolerance = std::min(options.tolerance, 1e-2 * detail::certified);
  return options;
}

LimitSurface::LimitSurface(const ContactPatch& patch, Coefficient coefficient,
                           std::shared_ptr<const FrictionModel> model, bool is_exact)
    : patch_(patch), coefficient_(coefficient), model_(std::move(model)), is_exact_(is_exact) {
  const LoadScale scale = model_->scale();
  if (scale.force > 0.0 && scale.moment > 0.0) length_ = scale.moment / scale.force;
}

LimitSurface::LimitSurface(const ContactPatch& patch, const FrictionModelOptions& options)
    : LimitSurface(patch, options, friction_model(patch, surface_options(options))) {}

LimitSurface::LimitSurface(const ContactPatch& patch, const FrictionModelOptions& options,
                           std::shared_ptr<const FrictionModel> model)
    : LimitSurface(patch, options.coefficient, std::move(model), true) {
  tolerance_ = surface_options(options).tolerance;
  require_maximum_power(patch);
  // far from O a spin is a translation but for a few digits, and those are lost
  constexpr double far = 20.0;  // in sizes of the contact
  center_ = center_of_pressure(patch);
  const double size = std::sqrt(squared_gyration_radius(patch, center_));
  if (size > 0.0 && dryslip::length(center_) > far * size) {
    near_ = std::make_unique<LimitSurface>(seen_from(patch, center_), options);
  }
  if (model_->scale().force > 0.0) find_flat_directions();
  for (const Support& support : patch.supports) {
    curvature_jumps_ |= !detail::is_smooth(support.law) || std::holds_alternative<Segment>(support.shape);
    const auto* points = std::get_if<Points>(&support.shape);
    if (!points) continue;
    for (const WeightedPoint& point : points->points) {
      points_.push_back(support.center + rotated(point.position, unit_vector(support.angle)));
    }
  }
}

LimitSurface LimitSurface::of_surrogate(const ContactPatch& patch, std::shared_ptr<const FrictionModel> surrogate,
                                        Coefficient coefficient) {
  return {patch, coefficient, std::move(surrogate), false};
}

std::vector<Twist> LimitSurface::free_motions() const {
  std::vector<Twist> result;
  for (const Vector3& w : flat_directions_) result.push_back({{w[0], w[1]}, w[2] / length_});
  return result;
}

/// Directions across the span of all loads: those of width D(w) + D(−w) = 0. The width is a seminorm, so that it is enough to
/// look at a basis of the directions across the loads known so far.
void LimitSurface::find_flat_directions() {
  const auto vector_of = [&](const Vector3& x) -> Vector3 {
    const FrictionLoad P = model_->load({{x[0], x[1]}, x[2] / length_});
    return Vector3(P.force.x, P.force.y, P.moment / length_) / model_->scale().force;
  };
  std::vector<Vector3> loads;
  for (int axis = 0; axis < 3; ++axis) {
    loads.push_back(vector_of(Vector3::Unit(axis)));
    loads.push_back(vector_of(-Vector3::Unit(axis)));
  }
  constexpr double smallest = 1e-9;  // relative to LoadScale; far above the error of a load
  bool is_complete = false;
  for (int round = 0; round < 4 && !is_complete; ++round) {  // each adds a dimension
    flat_directions_ = complement_of_span(span_of_vectors(loads, smallest));
    is_complete = true;
    for (const Vector3& w : flat_directions_) {
      const Vector3 forth = vector_of(w), back = vector_of(-w);
      if (w.dot(forth - back) < smallest) continue;
      loads.push_back(forth);
      loads.push_back(back);
      is_complete = false;
    }
  }
}

namespace {

/// The farthest y + t w that still belongs to normals of the same place; infinite where there is no end.
double extent(const LoadRay& ray, const RaySearch& search, Vec2 w) {
  constexpr double level = 1e-12;  // what is left of no growth, relative to LoadScale: loads and w are rounded
  if (ray.growth_far_out(w) <= level) return infinity;
  const double limit = search.upper * (1.0 + flat);
  const auto is_normal = [&](double t) { return ray.dissipation_at(search.y + t * w) <= limit; };
  double inside = 0.0, outside = 1e-6 * (1.0 + length(search.y));
  while (is_normal(outside)) {
    inside = outside;
    outside *= 4.0;
    if (outside > 1e7) return infinity;
  }
  while (outside - inside > 1e-12 * outside) {
    const double middle = 0.5 * (inside + outside);
    (is_normal(middle) ? inside : outside) = middle;
  }
  return inside;
}

/// Where a function with one valley between two angles is least, by golden section: to rounding where the valley is a kink,
/// which the parabolas of other searches miss.
template <class Function>
double lowest_angle(const Function& f, double low, double high) {
  constexpr double golden = std::numbers::phi - 1.0;
  constexpr int steps = 64;  // golden⁶⁴ = 4e-14
  double left = high - golden * (high - low), right = low + golden * (high - low);
  double at_left = f(left), at_right = f(right);
  for (int i = 0; i < steps; ++i) {
    if (at_left < at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      at_left = f(left = high - golden * (high - low));
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      at_right = f(right = low + golden * (high - low));
    }
  }
  return 0.5 * (low + high);
}

/// Direction near `w` in which D grows least at this distance from y, and the way to go along it: the end of a fan of
/// normals. The farther away, the better is the direction known.
std::pair<Vec2, double> end_of_fan(const LoadRay& ray, const RaySearch& search, Vec2 w) {
  double t = extent(ray, search, w);
  for (int i = 0; i < 20 && t > 0.0 && !std::isinf(t); ++i) {
    const double width = std::min(0.1, 1e-5 * (1.0 + length(search.y)) / t);
    const auto growth = [&](double angle) {
      return ray.dissipation_at(search.y + 0.9 * t * rotated(w, unit_vector(angle)));
    };
    const Vec2 next = rotated(w, unit_vector(lowest_angle(growth, -width, width)));
    const double t_next = extent(ray, search, next);
    if (!(t_next > t)) break;
    w = next;
    if (t_next < t * (1.0 + 1e-9)) return {w, t_next};
    t = t_next;
  }
  return {w, t};
}

/// Direction in which D grows least around y, at a small distance.
Vec2 flattest_direction(const LoadRay& ray, const RaySearch& search, double radius) {
  const auto growth = [&](double angle) { return ray.dissipation_at(search.y + radius * unit_vector(angle)); };
  constexpr std::size_t samples = 24;
  constexpr double step = 2.0 * std::numbers::pi / samples;
  std::array<double, samples> grown;
  for (std::size_t i = 0; i < samples; ++i) grown[i] = growth(static_cast<double>(i) * step);
  // every valley is followed down: at the end of a fan the narrow one along it is the deepest
  double best = 0.0, least = infinity;
  for (std::size_t i = 0; i < samples; ++i) {
    if (grown[i] > grown[(i + 1) % samples] || grown[i] > grown[(i + samples - 1) % samples]) continue;
    const double middle = static_cast<double>(i) * step;
    const auto [angle, D] = boost::math::tools::brent_find_minima(growth, middle - step, middle + step, 40);
    if (D < least) {
      least = D;
      best = angle;
    }
  }
  // flat but for the angle: the bottom of a kink
  constexpr double nearly_flat = 1e-6;  // of the factor
  constexpr double off = 1e-6;          // [rad]; parabolas find angles to 1e-7
  if (least <= search.upper * (1.0 + nearly_flat)) best = lowest_angle(growth, best - off, best + off);
  return unit_vector(best);
}

}  // namespace

/// The spin about a point support where y is next to it, so that facets and the ends of fans have their normals exactly; `most`
/// is the largest D that belongs to the same place.
Vec2 LimitSurface::snapped(const LoadRay& ray, Vec2 y, double most) const {
  constexpr double near = 1e-5;
  for (const Vec2& point : points_) {
    for (const Spin sense : {Spin::CounterClockwise, Spin::Clockwise}) {
      const Twist spin = unit_spin(point, sense);
      if (!(ray.along(spin) > 0.0)) continue;
      const Vec2 exact = ray.slope_of(spin);
      if (length(exact - y) <= near * (1.0 + length(exact)) && ray.dissipation_at(exact) <= most) return exact;
    }
  }
  return y;
}

/// A motion about the center of pressure as one about O.
Twist LimitSurface::about_O(const Twist& V) const { return {V.velocity - V.omega * turned_left(center_), V.omega}; }

MotionOfLoad LimitSurface::motion_of(const FrictionLoad& P) const {
  if (!std::isfinite(P.force.x) || !std::isfinite(P.force.y) || !std::isfinite(P.moment)) {
    throw std::invalid_argument("load: force and moment must be finite");
  }
  if (!is_exact_) return smooth_motion(*model_, P, length_);
  MotionOfLoad result;
  if (P == FrictionLoad{}) {
    result.factor = result.lower = result.upper = infinity;
    return result;
  }
  if (near_) {
    result = near_->motion_of({P.force, P.moment - cross(center_, P.force)});
    result.motion = about_O(result.motion);
    for (Twist& V : result.motions) V = about_O(V);
    return result;
  }
  const LoadRay ray(*this, P);
  if (model_->scale().force == 0.0) {  // nothing is carried; every motion with P·V > 0 will do
    result.motion = ray.twist({});
    return result;
  }
  if (const Vector3 across = ray.across(); across.norm() > across_rounding) {
    result.motion = ray.twist_of(across);
    return result;
  }
  RaySearch search = detail::search_along(ray);
  search.y = snapped(ray, search.y, search.upper);
  result.lower = ray.factor(std::min(search.lower, search.upper));  // but for rounding
  result.upper = ray.factor(search.upper);
  result.factor = result.upper;
  result.motion = ray.twist(search.y);
  result.converged = search.is_certified();
  result.is_on_facet = !model_->is_unique(result.motion);
  if (search.upper != 0.0) find_other_motions(ray, search, result);
  return result;
}

/// Whether the load has other motions too: the normals at a kink of the surface are a fan between two of them, or a cone.
void LimitSurface::find_other_motions(const LoadRay& ray, const RaySearch& search, MotionOfLoad& result) const {
  if (search.is_strict && !curvature_jumps_) {
    result.is_unique = true;
    return;
  }
  const double radius = 1e-2 * (1.0 + length(search.y));
  const Vec2 w = flattest_direction(ray, search, radius);
  const double limit = search.upper * (1.0 + flat);
  const auto is_flat_towards = [&](Vec2 direction) {
    return ray.dissipation_at(search.y + radius * direction) <= limit;
  };
  result.is_unique = !is_flat_towards(w);
  if (result.is_unique) return;
  const auto end = [&](Vec2 direction, double t) {
    return std::isinf(t) ? ray.sideways(direction) : ray.twist(snapped(ray, search.y + t * direction, limit));
  };
  const bool is_cone = is_flat_towards(turned_left(w)) || is_flat_towards(-turned_left(w));
  if (!is_cone) {
    for (const Vec2 side : {w, -w}) {
      const auto [direction, t] = end_of_fan(ray, search, side);
      result.motions.push_back(end(direction, t));
    }
    return;
  }
  constexpr int count = 32;  // of the outline of a cone
  for (int i = 0; i < count; ++i) {
    const Vec2 direction = unit_vector(i * 2.0 * std::numbers::pi / count);
    result.motions.push_back(end(direction, extent(ray, search, direction)));
  }
}

LimitSurface::SupportingPlane LimitSurface::supporting_plane(const FrictionLoad& P, const Twist& near) const {
  if (P == FrictionLoad{}) return {.factor = infinity, .motion = {}};
  if (!is_exact_) {
    const MotionOfLoad found = smooth_motion(*model_, P, length_);
    return {found.factor, found.motion};
  }
  if (near_) {
    SupportingPlane result = near_->supporting_plane({P.force, P.moment - cross(center_, P.force)},
                                                     {near.velocity + near.omega * turned_left(center_), near.omega});
    result.motion = about_O(result.motion);
    return result;
  }
  const LoadRay ray(*this, P);
  if (model_->scale().force == 0.0) return {.factor = 0.0, .motion = ray.twist({})};
  if (const Vector3 across = ray.across(); across.norm() > across_rounding)
    return {.factor = 0.0, .motion = ray.twist_of(across)};
  const RaySearch search = detail::search_along(ray, near);
  return {ray.factor(search.upper), ray.twist(search.y)};
}

}  // namespace dryslip
