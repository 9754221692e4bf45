#include "dryslip/limit_surface/detail/surface_refinement.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace dryslip::detail {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Excess of the plane of direction b over the point of corner a, for the three corners of a triangle: row a, column b.
/// The point is chosen with weights w, the direction by who wants the largest gap: the value of this game bounds
///
///     gap = max over directions between the corners of (outer support − inner support) · |sum of corners|
///
/// and every w gives an upper bound of it (docs/theory/limit_surface.md).
double game_value(const Matrix3d& excess) {
  const auto bound = [&](const Vector3d& w) { return (w.transpose() * excess).maxCoeff(); };
  double best = bound(Vector3d::Constant(1.0 / 3.0));
  for (Eigen::Index a = 0; a < 3; ++a) {
    best = std::min(best, bound(Vector3d::Unit(a)));
    // between two corners only
    const Eigen::Index c = (a + 1) % 3;
    const double sum = excess(a, c) + excess(c, a);
    if (sum > 0.0) {
      best = std::min(best, bound(excess(c, a) / sum * Vector3d::Unit(a) + excess(a, c) / sum * Vector3d::Unit(c)));
    }
  }
  const double determinant = excess.determinant();
  if (determinant != 0.0) {
    const Vector3d w = excess.transpose().inverse() * Vector3d::Ones();
    if (w.minCoeff() >= 0.0 && w.sum() > 0.0) best = std::min(best, bound(w / w.sum()));
  }
  return best;
}

}  // namespace

SurfaceRefinement::SurfaceRefinement(const LimitSurface& surface, const std::vector<Twist>& vertices,
                                     const std::vector<FacetLoads>& facets)
    : surface_(surface),
      length_(surface.unit_length()),
      force_(surface.model().scale().force),
      error_(4.0 * std::max(surface.load_error(), largest_batch_difference)) {
  for (const Twist& V : vertices) mesh_.insert(vector_of(V));
  std::vector<std::uint32_t> places;
  for (const FacetLoads& facet : facets) {
    places.push_back(mesh_.insert(vector_of(facet.motion)));
    facets_[places.back()] = facet.loads;
  }
  for (std::size_t i = 0; i < facets.size(); ++i) {
    for (const Vector3d& towards : directions_of_corners(facets[i], length_)) mesh_.insert_beside(places[i], towards);
  }
}

Vector3d SurfaceRefinement::vector_of(const Twist& V) const { return {V.velocity.x, V.velocity.y, V.omega * length_}; }
Twist SurfaceRefinement::twist_of(const Vector3d& x) const { return {{x[0], x[1]}, x[2] / length_}; }
Vector3d SurfaceRefinement::vector_of(const FrictionLoad& P) const {
  return Vector3d(P.force.x, P.force.y, P.moment / length_) / force_;
}
FrictionLoad SurfaceRefinement::load_of(const Vector3d& p) const {
  return {{p[0] * force_, p[1] * force_}, p[2] * force_ * length_};
}

double SurfaceRefinement::gap() const { return *std::max_element(gaps_.begin(), gaps_.end()); }

void SurfaceRefinement::evaluate_new_directions() {
  const std::size_t from = loads_.size(), to = directions().size();
  std::vector<Twist> twists;
  for (std::size_t i = from; i < to; ++i) twists.push_back(twist_of(directions()[i]));
  std::vector<FrictionLoad> answers(twists.size());
  surface_.model().loads(twists, answers);
  for (std::size_t i = 0; i < twists.size(); ++i) {
    const auto facet = facets_.find(from + i);
    if (facet == facets_.end() && surface_.model().is_unique(twists[i])) {
      set_of_.push_back(-1);
    } else {
      set_of_.push_back(static_cast<int>(sets_.size()));
      sets_.push_back(facet != facets_.end() ? facet->second : surface_.model().load_set(twists[i]));
    }
    loads_.push_back(vector_of(answers[i]));
    heights_.push_back(directions()[from + i].dot(loads_.back()));
  }
}

Vector3d SurfaceRefinement::corner_load(const Triangle& triangle, std::size_t corner) const {
  const std::uint32_t node = triangle[corner];
  if (is_unique(node)) return loads_[node];
  const Vector3d inward = directions()[triangle[(corner + 1) % 3]] + directions()[triangle[(corner + 2) % 3]];
  const Vector3d& x = directions()[node];
  const Vector3d aside = (inward - x.dot(inward) * x).normalized();
  if (!loads(node).is_approximate) return vector_of(farthest(loads(node), twist_of(aside)));
  constexpr double beside =
      1e-7;  // [rad]; as far as this off the normal the load is on the rim, to the same part of LoadScale
  return vector_of(surface_.model().load(twist_of(x + beside * aside)));
}

