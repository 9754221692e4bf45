#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/numerics/expression.hpp"
#include "dryslip/surrogate/model_kind.hpp"

namespace dryslip {

// A slider on a table as plain data, in the words of the scenario file.

/// Variables of the expressions of a drive, in this order.
inline const std::vector<std::string> drive_variables{"t", "x", "y", "angle", "vx", "vy", "omega"};
/// Variables of the expressions of a table and of a spring's anchor.
inline const std::vector<std::string> time_variable{"t"};

struct SliderState {
  Vec2 position;       ///< of the center of mass, world frame [m]
  double angle = 0.0;  ///< [rad]
  Vec2 velocity;       ///< of the center of mass, world axes [m/s]
  double omega = 0.0;  ///< [rad/s]
};

/// Force at a point of the slider.
struct PointForce {
  enum class Frame { Body, World };
  Vec2 point;                 ///< body frame [m]
  Frame frame = Frame::Body;  ///< axes of the force
  std::array<Expression, 2> force{Expression("0", drive_variables), Expression("0", drive_variables)};  ///< [N]
};

/// Spring and damper between a point of the slider and a moving anchor.
struct Spring {
  double stiffness = 0.0;                                                                            ///< [N/m]
  double damping = 0.0;                                                                              ///< [N s/m]
  Vec2 point;                                                                                        ///< body frame [m]
  std::array<Expression, 2> anchor{Expression("0", time_variable), Expression("0", time_variable)};  ///< world [m]
  std::optional<Vec2> direction;  ///< world; acts along it only [-]
  bool unilateral = false;        ///< pushes along it, never pulls
};

/// External load at the center of mass, world frame.
struct SliderDrive {
  Expression fx{"0", drive_variables};      ///< [N]
  Expression fy{"0", drive_variables};      ///< [N]
  Expression moment{"0", drive_variables};  ///< [N m]
  std::vector<PointForce> forces;
  std::vector<Spring> springs;
};

/// Motion and tilt of the support plane. Its point at the world place r moves with velocity + omega ẑ×r.
struct SliderTable {
  enum class TiltAxis { X, Y };
  std::array<Expression, 2> velocity{Expression("0", time_variable), Expression("0", time_variable)};  ///< [m/s]
  Expression omega{"0", time_variable};                                                                ///< [rad/s]
  double tilt = 0.0;                                                                                   ///< [rad]
  TiltAxis tilt_axis = TiltAxis::Y;
  double gravity = 9.81;  ///< [m/s²]
};

/// How a motion in time is computed and how long it lasts.
struct SliderRunOptions {
  enum class Until { Duration, Rest };
  enum class Method { Event, Prox };
  enum class StickCriterion { Exact, CA };
  std::optional<double> duration;  ///< with Until::Rest the longest time allowed, default 1000 [s]
  Until until = Until::Duration;
  Method method = Method::Event;
  double step = 1e-3;  ///< of Method::Prox [s]
  StickCriterion stick_criterion = StickCriterion::Exact;
  double tolerance = 1e-10;   ///< of the integration in time, relative [-]
  double output_step = 1e-3;  ///< [s]
};

/// A body with its contact, what drives it, and where it starts.
struct Slider {
  ContactPatch contact;  ///< its origin O is that of the body frame
  ContactModel model = ContactModel::Exact;
  double load_tolerance = 1e-10;  ///< of loads that are integrated, of scale [-]
  double mass = 0.0;              ///< [kg]
  double inertia = 0.0;           ///< about the center of mass [kg m²]
  Vec2 center_of_mass;            ///< body frame [m]
  SliderState initial;
  SliderDrive drive;
  SliderTable table;
};

}  // namespace dryslip
