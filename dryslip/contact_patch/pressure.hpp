#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

// Pressures up to a factor; the normal force of the support fixes it. x, y are the support's own coordinates.

struct UniformPressure {};
template <>
inline constexpr auto description<UniformPressure> = alternative<UniformPressure>("uniform", "Uniform pressure.");

struct LinearPressure {
  Vec2 gradient;
};
template <>
inline constexpr auto description<LinearPressure> =
    alternative<LinearPressure>("linear", "p ∝ 1 + gradient · (r − centroid of the area), in body axes.",
                                required<&LinearPressure::gradient>("1/m", "body axes"));

/// p ∝ √(1−ρ²) (1 + shift (cos(direction) x + sin(direction) y)/a) on a disk of radius a or an ellipse, ρ the scaled
/// radius; the shift only on the disk  [Szewc, eq. (1)].
struct HertzPressure {
  double shift = 0.0, direction = 0.0;
};
template <>
inline constexpr auto description<HertzPressure> = alternative<HertzPressure>(
    "hertz", "p ∝ √(1−ρ²) (1 + shift (cos(direction) x + sin(direction) y)/a) on a disk or ellipse.",
    field<&HertzPressure::shift>("-", "lean of the pressure, on a disk only", zero_to_one),
    field<&HertzPressure::direction>("rad", "of the shift"));

struct PunchPressure {};
template <>
inline constexpr auto description<PunchPressure> =
    alternative<PunchPressure>("punch", "p ∝ 1/√(1−ρ²): a rigid flat punch on a disk.");

struct ExpressionPressure {
  Expression value{"0", {"x", "y"}};
};
template <>
inline constexpr auto description<ExpressionPressure> =
    alternative<ExpressionPressure>("expression", "p ∝ a formula of x and y, the support's own coordinates [m].",
                                    required<&ExpressionPressure::value>("any", "such as '1 + 20*x^2'"));

/// Measured pressure map: values on nodes, bilinear between them, zero outside, cut by the shape.
struct GridPressure {
  Vec2 origin, spacing;
  std::size_t columns = 0;
  std::vector<double> values;
};
template <>
inline constexpr auto description<GridPressure> = alternative<GridPressure>(
    "grid", "Measured pressure: values on nodes, bilinear between them, zero outside, cut by the shape.",
    outside_files(required<&GridPressure::origin>("m", "position of the first node")),
    outside_files(required<&GridPressure::spacing>("m", "of the nodes along x and y", positive)),
    outside_files(required<&GridPressure::columns>("", "nodes along x")),
    outside_files(required<&GridPressure::values>("any", "row by row, from the lowest y upward", not_negative)));
template <>
inline constexpr FileKey file_key<GridPressure>{
    "file", "CSV: a line x0,y0,dx,dy [m], then a line of node values per y, from y0 upward"};

using Pressure =
    std::variant<UniformPressure, LinearPressure, HertzPressure, PunchPressure, ExpressionPressure, GridPressure>;

template <>
inline constexpr Choice choice<Pressure>{.tag = "type"};

}  // namespace dryslip
