#include <stdexcept>

#include "dryslip/limit_surface/stick_test.hpp"
#include "dryslip/slider/detail/breakaway.hpp"
#include "dryslip/slider/detail/slider_simulation.hpp"
#include "dryslip/slider/detail/slider_span.hpp"

namespace dryslip::detail {

FrictionLoad SliderSimulation::load_for_rest(const Unknowns& y) const {
  const SliderState at = state_of(y.segment<3>(1), equations_.table_velocity(y[0], position(y)));
  const Vector3 load =
      equations_.external(y[0], at).sum() - equations_.momentum(equations_.table_acceleration(y[0], at));
  if (!load.allFinite()) throw std::invalid_argument("a load is not finite");
  return equations_.load_in_body(load, unit_vector(at.angle));
}

const LoadLimits& SliderSimulation::rest_limits() const {
  if (!rest_limits_)
    rest_limits_.emplace(equations_.static_surface(), options_.stick_criterion, G_, equations_.natural_load().force);
  return *rest_limits_;
}

bool SliderSimulation::bears_rest(const Unknowns& y) const {
  return rest_limits().use(rest_limits().matrix() * vector_of(load_for_rest(y))) <= 1.0 + limit_rounding();
}

void SliderSimulation::set_rest() {
  if (!at_rest_) {
    auto rest = std::make_shared<Hold>();
    rest->freedom = 0;
    rest->across = Mat3::Identity();
    rest->limits = rest_limits();
    at_rest_ = rest;
  }
  y_.segment<3>(4).setZero();
  hold_ = at_rest_;
  on_kink_.assign(elements_.size(), std::nullopt);
  next_step_ = 0.0;
}

void SliderSimulation::leave_or_stay(SliderEvent::Cause cause) {
  const bool sticks = bears_rest(y_);
  if (sticks) set_rest();
  begin(sticks ? MotionMode::Stick : mode_of_start(), cause);
  if (cause == SliderEvent::Cause::Start) sample(y_);
  if (!sticks) yield_to_load();
}

void SliderSimulation::leave_rest() {
  set_hold({});
  begin(mode_of_start(), SliderEvent::Cause::LoadLeaves);
  yield_to_load();
}

Twist SliderSimulation::yielding(const Unknowns& y, const Twist& near) const {
  const Twist free = twist_of(G_inverse_ * vector_of(load_for_rest(y)));
  if (!friction_step_) friction_step_.emplace(contact_, G_, equations_.sliding());
  const Twist kinetic = (*friction_step_)(free, 1.0, near, G_);
  // a point that the body turns about has its static coefficient until it is moved
  std::vector<bool> is_static;
  for (const ContactElement& element : elements_) is_static.push_back(element.at_rest_statically.has_value());
  const bool has_points = std::find(is_static.begin(), is_static.end(), true) != is_static.end();
  if (equations_.has_one_coefficient() || !has_points || kinetic == Twist{}) return kinetic;
  // one after the other: what the fastest one bears less when it slides, the others need not hold
  const auto let_go_of_fastest = [&](const Twist& b) {
    double most = no_slip_at_start * speed_of(vector_of(b));
    std::optional<std::size_t> fastest;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const double slip = is_static[i] ? elements_[i].kinks.front().miss(b).norm() : 0.0;
      if (slip > most) most = slip, fastest = i;
    }
    if (fastest) is_static[*fastest] = false;
    return fastest.has_value();
  };
  for (;;) {
    const Twist b = step_with_static_points(is_static)(free, 1.0, near, G_);
    if (b != Twist{} && !let_go_of_fastest(b)) return b;
    // on the limit itself nothing moves yet
    if (b == Twist{} && !let_go_of_fastest(kinetic)) return kinetic;
  }
}

const FrictionStep& SliderSimulation::step_with_static_points(const std::vector<bool>& is_static) const {
  std::shared_ptr<const FrictionStep>& made = steps_with_static_points_[is_static];
  if (made) return *made;
  std::vector<const SlipKink*> points;
  for (const ContactElement& element : elements_)
    if (element.at_rest_statically) points.push_back(&element.kinks.front());
  ContactPatch patch = without_supports(contact_.patch(), points);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (!elements_[i].at_rest_statically) continue;
    const ContactPatch& alone = is_static[i] ? *elements_[i].at_rest_statically : elements_[i].kinks.front().contact;
    add_support(patch, alone.supports.front(), alone.normal_force);
  }
  made = std::make_shared<const FrictionStep>(Contact(patch, {.tolerance = contact_.options().tolerance}), G_);
  return *made;
}

