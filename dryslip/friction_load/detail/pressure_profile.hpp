#pragma once

#include <span>
#include <variant>
#include <vector>

#include "dryslip/friction_load/detail/chord_region.hpp"
#include "dryslip/friction_load/detail/polygon_kernel.hpp"
#include "dryslip/friction_load/detail/slip_lines.hpp"
#include "dryslip/numerics/adaptive_quadrature.hpp"
#include "dryslip/numerics/expression.hpp"

namespace dryslip::detail {

/// √(1−ρ²) (1 + shift·r) on an ellipse.
struct HertzProfile {
  Vec2 shift;
};
/// 1/√(1−ρ²) on a disk.
struct PunchProfile {};
/// An expression of the position.
struct ExpressionProfile {
  /// Gauss-Legendre rule for parts of chords up to a length.
  struct ChordRule {
    std::span<const double> nodes;  ///< on [−1, 1]
    std::span<const double> weights;
    double largest_length = 0.0;
    double error = 0.0;  ///< of the moments, found on many chords
  };
  Expression value;                   ///< of x, y [m]
  double unit = 1.0;                  ///< kernel's unit of length [m]
  std::vector<ChordRule> rules = {};  ///< of a smooth pressure, by length; none: integrated adaptively
};
/// Pressure of an area by its profile, up to a factor.
using PressureProfile = std::variant<PressurePolynomial<double>, HertzProfile, PunchProfile, ExpressionProfile>;

/// Region under one pressure profile; r = origin + length unit × kernel coordinates.
struct AreaPiece {
  ChordRegion region;
  PressureProfile pressure;
};

/// Moments ∫ p sᵏ ds, k = 0, 1, 2, of the pressure along a part of a line.
using ChordMoments = Integral<3>;

/// Moments of the pressure along a part of a line inside the region: exact for polynomial, Hertz and punch pressures.
ChordMoments chord_moments(const AreaPiece& piece, const SlipLine& line, LinePart part, double tolerance);

/// The smallest rules for the chords of an expression whose errors on many chords are below `tolerance`; none if it is
/// not that smooth.
std::vector<ExpressionProfile::ChordRule> chord_rules(const AreaPiece& piece, double tolerance);

/// True for an expression without rules for its chords, whose peaks must be looked for.
inline bool is_rough(const AreaPiece& piece) {
  const auto* expression = std::get_if<ExpressionProfile>(&piece.pressure);
  return expression && expression->rules.empty();
}

}  // namespace dryslip::detail
