#include "dryslip/limit_surface/surface_section.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dryslip/limit_surface/detail/check_gap.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {
namespace {

using Eigen::Vector3d;

/// The plane with axes of its own, in the scaled units of loads.
class SectionPlane {
 public:
  SectionPlane(const LimitSurface& surface, const Twist& normal) : surface_(surface), length_(surface.unit_length()) {
    const Vector3d n = vector_of(normal).stableNormalized();
    // the first axis is that of fx, or of fy where the plane is across fx
    const Vector3d first = std::abs(n[0]) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
    e1_ = (first - n.dot(first) * n).normalized();
    e2_ = n.cross(e1_);
  }

  /// One ray from O in the plane.
  struct Hit {
    double angle = 0.0;
    Vec2 place;   // in the plane
    Vec2 normal;  // of the supporting line
    MotionOfLoad answer;
    FrictionLoad load;
  };
  Hit shoot(double angle) const {
    Vec2 ray = unit_vector(angle);
    const Vector3d p = ray.x * e1_ + ray.y * e2_;
    FrictionLoad P{{p[0], p[1]}, p[2] * length_};
    Hit hit{.angle = angle, .place = {}, .normal = {}, .answer = surface_.motion_of(P), .load = {}};
    hit.load = hit.answer.factor * P;
    const double force = surface_.model().scale().force;
    if (force > 0.0) hit.place = (hit.answer.factor / force) * ray;
    const Vector3d x = vector_of(hit.answer.motion).stableNormalized();
    hit.normal = {x.dot(e1_), x.dot(e2_)};
    return hit;
  }

 private:
  Vector3d vector_of(const Twist& V) const { return {V.velocity.x, V.velocity.y, V.omega * length_}; }

  const LimitSurface& surface_;
  double length_;
  Vector3d e1_, e2_;
};

using Hit = SectionPlane::Hit;

/// How far the supporting lines of two neighbours leave their chord, and the angle of the next ray.
struct Between {
  double gap = 0.0;
  double angle = 0.0;
};

Between between(const Hit& a, const Hit& b) {
  const double middle = 0.5 * (a.angle + b.angle);
  const Vec2 chord = b.place - a.place;
  const double span = length(chord);
  if (span == 0.0) return {0.0, middle};
  const double turn = cross(a.normal, b.normal);
  const double beyond = dot(b.normal, b.place - a.place);  // of the chord, over the line at b
  constexpr double parallel = 1e-9;
  if (std::abs(turn) <= parallel * length(a.normal) * length(b.normal)) {
    if (dot(a.normal, b.normal) < 0.0) return {std::numeric_limits<double>::infinity(), middle};
    return {std::abs(beyond) / length(b.normal), middle};
  }
  if (turn < 0.0) return {span, middle};
  const Vec2 corner = a.place + (beyond / turn) * turned_left(a.normal);
  const double gap = std::abs(cross(chord, corner - a.place)) / span;
  // towards the corner: exact at once where the section has one
  const double offset = std::atan2(cross(unit_vector(a.angle), corner), dot(unit_vector(a.angle), corner));
  const double part = offset / (b.angle - a.angle);
  constexpr double margin = 0.02;
  return {gap, part > margin && part < 1.0 - margin ? a.angle + offset : middle};
}

}  // namespace

SurfaceSection section_of(const LimitSurface& surface, const Twist& normal, const SurfaceSectionOptions& options) {
  detail::check_gap(options.gap);
  if (normal == Twist{}) throw InvalidInput("section", "0,0,0: the normal of a plane must not be zero");
  const SectionPlane plane(surface, normal);
  constexpr int first = 8;
  std::vector<Hit> open;  // to do, the next one last
  for (int i = first; i >= 1; --i) open.push_back(plane.shoot(i * 2.0 * std::numbers::pi / first));
  SurfaceSection section;
  Hit here = plane.shoot(0.0);
  const auto keep = [&](const Hit& hit) {
    section.points.push_back({hit.load, hit.answer.motion, hit.answer.is_unique, hit.answer.is_on_facet});
    section.converged = section.converged && hit.answer.converged;
  };
  while (!open.empty()) {
    const Between next = between(here, open.back());
    constexpr double narrow = 1e-9;  // [rad]; beyond it rounding decides
    const bool is_full = section.points.size() + open.size() >= options.most_points;
    if (next.gap > options.gap && !is_full && open.back().angle - here.angle > narrow) {
      open.push_back(plane.shoot(next.angle));
      continue;
    }
    section.gap = std::max(section.gap, next.gap);
    keep(here);
    here = std::move(open.back());
    open.pop_back();
  }
  section.converged = section.converged && section.gap <= options.gap;
  return section;
}

}  // namespace dryslip
