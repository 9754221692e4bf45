#pragma once

#include <vector>

#include "dryslip/limit_surface/surface_mesh.hpp"

namespace dryslip::detail {

/// Names the edges and vertices of a mesh whose facets are known, and the kind of every point. `vertex_motions` are those of
/// line_vertex_motions().
void name_sharp_features(const LimitSurface& surface, const std::vector<Twist>& vertex_motions, SurfaceMesh& mesh);

}  // namespace dryslip::detail
