#pragma once

#include <array>
#include <vector>

#include "dryslip/limit_surface/detail/critical_curve.hpp"
#include "dryslip/limit_surface/detail/energy_sphere.hpp"
#include "dryslip/limit_surface/detail/kinks.hpp"

namespace dryslip::detail {

inline constexpr double same_direction = 1e-6;  ///< angle within which two are one: far above the error of each [rad]

/// Finds the critical points of the dissipation on the sphere: first those at kinks, then those between, on meshes.
class CriticalSearch {
 public:
  CriticalSearch(const LimitSurface& surface, const Mat3& metric)
      : model_(surface.model()),
        sphere_(model_, metric),
        kinks_(surface.is_exact() ? kink_candidates(surface.patch()) : KinkCandidates{}) {}

  /// With finer meshes until the count is right and a finer one finds no more.
  EigenDirections run();

 private:
  struct Triangle {
    std::array<Vector3, 3> corners;
    std::array<Vector3, 3> slopes;  // gradients across the corners
  };

  enum class Place { Smooth, Kink };
  struct Critical {
    Vector3 x;
    EigenDirection::Kind kind = EigenDirection::Kind::Degenerate;
    bool is_isolated = true;
    double residual = 0.0;
    Place place = Place::Smooth;
  };

  // kinks: critical_search_at_kinks.cpp
  void find_circles();
  void find_cones();
  void search_circle(const Vector3& normal);
  std::vector<double> angles_on(const Eigen::Matrix<double, 3, 2>& across) const;
  // between them: critical_search_on_mesh.cpp
  void search_mesh(int level);
  void search_triangle(const Triangle& triangle, int depth, double doubt);
  void search_parts(const Triangle& triangle, int depth, double doubt);
  void add_smooth(const Vector3& x);
  void add_kink(const Triangle& triangle);
  // critical_search.cpp
  void add_free_motions();
  bool is_known(const Vector3& x) const;
  Vector3 slope(const Vector3& x) const;
  EigenDirections result() const;

  const FrictionModel& model_;
  EnergySphere sphere_;
  KinkCandidates kinks_;
  std::vector<Vector3> circles_;       // unit normals of the great circles of kinks
  std::vector<Vector3> flat_circles_;  // those on which D is constant
  std::vector<Vector3> ends_;          // where kinks end or cross
  std::vector<Vector3> cones_;         // those that are minima
  std::vector<Vector3> fine_places_;   // around which the mesh is refined
  std::vector<Critical> found_;
  std::vector<CriticalCurve> curves_;
  std::vector<Vector3> free_;  // directions without dissipation that others surround
  int index_of_free_ = 0;
  int triangles_left_ = 0;  // before the search of a mesh gives up: critical points fill a region
};

}  // namespace dryslip::detail
