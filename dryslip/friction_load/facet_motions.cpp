#include "dryslip/friction_load/facet_motions.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <variant>

#include "dryslip/friction_load/detail/limit_curve.hpp"
#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip {
namespace {

using detail::LimitCurve;

/// Motions that slip along d at r, a plane: d × (velocity + omega ẑ×r) = 0.
struct SlipPlane {
  Vec2 r, d;

  Eigen::Vector3d normal() const { return {-d.y, d.x, dot(r, d)}; }
  /// The motion moved into the plane, by the slip as it is computed from it.
  Eigen::Vector3d nearest(const Eigen::Vector3d& V) const {
    const double slip = cross(d, Vec2{V[0], V[1]} + V[2] * turned_left(r));
    return V - slip / normal().squaredNorm() * normal();
  }
};

/// The places of a support that slip as one in its whole motion about any center on a line: points, and a segment whose
/// law is flat across it.
std::vector<Vec2> lever_points(const Support& support, Vec2 d) {
  const Vec2 axis = unit_vector(support.angle);
  std::vector<Vec2> places;
  if (const auto* points = std::get_if<Points>(&support.shape)) {
    for (const WeightedPoint& point : points->points) {
      places.push_back(support.center + rotated(point.position, axis));
    }
  } else if (const auto* segment = std::get_if<Segment>(&support.shape)) {
    const Vec2 along = rotated(segment->to - segment->from, axis);
    constexpr double aligned = 1e-12;  // cosine
    if (std::abs(dot(along, d)) < aligned * length(along)) {
      places.push_back(support.center + rotated(0.5 * (segment->from + segment->to), axis));
    }
  }
  return places;
}

}  // namespace

std::vector<Twist> possible_facet_motions(const ContactPatch& patch) {
  std::vector<Twist> motions;
  const auto add_spins = [&](Vec2 r) {
    for (const Spin spin : {Spin::CounterClockwise, Spin::Clockwise}) motions.push_back(unit_spin(r, spin));
  };
  std::vector<SlipPlane> planes;
  for (const Support& support : patch.supports) {
    if (std::holds_alternative<Points>(support.shape)) {
      for (const Vec2 r : lever_points(support, {})) add_spins(r);
    }
    const LimitCurve curve(support.law, patch, Coefficient::Kinetic);
    const Heading heading = curve.heading();
    for (const LimitCurve::Side& side : curve.sides()) {
      if (heading.reference != Heading::Reference::Body) {
        add_spins(support.center);
        continue;
      }
      const Vec2 d = rotated(side.direction, unit_vector(heading.angle));
      motions.push_back({d, 0.0});
      for (const Vec2 r : lever_points(support, d)) planes.push_back({r, d});
    }
  }
  constexpr std::size_t most_planes = 64;
  if (planes.size() > most_planes) return motions;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      Eigen::Vector3d both = planes[i].normal().cross(planes[j].normal());
      if (both.norm() == 0.0) continue;
      both.normalize();
      for (int round = 0; round < 4; ++round) both = planes[j].nearest(planes[i].nearest(both));  // but for rounding
      motions.push_back({{both[0], both[1]}, both[2]});
      motions.push_back({{-both[0], -both[1]}, -both[2]});
    }
  }
  return motions;
}

}  // namespace dryslip
