#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/contact_patch/table.hpp"
#include "dryslip/numerics/expression.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/run.hpp"
#include "dryslip/record/words.hpp"
#include "dryslip/surrogate/model_kind.hpp"

namespace dryslip {

// A slider on a table as plain data, in the words of the scenario file.

/// Variables of the expressions of a drive, in this order.
inline const std::vector<std::string> drive_variables{"t", "x", "y", "angle", "vx", "vy", "omega"};

struct SliderState {
  Vec2 position;
  double angle = 0.0;
  Vec2 velocity;
  double omega = 0.0;
};
template <>
inline constexpr auto description<SliderState> = record<SliderState>(
    "Where a slider is and how it moves, world frame.", field<&SliderState::position>("m", "of the center of mass"),
    field<&SliderState::angle>("rad", "of the body axes"),
    field<&SliderState::velocity>("m/s", "of the center of mass"),
    field<&SliderState::omega>("rad/s", "counter-clockwise"));

/// Force at a point of the slider.
struct PointForce {
  enum class Frame { Body, World };
  Vec2 point;
  Frame frame = Frame::Body;
  std::array<Expression, 2> force{Expression("0", drive_variables), Expression("0", drive_variables)};
};
template <>
inline constexpr std::array words<PointForce::Frame>{"body", "world"};
template <>
inline constexpr auto description<PointForce> =
    record<PointForce>("Force at a point of the slider.", field<&PointForce::point>("m", "where it acts, body frame"),
                       field<&PointForce::frame>("", "axes of the force"),
                       required_key<&PointForce::force>("N", "formulas of t, x, y, angle, vx, vy, omega, or numbers"));

/// Spring and damper between a point of the slider and a moving anchor.
struct Spring {
  double stiffness = 0.0;
  double damping = 0.0;
  Vec2 point;
  std::array<Expression, 2> anchor{Expression("0", time_variable), Expression("0", time_variable)};
  std::optional<Vec2> direction;
  bool unilateral = false;
};
template <>
inline constexpr auto description<Spring> =
    record<Spring>("Spring and damper between a point of the slider and a moving anchor.",
                   required_key<&Spring::stiffness>("N/m", "force per length", not_negative),
                   field<&Spring::damping>("N s/m", "force per speed", not_negative),
                   field<&Spring::point>("m", "where it acts, body frame"),
                   required_key<&Spring::anchor>("m", "formulas of t, world frame"),
                   field<&Spring::direction>("-", "world axes; the spring acts along it only"),
                   field<&Spring::unilateral>("", "pushes along the direction, never pulls"));

/// External load at the center of mass, world frame.
struct SliderDrive {
  Expression fx{"0", drive_variables};
  Expression fy{"0", drive_variables};
  Expression moment{"0", drive_variables};
  std::vector<PointForce> forces;
  std::vector<Spring> springs;
};
template <>
inline constexpr auto description<SliderDrive> =
    record<SliderDrive>("External load at the center of mass, world frame; formulas of t, x, y, angle, vx, vy, omega.",
                        field<&SliderDrive::fx>("N", "along x"), field<&SliderDrive::fy>("N", "along y"),
                        field<&SliderDrive::moment>("N m", "counter-clockwise"),
                        keyed("force", field<&SliderDrive::forces>("", "at points of the body")),
                        keyed("spring", field<&SliderDrive::springs>("", "between the body and moving anchors")));

/// How a motion in time is computed and how long it lasts.
struct SliderRunOptions {
  using Until = RunUntil;
  enum class Method { Event, Prox };
  enum class StickCriterion { Exact, CA };
  std::optional<double> duration;
  Until until = Until::Duration;
  Method method = Method::Event;
  double step = 1e-3;
  StickCriterion stick_criterion = StickCriterion::Exact;
  double tolerance = 1e-10;
  double output_step = 1e-3;
};
template <>
inline constexpr std::array words<SliderRunOptions::Method>{"event", "prox"};
template <>
inline constexpr std::array words<SliderRunOptions::StickCriterion>{"exact", "CA"};
template <>
inline constexpr auto description<SliderRunOptions> = record<SliderRunOptions>(
    "How a motion in time is computed and how long it lasts.",
    field<&SliderRunOptions::duration>("s", "with until = \"rest\" the longest time allowed, 1000 if left out",
                                       positive),
    field<&SliderRunOptions::until>("", "when the motion ends"),
    field<&SliderRunOptions::method>("", "adaptive with exact switches, or implicit with fixed steps"),
    field<&SliderRunOptions::step>("s", "of the method \"prox\"", positive),
    field<&SliderRunOptions::stick_criterion>("", "exact, or Kardan's test of one motion"),
    field<&SliderRunOptions::tolerance>("-", "of the integration, relative", integration_tolerance),
    field<&SliderRunOptions::output_step>("s", "between rows", positive));

/// A body with its contact, what drives it, and where it starts.
struct Slider {
  ContactPatch contact;
  ContactModel model = ContactModel::Exact;
  double load_tolerance = 1e-10;
  double mass = 0.0;
  double inertia = 0.0;
  Vec2 center_of_mass;
  SliderState initial;
  SliderDrive drive;
  Table table;
};
template <>
inline constexpr auto description<Slider> = record<Slider>(
    "A body with its contact, what drives it, and where it starts.",
    required<&Slider::contact>("", "its origin O is that of the body frame"),
    keyed("slider.mass", required<&Slider::mass>("kg", "of the body", positive)),
    keyed("slider.inertia", required<&Slider::inertia>("kg m²", "about the center of mass", positive)),
    keyed("slider.center_of_mass", field<&Slider::center_of_mass>("m", "body frame")),
    field<&Slider::initial>("", "where it starts and how it moves"), field<&Slider::drive>("", "external load"),
    field<&Slider::table>("", "the plane that it slides on"),
    keyed("contact.model", field<&Slider::model>("", "what computes the loads")),
    keyed("contact.tolerance",
          field<&Slider::load_tolerance>("-", "of loads that are integrated, relative to LoadScale", below_one)));

}  // namespace dryslip
