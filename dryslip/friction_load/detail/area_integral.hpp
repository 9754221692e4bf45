#pragma once

#include <optional>
#include <vector>

#include "dryslip/friction_load/detail/basic_load.hpp"
#include "dryslip/friction_load/detail/limit_curve.hpp"
#include "dryslip/friction_load/detail/pressure_profile.hpp"
#include "dryslip/friction_load/detail/slip_lines.hpp"
#include "dryslip/numerics/adaptive_quadrature.hpp"

namespace dryslip::detail {

/// Integration over the lines through the center of rotation, along each of which the slip direction is constant.
///
/// Near (|c| ≤ 2): polar angle φ about c, dA = |s| ds dφ. Far, up to translation: the lines cut the axis of the
/// velocity u at η, dA = cos²ψ (1/cos ψ − κ s) ds dη with tan ψ = κ η, κ = ω/|V|. The inner integrals along a line are
/// exact for polynomial, Hertz and punch pressures; the outer one is adaptive, with breaks where the line meets a
/// corner or a tangent point and where the law changes its form. An expression that is found to be smooth gets
/// Gauss rules for its chords. Coordinates are those of the support's own frame, scaled so that the largest distance from the
/// origin is 1 (docs/theory/load.md).
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
  template <std::size_t N, class OfLine>
  Integral<N> integrate(const AreaPiece& piece, const BasicTwist<double>& V, double tolerance, OfLine&& of_line,
                        int refinement) const;
  std::vector<double> breaks(const AreaPiece& piece, const SlipLineFamily& family) const;
  std::vector<SlipLinePanel> panels(const AreaPiece& piece, const SlipLineFamily& family, int refinement) const;
  Integral<6> side_terms(const BasicTwist<double>& V) const;
  double tolerance_per_piece() const;
  /// Friction force for a slip direction, a unit vector.
  Vec2 force(Vec2 slip) const {
    return isotropic_ ? *isotropic_ * slip : rotated(law_.force(rotated_back(slip, heading_)), heading_);
  }

  std::vector<AreaPiece> pieces_;
  LimitCurve law_;
  std::optional<double> isotropic_;  // coefficient of an isotropic law
  Vec2 heading_;
  double tolerance_ = 0.0;
  std::vector<double> totals_;  // ∫ p dA of each piece
  double total_ = 1.0;
  double relative_error_ = 0.0;  // of total_
  Vec2 center_of_pressure_;
};

}  // namespace dryslip::detail
