#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dryslip/contact/contact.hpp"
#include "dryslip/friction_load/contact_elements.hpp"
#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/numerics/formula_watch.hpp"
#include "dryslip/slider/slider.hpp"

namespace dryslip::detail {

using Vector3 = Eigen::Vector3d;

/// A formula of the drive; one that is a number is not evaluated again. The choices it makes (abs, floor, if, …) are held, so
/// that it is smooth: they stand from `first` on among those of all formulas.
class DriveTerm {
 public:
  explicit DriveTerm(const Expression& expression);
  void set_first_choice(std::size_t& next);
  double operator()(std::span<const double> values, std::span<const double> choices) const {
    if (is_number_) return number_;
    if (count_ == 0) return expression_(values);
    const double held = expression_.value_with(values, choices.subspan(first_, count_));
    // beyond a switch the formula that is held may have no value, as sqrt(max(0, x)) below zero
    return std::isfinite(held) ? held : expression_(values);
  }
  /// Derivative of a formula of time alone.
  double rate(double t, std::span<const double> choices) const {
    return is_number_ ? 0.0 : expression_.derivative_with({&t, 1}, 0, choices.subspan(first_, count_));
  }
  void choose(std::span<const double> values, std::span<double> choices) const;
  /// Bounds over a span of a curve, with the choices held.
  Expression::Bounds bounds(std::span<const CurveBound> variables, double half_width, std::span<const double> choices,
                            std::span<const char> loose) const {
    if (is_number_) return {constant_curve(number_), true, true};
    return expression_.bounds_with(variables, half_width, choices.subspan(first_, count_),
                                   loose.empty() ? loose : loose.subspan(first_, count_));
  }
  bool is_number() const { return is_number_; }
  /// Whether it is a formula of the first variable at most, which is the time.
  bool is_of_time() const;
  bool is_zero() const { return is_number_ && number_ == 0.0; }

 private:
  Expression expression_;
  bool is_number_ = false;
  double number_ = 0.0;
  std::size_t first_ = 0, count_ = 0;
};

/// Velocities (vx, vy, omega) of the center of mass and loads (fx, fy, moment) about it, both in world axes.
struct ExternalLoad {
  Vector3 drive = Vector3::Zero();    ///< forces, moments and weight
  Vector3 springs = Vector3::Zero();  ///< of all springs
  Vector3 sum() const { return drive + springs; }
};

/// A vector along a span of a curve.
struct BoundVector {
  CurveBound x, y;
};

/// Time and state along a span of a curve.
struct StateBounds {
  CurveBound t;
  std::array<CurveBound, 3> pose{}, slip{};             ///< the slip as a twist at O, body axes
  std::optional<std::array<CurveBound, 3>> velocity{};  ///< with omega, world axes; none: as table and slip tell
};

/// Proven bounds on what a slider meets along a span of a curve.
struct SpanBounds {
  /// Load less the inertia of a body that is carried by the table and that of axes that turn with the body, body axes, about the center of
  /// mass: about O bounds would not show that a force through the center asks nothing of supports that let it roll.
  std::array<CurveBound, 3> load;
  double table_stray = 0.0;  ///< of the velocity of the table, natural speeds
  bool choices_hold = true;  ///< no formula and no one-sided spring changes its choice
  bool is_finite = true;     ///< every formula is surely finite
};

/// The equations of motion of a slider: m a = external load − friction load, with the slip relative to the table.
class SliderEquations {
 public:
  /// On this contact, whatever that of the slider is, with no choices held. Expects a slider that check_slider() allows.
  SliderEquations(const Slider& slider, const Contact& contact);

  // Loads and the motion of the table with the choices that are held.

