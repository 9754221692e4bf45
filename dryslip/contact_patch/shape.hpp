#pragma once

#include <array>
#include <span>
#include <variant>
#include <vector>

#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

// The shapes of a support, each in its own frame: origin at the support's `center`, axes turned by its `angle`.

struct Rectangle {
  Vec2 size;
};
template <>
inline constexpr auto description<Rectangle> = alternative<Rectangle>(
    "rectangle", "A rectangle.", required<&Rectangle::size>("m", "side lengths along x and y", positive));

/// Any number of loops: outer ones counter-clockwise, holes clockwise; they neither cross nor overlap.
struct Polygon {
  std::vector<std::vector<Vec2>> loops;
};
template <>
inline constexpr auto description<Polygon> =
    alternative<Polygon>("polygon", "A polygon with any number of loops.",
                         required<&Polygon::loops>("m", "vertices; outer loops counter-clockwise, holes clockwise"));
template <>
inline constexpr FileKey file_key<Polygon>{"file", "a file with the loops as well-known text (WKT)"};

struct Disk {
  double radius = 0.0;
};
template <>
inline constexpr auto description<Disk> = alternative<Disk>("disk", "A disk.",
                                                            required<&Disk::radius>("m", "", positive));

/// Thin ring: a line contact on a circle.
struct Ring {
  double radius = 0.0;
};
template <>
inline constexpr auto description<Ring> = alternative<Ring>("ring", "A thin ring: a line contact on a circle.",
                                                            required<&Ring::radius>("m", "", positive));

struct Annulus {
  std::array<double, 2> radii{};
};
template <>
inline constexpr auto description<Annulus> = alternative<Annulus>("annulus", "A disk with a hole.",
                                                                  required<&Annulus::radii>("m", "inner, outer",
                                                                                            not_negative));

struct Ellipse {
  Vec2 semi_axes;
};
template <>
inline constexpr auto description<Ellipse> =
    alternative<Ellipse>("ellipse", "An ellipse.", required<&Ellipse::semi_axes>("m", "along x and y", positive));

/// Line contact whose line pressure changes linearly from end to end.
struct Segment {
  Vec2 from, to;
  std::array<double, 2> ends{1.0, 1.0};
};
template <>
inline constexpr auto description<Segment> =
    alternative<Segment>("segment", "A line contact whose line pressure changes linearly from end to end.",
                         required<&Segment::from>("m", "one end"), required<&Segment::to>("m", "the other end"),
                         field<&Segment::ends>("-", "relative line pressure at the two ends", not_negative));

struct WeightedPoint {
  Vec2 position;        ///< [m]
  double weight = 1.0;  ///< relative part of the normal force [-]
};
template <>
struct NumberRow<WeightedPoint> {
  static constexpr std::size_t least = 2, most = 3;
  static WeightedPoint from(std::span<const double> row) {
    return {.position = {row[0], row[1]}, .weight = row.size() > 2 ? row[2] : 1.0};
  }
  static std::array<double, 3> numbers_of(const WeightedPoint& point) {
    return {point.position.x, point.position.y, point.weight};
  }
};

struct Points {
  std::vector<WeightedPoint> points;
};
template <>
inline constexpr auto description<Points> = alternative<Points>(
    "points", "Point contacts.", required<&Points::points>("m, m, -", "[x, y, weight] each; a weight left out is 1"));

using Shape = std::variant<Rectangle, Polygon, Disk, Ring, Annulus, Ellipse, Segment, Points>;
template <>
inline constexpr Choice choice<Shape>{.tag = "shape", .is_inline = true};

/// What a shape is made of; supports of one kind share the normal force in proportion to their measure.
enum class ShapeKind { Area, Line, Points };

ShapeKind kind_of(const Shape& shape);

/// Size of a shape: area [m²], length [m] or total weight [-].
double measure_of(const Shape& shape);

/// Boundary of a rectangle or polygon, counter-clockwise outside and clockwise around holes, in the support's frame.
/// Repeated vertices are left out. Empty for the other shapes.
std::vector<std::vector<Vec2>> boundary_loops(const Shape& shape);

}  // namespace dryslip
