#include "dryslip/limit_surface/surface_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "dryslip/limit_surface/detail/check_gap.hpp"
#include "dryslip/limit_surface/detail/sharp_features.hpp"
#include "dryslip/limit_surface/detail/surface_features.hpp"
#include "dryslip/limit_surface/detail/surface_refinement.hpp"
#include "dryslip/limit_surface/detail/unions.hpp"

namespace dryslip {
namespace {

using detail::SurfaceRefinement;
using detail::Triangle;
using detail::Unions;
using Eigen::Vector3d;
using Index = std::uint32_t;

/// Sides of oriented faces that have no neighbour among them.
class OpenSides {
 public:
  void add(Index a, Index b) {
    const auto opposite = sides_.find({b, a});
    if (opposite == sides_.end()) {
      ++sides_[{a, b}];
    } else if (--opposite->second == 0) {
      sides_.erase(opposite);
    }
  }
  /// Their points in order; empty where they are not one loop.
  std::vector<Index> loop() const {
    if (sides_.empty()) return {};
    std::vector<Index> points;
    Index point = sides_.begin()->first.first;
    while (points.size() <= sides_.size()) {
      const auto next = sides_.lower_bound({point, 0});
      if (next == sides_.end() || next->first.first != point) return {};
      points.push_back(point);
      point = next->first.second;
      if (point == points.front()) break;
    }
    return points.size() == sides_.size() ? points : std::vector<Index>{};
  }

 private:
  std::map<std::pair<Index, Index>, int> sides_;
};

/// Turns directions and their loads into points, faces and facets of the surface.
class MeshAssembly {
 public:
  MeshAssembly(const LimitSurface& surface, const SurfaceRefinement& refinement)
      : surface_(surface), refinement_(refinement) {}

  SurfaceMesh mesh() {
    place_corners();
    join_equal_loads();
    number_points();
    add_triangles();
    cancel_folds();
    add_facets();
    for (SurfaceFacet& facet : mesh_.facets) absorb_flat_triangles(facet);
    mesh_.length = surface_.unit_length();
    mesh_.force = surface_.model().scale().force;
    mesh_.gap = refinement_.gap();
    return std::move(mesh_);
  }

 private:
  static constexpr double same_load = 1e-12;  // relative to LoadScale

  const std::vector<Triangle>& triangles() const { return refinement_.triangles(); }
  const Vector3d& direction(Index node) const { return refinement_.directions()[node]; }
  static std::uint64_t side(Index from, Index to) { return (static_cast<std::uint64_t>(from) << 32) | to; }
  Index point_of(std::size_t triangle, std::size_t corner) { return number_[unions_.root(corners_[triangle][corner])]; }

  /// A place per direction and load: several around a direction whose loads are a set.
  void place_corners() {
    std::vector<std::vector<Index>> places(refinement_.directions().size());  // of each direction
    corners_.resize(triangles().size());
    sides_.reserve(3 * triangles().size());
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
        sides_[side(node, triangles()[t][(k + 1) % 3])] = {t, k};
      }
    }
  }

  /// Directions with one load are normals of one point.
  void join_equal_loads() {
    std::vector<Index> order(loads_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return loads_[a][0] < loads_[b][0]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Vector3d& load = loads_[order[i]];
      for (std::size_t j = i + 1; j < order.size() && loads_[order[j]][0] - load[0] < same_load; ++j) {
        if ((loads_[order[j]] - load).norm() < same_load) unions_.join(order[i], order[j]);
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
    for (std::size_t t = 0; t < triangles().size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Index a = triangles()[t][k], b = triangles()[t][(k + 1) % 3];
        if (a > b || (refinement_.is_unique(a) && refinement_.is_unique(b))) continue;
        const auto there = sides_.at(side(b, a));
        const Index a1 = point_of(t, k), b1 = point_of(t, (k + 1) % 3);
        const Index b2 = point_of(there.first, there.second), a2 = point_of(there.first, (there.second + 1) % 3);
        add_triangle(b1, a1, a2);
        add_triangle(b1, a2, b2);
      }
    }
  }

  /// Two triangles with the same corners and opposite faces, a strip folded flat, are none.
  void cancel_folds() {
    std::map<Triangle, int> sense;  // by sorted corners
    const auto sorted = [](Triangle t) {
      std::sort(t.begin(), t.end());
      return t;
    };
    const auto sense_of = [&](const Triangle& t) {
      const Triangle s = sorted(t);
      return (t == s || t == Triangle{s[1], s[2], s[0]} || t == Triangle{s[2], s[0], s[1]}) ? 1 : -1;
    };
    for (const Triangle& t : mesh_.triangles) sense[sorted(t)] += sense_of(t);
    std::erase_if(mesh_.triangles, [&](const Triangle& t) {
      int& left = sense[sorted(t)];
      if (left * sense_of(t) <= 0) return true;
      left -= sense_of(t);
      return false;
    });
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
      t = sides_.at(side(node, triangles()[t][(k + 2) % 3])).first;
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

  /// Triangles in the plane of a facet are part of it: motions next to its own have loads on its rim too.
  void absorb_flat_triangles(SurfaceFacet& facet) {
    const Vector3d normal = refinement_.vector_of(facet.motion).normalized();
    const double flat =
        facet.loads.is_approximate ? 1e-6 : 1e-11;  // relative to LoadScale; the rims of approximate sets are 1e-7 off
    const auto is_inside = [&](Index i) {
      return std::abs(normal.dot(refinement_.vector_of(mesh_.points[i].load - facet.loads.base))) < flat;
    };
    const auto is_flat = [&](const Triangle& t) { return is_inside(t[0]) && is_inside(t[1]) && is_inside(t[2]); };
    OpenSides sides;
    for (std::size_t i = 0; i < facet.outline.size(); ++i) {
      sides.add(facet.outline[i], facet.outline[(i + 1) % facet.outline.size()]);
    }
    bool has_any = false;
    for (const Triangle& t : mesh_.triangles) {
      if (!is_flat(t)) continue;
      has_any = true;
      for (std::size_t k = 0; k < 3; ++k) sides.add(t[k], t[(k + 1) % 3]);
    }
    if (!has_any) return;
    std::vector<Index> outline = sides.loop();
    if (outline.empty()) return;  // not one loop: left as it is
    facet.outline = std::move(outline);
    std::erase_if(mesh_.triangles, is_flat);
  }

  const LimitSurface& surface_;
  const SurfaceRefinement& refinement_;
  SurfaceMesh mesh_;
  Unions unions_;
  std::vector<Triangle> corners_;                                                 // places, per triangle of directions
  std::vector<Vector3d> loads_;                                                   // per place
  std::vector<Index> nodes_;                                                      // direction of each place
  std::vector<Index> number_;                                                     // point of each root place
  std::unordered_map<std::uint64_t, std::pair<std::size_t, std::size_t>> sides_;  // triangle and corner where it starts
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
  SurfaceRefinement refinement(surface, vertex_motions, detail::find_facets(surface));
  refinement.refine(options);
  SurfaceMesh mesh = MeshAssembly(surface, refinement).mesh();
  detail::name_sharp_features(surface, vertex_motions, mesh);
  mesh.converged = mesh.gap <= options.gap;
  return mesh;
}

}  // namespace dryslip
