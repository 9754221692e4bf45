#include "dryslip/limit_surface/special_points.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <type_traits>

#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip {

namespace {

constexpr double negligible = 1e-9;  // relative to LoadScale; loads are known to 1e-12

/// c with c × F = M for the loads (F, M) of all translations.
PointSet center_of_friction(const FrictionModel& model) {
  constexpr int count = 24;
  const double force = model.scale().force, length = model.scale().moment / std::max(force, 1e-300);
  if (!(force > 0.0)) return WholePlane{};
  Eigen::Matrix<double, count, 2> levers;
  Eigen::Matrix<double, count, 1> moments;
  for (int i = 0; i < count; ++i) {
    const FrictionLoad P = model.load({unit_vector(0.1 + 2.0 * std::numbers::pi * i / count), 0.0});
    levers.row(i) << P.force.y / force, -P.force.x / force;
    moments[i] = P.moment / force;
  }
  Eigen::ColPivHouseholderQR<Eigen::Matrix<double, count, 2>> qr;
  qr.setThreshold(negligible);
  qr.compute(levers);
  if (qr.maxPivot() < negligible) {
    return moments.cwiseAbs().maxCoeff() <= negligible * length ? PointSet(WholePlane{}) : PointSet(NoPoint{});
  }
  const Eigen::Vector2d c = qr.solve(moments);
  if ((levers * c - moments).cwiseAbs().maxCoeff() > negligible * std::max(length, c.norm())) return NoPoint{};
  const Vec2 point{c[0], c[1]};
  if (qr.rank() == 2) return point;
  // all forces are parallel: the largest of them names the line
  Eigen::Index largest = 0;
  levers.rowwise().squaredNorm().maxCoeff(&largest);
  const Vec2 along{-levers(largest, 1), levers(largest, 0)};
  const Vec2 direction = (1.0 / dryslip::length(along)) * along;
  return LineOfPoints{point - dot(point, direction) * direction, direction};
}

constexpr double far_away = 1e3;  // in sizes of the contact: where sets without an end are cut

bool is_far(Vec2 r, double size) { return length(r) > 0.99 * far_away * size; }

/// From c in this direction, as far as the moment function stays at its minimum.
Vec2 end_of_minimum(const FrictionModel& model, Vec2 c, Vec2 direction, double size) {
  const double limit = moment_function(model, c) * (1.0 + 1e-11) + 1e-13 * model.scale().force * size;
  double inside = 0.0, outside = 1e-3 * size;
  const auto is_minimum = [&](double t) { return moment_function(model, c + t * direction) <= limit; };
  while (is_minimum(outside)) {
    outside *= 2.0;
    if (outside > far_away * size) return c + far_away * size * direction;
  }
  while (outside - inside > 1e-13 * size) {
    const double middle = 0.5 * (inside + outside);
    (is_minimum(middle) ? inside : outside) = middle;
  }
  return c + inside * direction;
}

/// Direction of a translation that meets no friction in either sense.
std::optional<Vec2> free_translation(const LimitSurface& surface, double size) {
  const std::vector<Twist> free = surface.free_motions();
  Twist V;
  if (free.size() == 1) V = free[0];
  if (free.size() == 2) {  // the part of the plane of free motions without spin
    V = {free[1].omega * free[0].velocity - free[0].omega * free[1].velocity, 0.0};
    if (free[0].omega == 0.0) V = free[0];
  }
  if (length(V.velocity) == 0.0 || std::abs(V.omega) * size > negligible * length(V.velocity)) return std::nullopt;
  return (1.0 / length(V.velocity)) * V.velocity;
}

/// Centers of a free translation, the minimum of the moment function across it.
PointSet centers_across(const FrictionModel& model, Vec2 c, Vec2 translation, double size) {
  const Vec2 along = turned_left(translation), across = turned_left(along);
  const Vec2 ends[2] = {end_of_minimum(model, c, across, size), end_of_minimum(model, c, -across, size)};
  const bool is_open[2] = {is_far(ends[0] - c, size), is_far(ends[1] - c, size)};
  if (is_open[0] && is_open[1]) return WholePlane{};
  if (is_open[0]) return HalfPlaneOfPoints{ends[1], across};
  if (is_open[1]) return HalfPlaneOfPoints{ends[0], -across};
  if (length(ends[0] - ends[1]) < 1e-5 * size) return LineOfPoints{c - dot(c, along) * along, along};
  return StripOfPoints{{ends[0], ends[1]}, along};
}

/// Centers of a fan of spins, given by its two ends; one of them may be a translation.
PointSet centers_of_fan(const std::vector<Twist>& ends, Vec2 c, double size) {
  std::vector<Vec2> finite, open;
  for (const Twist& V : ends) {
    const Vec2 towards = turned_left(V.velocity);
    const bool is_translation = std::abs(V.omega) * far_away * size <= length(V.velocity);
    const Vec2 center = is_translation ? Vec2{} : (1.0 / V.omega) * towards;
    if (is_translation || is_far(center - c, size)) {
      open.push_back((1.0 / length(towards)) * towards);
    } else {
      finite.push_back(center);
    }
  }
  if (open.empty()) return SegmentOfPoints{{finite[0], finite[1]}};
  if (finite.empty()) return LineOfPoints{c - dot(c, open[0]) * open[0], open[0]};
  return RayOfPoints{finite[0], open[0]};
}

PointSet center_of_twist(const LimitSurface& surface, const MotionOfLoad& spin) {
  const FrictionModel& model = surface.model();
  const double size = surface.unit_length();
  if (!(model.scale().force > 0.0)) return WholePlane{};
  const Vec2 c = (1.0 / spin.motion.omega) * turned_left(spin.motion.velocity);
  if (spin.is_unique) return c;
  if (const std::optional<Vec2> translation = free_translation(surface, size)) {
    return centers_across(model, c, *translation, size);
  }
  if (spin.motions.size() == 2) return centers_of_fan(spin.motions, c, size);
  RegionOfPoints region{.point = c, .outline = {}};
  constexpr int count = 64;
  double reach = 0.0;
  for (int i = 0; i < count; ++i) {
    region.outline.push_back(end_of_minimum(model, c, unit_vector(i * 2.0 * std::numbers::pi / count), size));
    reach = std::max(reach, length(region.outline.back() - c));
  }
  return reach < 1e-5 * size ? PointSet(c) : PointSet(region);
}

}  // namespace

Vec2 point_of(const PointSet& set) {
  return std::visit(
      [](const auto& value) {
        using Kind = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Kind, Vec2>) {
          return value;
        } else if constexpr (std::is_same_v<Kind, SegmentOfPoints> || std::is_same_v<Kind, StripOfPoints>) {
          return 0.5 * (value.ends[0] + value.ends[1]);
        } else if constexpr (std::is_same_v<Kind, RayOfPoints>) {
          return value.end;
        } else if constexpr (std::is_same_v<Kind, NoPoint> || std::is_same_v<Kind, WholePlane>) {
          return Vec2{};
        } else {
          return value.point;
        }
      },
      set);
}

SpecialPoints find_special_points(const LimitSurface& surface) {
  const MotionOfLoad spin = surface.motion_of({{}, 1.0});  // min D(V) on ω = 1 is the minimum of the moment function
  return {.center_of_pressure = center_of_pressure(surface.patch()),
          .center_of_friction = center_of_friction(surface.model()),
          .center_of_twist = center_of_twist(surface, spin),
          .least_moment = spin.factor};
}

}  // namespace dryslip