SliderSimulation::Unknowns SliderSimulation::carried(double duration, const Unknowns& from) const {
  Unknowns y = from;
  if (!equations_.table_rests()) {
    Stepper stepper;
    stepper.step(slopes(), from, slope(from), duration);
    y = stepper.end();
  }
  y[0] = from[0] + duration;
  return y;
}

/// The slip goes with the accelerations of now and of a moment later for as long as its way is below the tolerance. Where formulas allow
/// short moments only, several, until the slip is more than rounding.
void SliderSimulation::yield_to_load(const std::optional<Twist>& at_start) {
  set_rest();
  hold_choices_after(y_);
  MomentRates rates{.start = at_start ? *at_start : yielding(y_)};
  Vector3 V = Vector3::Zero();
  double moment = 0.0;
  constexpr int most_moments = 50;
  for (int i = 0; i < most_moments; ++i) {
    const Unknowns after = end_of_first_moment(rates);
    moment = after[0] - y_[0];
    sample_until(after[0], [&](double t) {
      const double past = t - y_[0];
      return with_slip(carried(past, y_), V + rates.slip(past, moment), past);
    });
    y_ = after;
    V += rates.slip(moment, moment);
    rates.start = rates.end;
    const bool is_known = speed_of(V) > 10.0 * rounding_of_unknowns * speed_that_counts(largest_);
    if (is_known || rates.end == Twist{} || !record_.goes_on() || y_[0] >= end_) break;
    hold_choices_after(y_);
  }
  if (V.isZero(0.0)) return begin(MotionMode::Stick, SliderEvent::Cause::Stop);
  start_with(V, moment);
}

/// Where a body at rest is carried in a moment that is short enough, and the accelerations with which it yields till then.
SliderSimulation::Unknowns SliderSimulation::end_of_first_moment(MomentRates& rates) {
  const double shortest = least_moment();
  double moment = first_moment(rates.start, allowed_way()), way = 0.0;
  int trials = 0;
  for (;; moment = shorter_moment(moment, way, allowed_way())) {
    const Unknowns after = carried(moment, y_);
    rates.end = yielding(after, rates.start);
    // what it does in between counts as well
    rates.middle = yielding(carried(0.5 * moment, y_), rates.start);
    way = way_of(rates, moment);
    if (moment <= shortest) return after;
    if (way > allowed_way()) continue;
    const int before = trials;
    if (is_plain_after_start(curve_through([&](double t) { return carried(t - y_[0], y_); }, y_[0], after[0]), trials))
      return after;
    if (trials != before) rates.start = yielding(y_);  // formulas choose otherwise from the start
  }
}

MotionMode SliderSimulation::mode_of_start(const Twist& b) const {
  return b == Twist{} ? MotionMode::Slip : mode_of_kinks(kinks_of(b, no_slip_at_start));
}

void SliderSimulation::start_with(const Vector3& V, double moment) {
  set_hold({});
  y_ = with_slip(y_, V, moment);
  hold_choices_after(y_);  // a formula may see that it moves
  set_sectors();
  const std::size_t events = record_.run.events.size();
  start_to_hold(no_slip_at_start);
  const MotionMode mode = mode_of_hold();
  if (record_.run.events.size() != events || mode == mode_) return;
  if (record_.run.events.back().t > 0.0) {
    record_.run.events.back().to = mode_ = mode;
  } else {  // what it does at the start stands in the first row
    begin(mode, mode == MotionMode::Pivot ? SliderEvent::Cause::SupportHolds : SliderEvent::Cause::SupportYields);
  }
}

