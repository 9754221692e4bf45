#include "dryslip/limit_surface/detail/surface_features.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <variant>

#include "dryslip/friction_load/facet_motions.hpp"
#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip::detail {
namespace {

/// Ends of the pieces of the contact where it consists of points and segments; nothing for other shapes.
std::vector<std::array<Vec2, 2>> pieces_of(const ContactPatch& patch) {
  std::vector<std::array<Vec2, 2>> pieces;
  for (const Support& support : patch.supports) {
    const auto place = [&](Vec2 r) { return support.center + rotated(r, unit_vector(support.angle)); };
    if (const auto* points = std::get_if<Points>(&support.shape)) {
      for (const WeightedPoint& point : points->points) {
        if (point.weight > 0.0) pieces.push_back({place(point.position), place(point.position)});
      }
    } else if (const auto* segment = std::get_if<Segment>(&support.shape)) {
      pieces.push_back({place(segment->from), place(segment->to)});
    } else {
      return {};
    }
  }
  return pieces;
}

/// Pieces on one line through `start`, as parts of it in ascending order.
struct LineContact {
  static constexpr double straight = 1e-12;  // of its length: what is closer to the line is on it
  Vec2 start, along;
  double size = 0.0;
  std::vector<std::array<double, 2>> parts;
};

/// None where the pieces do not lie on a line, or are a single point.
std::optional<LineContact> line_contact(const std::vector<std::array<Vec2, 2>>& pieces) {
  if (pieces.empty()) return std::nullopt;
  // the line through the first piece and the point farthest from it
  LineContact result{.start = pieces.front()[0]};
  Vec2 reach;
  for (const auto& ends : pieces) {
    for (const Vec2 r : ends) {
      if (length(r - result.start) > length(reach)) reach = r - result.start;
    }
  }
  result.size = length(reach);
  if (!(result.size > 0.0)) return std::nullopt;
  result.along = (1.0 / result.size) * reach;
  for (const auto& ends : pieces) {
    std::array<double, 2> part{};
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec2 r = ends[k] - result.start;
      if (std::abs(dot(r, turned_left(result.along))) > LineContact::straight * result.size) return std::nullopt;
      part[k] = dot(r, result.along);
    }
    if (part[0] > part[1]) std::swap(part[0], part[1]);
    result.parts.push_back(part);
  }
  std::sort(result.parts.begin(), result.parts.end());
  return result;
}

}  // namespace

bool is_smooth(const FrictionLaw& law) {
  return std::holds_alternative<IsotropicLaw>(law) || std::holds_alternative<EllipticLaw>(law);
}

std::vector<Twist> line_vertex_motions(const ContactPatch& patch) {
  if (!std::all_of(patch.supports.begin(), patch.supports.end(), [](const Support& s) { return is_smooth(s.law); })) {
    return {};
  }
  const auto line = line_contact(pieces_of(patch));
  if (!line) return {};
  const Vec2 across = turned_left(line->along);
  std::vector<Twist> motions{{across, 0.0}, {-across, 0.0}};
  // spins about the middle of each gap
  double end = line->parts.front()[1];
  for (const auto& part : line->parts) {
    if (part[0] > end + LineContact::straight * line->size) {
      const Vec2 center = line->start + 0.5 * (end + part[0]) * line->along;
      motions.push_back(unit_spin(center));
      motions.push_back(unit_spin(center, Spin::Clockwise));
    }
    end = std::max(end, part[1]);
  }
  return motions;
}

