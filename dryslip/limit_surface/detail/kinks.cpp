#include "dryslip/limit_surface/detail/kinks.hpp"

#include <cstddef>
#include <variant>

#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip::detail {
namespace {

void add_law_headings(const FrictionLaw& law, std::vector<Twist>& twists) {
  std::visit(
      [&](const auto& given) {
        if constexpr (requires { given.heading; }) {
          twists.push_back({unit_vector(given.heading.angle), 0.0});
          twists.push_back({turned_left(unit_vector(given.heading.angle)), 0.0});
        } else if constexpr (requires { given.vertices; }) {
          for (std::size_t i = 0; i < given.vertices.size(); ++i) {
            const Vec2 side = given.vertices[(i + 1) % given.vertices.size()] - given.vertices[i];
            if (length(side) > 0.0) twists.push_back({(1.0 / length(side)) * turned_left(side), 0.0});
          }
        }
      },
      law);
}

}  // namespace

KinkCandidates kink_candidates(const ContactPatch& patch) {
  KinkCandidates result;
  for (const Support& support : patch.supports) {
    const auto place = [&](Vec2 r) { return support.center + rotated(r, unit_vector(support.angle)); };
    if (const auto* points = std::get_if<Points>(&support.shape)) {
      for (const WeightedPoint& point : points->points) result.on_circles.push_back(unit_spin(place(point.position)));
      continue;
    }
    if (const auto* segment = std::get_if<Segment>(&support.shape)) {
      result.on_circles.push_back(unit_spin(place(segment->from)));
    }
    result.cones.push_back(unit_spin(support.center));
    add_law_headings(support.law, result.cones);
  }
  result.cones.insert(result.cones.end(), result.on_circles.begin(), result.on_circles.end());
  return result;
}

std::vector<FrictionLoad> sides_of(const LoadSet& loads) {
  std::vector<FrictionLoad> sides;
  for (const LoadSetTerm& term : loads.terms) {
    if (const auto* ellipse = std::get_if<LoadEllipse>(&term)) {
      const auto [low, high] = ellipse->first_range;
      if (low > -1.0 || high < 1.0) sides.push_back(ellipse->semi_axes[1]);
    } else if (const auto* segment = std::get_if<LoadSegment>(&term)) {
      sides.push_back(segment->ends[1] - segment->ends[0]);
    } else if (const auto* polygon = std::get_if<LoadPolygon>(&term)) {
      for (std::size_t i = 0; i < polygon->vertices.size(); ++i) {
        sides.push_back(polygon->vertices[(i + 1) % polygon->vertices.size()] - polygon->vertices[i]);
      }
    }
  }
  return sides;
}

}  // namespace dryslip::detail
