#include "dryslip/limit_surface/surface_mesh.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "dryslip/friction_load/facet_motions.hpp"
#include "dryslip/limit_surface/detail/check_gap.hpp"
#include "dryslip/limit_surface/detail/surface_features.hpp"
#include "dryslip/limit_surface/detail/surface_refinement.hpp"

namespace dryslip {
namespace {

using detail::SurfaceRefinement;
using detail::Triangle;
using Eigen::Vector3d;
using Index = std::uint32_t;

/// Indices that turn out to be one.
class Unions {
 public:
  Index add() {
    parent_.push_back(static_cast<Index>(parent_.size()));
    return parent_.back();
  }
  Index root(Index i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(Index a, Index b) { parent_[root(a)] = root(b); }
  std::size_t size() const { return parent_.size(); }

 private:
  std::vector<Index> parent_;
};

/// Turns directions and their loads into points, faces and named features of the surface.
class MeshAssembly {
 public:
  MeshAssembly(const LimitSurface& surface, const SurfaceRefinement& refinement)
      : surface_(surface), refinement_(refinement) {}

  SurfaceMesh mesh(const std::vector<Twist>& vertex_motions) {
    place_corners();
    join_equal_loads();
    number_points();
    add_triangles();
    add_facets();
    add_edges_between_facets();
    if (detail::may_have_edges(surface_)) add_sharp_features();
    for (const Twist& V : vertex_motions) add_line_vertex(V);
    mark_points();
    mesh_.length = surface_.unit_length();
    mesh_.force = surface_.model().scale().force;
    mesh_.gap = refinement_.gap();
    return std::move(mesh_);
  }

 private:
  static constexpr double same_load = 1e-12;  // of scale

  const std::vector<Triangle>& triangles() const { return refinement_.triangles(); }
  const Vector3d& direction(Index node) const { return refinement_.directions()[node]; }
  Index point_of(std::size_t triangle, std::size_t corner) { return number_[unions_.root(corners_[triangle][corner])]; }

  /// A place per direction and load: several around a direction whose loads are a set.
  void place_corners() {
    std::unordered_map<Index, std::vector<Index>> places;  // of a direction
    corners_.resize(triangles().size());
    for (std::size_t t = 0; t < triangles().size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Index node = triangles()[t][k];
        const Vector3d load = refinement_.corner_load(triangles()[t], k);
        std::vector<Index>& known = places[node];
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](Index place) { return (loads_[place] - load).norm() < same_load; });
        if (found != known.end()) {
          corners_[t][k] = *found;
        } else {
          corners_[t][k] = unions_.add();
          known.push_back(corners_[t][k]);
          loads_.push_back(load);
          nodes_.push_back(node);
        }
        // each side is met from both of its triangles, once in each sense
        sides_[{node, triangles()[t][(k + 1) % 3]}] = {t, k};
      }
    }
  }

