#include "dryslip/limit_surface/minkowski_sum.hpp"

#include <Eigen/Geometry>
#include <cstdio>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/limit_surface/surface_points.hpp"
#include "dryslip/numerics/invalid_input.hpp"

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
std::vector<FrictionLoad> loads_of_single(const ContactPatch& patch, std::size_t sides) {
  const auto model = friction_model(patch);
  if (!std::holds_alternative<Points>(patch.supports[0].shape)) return surface_points(*model, sides * sides).loads;
  std::vector<FrictionLoad> loads;
  for (std::size_t k = 0; k < sides; ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(sides);
    loads.push_back(model->load({unit_vector(angle), 0.0}));
  }
  return loads;
}

#ifdef DRYSLIP_HAS_QHULL

/// Convex hull by qhull; what it would print goes to a file that nobody sees.
LoadHull hull_of(const std::vector<FrictionLoad>& loads, const LoadScale& unit) {
  std::vector<double> coordinates;
  for (const FrictionLoad& P : loads) {
    for (const double x : {P.force.x / unit.force, P.force.y / unit.force, P.moment / unit.moment})
      coordinates.push_back(x);
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> messages(std::tmpfile(), &std::fclose);
  if (!messages) throw std::runtime_error("minkowski_sum: no temporary file for the messages of qhull");
  qhT state;
  qhT* const qh = &state;
  qh_zero(qh, messages.get());
  std::string command = "qhull Qt Pp";  // triangles; no warnings
  const int failed = qh_new_qhull(qh, 3, static_cast<int>(loads.size()), coordinates.data(), False, command.data(),
                                  messages.get(), messages.get());
  LoadHull hull;
  if (failed) {
    hull.points = loads;  // flat
  } else {
    std::vector<std::size_t> number(loads.size(), loads.size());  // of each load among the corners
    for (const vertexT* vertex = qh->vertex_list; vertex && vertex->next; vertex = vertex->next) {
      const auto k = static_cast<std::size_t>(qh_pointid(qh, vertex->point));
      number[k] = hull.points.size();
      hull.points.push_back(loads[k]);
    }
    for (const facetT* facet = qh->facet_list; facet && facet->next; facet = facet->next) {
      std::array<std::size_t, 3> triangle{};
      std::array<Eigen::Vector3d, 3> at;
      for (int i = 0; i < 3; ++i) {
        const vertexT* vertex = SETelemt_(facet->vertices, i, vertexT);
        triangle[static_cast<std::size_t>(i)] = number[static_cast<std::size_t>(qh_pointid(qh, vertex->point))];
        at[static_cast<std::size_t>(i)] = Eigen::Map<const Eigen::Vector3d>(vertex->point);
      }
      const Eigen::Map<const Eigen::Vector3d> outward(facet->normal);
      if ((at[1] - at[0]).cross(at[2] - at[0]).dot(outward) < 0.0) std::swap(triangle[1], triangle[2]);
      hull.triangles.push_back(triangle);
    }
  }
  qh_freeqhull(qh, qh_ALL);
  int current = 0, total = 0;
  qh_memfreeshort(qh, &current, &total);
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

LoadHull minkowski_sum(const ContactPatch& patch, std::size_t sides) {
  if (sides < 3) throw InvalidInput("sides", std::to_string(sides) + ": must be at least 3");
  const auto model = friction_model(patch);
  require_potential(*model);
  const LoadScale scale = model->scale();
  if (scale.force == 0.0) return {.points = {FrictionLoad{}}};  // no friction
  const LoadScale unit{scale.force, scale.moment > 0.0 ? scale.moment : scale.force};
  LoadHull hull{.points = {FrictionLoad{}}};
  for (const ContactPatch& single : single_supports(patch)) {
    const std::vector<FrictionLoad> loads = loads_of_single(single, sides);
    std::vector<FrictionLoad> sums;
    for (const FrictionLoad& a : hull.points) {
      for (const FrictionLoad& b : loads) sums.push_back(a + b);
    }
    hull = hull_of(sums, unit);
  }
  return hull;
}

}  // namespace dryslip
