#include "dryslip/stick_slip/detail/slider_simulation.hpp"

#include "dryslip/limit_surface/stick_test.hpp"
#include "dryslip/stick_slip/detail/breakaway.hpp"

namespace dryslip::detail {

constexpr double on_surface = 1e-9;  // of a load; what is closer counts as on the limit surface

MotionOfLoad SliderSimulation::motion_of_rest(double t, const SliderState& at) const {
  const FrictionLoad P = equations_.load_in_body(load_for_rest(t, at), unit_vector(at.angle));
  return options_.stick_criterion == SliderRunOptions::StickCriterion::Exact
             ? equations_.static_surface().motion_of(P)
             : motion_by_one_twist(equations_.static_surface(), P, G_);
}

void SliderSimulation::leave_or_stay(SliderEvent::Cause cause) {
  // a load on the surface is left to grow
  const bool sticks = motion_of_rest(y_[0], state(y_)).factor >= 1.0 - on_surface;
  begin(sticks ? MotionMode::Stick : MotionMode::Slip, cause);
  if (cause == SliderEvent::Cause::Start) sample(y_);
  if (!sticks) yield_to_load();
}

Vector3 SliderSimulation::yielding(double t, const SliderState& at) {
  const Vec2 heading = unit_vector(at.angle);
  const Twist free = equations_.slip(equations_.acceleration(load_for_rest(t, at)), heading);
  if (!friction_step_) friction_step_.emplace(kinetic_surface(body_, contact_), G_);
  return equations_.velocity_of((*friction_step_)(free, 1.0), heading);
}

void SliderSimulation::yield_gradually() {
  double moment = 2.0 * std::min(longest_moment * time_, end_ - y_[0]);
  Unknowns after;
  Vector3 a;
  do {
    moment *= 0.5;
    after = carried_until(y_[0] + moment, y_);
    a = yielding(after[0], state(after));
  } while (!is_short(vector_of(equations_.slip(a, unit_vector(after[3]))), moment) && moment > shortest_moment * time_);
  sample_until(after[0], [&](double at) { return carried_until(at, y_); });
  y_ = after;
  if (a.isZero(0.0)) return begin(MotionMode::Stick, SliderEvent::Cause::Stop);
  set_relative_velocity(0.5 * moment * a);
  hold_what_rolls();
}

void SliderSimulation::yield_to_load() {
  const Vector3 a = yielding(y_[0], state(y_));
  const double tau = first_moment();
  move_on(tau, Vector3::Zero(), tau * a);
  hold_what_rolls();
}

void SliderSimulation::break_away() {
  begin(MotionMode::Slip, SliderEvent::Cause::LoadLeaves);
  // with Kardan's criterion the load may be far outside the surface, or just on it
  const FrictionLoad P = equations_.load_in_body(load_for_rest(y_[0], state(y_)), unit_vector(y_[3]));
  const MotionOfLoad exact = equations_.static_surface().motion_of(P);
  constexpr double just_on = 1e-6;
  if (!equations_.has_one_coefficient() || exact.factor < 1.0 - just_on) return yield_to_load();
  const auto start = find_breakaway(equations_, y_[0], state(y_), exact.motion, std::min(0.5 * time_, end_ - y_[0]),
                                    options_.tolerance);
  if (!start) return yield_gradually();
  const Unknowns before = y_;
  const auto curve = [&](double t) {
    const BreakawayPlace place = start->place(t - before[0]);
    Unknowns y = before;
    y[0] = t;
    y.segment<3>(1) = Vector3(place.state.position.x, place.state.position.y, place.state.angle);
    y.segment<3>(4) = Vector3(place.state.velocity.x, place.state.velocity.y, place.state.omega);
    y.segment<3>(7) += place.works;
    return y;
  };
  const double last = before[0] + start->duration;
  const double until = first_switch(curve, before[0], last).value_or(last);
  sample_until(until, curve);
  y_ = curve(until);
  if (until < last) take_choices();
}

SliderSimulation::Unknowns SliderSimulation::carried_until(double t, const Unknowns& from) const {
  Unknowns y = from;
  y[0] = t;
  if (equations_.table_rests()) return y;
  const auto f = [this](const Unknowns& at) {
    const Vector3 velocity = equations_.table_velocity(at[0], position(at));
    SliderState moving = state_of(at.segment<3>(1), velocity);
    const ExternalLoad load = equations_.external(at[0], moving);
    Unknowns slope = Unknowns::Zero();
    slope[0] = 1.0;
    slope.segment<3>(1) = velocity;
    slope[7] = load.drive.dot(velocity);
    slope[8] = load.springs.dot(velocity);
    slope[9] = -load_for_rest(at[0], moving).dot(velocity);
    return slope;
  };
  Stepper stepper;
  stepper.step(f, from, f(from), t - from[0]);
  y = stepper.end();
  y[0] = t;
  y.segment<3>(4) = equations_.table_velocity(t, position(y));
  return y;
}

void SliderSimulation::stick() {
  const double step = std::min(options_.output_step, 0.1 * time_);
  constexpr double most = 1e6;  // where a motion meets no friction at all
  const auto use = [this, most](double t) {
    return std::min(most, 1.0 / motion_of_rest(t, state(carried_until(t, y_))).factor);
  };
  double before = use(y_[0]);
  while (y_[0] < end_ && !is_over_) {
    // a jump of the load
    if (before > 1.0 + on_surface) {
      begin(MotionMode::Slip, SliderEvent::Cause::LoadLeaves);
      return yield_to_load();
    }
    const double t = std::min(y_[0] + step, end_);
    const auto curve = [&](double at) { return carried_until(at, y_); };
    const std::optional<double> switches = first_switch(curve, y_[0], t);
    const double last = switches.value_or(t), after = use(last);
    if (after > 1.0 + on_surface) {  // a load that stays on the surface is borne
      // from rest after a stop the load may be on the surface already
      const double leaves = before >= 1.0 ? y_[0] : root_between([&](double at) { return use(at) - 1.0; }, y_[0], last);
      sample_until(leaves, curve);
      y_ = carried_until(leaves, y_);
      return break_away();
    }
    sample_until(last, curve);
    y_ = carried_until(last, y_);
    if (switches) take_choices();
    before = switches ? use(y_[0]) : after;
  }
}

}  // namespace dryslip::detail
