#include "dryslip/stick_slip/detail/slider_simulation.hpp"

#include <utility>

namespace dryslip::detail {

void SliderSimulation::set_hold(std::vector<std::size_t> which) {
  hold_.reset();
  if (which.empty()) return;
  std::vector<const SlipKink*> kinks;
  for (const std::size_t i : which) kinks.push_back(&kinks_[i]);
  const Mat3 motions = motions_on(kinks, G_);
  kinks.clear();
  for (const SlipKink& kink : kinks_) {
    if (is_still(kink, motions) && kink.is_ahead(raw_slip(y_))) kinks.push_back(&kink);
  }
  kinks = without_implied(kinks);
  HeldSupports supports(body_.contact, kinks, G_, {.tolerance = body_.load_tolerance});
  which.clear();
  for (const SlipKink* kink : kinks) which.push_back(static_cast<std::size_t>(kink - kinks_.data()));
  // a wheel that rolls has the kinetic coefficient
  const bool all_rest = std::none_of(which.begin(), which.end(), [this](std::size_t i) { return rolls(i); });
  LimitSurface surface(supports.contact(), {.coefficient = all_rest ? Coefficient::Static : Coefficient::Kinetic});
  hold_.emplace(Hold{std::move(which), std::move(supports), std::move(surface)});
}

bool SliderSimulation::rolls(std::size_t i) const { return kinks_[i].direction.has_value(); }

double SliderSimulation::use_of_hold(const Unknowns& y) const {
  constexpr double most = 1e6;  // where nothing at all is borne
  return std::min(most, 1.0 / hold_->surface.motion_of(load_of(motion(y).held)).factor);
}

MotionMode SliderSimulation::mode_of_hold() const {
  if (!hold_) return MotionMode::Slip;
  const bool rests =
      std::any_of(hold_->kinks.begin(), hold_->kinks.end(), [this](std::size_t i) { return !kinks_[i].direction; });
  return rests ? MotionMode::Pivot : MotionMode::Slip;
}

void SliderSimulation::note_change(const std::vector<std::size_t>& before, SliderEvent::Cause cause) {
  if (mode_of_hold() != mode_ || held_kinks() != before) begin(mode_of_hold(), cause);
}

void SliderSimulation::hold_or_pass(std::size_t i) {
  const std::vector<std::size_t> before = held_kinks();
  std::vector<std::size_t> which = before;
  if (!kinks_[i].direction) {  // one that rests no longer rolls
    std::erase_if(which, [&](std::size_t j) { return kinks_[j].place == kinks_[i].place; });
  }
  which.push_back(i);
  // others that come onto theirs at the same instant
  const Twist V = raw_slip(y_);
  const double at_once = 1e-9 * speed_of(vector_of(V));
  for (std::size_t j = 0; j < kinks_.size(); ++j) {
    if (j != i && !is_held(j) && kinks_[j].miss(V).norm() <= at_once && kinks_[j].is_ahead(V)) which.push_back(j);
  }
  if (hold(which)) note_change(before, SliderEvent::Cause::SupportHolds);
}

bool SliderSimulation::hold(const std::vector<std::size_t>& which) {
  set_hold(which);
  if (hold_->motions().isZero(0.0)) {
    set_relative_velocity(Vector3::Zero());
    hold_.reset();
    leave_or_stay(SliderEvent::Cause::Stop);
    return false;
  }
  set_relative_velocity(equations_.velocity_of(twist_of(slip_twist(y_)), unit_vector(y_[3])));
  if (use_of_hold(y_) > 1.0) push_off(yielding_of_hold(FrictionStep(hold_->surface.patch(), G_), y_), first_moment());
  return true;
}

Twist SliderSimulation::yielding_of_hold(const FrictionStep& step, const Unknowns& y) const {
  return step(twist_of(G_inverse_ * motion(y).held), 1.0);
}

void SliderSimulation::push_off(const Twist& b, double duration) {
  const std::vector<std::size_t> before = hold_->kinks;
  y_.segment<3>(4) += duration * equations_.velocity_of(b, unit_vector(y_[3]));
  const auto rested_at = [&](Vec2 place) {
    return std::any_of(before.begin(), before.end(),
                       [&](std::size_t j) { return !kinks_[j].direction && kinks_[j].place == place; });
  };
  std::vector<std::size_t> still;
  const double speed = speed_of(vector_of(b));
  for (std::size_t i = 0; i < kinks_.size(); ++i) {
    if (kinks_[i].miss(b).norm() > 1e-9 * speed) continue;
    const bool was_held = std::find(before.begin(), before.end(), i) != before.end();
    const bool starts_to_roll = kinks_[i].direction && kinks_[i].is_ahead(b) && rested_at(kinks_[i].place);
    if (was_held || starts_to_roll) still.push_back(i);
  }
  set_hold(still);
}

void SliderSimulation::release() {
  const std::vector<std::size_t> before = held_kinks();
  const Unknowns limit = y_;
  const FrictionStep step(hold_->surface.patch(), G_);
  if (equations_.has_one_coefficient() || mode_of_hold() != MotionMode::Pivot) {
    // its slip grows with the square of time: half of what the acceleration at the end would give
    const auto f = [this](const Unknowns& y) { return slip_slope(y); };
    const Unknowns slope = f(y_);
    Stepper stepper;
    Twist b;
    double moment = longest_moment * time_;
    do {
      moment *= 0.5;
      stepper.step(f, y_, slope, moment / slope[0]);
      if (stepper.end().allFinite()) b = yielding_of_hold(step, stepper.end());
    } while (!(stepper.error(allowed_errors(slope[0], speed(y_))) <= 1.0 && is_short(vector_of(b), moment)) &&
             moment > shortest_moment * time_);
    sample_until(stepper.end()[0], [&](double t) -> Unknowns {
      return stepper.at(f, root_between([&](double x) { return stepper.at(f, x)[0] - t; }, 0.0, 1.0));
    });
    y_ = stepper.end();
    push_off(b, 0.5 * moment);
  } else {
    push_off(yielding_of_hold(step, y_), first_moment());
  }
  const std::size_t events = run_.events.size();
  note_change(before, SliderEvent::Cause::SupportYields);
  if (run_.events.size() > events) {
    run_.events.back().t = limit[0];
    run_.events.back().state = state(limit);
  }
}

void SliderSimulation::hold_what_rolls() {
  const Twist V = raw_slip(y_);
  const double speed = speed_of(vector_of(V));
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < kinks_.size(); ++i) {
    if (kinks_[i].miss(V).norm() <= 1e-12 * speed && kinks_[i].is_ahead(V)) which.push_back(i);
  }
  // wheels that roll from the start are part of it
  if (!which.empty() && hold(which)) note_change(held_kinks(), SliderEvent::Cause::SupportHolds);
}

}  // namespace dryslip::detail
