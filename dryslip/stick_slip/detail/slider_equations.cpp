#include "dryslip/stick_slip/detail/slider_equations.hpp"

#include <algorithm>
#include <cmath>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/invalid_input.hpp"

namespace dryslip::detail {

namespace {

/// Fourth-order difference; the step suits motions up to some hundred hertz to ten digits.
template <class Function>
double rate_of(const Function& function, double t) {
  constexpr double h = 1e-5;
  return (8.0 * (function(t + h) - function(t - h)) - (function(t + 2.0 * h) - function(t - 2.0 * h))) / (12.0 * h);
}

double checked(double value, const char* key) {
  if (!(value > 0.0 && std::isfinite(value))) throw InvalidInput(key, "must be positive");
  return value;
}

Vector3 at_center(Vec2 arm, Vec2 force) { return {force.x, force.y, cross(arm, force)}; }

bool is_zero(const std::array<DriveTerm, 3>& terms) {
  return std::all_of(terms.begin(), terms.end(), [](const DriveTerm& term) { return term.is_zero(); });
}

}  // namespace

DriveTerm::DriveTerm(const Expression& expression) : expression_(expression) {
  const std::size_t count = expression.variables().size();
  for (std::size_t i = 0; i < count; ++i) is_number_ = is_number_ && expression.is_independent_of(i);
  if (is_number_) number_ = expression(std::vector<double>(count, 0.0));
}

SliderEquations::SliderEquations(const Slider& slider)
    : mass_(checked(slider.mass, "slider.mass")),
      inertia_(checked(slider.inertia, "slider.inertia")),
      gyration_(std::sqrt(inertia_ / mass_)),
      center_of_mass_(slider.center_of_mass),
      kinetic_(friction_model(slider.contact, {.tolerance = slider.load_tolerance})),
      static_surface_(slider.contact, {.coefficient = Coefficient::Static, .tolerance = slider.load_tolerance}),
      load_{DriveTerm(slider.drive.fx), DriveTerm(slider.drive.fy), DriveTerm(slider.drive.moment)},
      table_{DriveTerm(slider.table.velocity[0]), DriveTerm(slider.table.velocity[1]), DriveTerm(slider.table.omega)} {
  const double pull = mass_ * slider.table.gravity * std::sin(slider.table.tilt);
  weight_ = slider.table.tilt_axis == SliderTable::TiltAxis::Y ? Vec2{pull, 0.0} : Vec2{0.0, -pull};
  const LoadScale one = kinetic_->scale(), other = static_surface_.model().scale();
  has_one_coefficient_ = std::abs(other.force - one.force) <= 1e-14 * one.force &&
                         std::abs(other.moment - one.moment) <= 1e-14 * one.moment;
  table_rests_ = is_zero(table_);
  for (const PointForce& force : slider.drive.forces) {
    points_.push_back({force.point, force.frame, {DriveTerm(force.force[0]), DriveTerm(force.force[1])}});
  }
  for (const Spring& spring : slider.drive.springs) {
    springs_.push_back({spring, {DriveTerm(spring.anchor[0]), DriveTerm(spring.anchor[1])}});
  }
  has_drive_ = !is_zero(load_) || !points_.empty() || !springs_.empty();
}

Vec2 SliderEquations::spring_force(const Spring& spring, std::span<const DriveTerm, 2> anchor, double t,
                                   const SliderState& state) const {
  const Vec2 arm = rotated(spring.point - center_of_mass_, unit_vector(state.angle));
  const auto coordinate = [&](std::size_t i) {
    return [&anchor, i](double at) { return anchor[i](std::span(&at, 1)); };
  };
  const Vec2 place{coordinate(0)(t), coordinate(1)(t)};
  const Vec2 rate{anchor[0].is_number() ? 0.0 : rate_of(coordinate(0), t),
                  anchor[1].is_number() ? 0.0 : rate_of(coordinate(1), t)};
  const Vec2 stretch = place - state.position - arm;
  const Vec2 stretching = rate - state.velocity - state.omega * turned_left(arm);
  if (!spring.direction) return spring.stiffness * stretch + spring.damping * stretching;
  const Vec2 along = (1.0 / length(*spring.direction)) * *spring.direction;
  double size = spring.stiffness * dot(stretch, along) + spring.damping * dot(stretching, along);
  if (spring.unilateral) size = dot(stretch, along) > 0.0 ? std::max(size, 0.0) : 0.0;
  return size * along;
}

ExternalLoad SliderEquations::external(double t, const SliderState& state) const {
  ExternalLoad result;
  result.drive = {weight_.x, weight_.y, 0.0};
  if (!has_drive_) return result;
  const std::array values{
      t, state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y, state.omega};
  for (int i = 0; i < 3; ++i) result.drive[i] += load_[static_cast<std::size_t>(i)](values);
  const Vec2 heading = unit_vector(state.angle);
  for (const PointTerm& term : points_) {
    Vec2 force{term.force[0](values), term.force[1](values)};
    if (term.frame == PointForce::Frame::Body) force = rotated(force, heading);
    result.drive += at_center(rotated(term.point - center_of_mass_, heading), force);
  }
  for (const SpringTerm& term : springs_) {
    result.springs += at_center(rotated(term.spring.point - center_of_mass_, heading),
                                spring_force(term.spring, term.anchor, t, state));
  }
  return result;
}

std::vector<double> SliderEquations::spring_forces(double t, const SliderState& state) const {
  std::vector<double> result;
  for (const SpringTerm& term : springs_) {
    const Vec2 force = spring_force(term.spring, term.anchor, t, state);
    result.push_back(term.spring.direction ? dot(force, *term.spring.direction) / length(*term.spring.direction)
                                           : length(force));
  }
  return result;
}

Vector3 SliderEquations::table_velocity(double t, Vec2 position) const {
  if (table_rests_) return Vector3::Zero();
  const std::span<const double> at(&t, 1);
  const double omega = table_[2](at);
  return {table_[0](at) - omega * position.y, table_[1](at) + omega * position.x, omega};
}

Vector3 SliderEquations::table_acceleration(double t, const SliderState& state) const {
  if (table_rests_) return Vector3::Zero();
  const auto rate = [&](std::size_t i) {
    return table_[i].is_number() ? 0.0 : rate_of([&](double at) { return table_[i](std::span(&at, 1)); }, t);
  };
  const double omega = table_[2](std::span<const double>(&t, 1)), alpha = rate(2);
  const Vec2 r = state.position, v = state.velocity;
  return {rate(0) - alpha * r.y - omega * v.y, rate(1) + alpha * r.x + omega * v.x, alpha};
}

Twist SliderEquations::slip(const Vector3& velocity, double angle) const {
  const Vec2 at_center_of_mass = rotated_back({velocity[0], velocity[1]}, unit_vector(angle));
  return {at_center_of_mass - velocity[2] * turned_left(center_of_mass_), velocity[2]};
}

Vector3 SliderEquations::velocity_of(const Twist& V, double angle) const {
  const Vec2 v = rotated(V.velocity + V.omega * turned_left(center_of_mass_), unit_vector(angle));
  return {v.x, v.y, V.omega};
}

Vector3 SliderEquations::load_in_world(const FrictionLoad& P, double angle) const {
  const Vec2 force = rotated(P.force, unit_vector(angle));
  return {force.x, force.y, P.moment - cross(center_of_mass_, P.force)};
}

FrictionLoad SliderEquations::load_in_body(const Vector3& load, double angle) const {
  const Vec2 force = rotated_back({load[0], load[1]}, unit_vector(angle));
  return {force, load[2] + cross(center_of_mass_, force)};
}

double SliderEquations::kinetic_energy(const SliderState& state) const {
  return 0.5 * (mass_ * dot(state.velocity, state.velocity) + inertia_ * state.omega * state.omega);
}

SliderState state_of(const Vector3& pose, const Vector3& velocity) {
  return {{pose[0], pose[1]}, pose[2], {velocity[0], velocity[1]}, velocity[2]};
}

}  // namespace dryslip::detail
