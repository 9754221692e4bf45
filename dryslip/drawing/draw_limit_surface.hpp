#pragma once

#include <string>

#include "dryslip/contact/contact.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

struct LimitSurfacePicture {
  std::string title;
  double gap = 4e-3;         ///< of the mesh that is drawn and cut, relative to LoadScale: less than half a pixel [-]
  int moment_samples = 120;  ///< nodes along the longer side of the moment function; fewer where loads are integrated
};

/// One page as an SVG file: the limit surface with its facets, edges and vertices, its sections with the coordinate planes,
/// and the moment function with the special points.
std::string draw_limit_surface(const Contact& contact, const LimitSurfacePicture& picture = {},
                               Coefficient coefficient = Coefficient::Kinetic);

/// The section with the plane P·normal = 0 alone. Throws InvalidInput for a zero normal.
std::string draw_surface_section(const LimitSurface& surface, const Twist& normal,
                                 const LimitSurfacePicture& picture = {});

}  // namespace dryslip
