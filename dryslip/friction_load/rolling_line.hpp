#pragma once

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip {

/// A line that rolls across itself: its law has a straight side along it (a roller, one that is rusty, or turns one way only). While no
/// point of it slips along the line, the force along it is open at every point within a range, and the one across it depends on the side
/// to which the point slips. Both sums depend on where along the line the body turns.
struct RollingLine {
  /// Forces of points that slip to one side, per unit normal force [-].
  struct Side {
    double across = 0.0;  ///< component to the left of the line
    double along = 0.0;   ///< middle of the range along the line
    double reach = 0.0;   ///< half the width of that range
  };

  Vec2 middle;                ///< body frame [m]
  Vec2 along;                 ///< unit vector
  double half_length = 0.0;   ///< [m]
  double normal_force = 0.0;  ///< [N]
  double gradient = 0.0;      ///< of the pressure: it is 1 ± gradient times its mean at the ends [-]
  Side left, right;           ///< for points that slip to the left and to the right of the line

  /// Load of a motion without slip along the line, the forces along it in the middle of their ranges.
  FrictionLoad load(const Twist& V) const;
  /// ∂load/∂V for motions that stay without slip along the line.
  Mat3 hessian(const Twist& V) const;
  /// How far the force along the line may be from that of load(), both ways [N].
  double reach(const Twist& V) const;
  /// The largest reach() of all motions [N].
  double most_reach() const;
  /// Load of a unit force along the line.
  FrictionLoad unit_load() const { return load_at(middle, along); }

 private:
  /// Normal forces of the points that slip to the left and to the right, and their moments along the line.
  struct Split;
  Split split(const Twist& V) const;
};

}  // namespace dryslip