  /// Neighbouring directions with one load are normals of one point.
  void join_equal_loads() {
    for (const Triangle& corners : corners_) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Index a = corners[k], b = corners[(k + 1) % 3];
        if ((loads_[a] - loads_[b]).norm() < same_load) unions_.join(a, b);
      }
    }
  }

  void number_points() {
    number_.assign(unions_.size(), 0);
    std::vector<Vector3d> normals;
    std::vector<std::optional<Index>> given(unions_.size());
    for (Index place = 0; place < unions_.size(); ++place) {
      const Index root = unions_.root(place);
      if (!given[root]) {
        given[root] = static_cast<Index>(mesh_.points.size());
        mesh_.points.push_back({refinement_.load_of(loads_[root]), {}});
        normals.push_back(Vector3d::Zero());
      }
      number_[root] = *given[root];
      normals[*given[root]] += direction(nodes_[place]);
    }
    for (std::size_t i = 0; i < normals.size(); ++i) {
      mesh_.points[i].motion = refinement_.twist_of(normals[i].normalized());
    }
  }

  void add_triangle(Index a, Index b, Index c) {
    if (a != b && b != c && c != a) mesh_.triangles.push_back({a, b, c});
  }

  void add_triangles() {
    for (std::size_t t = 0; t < triangles().size(); ++t) add_triangle(point_of(t, 0), point_of(t, 1), point_of(t, 2));
    // where a direction has several loads, the triangles on both sides of a side leave a strip between them
    for (const auto& [side, here] : sides_) {
      const auto [a, b] = side;
      if (a > b || (refinement_.is_unique(a) && refinement_.is_unique(b))) continue;
      const auto there = sides_.at({b, a});
      const Index a1 = point_of(here.first, here.second), b1 = point_of(here.first, (here.second + 1) % 3);
      const Index b2 = point_of(there.first, there.second), a2 = point_of(there.first, (there.second + 1) % 3);
      add_triangle(b1, a1, a2);
      add_triangle(b1, a2, b2);
    }
  }

  /// Points around a direction, counter-clockwise.
  std::vector<Index> outline_of(Index node, std::size_t triangle) {
    std::vector<Index> outline;
    std::size_t t = triangle;
    do {
      std::size_t k = 0;
      while (triangles()[t][k] != node) ++k;
      const Index point = point_of(t, k);
      if (outline.empty() || outline.back() != point) outline.push_back(point);
      t = sides_.at({node, triangles()[t][(k + 2) % 3]}).first;
    } while (t != triangle);
    while (outline.size() > 1 && outline.back() == outline.front()) outline.pop_back();
    return outline;
  }

  void add_facets() {
    std::vector<bool> is_done(refinement_.directions().size(), false);
    for (std::size_t t = 0; t < triangles().size(); ++t) {
      for (const Index node : triangles()[t]) {
        if (is_done[node] || refinement_.is_unique(node)) continue;
        is_done[node] = true;
        const LoadSet& loads = refinement_.loads(node);
        if (dimension(loads, surface_.unit_length()) < 2) continue;
        mesh_.facets.push_back({refinement_.twist_of(direction(node)), loads, outline_of(node, t)});
      }
    }
  }

  /// Two facets that share a side.
  void add_edges_between_facets() {
    std::map<std::pair<Index, Index>, int> count;
    for (const SurfaceFacet& facet : mesh_.facets) {
      for (std::size_t i = 0; i < facet.outline.size(); ++i) {
        const Index a = facet.outline[i], b = facet.outline[(i + 1) % facet.outline.size()];
        if (++count[std::minmax(a, b)] == 2) mesh_.edges.push_back({{a, b}, false});
      }
    }
  }

  /// Edges and vertices by how the load changes with the motion.
  void add_sharp_features() {
    const std::size_t count = refinement_.directions().size();
    std::vector<int> freedom(count, 2);
    for (Index node = 0; node < count; ++node) {
      if (refinement_.is_unique(node)) {
        freedom[node] = detail::load_freedom(surface_, refinement_.twist_of(direction(node)));
      }
    }
    Unions curves;
    for (std::size_t i = 0; i < count; ++i) curves.add();
    std::map<Index, Index> point_of_node;
    for (std::size_t t = 0; t < triangles().size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Index node = triangles()[t][k], next = triangles()[t][(k + 1) % 3];
        if (freedom[node] < 2) point_of_node[node] = point_of(t, k);
        if (freedom[node] == 1 && freedom[next] == 1) curves.join(node, next);
      }
    }
    std::map<Index, std::vector<Index>> points_of_curve;
    std::vector<bool> is_vertex(mesh_.points.size(), false);
    for (const auto& [node, point] : point_of_node) {
      if (freedom[node] == 1) points_of_curve[curves.root(node)].push_back(point);
      if (freedom[node] == 0 && !is_vertex[point]) {
        is_vertex[point] = true;
        add_vertex(point);
      }
    }
    const std::vector<const SurfaceFacet*> sharp = add_sharp_rims();
    for (auto& [root, points] : points_of_curve) {
      const auto holds_curve = [&](const SurfaceFacet* facet) { return is_within(points, *facet); };
      if (std::none_of(sharp.begin(), sharp.end(), holds_curve)) add_curve(std::move(points));
    }
  }

  Vector3d normal_of(const SurfaceFacet& facet) const {
    const Twist& V = facet.motion;
    return Vector3d(V.velocity.x, V.velocity.y, V.omega * surface_.unit_length()).normalized();
  }
  bool is_within(const FrictionLoad& P, const SurfaceFacet& facet) const {
    constexpr double rounding = 1e-9;  // of scale; loads are known to 1e-12
    return std::abs(normal_of(facet).dot(refinement_.vector_of(P - facet.loads.base))) <= rounding;
  }
  bool is_within(const std::vector<Index>& points, const SurfaceFacet& facet) const {
    return std::all_of(points.begin(), points.end(), [&](Index i) { return is_within(mesh_.points[i].load, facet); });
  }

  /// True where all motions close to that of the facet have a load of the facet: its rim is an edge all around.
  bool has_sharp_rim(const SurfaceFacet& facet) const {
    constexpr double tilt = 1e-2;  // [rad]; loads of a smooth surface leave the facet by about its square
    constexpr int count = 16;
    const Vector3d n = normal_of(facet), e1 = n.unitOrthogonal(), e2 = n.cross(e1);
    for (int k = 0; k < count; ++k) {
      const Vec2 c = tilt * unit_vector(2.0 * std::numbers::pi * k / count);
      if (!is_within(surface_.model().load(refinement_.twist_of(n + c.x * e1 + c.y * e2)), facet)) return false;
    }
    return true;
  }

  /// Edges around whole facets; both sides of a flat set have the same one.
  std::vector<const SurfaceFacet*> add_sharp_rims() {
    std::vector<const SurfaceFacet*> sharp;
    for (const SurfaceFacet& facet : mesh_.facets) {
      const auto holds_outline = [&](const SurfaceFacet* other) { return is_within(facet.outline, *other); };
      if (std::any_of(sharp.begin(), sharp.end(), holds_outline) || !has_sharp_rim(facet)) continue;
      mesh_.edges.push_back({facet.outline, true});
      sharp.push_back(&facet);
    }
    return sharp;
  }

  void add_vertex(Index point) {
    mesh_.vertices.push_back({point, surface_.motion_of(mesh_.points[point].load).motions});
  }

  /// Orders points by their angle around the middle of the curve, which lies near a plane and is convex.
  void add_curve(std::vector<Index> points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return;
    Eigen::Matrix3Xd loads(3, static_cast<Eigen::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
      loads.col(static_cast<Eigen::Index>(i)) = refinement_.vector_of(mesh_.points[points[i]].load);
    }
    loads.colwise() -= loads.rowwise().mean().eval();
    const Eigen::JacobiSVD<Eigen::Matrix3Xd> svd(loads, Eigen::ComputeThinU);
    std::vector<std::pair<double, Index>> ordered;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector3d in_plane = svd.matrixU().transpose() * loads.col(static_cast<Eigen::Index>(i));
      ordered.emplace_back(std::atan2(in_plane[1], in_plane[0]), points[i]);
    }
    std::sort(ordered.begin(), ordered.end());
    // an open curve starts after its largest gap
    const auto distance = [&](std::size_t i) {
      const Index a = ordered[i].second, b = ordered[(i + 1) % ordered.size()].second;
      return (refinement_.vector_of(mesh_.points[a].load) - refinement_.vector_of(mesh_.points[b].load)).norm();
    };
    std::size_t widest = 0;
    double sum = 0.0;
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      sum += distance(i);
      if (distance(i) > distance(widest)) widest = i;
    }
    constexpr double wide = 0.25;  // of the whole way around
    SurfaceEdge edge{.points = {}, .is_closed = distance(widest) < wide * sum};
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      edge.points.push_back(ordered[(widest + 1 + i) % ordered.size()].second);
    }
    mesh_.edges.push_back(std::move(edge));
  }

  void add_line_vertex(const Twist& V) {
    const Vector3d load = refinement_.vector_of(surface_.model().load(V));
    for (Index i = 0; i < mesh_.points.size(); ++i) {
      if ((refinement_.vector_of(mesh_.points[i].load) - load).norm() < same_load) return add_vertex(i);
    }
  }

  void mark_points() {
    using Kind = SurfacePoint::Kind;
    for (const SurfaceFacet& facet : mesh_.facets) {
      for (const Index point : facet.outline) mesh_.points[point].kind = Kind::Rim;
    }
    for (const SurfaceEdge& edge : mesh_.edges) {
      for (const Index point : edge.points) mesh_.points[point].kind = Kind::Edge;
    }
    for (const SurfaceVertex& vertex : mesh_.vertices) mesh_.points[vertex.point].kind = Kind::Vertex;
  }

  const LimitSurface& surface_;
  const SurfaceRefinement& refinement_;
  SurfaceMesh mesh_;
  Unions unions_;
  std::vector<Triangle> corners_;                                                 // places, per triangle of directions
  std::vector<Vector3d> loads_;                                                   // per place
  std::vector<Index> nodes_;                                                      // direction of each place
  std::vector<Index> number_;                                                     // point of each root place
  std::map<std::pair<Index, Index>, std::pair<std::size_t, std::size_t>> sides_;  // triangle and corner where it starts
};

}  // namespace

SurfaceMesh make_surface_mesh(const LimitSurface& surface, const SurfaceMeshOptions& options) {
  detail::check_gap(options.gap);
  if (surface.model().scale().force == 0.0) {  // nothing is carried: one point
    SurfaceMesh mesh;
    mesh.points.push_back({.load = {}, .motion = {{1.0, 0.0}, 0.0}, .kind = SurfacePoint::Kind::Vertex});
    mesh.vertices.push_back({});
    return mesh;
  }
  const std::vector<Twist> vertex_motions = detail::line_vertex_motions(surface.patch());
  std::vector<Twist> first = vertex_motions;
  for (const Twist& V : possible_facet_motions(surface.patch())) {
    if (dimension(surface.model().load_set(V), surface.unit_length()) == 2) first.push_back(V);
  }
  SurfaceRefinement refinement(surface, first);
  refinement.refine(options.gap, options.most_points);
  SurfaceMesh mesh = MeshAssembly(surface, refinement).mesh(vertex_motions);
  mesh.converged = mesh.gap <= options.gap;
  return mesh;
}

}  // namespace dryslip
