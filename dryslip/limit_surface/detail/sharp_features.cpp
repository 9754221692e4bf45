#include "dryslip/limit_surface/detail/sharp_features.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "dryslip/limit_surface/detail/surface_features.hpp"
#include "dryslip/limit_surface/detail/unions.hpp"

namespace dryslip::detail {
namespace {

using Eigen::Vector3d;
using Index = std::uint32_t;

class SharpFeatures {
 public:
  SharpFeatures(const LimitSurface& surface, SurfaceMesh& mesh) : surface_(surface), mesh_(mesh) {}

  void name(const std::vector<Twist>& vertex_motions) {
    add_edges_between_facets();
    if (may_have_edges(surface_)) add_sharp_features();
    for (const Twist& V : vertex_motions) add_line_vertex(V);
    mark_points();
  }

 private:
  Vector3d vector_of(const FrictionLoad& P) const {
    return Vector3d(P.force.x, P.force.y, P.moment / mesh_.length) / mesh_.force;
  }
  Twist twist_of(const Vector3d& x) const { return {{x[0], x[1]}, x[2] / mesh_.length}; }

  /// Two facets that share a side, but not the two faces of a flat set.
  void add_edges_between_facets() {
    std::map<std::pair<Index, Index>, const SurfaceFacet*> known;
    for (const SurfaceFacet& facet : mesh_.facets) {
      for (std::size_t i = 0; i < facet.outline.size(); ++i) {
        const Index a = facet.outline[i], b = facet.outline[(i + 1) % facet.outline.size()];
        const auto [other, is_new] = known.try_emplace(std::minmax(a, b), &facet);
        constexpr double opposite = -1.0 + 1e-9;  // cosine
        if (is_new || normal_of(facet).dot(normal_of(*other->second)) < opposite) continue;
        mesh_.edges.push_back({{a, b}, false});
      }
    }
  }

  /// How freely the load of a point changes with the motion, at the middle of its normals; 2 where they have several loads.
  int freedom_of(const SurfacePoint& point) const {
    if (!surface_.model().is_unique(point.motion)) return 2;
    const Vector3d off = vector_of(surface_.model().load(point.motion) - point.load);
    constexpr double another_load = 1e-9;  // relative to LoadScale
    return off.norm() > another_load ? 2 : load_freedom(surface_, point.motion);
  }

  /// The load follows the motion from one point to the other without a jump: both lie on one curve, not on the two sides of
  /// a strip of straight lines.
  bool is_on_curve(Index a, Index b) const {
    SurfacePoint from = mesh_.points[a], to = mesh_.points[b];
    const auto way = [&](const SurfacePoint& p, const SurfacePoint& q) { return vector_of(q.load - p.load).norm(); };
    const double whole = way(from, to);
    constexpr int halvings = 12;
    for (int k = 0; k < halvings; ++k) {
      const Twist V{0.5 * (from.motion.velocity + to.motion.velocity), 0.5 * (from.motion.omega + to.motion.omega)};
      const SurfacePoint middle{.load = surface_.model().load(V), .motion = V};
      (way(from, middle) > way(middle, to) ? to : from) = middle;
    }
    constexpr double jump = 1e-2;  // of the way; a load without one is left with 2⁻¹² of it, or some times as much
    return way(from, to) < jump * whole;
  }

  /// Edges and vertices by how the load changes with the motion.
  void add_sharp_features() {
    Unions curves;
    std::vector<int> freedom;
    for (const SurfacePoint& point : mesh_.points) {
      curves.add();
      freedom.push_back(freedom_of(point));
    }
    for (const auto& triangle : mesh_.triangles) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Index a = triangle[k], b = triangle[(k + 1) % 3];
        if (freedom[a] == 1 && freedom[b] == 1 && is_on_curve(a, b)) curves.join(a, b);
      }
    }
    std::map<Index, std::vector<Index>> points_of_curve;
    for (Index i = 0; i < mesh_.points.size(); ++i) {
      if (freedom[i] == 1) points_of_curve[curves.root(i)].push_back(i);
      if (freedom[i] == 0) add_vertex(i);
    }
    const std::vector<const SurfaceFacet*> sharp = add_sharp_rims();
    for (auto& curve : points_of_curve) {
      const auto holds_curve = [&](const SurfaceFacet* facet) { return is_within(curve.second, *facet); };
      if (std::none_of(sharp.begin(), sharp.end(), holds_curve)) add_curve(std::move(curve.second));
    }
  }

  Vector3d normal_of(const SurfaceFacet& facet) const {
    const Twist& V = facet.motion;
    return Vector3d(V.velocity.x, V.velocity.y, V.omega * mesh_.length).normalized();
  }
  bool is_within(const FrictionLoad& P, const SurfaceFacet& facet) const {
    constexpr double rounding = 1e-9;  // relative to LoadScale; loads are known to 1e-12
    return std::abs(normal_of(facet).dot(vector_of(P - facet.loads.base))) <= rounding;
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
      if (!is_within(surface_.model().load(twist_of(n + c.x * e1 + c.y * e2)), facet)) return false;
    }
    return true;
  }

  /// Edges around whole facets; both sides of a flat set have the same one.
  std::vector<const SurfaceFacet*> add_sharp_rims() {
    std::set<std::pair<Index, Index>> known;  // sides between two facets
    for (const SurfaceEdge& edge : mesh_.edges) known.insert(std::minmax(edge.points[0], edge.points[1]));
    std::vector<const SurfaceFacet*> sharp;
    for (const SurfaceFacet& facet : mesh_.facets) {
      if (facet.outline.size() > 1 && known.contains(std::minmax(facet.outline[0], facet.outline[1]))) continue;
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
    Vector3d middle = Vector3d::Zero();
    for (const Index i : points) middle += vector_of(mesh_.points[i].load) / static_cast<double>(points.size());
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (const Index i : points) {
      const Vector3d off = vector_of(mesh_.points[i].load) - middle;
      spread += off * off.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(spread);  // the plane is that of the two larger ones
    std::vector<std::pair<double, Index>> ordered;
    for (const Index i : points) {
      const Vector3d along = axes.eigenvectors().transpose() * (vector_of(mesh_.points[i].load) - middle);
      ordered.emplace_back(std::atan2(along[1], along[2]), i);
    }
    std::sort(ordered.begin(), ordered.end());
    // an open curve starts after its largest gap
    const auto distance = [&](std::size_t i) {
      const Index a = ordered[i].second, b = ordered[(i + 1) % ordered.size()].second;
      return (vector_of(mesh_.points[a].load) - vector_of(mesh_.points[b].load)).norm();
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
    constexpr double same_load = 1e-12;  // relative to LoadScale
    const Vector3d load = vector_of(surface_.model().load(V));
    for (Index i = 0; i < mesh_.points.size(); ++i) {
      if ((vector_of(mesh_.points[i].load) - load).norm() < same_load) return add_vertex(i);
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
  SurfaceMesh& mesh_;
};

}  // namespace

void name_sharp_features(const LimitSurface& surface, const std::vector<Twist>& vertex_motions, SurfaceMesh& mesh) {
  SharpFeatures(surface, mesh).name(vertex_motions);
}

}  // namespace dryslip::detail
