#pragma once

#include <vector>

#include "dryslip/friction_load/load_records.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// A place where a plane through O cuts the limit surface, with the motion there.
struct SectionPoint {
  FrictionLoad load;
  Twist motion;
  bool is_unique = true;     ///< the motion has one direction
  bool is_on_facet = false;  ///< other loads have this motion too
};
template <>
inline constexpr auto description<SectionPoint> = record<SectionPoint>(
    "A place where a plane through O cuts the limit surface, with the motion there.",
    in_place(required<&SectionPoint::load>("N, N, N m", "fx, fy, moment at O, body frame")),
    in_place(required<&SectionPoint::motion>("m/s, m/s, rad/s", "vx, vy, omega of O, body frame")),
    keyed("unique", required<&SectionPoint::is_unique>("", "the motion has one direction")),
    keyed("on_facet", required<&SectionPoint::is_on_facet>("", "other loads have this motion too")));

/// The curve in which a plane through O cuts the limit surface.
struct SurfaceSection {
  std::vector<SectionPoint> points;  ///< once around, counter-clockwise seen from the tip of the plane's normal
  /// The section lies between the polygon of the points and that of the supporting lines; their largest distance, in the
  /// units of SurfaceMesh::gap [-].
  double gap = 0.0;
  bool converged = true;  ///< gap is as small as asked for and every point is certified
};
template <>
inline constexpr auto description<SurfaceSection> =
    record<SurfaceSection>("The closed curve in which a plane through O cuts the limit surface.",
                           field<&SurfaceSection::gap>("-", "between inner and outer polygon, relative to LoadScale"),
                           field<&SurfaceSection::converged>("", "gap is as small as asked for"));

struct SurfaceSectionOptions {
  double gap = 1e-3;                ///< to reach [-]
  std::size_t most_points = 20000;  ///< give up beyond
};

/// The plane of all loads with P·normal = 0. Each point is the factor of motion_of() along a ray. Throws InvalidInput for a
/// zero normal and a gap that is not between 0 and 1.
SurfaceSection section_of(const LimitSurface& surface, const Twist& normal, const SurfaceSectionOptions& options = {});

}  // namespace dryslip
