#pragma once

#include <variant>
#include <vector>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

// Sets of points where a center is not unique; body frame [m].

struct NoPoint {};
struct SegmentOfPoints {
  Vec2 ends[2];
};
struct LineOfPoints {
  Vec2 point;
  Vec2 direction;  ///< unit vector
};
struct RayOfPoints {
  Vec2 end;
  Vec2 direction;  ///< away from the end, a unit vector
};
/// All points between two parallel lines through the ends.
struct StripOfPoints {
  Vec2 ends[2];
  Vec2 direction;  ///< of the lines, a unit vector
};
struct HalfPlaneOfPoints {
  Vec2 point;   ///< on the boundary
  Vec2 inward;  ///< across the boundary, a unit vector
};
struct RegionOfPoints {
  Vec2 point;  ///< one of them
  /// Of a convex region, points on its boundary; where it has no end, at a thousand times the size of the contact.
  std::vector<Vec2> outline;
};
struct WholePlane {};

using PointSet = std::variant<NoPoint, Vec2, SegmentOfPoints, RayOfPoints, LineOfPoints, StripOfPoints,
                              HalfPlaneOfPoints, RegionOfPoints, WholePlane>;

/// A point of the set; none if it is empty.
Vec2 point_of(const PointSet& set);

/// The three centers of a contact [Goyal1991, sec. 11].
struct SpecialPoints {
  Vec2 center_of_pressure;  ///< centroid of the pressure
  /// Point through which the friction force passes in every translation: the centroid of friction for isotropic laws, a
  /// line where all forces are parallel, none for a ring of ratchets.
  PointSet center_of_friction;
  /// Minimum of the moment function, that is, the center of rotation of a pure counter-clockwise moment.
  PointSet center_of_twist;
  double least_moment =
      0.0;  ///< of the moment function, there: the largest pure counter-clockwise moment carried [N m]
};
template <>
inline constexpr auto description<SpecialPoints> = record<SpecialPoints>(
    "The three centers of a contact, body frame.", field<&SpecialPoints::center_of_pressure>("m", "(x, y)"),
    field<&SpecialPoints::center_of_friction>("m", "(x, y), None, or {'point': …, 'set': …} where it is not unique"),
    field<&SpecialPoints::center_of_twist>(
        "m", "minimum of the moment function: (x, y), None, or {'point': …, 'set': …} where it is not unique"),
    field<&SpecialPoints::least_moment>("N m", "of the moment function, there"));

SpecialPoints find_special_points(const LimitSurface& surface);

}  // namespace dryslip
