#pragma once

#include <array>
#include <variant>
#include <vector>

#include "dryslip/friction_load/twist.hpp"

namespace dryslip {

// The parts of a set of loads; each lies around the load that the rest of the contact gives.

/// { c₁ semi_axes[0] + c₂ semi_axes[1] : c₁² + c₂² ≤ 1, first_range[0] ≤ c₁ ≤ first_range[1] }: a point support at the
/// center of rotation [Goyal1991, sec. 8]; the range cuts the ellipse for ratchets and rusty wheels.
struct LoadEllipse {
  std::array<FrictionLoad, 2> semi_axes;
  std::array<double, 2> first_range{-1.0, 1.0};
};

/// All loads between two ends: a wheel that rolls, or a slip across a straight side of the limit curve.
struct LoadSegment {
  std::array<FrictionLoad, 2> ends;
};

/// Convex hull of the vertices: a point support with a polygonal limit curve at the center of rotation.
struct LoadPolygon {
  std::vector<FrictionLoad> vertices;
};

using LoadSetTerm = std::variant<LoadEllipse, LoadSegment, LoadPolygon>;

/// Every load that belongs to a twist: `base` plus the Minkowski sum of the terms; a single vector without terms.
struct LoadSet {
  FrictionLoad base;
  std::vector<LoadSetTerm> terms;
  bool is_all = false;  ///< zero twist: the whole set of loads the contact can carry
  /// True for a line or area that rolls as a whole: it is the sum of 64 of its parts, and its curved rim is off by up to 1e-3 relative to LoadScale.
  bool is_approximate = false;

  bool is_unique() const { return !is_all && terms.empty(); }
};

/// The load of the set with the largest power P·V for this motion; the middle of them where there are several. Not for is_all.
FrictionLoad farthest(const LoadSet& set, const Twist& V);

/// Dimension of the set, 0 to 3, with moments divided by `length` [m].
int dimension(const LoadSet& set, double length);

}  // namespace dryslip