std::vector<FacetLoads> find_facets(const LimitSurface& surface) {
  const double length = surface.unit_length();
  std::vector<FacetLoads> facets;
  for (const Twist& V : possible_facet_motions(surface.patch())) {
    const double size = std::hypot(V.velocity.x, V.velocity.y, V.omega * length);
    const Twist unit{(1.0 / size) * V.velocity, V.omega / size};
    const auto is_same = [&](const FacetLoads& other) {
      constexpr double close = 1e-9;
      const Twist& W = other.motion;
      return dryslip::length(unit.velocity - W.velocity) + std::abs(unit.omega - W.omega) * length < close;
    };
    if (std::any_of(facets.begin(), facets.end(), is_same)) continue;
    // a support that hardly slips is across its law's side for some roundings of the same motion only
    constexpr int roundings = 64;
    for (int k = 0; k < roundings; ++k) {
      const double scale = 1.0 + static_cast<double>(k) / roundings;
      LoadSet loads = surface.model().load_set({scale * unit.velocity, scale * unit.omega});
      if (dimension(loads, length) < 2) continue;
      facets.push_back({unit, std::move(loads)});
      break;
    }
  }
  return facets;
}

std::vector<Eigen::Vector3d> directions_of_corners(const FacetLoads& facet, double length) {
  const auto& [V, set] = facet;
  const Eigen::Vector3d n = Eigen::Vector3d(V.velocity.x, V.velocity.y, V.omega * length).normalized();
  const Eigen::Vector3d e1 = n.unitOrthogonal(), e2 = n.cross(e1);
  std::vector<double> angles;  // at which one corner takes over from the next: across the sides
  const auto add_side = [&](const FrictionLoad& from, const FrictionLoad& to) {
    const FrictionLoad side = to - from;
    const Eigen::Vector3d across = n.cross(Eigen::Vector3d(side.force.x, side.force.y, side.moment / length));
    if (across.norm() == 0.0) return;
    angles.push_back(std::atan2(e2.dot(across), e1.dot(across)));
    angles.push_back(std::atan2(-e2.dot(across), -e1.dot(across)));
  };
  if (set.is_approximate) {  // of a line or area: its rim is curved, or its corners are not known
    for (int k = 0; k < 4; ++k) angles.push_back((k - 2) * 0.5 * std::numbers::pi);
  }
  for (const LoadSetTerm& term : set.terms) {
    if (set.is_approximate) break;
    if (const auto* segment = std::get_if<LoadSegment>(&term)) add_side(segment->ends[0], segment->ends[1]);
    if (const auto* polygon = std::get_if<LoadPolygon>(&term)) {
      const std::size_t count = polygon->vertices.size();
      for (std::size_t i = 0; i < count; ++i) add_side(polygon->vertices[i], polygon->vertices[(i + 1) % count]);
    }
  }
  std::sort(angles.begin(), angles.end());

  std::vector<Eigen::Vector3d> directions;
  constexpr double narrow = 1e-6;  // [rad]
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double from = angles[i], to = i + 1 < angles.size() ? angles[i + 1] : angles[0] + 2.0 * std::numbers::pi;
    if (to - from < narrow) continue;
    for (const double part : {1.0 / 3.0, 2.0 / 3.0}) {
      const Vec2 c = unit_vector(from + part * (to - from));
      directions.push_back(c.x * e1 + c.y * e2);
    }
  }
  return directions;
}

int load_freedom(const LimitSurface& surface, const Twist& V) {
  const double length = surface.unit_length();
  const Eigen::Vector3d units(1.0, 1.0, 1.0 / length);
  const double size = std::hypot(V.velocity.x, V.velocity.y, V.omega * length);
  const Eigen::Matrix3d H =
      size / surface.model().scale().force * (units.asDiagonal() * surface.model().hessian(V) * units.asDiagonal());
  constexpr double rigid = 1e-8;  // relative to LoadScale; Hessians are known to much less
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(H, Eigen::EigenvaluesOnly);
  return static_cast<int>((solver.eigenvalues().array() > rigid).count());
}

bool may_have_edges(const LimitSurface& surface) {
  const std::vector<Support>& supports = surface.patch().supports;
  return !surface.free_motions().empty() ||
         std::any_of(supports.begin(), supports.end(), [](const Support& s) { return !is_smooth(s.law); });
}

}  // namespace dryslip::detail
