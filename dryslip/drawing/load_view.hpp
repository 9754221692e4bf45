#pragma once

#include <Eigen/Core>
#include <array>

#include "dryslip/limit_surface/surface_mesh.hpp"

namespace dryslip {

/// Ranges of fx, fy [N] and m [N m].
using LoadRanges = std::array<std::array<double, 2>, 3>;

/// A load by its components along the three axes.
FrictionLoad load_of(const std::array<double, 3>& components);

/// Orthographic view of the space of loads, drawn as (fx, fy, m / length).
struct LoadView {
  double azimuth = 0.0;    ///< of the viewer, from fx towards fy [rad]
  double elevation = 0.0;  ///< of the viewer, above the plane of forces [rad]
  double length = 1.0;     ///< moments are divided by it [m]
  double scale = 1.0;      ///< [px/N]
  Vec2 origin{};           ///< O on the page [px]

  Eigen::Vector3d towards_viewer() const;
  Eigen::Vector3d right() const;  ///< on the page
  Eigen::Vector3d up() const;     ///< on the page

  Eigen::Vector3d place(const FrictionLoad& P) const { return {P.force.x, P.force.y, P.moment / length}; }
  Vec2 page(const FrictionLoad& P) const;
  /// True where a face with this outward normal, a motion, is seen from outside.
  bool shows(const Twist& normal) const;
};

/// Ranges of all points and O, with a margin; one newton and one newton metre if all points coincide.
LoadRanges ranges_of(const SurfaceMesh& mesh);

/// A view in which the body is as tall as wide, from the side that shows most of the facets, so that the box of the
/// ranges fits into a rectangle of the page [px].
LoadView view_of(const SurfaceMesh& mesh, const LoadRanges& ranges, Vec2 corner, Vec2 size);

}  // namespace dryslip
