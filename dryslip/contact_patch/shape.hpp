#pragma once

#include <array>
#include <variant>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

// The shapes of a support, each in its own frame: origin at the support's `center`, axes turned by its `angle`.

struct Rectangle {
  Vec2 size;  ///< side lengths along x and y [m]
};

/// Any number of loops: outer ones counter-clockwise, holes clockwise; they neither cross nor overlap.
struct Polygon {
  std::vector<std::vector<Vec2>> loops;  ///< vertices [m]
};

struct Disk {
  double radius = 0.0;  ///< [m]
};

/// Thin ring: a line contact on a circle.
struct Ring {
  double radius = 0.0;  ///< [m]
};

struct Annulus {
  std::array<double, 2> radii{};  ///< inner, outer [m]
};

struct Ellipse {
  Vec2 semi_axes;  ///< along x and y [m]
};

/// Line contact whose line pressure changes linearly from end to end.
struct Segment {
  Vec2 from;                             ///< [m]
  Vec2 to;                               ///< [m]
  std::array<double, 2> ends{1.0, 1.0};  ///< relative line pressure at `from` and `to` [-]
};

struct WeightedPoint {
  Vec2 position;        ///< [m]
  double weight = 1.0;  ///< relative part of the normal force [-]
};

struct Points {
  std::vector<WeightedPoint> points;
};

using Shape = std::variant<Rectangle, Polygon, Disk, Ring, Annulus, Ellipse, Segment, Points>;

/// What a shape is made of; supports of one kind share the normal force in proportion to their measure.
enum class ShapeKind { Area, Line, Points };

ShapeKind kind_of(const Shape& shape);

/// Area [m²], length [m] or total weight [-].
double measure_of(const Shape& shape);

/// Name used in scenario files and messages.
const char* name_of(const Shape& shape);

/// Boundary of a rectangle or polygon, counter-clockwise outside and clockwise around holes, in the support's frame.
/// Repeated vertices are left out. Empty for the other shapes.
std::vector<std::vector<Vec2>> boundary_loops(const Shape& shape);

}  // namespace dryslip
