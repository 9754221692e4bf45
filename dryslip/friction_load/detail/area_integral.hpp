#pragma once

#include <array>
#include <functional>
#include <variant>
#include <vector>

#include "dryslip/friction_load/detail/basic_load.hpp"
#include "dryslip/friction_load/detail/chord_region.hpp"
#include "dryslip/friction_load/detail/limit_curve.hpp"
#include "dryslip/friction_load/detail/polygon_kernel.hpp"
#include "dryslip/numerics/adaptive_quadrature.hpp"

namespace dryslip::detail {

/// √(1−ρ²) (1 + shift·r) on an ellipse.
struct HertzProfile {
  Vec2 shift;
};
/// 1/√(1−ρ²) on a disk.
struct PunchProfile {};
/// Any function of the position (kernel's units).
struct FunctionProfile {
  std::function<double(Vec2)> value;
};
/// Pressure of an area by its profile, up to a factor.
using PressureProfile = std::variant<PressurePolynomial<double>, HertzProfile, PunchProfile, FunctionProfile>;

/// Region under one pressure profile; r = origin + length unit × kernel coordinates.
struct AreaPiece {
  ChordRegion region;
  PressureProfile pressure;
};

/// Moments ∫ p sᵏ ds, k = 0, 1, 2, of the pressure along a part of a line.
using ChordMoments = Integral<3>;

/// Integration over the lines through the center of rotation, along each of which the slip direction is constant.
///
/// Near (|c| ≤ 2): polar angle φ about c, dA = |s| ds dφ. Far, up to translation: the lines cut the axis of the
/// velocity u at η, dA = cos²ψ (1/cos ψ − κ s) ds dη with tan ψ = κ η, κ = ω/|V|. The inner integrals along a line are
/// exact for polynomial, Hertz and punch pressures; the outer one is adaptive, with breaks where the line meets a
/// corner or a tangent point and where the law changes its form. Coordinates are those of the support's own frame,
/// scaled so that the largest distance from the origin is 1 (docs/theory/load.md).
class AreaIntegral {
 public:
  /// heading: direction of the law's frame in the support's frame.
  AreaIntegral(std::vector<AreaPiece> pieces, LimitCurve law, double heading, double tolerance);

  /// Force and moment about the origin per unit normal force.
  Integral<3> load(const BasicTwist<double>& V) const;
  /// Upper triangle of ∂(force, moment)/∂(velocity, omega).
  Integral<6> hessian(const BasicTwist<double>& V) const;

  /// True when all of the area slips along a straight side of the limit curve, so that the load is a set.
  bool slips_along_side(const BasicTwist<double>& V) const;
  /// The parts of that set, the area cut into strips.
  std::vector<SlipSlice> side_slices(const BasicTwist<double>& V, int count) const;

  Vec2 center_of_pressure() const { return center_of_pressure_; }
  /// ∫ p dA before scaling, in the kernel's unit of length: its piece of a larger contact.
  double total() const { return total_; }
  const LimitCurve& law() const { return law_; }
  Vec2 heading() const { return heading_; }

 private:
  struct Line;
  struct LineFamily;
  template <std::size_t N, class OfLine>
  Integral<N> integrate(const AreaPiece& piece, const BasicTwist<double>& V, double tolerance, OfLine&& of_line,
                        int refinement) const;
  std::vector<double> breaks(const AreaPiece& piece, const LineFamily& family) const;
  ChordMoments moments(const AreaPiece& piece, const Line& line, Interval part, double tolerance) const;
  Integral<6> side_terms(const BasicTwist<double>& V) const;
  double tolerance_per_piece() const;
  Vec2 force(Vec2 slip) const { return rotated(law_.force(rotated_back(slip, heading_)), heading_); }

  std::vector<AreaPiece> pieces_;
  LimitCurve law_;
  Vec2 heading_;
  double tolerance_ = 0.0;
  std::vector<double> totals_;  // ∫ p dA of each piece
  double total_ = 1.0;
  double relative_error_ = 0.0;  // of total_
  Vec2 center_of_pressure_;
};

}  // namespace dryslip::detail