/// Takes up the kinks that the slip is on.
void SliderSimulation::start_to_hold(double margin) {
  std::vector<Held> which = kinks_of(twist_of(slip_of(y_)), margin);
  if (which.empty()) return;
  const MotionMode before = mode_;
  const std::size_t events = record_.run.events.size();
  settle(std::move(which), SliderEvent::Cause::SupportHolds);
  // wheels that roll from the start are part of it
  if (record_.run.events.size() == events + 1 && mode_ == before) record_.run.events.pop_back();
}

/// Where and when a body breaks away, and the direction of its slip.
struct SliderSimulation::Departure {
  Unknowns from;
  SliderState state;
  Twist direction;
};

void SliderSimulation::break_away() {
  // with Kardan's criterion the load may be far outside the surface, or just on it
  const MotionOfLoad exact = equations_.static_surface().motion_of(load_for_rest(y_));
  const SliderState here = state(y_);
  set_hold({});
  begin(mode_of_start(exact.motion), SliderEvent::Cause::LoadLeaves);
  constexpr double just_on = 1e-6;
  if (!equations_.has_one_coefficient() || exact.factor < 1.0 - just_on) return yield_to_load();
  // what rolls or holds from the start bears a load that D says nothing of
  if (!kinks_of(exact.motion, no_slip_at_start).empty()) return yield_to_load(Twist{});
  const Departure departure{y_, here, exact.motion};
  // a formula may see that it moves
  y_.segment<3>(4) = 1e-9 * length_ / time_ / speed_of(vector_of(exact.motion)) * vector_of(exact.motion);
  hold_choices_after(y_);
  set_sectors();
  y_ = departure.from;
  slip_from_rest(departure, known_at_rest(departure.from, std::min(0.5 * time_, time_left())));
}

/// At most this long, but not beyond what formulas are known to do to a body at rest.
double SliderSimulation::known_at_rest(const Unknowns& from, double longest) {
  const auto known = [&] {
    set_rest();
    const Curve at_rest =
        curve_through([&](double t) { return carried(t - from[0], from); }, from[0], from[0] + longest);
    const double part = known_part(at_rest);
    set_hold({});
    return part;
  };
  for (double part = known(); part < 1.0 && longest > shortest_moment * time_; part = known()) longest *= part;
  return longest;
}

SliderSimulation::Unknowns SliderSimulation::place_after(const Departure& departure, const Breakaway& start,
                                                         double t) const {
  const BreakawayPlace place = start.place(t - departure.from[0]);
  Unknowns y = departure.from;
  y[0] = t;
  y.segment<3>(1) = Vector3(place.state.position.x, place.state.position.y, place.state.angle);
  const Vector3 velocity(place.state.velocity.x, place.state.velocity.y, place.state.omega);
  y.segment<3>(4) = vector_of(
      equations_.slip(velocity - equations_.table_velocity(t, place.state.position), unit_vector(place.state.angle)));
  y.segment<3>(7) += place.works;
  return y;
}

/// The slip grows from zero acceleration, up to the end of its first part or the first switch of a formula.
void SliderSimulation::slip_from_rest(const Departure& departure, double longest) {
  const double t = departure.from[0];
  int trials = 0;
  for (;;) {
    const auto start = find_breakaway(equations_, t, departure.state, departure.direction, longest, options_.tolerance);
    if (!start || !(longest > shortest_moment * time_)) return yield_to_load(Twist{});
    const auto place_at = [&](double at) { return place_after(departure, *start, at); };
    const Curve curve = curve_through(place_at, t, t + start->duration);
    const double part = equations_.are_of_time() ? 1.0 : known_part(curve);
    if (part < 1.0) {
      longest = part * start->duration;
      continue;
    }
    Change change{.x = 1.0};
    find_switch(curve, Span(*this, curve), change);
    const bool switches = change.kind != Change::Kind::None;
    constexpr double at_once = 0.01;
    if (switches && change.x < at_once) {
      if (++trials > 4) return yield_to_load(Twist{});
      equations_.hold_choices(equations_.choices(t, state(curve.at(2.0 * at_once))));
      continue;
    }
    const double until = switches ? change.t.value_or(curve.at(change.x)[0]) : t + start->duration;
    sample_until(until, place_at);
    y_ = place_at(until);
    set_sectors();
    if (switches) take_choices();
    return;
  }
}

}  // namespace dryslip::detail