/// Bounds the gap over the directions of a triangle, and asks for more directions where it is larger than wanted.
void SurfaceRefinement::find_gap(std::size_t triangle, double wanted) {
  const Triangle& corners = mesh_.triangles()[triangle];
  Matrix3d excess;
  double longest = 0.0;
  for (std::size_t a = 0; a < 3; ++a) {
    const Vector3d load = corner_load(corners, a);
    for (std::size_t b = 0; b < 3; ++b) {
      const double value = heights_[corners[b]] - load.dot(directions()[corners[b]]);
      excess(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) = std::max(value, 0.0);
    }
    longest = std::max(longest, (directions()[corners[a]] - directions()[corners[(a + 1) % 3]]).squaredNorm());
  }
  // unit directions are this much longer than the sums of corners with weights of sum 1
  const double shortest = std::sqrt(1.0 - longest / 3.0);
  gaps_[triangle] = (game_value(excess) + error_) / shortest;
  if (gaps_[triangle] > wanted && !split_wide_sides(triangle, excess)) split_inside(triangle);
}

/// Splits the sides on which planes and points are far apart, with the largest distance among the three; false where none counts.
bool SurfaceRefinement::split_wide_sides(std::size_t triangle, const Matrix3d& excess) {
  const Triangle& corners = mesh_.triangles()[triangle];
  std::array<double, 3> side_gap{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto a = static_cast<Eigen::Index>(k), b = static_cast<Eigen::Index>((k + 1) % 3);
    const double sum = excess(a, b) + excess(b, a);
    side_gap[k] = sum > 0.0 ? excess(a, b) * excess(b, a) / sum : 0.0;
  }
  const double largest = *std::max_element(side_gap.begin(), side_gap.end());
  if (!(largest > 0.25 * gaps_[triangle])) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    if (side_gap[k] < 0.5 * largest) continue;
    // across the line between the two points: exact at once where the surface has a corner there
    const auto a = static_cast<Eigen::Index>(k), b = static_cast<Eigen::Index>((k + 1) % 3);
    const double part = excess(b, a) / (excess(a, b) + excess(b, a));
    constexpr double margin = 0.05;  // keeps triangles from becoming slivers
    mesh_.split_side(corners[k], corners[(k + 1) % 3], std::clamp(part, margin, 1.0 - margin));
  }
  return true;
}

/// Splits a triangle across the plane of its three loads.
void SurfaceRefinement::split_inside(std::size_t triangle) {
  const Triangle& corners = mesh_.triangles()[triangle];
  Matrix3d span, points;
  for (std::size_t k = 0; k < 3; ++k) {
    span.col(static_cast<Eigen::Index>(k)) = directions()[corners[k]];
    points.col(static_cast<Eigen::Index>(k)) = corner_load(corners, k);
  }
  const Vector3d normal = Vector3d(points.col(1) - points.col(0)).cross(Vector3d(points.col(2) - points.col(0)));
  Vector3d part = span.inverse() * normal;
  if (!(part.minCoeff() > 0.05 * part.sum())) part = Vector3d::Ones();
  mesh_.split_inside(triangle, span * part);
}

void SurfaceRefinement::refine(const SurfaceMeshOptions& options) {
  std::vector<bool> is_new(mesh_.triangles().size(), true);
  double first = 0.0;  // gap at the start
  while (true) {
    evaluate_new_directions();
    gaps_.resize(mesh_.triangles().size(), 0.0);
    const bool is_full = directions().size() >= options.most_points;
    for (std::size_t t = 0; t < gaps_.size(); ++t) {
      if (is_new[t] || gaps_[t] > options.gap) {
        find_gap(t, is_full ? std::numeric_limits<double>::infinity() : options.gap);
      }
    }
    if (is_full || gap() <= options.gap) return;
    if (first == 0.0) first = gap();
    // the number of points grows as one over the gap
    tell(options.progress, options.gap / gap() * (first - gap()) / (first - options.gap));
    is_new = mesh_.refine();
  }
}

}  // namespace dryslip::detail