  ExternalLoad external(double t, const SliderState& state) const {
    ExternalLoad result;
    result.drive = {weight_.x, weight_.y, 0.0};
    if (has_drive_) add_drive(t, state, result);
    return result;
  }
  /// Force of each spring along its direction, or its size where it has none [N].
  std::vector<double> spring_forces(double t, const SliderState& state) const;
  /// Velocity of the table below the center of mass.
  Vector3 table_velocity(double t, Vec2 position) const {
    return table_rests_ ? Vector3(Vector3::Zero()) : velocity_of_table(t, position);
  }
  /// Acceleration of a body that moves with the table.
  Vector3 table_acceleration(double t, const SliderState& state) const {
    return table_rests_ ? Vector3(Vector3::Zero()) : acceleration_of_table(t, state);
  }
  bool table_rests() const { return table_rests_; }
  /// Whether loads or the motion of the table change by a formula or a spring.
  bool has_formulas() const { return has_formulas_; }
  /// Whether none of the formulas depends on the state.
  bool are_of_time() const { return are_of_time_; }

  /// Bounds along |x − xc| ≤ half_width. Those of each formula are added to `formulas`.
  SpanBounds bounds(double half_width, const StateBounds& state, std::vector<FormulaBound>* formulas = nullptr) const;

  /// Values of the formulas, in the same order.
  void add_values(double t, const SliderState& state, std::vector<double>& values) const;

  /// The formulas alone.
  void add_formulas(double half_width, const StateBounds& state, std::vector<FormulaBound>& formulas) const;

  /// The choices that all formulas and one-sided springs make here; empty where they have none to make.
  std::vector<double> choices(double t, const SliderState& state) const;
  bool has_choices() const { return !choices_.empty(); }
  const std::vector<double>& held_choices() const { return choices_; }
  void hold_choices(std::vector<double> choices) { choices_ = std::move(choices); }
  /// Choices that change back and forth by rounding are not looked at; empty: all are.
  void set_loose(std::vector<char> loose) { loose_ = std::move(loose); }
  const std::vector<char>& loose() const { return loose_; }
  bool are_held(double t, const SliderState& state) const;

  // Between world axes at the center of mass and body axes at O; `heading` is that of the body's x axis.

  /// Vector from the center of mass to a point of the body, world axes.
  Vec2 arm(Vec2 place, Vec2 heading) const { return rotated(place - center_of_mass_, heading); }
  /// The slip of such a velocity relative to the table as a twist at O, in body axes.
  Twist slip(const Vector3& relative_velocity, Vec2 heading) const {
    const Vec2 v = rotated_back({relative_velocity[0], relative_velocity[1]}, heading);
    return {v - relative_velocity[2] * turned_left(center_of_mass_), relative_velocity[2]};
  }
  /// The relative velocity that belongs to a slip.
  Vector3 velocity_of(const Twist& V, Vec2 heading) const {
    const Vec2 v = rotated(slip_at_center(V), heading);
    return {v.x, v.y, V.omega};
  }
  /// The load at O in body axes, seen from the center of mass in world axes.
  Vector3 load_in_world(const FrictionLoad& P, Vec2 heading) const {
    const Vec2 force = rotated(P.force, heading);
    return {force.x, force.y, P.moment - cross(center_of_mass_, P.force)};
  }
  FrictionLoad load_in_body(const Vector3& load, Vec2 heading) const {
    const Vec2 force = rotated_back({load[0], load[1]}, heading);
    return {force, load[2] + cross(center_of_mass_, force)};
  }
  Vector3 friction(const Vector3& relative_velocity, Vec2 heading) const {
    return load_in_world(kinetic().load(slip(relative_velocity, heading)), heading);
  }

  /// load at O ↦ load about the center of mass, both in body axes.
  Mat3 to_center() const {
    Mat3 result = Mat3::Identity();
    result(2, 0) = center_of_mass_.y;
    result(2, 1) = -center_of_mass_.x;
    return result;
  }
  /// Slip of the center of mass, body axes.
  Vec2 slip_at_center(const Twist& V) const { return V.velocity + V.omega * turned_left(center_of_mass_); }

