#pragma once

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

/// Units in which a surrogate is written, so that its contact has size 1: motions are x = (v, ω length) with v at the
/// reference point, loads y = (F/force, moment about that point/(force length)).
struct ContactFrame {
  Vec2 reference;       ///< body frame [m]
  double length = 1.0;  ///< [m]
  double force = 1.0;   ///< [N]

  Twist scaled(const Twist& V) const { return {V.velocity + V.omega * turned_left(reference), V.omega * length}; }
  Twist unscaled(const Twist& x) const {
    const double omega = x.omega / length;
    return {x.velocity - omega * turned_left(reference), omega};
  }
  FrictionLoad scaled(const FrictionLoad& P) const {
    return {1.0 / force * P.force, (P.moment - cross(reference, P.force)) / (force * length)};
  }
  FrictionLoad unscaled(const FrictionLoad& y) const {
    const Vec2 F = force * y.force;
    return {F, force * length * y.moment + cross(reference, F)};
  }
  /// ∂F/∂V from ∂y/∂x.
  Mat3 unscaled(const Mat3& dy_dx) const;
};
template <>
inline constexpr auto description<ContactFrame> = record<ContactFrame>(
    "Units of a surrogate: its reference point, length and force.",
    field<&ContactFrame::reference>("m", "point of the body frame"),
    field<&ContactFrame::length>("m", "unit of lengths"), field<&ContactFrame::force>("N", "unit of forces"));

/// Frame of a contact about a point: force = scale().force, length such that the spin about the point has moment 1.
ContactFrame frame_about(const FrictionModel& exact, Vec2 reference);

}  // namespace dryslip
