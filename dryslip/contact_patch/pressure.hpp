#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

// Pressures up to a factor; the normal force of the support fixes it. x, y are the support's own coordinates.

struct UniformPressure {};

/// p ∝ 1 + gradient · (r − centroid of the area), gradient in body axes.
struct LinearPressure {
  Vec2 gradient;  ///< [1/m]
};

/// p ∝ √(1−ρ²) (1 + shift (cos(direction) x + sin(direction) y)/a) on a disk of radius a or an ellipse, ρ the scaled
/// radius; the shift only on the disk  [Szewc, eq. (1)].
struct HertzPressure {
  double shift = 0.0;      ///< 0 to 1 [-]
  double direction = 0.0;  ///< [rad]
};

/// p ∝ 1/√(1−ρ²): rigid flat punch on a disk.
struct PunchPressure {};

/// p ∝ an expression of x and y.
struct ExpressionPressure {
  Expression value;  ///< of the variables x, y [m]
};

/// Measured pressure map: values on nodes, bilinear between them, zero outside, cut by the shape.
struct GridPressure {
  Vec2 origin;                 ///< position of the first node [m]
  Vec2 spacing;                ///< of the nodes along x and y [m]
  std::size_t columns = 0;     ///< nodes along x
  std::vector<double> values;  ///< row by row, from the lowest y upward [any unit of pressure]
};

using Pressure =
    std::variant<UniformPressure, LinearPressure, HertzPressure, PunchPressure, ExpressionPressure, GridPressure>;

/// Name used in scenario files and messages.
const char* name_of(const Pressure& pressure);

}  // namespace dryslip
