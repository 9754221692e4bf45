#pragma once

#include <array>
#include <vector>

#include "dryslip/limit_surface/surface_mesh.hpp"

namespace dryslip {

/// Coordinates of a plane of loads: the value of each is P·direction, as power() of a twist.
using SectionDirections = std::array<Twist, 2>;

/// Coordinates of the plane P·normal = 0: fx and fy, or where the plane is steep the force along it and the moment. Forces and
/// moments are compared by a length [m].
SectionDirections section_directions(const Twist& normal, double length);

/// What a plane through O cuts out of a mesh, in the coordinates of the plane: within the gap of the mesh, and also where
/// the set of loads is flat or the plane only touches it.
struct MeshSection {
  std::vector<Vec2> outline;                      ///< convex, counter-clockwise; two points or one where it is no area
  std::vector<std::vector<Vec2>> facets;          ///< that lie in the plane
  std::vector<std::array<Vec2, 2>> facet_chords;  ///< of facets across the plane
  std::vector<std::array<Vec2, 2>> edges;         ///< pieces that lie in the plane
  std::vector<Vec2> corners;                      ///< vertices in the plane and edges across it
};

MeshSection mesh_section(const SurfaceMesh& mesh, const Twist& normal, const SectionDirections& directions);

}  // namespace dryslip