  /// Speed √(2 T/m) of a relative velocity [m/s].
  double speed(const Vector3& velocity) const {
    return std::sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] +
                     gyration_ * gyration_ * velocity[2] * velocity[2]);
  }
  /// Speed √(2 T/m) of a relative twist at O, body axes [m/s].
  double speed_of_twist(const Vector3& V) const {
    return speed({V[0] - V[2] * center_of_mass_.y, V[1] + V[2] * center_of_mass_.x, V[2]});
  }
  Vector3 acceleration(const Vector3& load) const { return {load[0] / mass_, load[1] / mass_, load[2] / inertia_}; }
  Vector3 momentum(const Vector3& velocity) const {
    return {mass_ * velocity[0], mass_ * velocity[1], inertia_ * velocity[2]};
  }
  double kinetic_energy(const SliderState& state) const;
  double mass() const { return mass_; }
  double gyration_radius() const { return gyration_; }
  /// The scale of loads: that of friction, or something positive without friction.
  LoadScale natural_load() const { return natural_load_; }

  const FrictionModel& kinetic() const { return *kinetic_; }
  const LimitSurface& static_surface() const { return *static_surface_; }
  bool has_one_coefficient() const { return has_one_coefficient_; }
  /// The coefficient of sliding. Where both coefficients are the same it is Static, whose limit surface exists already.
  Coefficient sliding() const { return has_one_coefficient_ ? Coefficient::Static : Coefficient::Kinetic; }
  /// Empty for a surrogate.
  std::span<const ContactElement> elements() const {
    return elements_ ? std::span<const ContactElement>(elements_->elements) : std::span<const ContactElement>();
  }
  /// The part of the contact that is not among the elements; null where there is none.
  const FrictionModel* rest() const { return elements_ ? elements_->smooth.get() : nullptr; }

 private:
  struct SpringTerm {
    Spring spring;
    std::array<DriveTerm, 2> anchor;
    std::size_t choice = 0;  // of a one-sided spring: whether it touches
  };
  /// Stretch, force and direction of a spring as if it acted both ways.
  struct SpringLoad {
    Vec2 stretch, force, along;
  };
  SpringLoad spring_load(const SpringTerm& term, double t, const SliderState& state,
                         std::span<const double> choices) const;
  Vec2 spring_force(const SpringTerm& term, double t, const SliderState& state) const;
  void add_drive(double t, const SliderState& state, ExternalLoad& load) const;
  Vector3 velocity_of_table(double t, Vec2 position) const;
  Vector3 acceleration_of_table(double t, const SliderState& state) const;
  template <class Visit>
  void visit_terms(Visit visit);
  class BoundsMaker;

  double mass_, inertia_, gyration_;
  Vec2 center_of_mass_;
  Vec2 weight_;  // along the tilted table [N]
  LoadScale natural_load_;
  bool has_one_coefficient_;
  std::shared_ptr<const LimitSurface> static_surface_;
  std::shared_ptr<const FrictionModel> kinetic_;
  std::shared_ptr<const ContactElements> elements_;
  bool table_rests_ = true;
  std::array<DriveTerm, 3> load_;
  std::array<DriveTerm, 3> table_;  // vx, vy, omega
  struct PointTerm {
    Vec2 point;
    PointForce::Frame frame;
    std::array<DriveTerm, 2> force;
  };
  std::vector<PointTerm> points_;
  std::vector<SpringTerm> springs_;
  bool has_drive_ = false, has_formulas_ = false;
  bool are_of_time_ = true;  // all formulas
  std::vector<double> choices_;
  std::vector<char> loose_;
};

/// The pose moved by (x, y, angle), with this velocity.
inline SliderState state_of(const Vector3& pose, const Vector3& velocity) {
  return {{pose[0], pose[1]}, pose[2], {velocity[0], velocity[1]}, velocity[2]};
}

}  // namespace dryslip::detail
