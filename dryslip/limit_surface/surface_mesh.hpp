#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dryslip/friction_load/load_set.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/record/progress.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

/// A place of the limit surface and an outward normal there, the motion that belongs to its load.
struct SurfacePoint {
  enum class Kind { Smooth, Rim, Edge, Vertex };  ///< Rim: of a facet

  FrictionLoad load;
  Twist motion;  ///< of unit size, velocity² + (omega × SurfaceMesh::length)² = 1
  Kind kind = Kind::Smooth;
};
template <>
inline constexpr std::array words<SurfacePoint::Kind>{"smooth", "rim", "edge", "vertex"};

/// A flat part: all loads of one motion [Goyal1991, sec. 8].
struct SurfaceFacet {
  Twist motion;                        ///< its normal
  LoadSet loads;                       ///< all of it, exactly
  std::vector<std::uint32_t> outline;  ///< points on its rim, counter-clockwise
};
template <>
inline constexpr auto description<SurfaceFacet> = record<SurfaceFacet>(
    "A flat part: all loads of one motion.", field<&SurfaceFacet::motion>("m/s, m/s, rad/s", "its normal"),
    field<&SurfaceFacet::loads>("", "all of it, as FrictionModel.load_set says it"),
    field<&SurfaceFacet::outline>("", "indices of points on its rim, counter-clockwise"));

/// A curve or straight line across which the normal jumps.
struct SurfaceEdge {
  std::vector<std::uint32_t> points;
  bool is_closed = false;
};
template <>
inline constexpr auto description<SurfaceEdge> = record<SurfaceEdge>(
    "A line across which the normal jumps.", field<&SurfaceEdge::points>("", "indices of points, in order"),
    field<&SurfaceEdge::is_closed>("", "the last point is joined to the first"));

/// A load with several motions that is not on an edge.
struct SurfaceVertex {
  std::uint32_t point = 0;
  std::vector<Twist> motions;  ///< ends of a fan, or the outline of a cone, as MotionOfLoad
};
template <>
inline constexpr auto description<SurfaceVertex> = record<SurfaceVertex>(
    "A load with several motions that is not on an edge.", field<&SurfaceVertex::point>("", "index of the point"),
    field<&SurfaceVertex::motions>("m/s, m/s, rad/s", "ends of a fan, or the outline of a cone"));

/// Points of the limit surface with their supporting planes: the convex hull of the points is inside, the intersection of
/// the half-spaces outside. Triangles and the outlines of the facets close the surface.
struct SurfaceMesh {
  std::vector<SurfacePoint> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise seen from outside
  std::vector<SurfaceFacet> facets;
  std::vector<SurfaceEdge> edges;
  std::vector<SurfaceVertex> vertices;
  double length = 1.0;  ///< moments are divided by it where loads are compared [m]
  double force = 0.0;   ///< scale of loads, μN [N]
  /// No point of the outer polytope is farther than this from the inner one, in units of `force`, moments divided by
  /// `length` [-].
  double gap = 0.0;
  bool converged = true;  ///< gap is as small as asked for
};
template <>
inline constexpr auto description<SurfaceMesh> =
    record<SurfaceMesh>("The limit surface as points, triangles and named parts, with a certified gap.",
                        field<&SurfaceMesh::facets>("", "flat parts"),
                        field<&SurfaceMesh::edges>("", "lines across which the normal jumps"),
                        field<&SurfaceMesh::vertices>("", "loads with several motions that are not on an edge"),
                        field<&SurfaceMesh::length>("m", "moments are divided by it where loads are compared"),
                        field<&SurfaceMesh::force>("N", "scale of loads, μN"),
                        field<&SurfaceMesh::gap>("-", "between inner and outer polytope, relative to LoadScale"),
                        field<&SurfaceMesh::converged>("", "gap is as small as asked for"));

struct SurfaceMeshOptions {
  double gap = 1e-3;                  ///< to reach [-]
  std::size_t most_points = 1000000;  ///< give up beyond
  Progress progress{};                ///< of the part done
};

/// Refines directions of motion until the gap holds. Throws InvalidInput for a gap that is not between 0 and 1, and
/// Cancelled where progress says so.
SurfaceMesh make_surface_mesh(const LimitSurface& surface, const SurfaceMeshOptions& options = {});

}  // namespace dryslip
