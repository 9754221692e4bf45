#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/numerics/expression.hpp"

namespace dryslip {

// The tables of a scenario file as plain data, in its own words.

/// Variables of the expressions of [drive], in this order.
inline const std::vector<std::string> drive_variables{"t", "x", "y", "angle", "vx", "vy", "omega"};
/// Variables of the expressions of [table] and of a spring's anchor.
inline const std::vector<std::string> time_variable{"t"};

struct SliderSection {
  std::optional<double> mass;     ///< [kg]
  std::optional<double> inertia;  ///< about the center of mass; default: uniform plate of the supports [kg m²]
  Vec2 center_of_mass;            ///< body frame [m]
};

struct InitialSection {
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
struct DriveSection {
  Expression fx{"0", drive_variables};      ///< [N]
  Expression fy{"0", drive_variables};      ///< [N]
  Expression moment{"0", drive_variables};  ///< [N m]
  std::vector<PointForce> forces;
  std::vector<Spring> springs;
};

/// Motion and tilt of the support plane.
struct TableSection {
  enum class TiltAxis { X, Y };
  std::array<Expression, 2> velocity{Expression("0", time_variable), Expression("0", time_variable)};  ///< [m/s]
  Expression omega{"0", time_variable};                                                                ///< [rad/s]
  double tilt = 0.0;                                                                                   ///< [rad]
  TiltAxis tilt_axis = TiltAxis::Y;
  double gravity = 9.81;  ///< [m/s²]
};

struct RunSection {
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

/// A named case: the contact, which every command needs, and the tables that motion in time needs.
struct Scenario {
  enum class NormalForceSource { Given, Weight };
  std::string title;
  ContactPatch contact;
  NormalForceSource normal_force_source = NormalForceSource::Given;
  double load_tolerance = 1e-10;  ///< [contact] tolerance: error of integrated loads, of scale [-]
  std::optional<SliderSection> slider;
  std::optional<InitialSection> initial;
  std::optional<DriveSection> drive;
  std::optional<TableSection> table;
  std::optional<RunSection> run;
};

/// Inertia of the slider about its center of mass: the one given, else mass × squared_gyration_radius(), that of uniform
/// plates and lines of the supports' shapes that share the mass as they share the normal force [kg m²]. Absent where
/// neither mass nor inertia is given.
std::optional<double> slider_inertia(const Scenario& scenario);

}  // namespace dryslip
