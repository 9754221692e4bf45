#include "dryslip/limit_surface/mesh_section.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {
namespace {

using Index = std::uint32_t;

/// Cuts pieces of a mesh by a plane.
class Cut {
 public:
  Cut(const SurfaceMesh& mesh, const Twist& normal, const SectionDirections& directions) {
    const double size = length(normal.velocity) * mesh.force + std::abs(normal.omega) * mesh.force * mesh.length;
    constexpr double rounding = 1e-9;  // relative to LoadScale; points of the surface are better known
    for (const SurfacePoint& point : mesh.points) {
      places_.push_back({power(point.load, directions[0]), power(point.load, directions[1])});
      const double height = power(point.load, normal);
      heights_.push_back(std::abs(height) <= rounding * size ? 0.0 : height);
    }
  }

  Vec2 place(Index i) const { return places_[i]; }
  bool is_in_plane(Index i) const { return heights_[i] == 0.0; }

  /// Adds where the side between two points meets the plane: a point across it, or each end that lies in it.
  void add_crossing(Index a, Index b, std::vector<Vec2>& found) const {
    if (heights_[a] * heights_[b] < 0.0)
      found.push_back(places_[a] + (heights_[a] / (heights_[a] - heights_[b])) * (places_[b] - places_[a]));
    for (const Index i : {a, b})
      if (is_in_plane(i)) found.push_back(places_[i]);
  }
  void add_crossings_around(std::span<const Index> loop, std::vector<Vec2>& found) const {
    for (std::size_t i = 0; i < loop.size(); ++i) add_crossing(loop[i], loop[(i + 1) % loop.size()], found);
  }

 private:
  std::vector<Vec2> places_;
  std::vector<double> heights_;  // over the plane
};

/// Adds a facet where it lies in the plane, or its chord.
void add_facet(const Cut& cut, const SurfaceFacet& facet, MeshSection& section) {
  std::vector<Vec2> crossings;
  cut.add_crossings_around(facet.outline, crossings);
  if (crossings.empty()) return;
  if (std::all_of(facet.outline.begin(), facet.outline.end(), [&](Index i) { return cut.is_in_plane(i); })) {
    section.facets.push_back(convex_hull(crossings));
    return;
  }
  // all lie on one line: its end is farthest from any of them
  const auto farthest_from = [&](Vec2 r) {
    return *std::max_element(crossings.begin(), crossings.end(),
                             [&](Vec2 a, Vec2 b) { return length(a - r) < length(b - r); });
  };
  const Vec2 end = farthest_from(crossings[0]), other = farthest_from(end);
  if (end != other) section.facet_chords.push_back({end, other});
}

/// Adds the pieces of an edge that lie in the plane, and the places where it passes through.
void add_edge(const Cut& cut, const SurfaceEdge& edge, MeshSection& section) {
  const std::size_t count = edge.points.size();
  for (std::size_t i = 0; i + (edge.is_closed ? 0 : 1) < count; ++i) {
    const Index a = edge.points[i], b = edge.points[(i + 1) % count];
    if (cut.is_in_plane(a) && cut.is_in_plane(b)) {
      section.edges.push_back({cut.place(a), cut.place(b)});
    } else {
      cut.add_crossing(a, b, section.corners);
    }
  }
}

}  // namespace

SectionDirections section_directions(const Twist& normal, double length) {
  const Twist fx{{1.0, 0.0}, 0.0}, fy{{0.0, 1.0}, 0.0}, moment{{}, 1.0};
  const double steepness = dryslip::length(normal.velocity);
  if (steepness <= std::abs(normal.omega) * length) return {fx, fy};
  if (normal.velocity.y == 0.0) return {fy, moment};
  if (normal.velocity.x == 0.0) return {fx, moment};
  // horizontal line of the plane, pointing to positive fx
  const Vec2 along = (1.0 / steepness) * turned_left(normal.velocity);
  return {Twist{along.x < 0.0 ? -along : along, 0.0}, moment};
}

MeshSection mesh_section(const SurfaceMesh& mesh, const Twist& normal, const SectionDirections& directions) {
  const Cut cut(mesh, normal, directions);
  std::vector<Vec2> crossings;
  for (const auto& triangle : mesh.triangles) cut.add_crossings_around(triangle, crossings);
  for (const SurfaceFacet& facet : mesh.facets) cut.add_crossings_around(facet.outline, crossings);
  if (mesh.triangles.empty()) cut.add_crossing(0, static_cast<Index>(mesh.points.size() - 1), crossings);  // a segment

  MeshSection section{.outline = convex_hull(crossings)};
  for (const SurfaceFacet& facet : mesh.facets) add_facet(cut, facet, section);
  for (const SurfaceEdge& edge : mesh.edges) add_edge(cut, edge, section);
  for (const SurfaceVertex& vertex : mesh.vertices)
    if (cut.is_in_plane(vertex.point)) section.corners.push_back(cut.place(vertex.point));
  return section;
}

}  // namespace dryslip
