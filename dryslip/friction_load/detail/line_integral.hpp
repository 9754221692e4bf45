#pragma once

#include <optional>
#include <vector>

#include "dryslip/friction_load/detail/basic_load.hpp"
#include "dryslip/friction_load/detail/limit_curve.hpp"
#include "dryslip/numerics/adaptive_quadrature.hpp"

namespace dryslip::detail {

/// A line contact with any local law, integrated along the line with breaks where the law changes its form and next to the center of
/// rotation; exactly where the force is at a corner of the law, and on a segment where it is on a circle. Coordinates are those of the
/// support's own frame, scaled; the line pressure integrates to 1.
class LineIntegral {
 public:
  /// Circle of radius 1 about the origin, uniform.
  static LineIntegral ring(LimitCurve law, double heading, double tolerance);
  /// Segment from start along the unit tangent; line pressure linear between its values at the ends.
  struct Straight {
    Vec2 start;
    Vec2 tangent;
    double length = 0.0;
    double ends[2] = {0.0, 0.0};
  };
  static LineIntegral segment(const Straight& line, LimitCurve law, double heading, double tolerance);

  Integral<3> load(const BasicTwist<double>& V) const;
  Integral<6> hessian(const BasicTwist<double>& V) const;
  /// True when the whole line slips along a straight side of the limit curve, so that the load is a set.
  bool slips_along_side(const BasicTwist<double>& V) const;
  /// The parts of that set, the line cut into equal pieces.
  std::vector<SlipSlice> side_slices(const BasicTwist<double>& V, int count) const;
  const LimitCurve& law() const { return law_; }

 private:
  /// A place on the line: position, line pressure, and the frame of the law there.
  struct Place {
    Vec2 position;
    double pressure = 0.0;
    Vec2 heading;
    Vec2 slope;            ///< d position / d parameter
    double turning = 0.0;  ///< d(angle of heading) / d parameter
  };
  Place place(double parameter) const;
  double last_parameter() const;  ///< the parameter runs from 0 to here

  LineIntegral(LimitCurve law, double heading, double tolerance);
  /// Parameters where the slip has the direction `direction` of the law's frame (or the opposite).
  std::vector<double> parameters_of_slip(const BasicTwist<double>& V, Vec2 direction) const;
  std::vector<double> breaks(const BasicTwist<double>& V) const;
  /// The force between two breaks where it is constant in the frame of the law: a corner of it.
  std::optional<Vec2> corner_between(const BasicTwist<double>& V, double from, double to) const;
  /// Load of the part between them, for that force.
  Integral<3> load_at_corner(Vec2 force, double from, double to) const;
  /// Load of a part of a segment whose forces are on a circle, at V in numbers of some kind; none where they are not, or far from the
  /// center of rotation.
  template <class Real>
  std::optional<BasicLoad<Real>> load_on_circle(const BasicTwist<double>& V, const BasicTwist<Real>& same, double from,
                                                double to) const;

  bool is_ring_ = false;
  Straight straight_;
  LimitCurve law_;
  double heading_ = 0.0;
  double tolerance_ = 0.0;
};

}  // namespace dryslip::detail
