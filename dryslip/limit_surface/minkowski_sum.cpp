#include "dryslip/limit_surface/minkowski_sum.hpp"

#include <Eigen/Geometry>
#include <cstdio>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/limit_surface/surface_points.hpp"
#include "dryslip/numerics/span_of_vectors.hpp"
#include "dryslip/record/invalid_input.hpp"

#ifdef DRYSLIP_HAS_QHULL
extern "C" {
#include <libqhull_r/qhull_ra.h>
}
#endif

namespace dryslip {
namespace {

/// Every point support and every line or area as a contact of its own.
std::vector<ContactPatch> single_supports(const ContactPatch& patch) {
  std::vector<ContactPatch> result;
  const std::vector<double> forces = normal_forces(patch);
  const auto add = [&](Support support, double force) {
    support.share.reset();
    result.push_back(
        {.normal_force = force, .mu = patch.mu, .mu_static = patch.mu_static, .supports = {std::move(support)}});
  };
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const Support& support = patch.supports[i];
    const auto* points = std::get_if<Points>(&support.shape);
    if (!points) {
      add(support, forces[i]);
      continue;
    }
    const double total = measure_of(support.shape);
    for (const WeightedPoint& point : points->points) {
      Support single = support;
      single.shape = Points{{point}};
      add(std::move(single), forces[i] * point.weight / total);
    }
  }
  return result;
}

/// Loads on the boundary of the set of one support.
std::vector<FrictionLoad> loads_of_single(const ContactPatch& patch, Coefficient coefficient, std::size_t sides) {
  const auto model = friction_model(patch, {.coefficient = coefficient});
  if (!std::holds_alternative<Points>(patch.supports[0].shape)) return surface_points(*model, sides * sides).loads;
  std::vector<FrictionLoad> loads;
  for (std::size_t k = 0; k < sides; ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(sides);
    loads.push_back(model->load({unit_vector(angle), 0.0}));
  }
  return loads;
}

#ifdef DRYSLIP_HAS_QHULL

using Points3 = std::vector<Eigen::Vector3d>;

/// Appends two points on either side of a flat set for each direction in which it has no thickness, so that it has a hull.
void thicken(Points3& points) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& point : points) middle += point / static_cast<double>(points.size());
  Points3 offsets;
  for (const Eigen::Vector3d& point : points) offsets.push_back(point - middle);
  constexpr double flat = 1e-9;  // relative to LoadScale, far above the error of a load
  for (const Eigen::Vector3d& w : complement_of_span(span_of_vectors(offsets, flat))) {
    points.push_back(middle + w);
    points.push_back(middle - w);
  }
}

/// A run of qhull, whose messages go to a temporary file.
class Qhull {
 public:
  explicit Qhull(Points3& points) : messages_(std::tmpfile(), &std::fclose) {
    if (!messages_) throw std::runtime_error("minkowski_sum: no temporary file for the messages of qhull");
    qh_zero(&state_, messages_.get());
    std::string command = "qhull Qt Pp";  // triangles; no warnings
    status_ = qh_new_qhull(&state_, 3, static_cast<int>(points.size()), points.front().data(), False, command.data(),
                           messages_.get(), messages_.get());
  }
  ~Qhull() {
    int count = 0, size = 0;
    qh_freeqhull(&state_, qh_ALL);
    qh_memfreeshort(&state_, &count, &size);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  bool is_done() const { return status_ == 0; }
  const vertexT* vertices() const { return state_.vertex_list; }
  const facetT* facets() const { return state_.facet_list; }
  /// Number of the point that a vertex is.
  std::size_t number(const vertexT& vertex) { return static_cast<std::size_t>(qh_pointid(&state_, vertex.point)); }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> messages_;
  qhT state_;
  int status_ = 0;
};

/// Convex hull, in units in which its size is about 1.
LoadHull hull_of(const std::vector<FrictionLoad>& loads, const LoadScale& unit) {
  Points3 points;
  for (const FrictionLoad& P : loads)
    points.emplace_back(P.force.x / unit.force, P.force.y / unit.force, P.moment / unit.moment);
  thicken(points);
  Qhull qhull(points);
  if (!qhull.is_done()) throw std::runtime_error("minkowski_sum: qhull found no convex hull");
  LoadHull hull;
  std::vector<std::size_t> corner_of(points.size());  // number among the corners
  for (const vertexT* vertex = qhull.vertices(); vertex && vertex->next; vertex = vertex->next) {
    const std::size_t k = qhull.number(*vertex);
    if (k >= loads.size()) continue;
    corner_of[k] = hull.points.size();
    hull.points.push_back(loads[k]);
  }
  if (hull.points.empty()) hull.points.push_back(loads.front());  // all the same
  if (points.size() > loads.size()) return hull;
  for (const facetT* facet = qhull.facets(); facet && facet->next; facet = facet->next) {
    std::array<std::size_t, 3> corners{};
    for (int i = 0; i < 3; ++i)
      corners[static_cast<std::size_t>(i)] = qhull.number(*SETelemt_(facet->vertices, i, vertexT));
    const auto& [a, b, c] = corners;
    const Eigen::Map<const Eigen::Vector3d> outward(facet->normal);
    const bool is_inward = (points[b] - points[a]).cross(points[c] - points[a]).dot(outward) < 0.0;
    hull.triangles.push_back({corner_of[a], corner_of[is_inward ? c : b], corner_of[is_inward ? b : c]});
  }
  return hull;
}

#else

LoadHull hull_of(const std::vector<FrictionLoad>&, const LoadScale&) {
  throw std::runtime_error("minkowski_sum: this build of dryslip has no qhull (Debian package libqhull-dev)");
}

#endif

}  // namespace

bool has_minkowski_sum() {
#ifdef DRYSLIP_HAS_QHULL
  return true;
#else
  return false;
#endif
}

LoadHull minkowski_sum(const LimitSurface& surface, std::size_t sides) {
  if (sides < 3) throw InvalidInput("sides", std::to_string(sides) + ": must be at least 3");
  const LoadScale scale = surface.model().scale();
  if (scale.force == 0.0) return {.points = {FrictionLoad{}}};  // no friction
  const LoadScale unit{scale.force, scale.moment > 0.0 ? scale.moment : scale.force};
  LoadHull hull{.points = {FrictionLoad{}}};
  for (const ContactPatch& single : single_supports(surface.patch())) {
    const std::vector<FrictionLoad> loads = loads_of_single(single, surface.coefficient(), sides);
    std::vector<FrictionLoad> sums;
    for (const FrictionLoad& a : hull.points) {
      for (const FrictionLoad& b : loads) sums.push_back(a + b);
    }
    hull = hull_of(sums, unit);
  }
  return hull;
}

}  // namespace dryslip
