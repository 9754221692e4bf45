#pragma once

#include <Eigen/Core>
#include <map>
#include <vector>

#include "dryslip/limit_surface/detail/direction_mesh.hpp"
#include "dryslip/limit_surface/detail/surface_features.hpp"
#include "dryslip/limit_surface/surface_mesh.hpp"

namespace dryslip::detail {

/// Directions of motion with their loads, refined until points and supporting planes of the set of loads are close.
/// Vectors are (velocity, omega × length) and (force, moment / length) / scale.
class SurfaceRefinement {
 public:
  /// Directions that the mesh must hold: normals of vertices and of facets, these with neighbours for all their corners.
  SurfaceRefinement(const LimitSurface& surface, const std::vector<Twist>& vertices,
                    const std::vector<FacetLoads>& facets);

  /// Refines until the gap holds, or gives up.
  void refine(const SurfaceMeshOptions& options);

  const std::vector<Eigen::Vector3d>& directions() const { return mesh_.directions(); }
  const std::vector<Triangle>& triangles() const { return mesh_.triangles(); }
  /// The largest distance from a point of the outer polytope to the inner one.
  double gap() const;

  bool is_unique(std::uint32_t direction) const { return set_of_[direction] < 0; }
  const LoadSet& loads(std::uint32_t direction) const { return sets_[static_cast<std::size_t>(set_of_[direction])]; }
  /// The load of a direction seen from one of the triangles around it: the end of its set on that side.
  Eigen::Vector3d corner_load(const Triangle& triangle, std::size_t corner) const;

  Eigen::Vector3d vector_of(const Twist& V) const;
  Twist twist_of(const Eigen::Vector3d& x) const;
  Eigen::Vector3d vector_of(const FrictionLoad& P) const;
  FrictionLoad load_of(const Eigen::Vector3d& p) const;

 private:
  void evaluate_new_directions();
  void find_gap(std::size_t triangle, double wanted);
  bool split_wide_sides(std::size_t triangle, const Eigen::Matrix3d& excess);
  void split_inside(std::size_t triangle);

  const LimitSurface& surface_;
  double length_, force_;
  double error_;  // of the gap, from those of loads
  DirectionMesh mesh_;
  std::vector<Eigen::Vector3d> loads_;  // per direction
  std::vector<double> heights_;         // D of the direction
  std::vector<int> set_of_;             // per direction: place in sets_, or -1 where the load is one vector
  std::vector<LoadSet> sets_;
  std::map<std::size_t, LoadSet> facets_;  // sets known beforehand, by direction
  std::vector<double> gaps_;               // per triangle
};

}  // namespace dryslip::detail
