#pragma once

#include <memory>

#include "dryslip/drawing/draw_limit_curves.hpp"
#include "dryslip/friction_load/friction_model.hpp"
#include "reproduce/item.hpp"

namespace dryslip::reproduce {

/// A contact with one support of a scenario, which carries the whole normal force.
ContactPatch support_alone(const Scenario& scenario, std::size_t support);

/// A straight side of a limit curve and the slip that belongs to all of it.
struct StraightSide {
  double slip_angle = 0.0;  ///< between −π and π [rad]
  double length = 0.0;      ///< [N]
};

/// The friction of a point.
class PointLaw {
 public:
  explicit PointLaw(ContactPatch point);

  /// Force on the support for a slip direction [N].
  Vec2 force(double slip_angle) const;
  /// How far the limit curve reaches in a direction [N].
  double reach(double angle) const;
  /// Straight sides by slip angle, ascending; a segment has two.
  std::vector<StraightSide> sides() const;
  /// Largest (f* − f)·v of any two forces, v the slip of f; 0 where maximum power is obeyed [N].
  double worst_deficit() const;

  /// Its picture.
  NormalCurve curve(const std::string& title, const std::string& remark) const;
  /// Slip angle and force all around: slip_angle, fx, fy.
  ItemFile curve_file(const std::string& name) const;

 private:
  ContactPatch point_;
  std::unique_ptr<FrictionModel> model_;
};

/// A picture of limit curves of points.
ItemFile curves_picture(const std::string& title, const std::vector<NormalCurve>& curves, const std::string& caption,
                        const std::string& name = "curves.svg");

/// Directions of slip at which curves are looked at.
inline constexpr int slip_directions = 720;
double slip_direction(int i);

}  // namespace dryslip::reproduce
