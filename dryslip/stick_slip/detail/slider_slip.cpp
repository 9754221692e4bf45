#include "dryslip/stick_slip/detail/slider_simulation.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "dryslip/stick_slip/detail/formula_without_value.hpp"

namespace dryslip::detail {

Vector3 SliderSimulation::sliding_load(const Unknowns& y) const {
  const Motion at = motion(y);
  return equations_.load_in_world(load_of(at.friction + at.held), at.heading);
}

SliderSimulation::Motion SliderSimulation::motion(const Unknowns& y) const {
  Motion result;
  const Vec2 heading = result.heading = unit_vector(y[3]);
  result.V = slip_twist(y, heading);
  const Vector3 relative = equations_.velocity_of(twist_of(result.V), heading);
  result.state = state_of(y.segment<3>(1), relative + equations_.table_velocity(y[0], position(y)));
  result.load = equations_.external(y[0], result.state);
  const Twist V = twist_of(result.V);
  result.friction = vector_of(hold_ ? hold_->supports.load(V) : equations_.kinetic().load(V));
  const Vector3 carried = equations_.table_acceleration(y[0], result.state);
  const Vector3 load =
      vector_of(equations_.load_in_body(result.load.sum() - equations_.momentum(carried), heading)) - result.friction;
  // axes that turn with the body: the rate of V there is its acceleration and this
  const Vec2 v = rotated_back({relative[0], relative[1]}, heading);
  const Vector3 turning(result.state.omega * v.y, -result.state.omega * v.x, 0.0);
  if (hold_) {
    result.V_rate = hold_->motions() * (hold_->motions().transpose() * (load + G_ * turning));
    result.held = load - G_ * (result.V_rate - turning);
    result.held -=
        G_ * (hold_->motions() * (hold_->motions().transpose() * result.held));  // no power, but for rounding
  } else {
    result.V_rate = G_inverse_ * load + turning;
    result.held = Vector3::Zero();
  }
  result.acceleration = equations_.velocity_of(twist_of(result.V_rate - turning), heading) + carried;
  return result;
}

SliderSimulation::Unknowns SliderSimulation::slip_slope(const Unknowns& y) const {
  if (!y.allFinite()) return Unknowns::Constant(std::numeric_limits<double>::quiet_NaN());  // a step far too long
  if (!hold_) return free_slope(y);
  const Motion at = motion(y);
  const Vector3 velocity(at.state.velocity.x, at.state.velocity.y, at.state.omega);
  const Vector3 friction = equations_.load_in_world(load_of(at.friction + at.held), at.heading);
  Unknowns slope;
  slope << 1.0, velocity, at.acceleration, at.load.drive.dot(velocity), at.load.springs.dot(velocity),
      -friction.dot(velocity);
  return slope / slowness(at.V);
}

SliderSimulation::Unknowns SliderSimulation::free_slope(const Unknowns& y) const {
  const Vector3 velocity = y.segment<3>(4), relative = relative_velocity(y);
  const Vec2 heading = unit_vector(y[3]);
  const Twist V = equations_.slip(relative, heading);
  const Vector3 friction = equations_.load_in_world(equations_.kinetic().load(V), heading);
  const ExternalLoad load = equations_.external(y[0], state(y));
  Unknowns slope;
  slope << 1.0, velocity, equations_.acceleration(load.sum() - friction), load.drive.dot(velocity),
      load.springs.dot(velocity), -friction.dot(velocity);
  return kinks_.empty() ? Unknowns(equations_.speed(relative) * slope) : Unknowns(slope / slowness(vector_of(V)));
}

double SliderSimulation::slowness(const Vector3& V) const {
  double sum = 1.0 / speed_of(V);
  for (std::size_t i = 0; i < kinks_.size(); ++i) {
    if (kinks_[i].rows.rows() == 2 && !is_held(i)) sum += 1.0 / kinks_[i].miss(twist_of(V)).norm();
  }
  return sum;
}

SliderSimulation::Unknowns SliderSimulation::allowed_errors(double now, double largest) const {
  const double speed = std::max(largest, length_ / time_);
  const double time = std::max(time_, largest * time_ * time_ / length_), way = std::max(length_, speed * time);
  // an error of a slow slip moves the end by little; its direction is to have four digits all the same
  const double part = 0.03 * options_.tolerance;
  const double velocity = std::min(speed, 1e-4 / part * now), energy = equations_.mass() * speed * speed;
  Unknowns result;
  result << time, way, way, way / length_, velocity, velocity, velocity / length_, energy, energy, energy;
  constexpr double rounding = 64.0 * std::numeric_limits<double>::epsilon();
  result *= part;
  for (int i = 0; i < result.size(); ++i) result[i] = std::max(result[i], rounding * std::abs(y_[i]));
  if (!equations_.table_rests()) {
    const double slip = rounding_of_slip();
    result.segment<3>(4) = result.segment<3>(4).cwiseMax(Vector3(slip, slip, slip / length_));
  }
  return result;
}

double SliderSimulation::rounding_of_slip() const {
  if (equations_.table_rests()) return 0.0;
  const double change = y_[0] * equations_.speed(equations_.table_acceleration(y_[0], state(y_)));
  return 64.0 * std::numeric_limits<double>::epsilon() * (equations_.speed(y_.segment<3>(4)) + change);
}

void SliderSimulation::slip() {
  const auto f = [this](const Unknowns& y) { return slip_slope(y); };
  Stepper stepper;
  Unknowns slope = f(y_);
  double largest = speed(y_);
  double h = 0.1 * slope[0] / equations_.speed(slope.segment<3>(4));
  if (!std::isfinite(h)) h = 0.1 * time_ / slope[0];
  bool was_too_long = false;
  while (!is_over_) {
    ++run_.steps;
    // what holds feels loads that the motion does not
    if (hold_) h = std::min(h, std::min(options_.output_step, 0.1 * time_) / slope[0]);
    stepper.step(f, y_, slope, h);
    if (const double part = part_before_crossing(stepper.end()); part < 1.0 && stepper.end().allFinite()) {
      h *= part;
      was_too_long = true;
      continue;
    }
    const double error = stepper.error(allowed_errors(slope[0], largest));
    if (!(error <= 1.0)) {
      h = std::isfinite(error) ? Stepper::next_size(h, error) : 0.3 * h;
      was_too_long = true;
      if (!(h * slope[0] > 1e-15 * time_)) {
        if (!slope.allFinite() || !f(y_ + h * slope).allFinite())
          throw std::invalid_argument("a load or a velocity of the table is not finite");
        return give_up();
      }
      continue;
    }
    const auto part_at = [&](double t) {
      return root_between([&](double x) { return stepper.at(f, x)[0] - t; }, 0.0, 1.0);
    };
    const auto curve = [&](double t) -> Unknowns { return stepper.at(f, part_at(t)); };
    const double last = stepper.end()[0] < end_ ? 1.0 : part_at(end_);
    if (const auto x = first_switch([&](double at) -> Unknowns { return stepper.at(f, at); }, 0.0, last)) {
      const Unknowns at_switch = stepper.at(f, *x);
      sample_until(at_switch[0], curve);
      y_ = at_switch;
      return take_choices();
    }
    if (hold_ && use_of_hold(stepper.at(f, last)) > 1.0) {
      const double x = root_between([&](double at) { return use_of_hold(stepper.at(f, at)) - 1.0; }, 0.0, last);
      const Unknowns leaves = stepper.at(f, x);
      sample_until(leaves[0], curve);
      y_ = leaves;
      return release();
    }
    if (stepper.end()[0] >= end_) {
      sample_until(end_, curve);
      y_ = curve(end_);
      y_[0] = end_;
      return;
    }
    sample_until(stepper.end()[0], curve);
    y_ = stepper.end();
    slope = stepper.end_slope();
    h = was_too_long ? std::min(h, Stepper::next_size(h, error)) : Stepper::next_size(h, error);
    was_too_long = false;
    largest = std::max(largest, speed(y_));
    if (ends_here(allowed_errors(slope[0], largest)[0])) return;
  }
}

bool SliderSimulation::ends_here(double allowed) {
  const Motion at = motion(y_);
  const Vector3 momentum = G_ * at.V;
  const double left = -momentum.dot(at.V) / momentum.dot(at.V_rate);
  // times that are lost in t, and a slip that is lost in the table's velocity
  const double shortest = std::max(1e-14 * time_, 8.0 * std::numeric_limits<double>::epsilon() * y_[0]);
  const bool is_over = left >= 0.0 && left <= std::max(0.03 * allowed, shortest);
  constexpr double margin = 16.0;  // a step may pass zero by its error
  if (is_over || speed_of(at.V) <= margin * rounding_of_slip()) {
    stop(is_over ? left : 0.0);
    return true;
  }
  for (std::size_t i = 0; i < kinks_.size(); ++i) {
    const SlipKink& kink = kinks_[i];
    if (is_held(i) || !kink.is_ahead(twist_of(at.V))) continue;
    const auto miss = kink.miss(twist_of(at.V)), rate = kink.miss(twist_of(at.V_rate));
    const double support_left = -miss.squaredNorm() / miss.dot(rate);
    // seen from the body's speed the slip is known to rounding only; all supports stop with the body
    const bool stops_with_body = left >= 0.0 && left <= 10.0 * support_left;
    if (!(support_left >= 0.0 && support_left <= 3.0 * allowed) || stops_with_body) continue;
    const Vector3 relative = equations_.velocity_of(twist_of(at.V), at.heading);
    move_on(support_left, relative, relative);
    hold_or_pass(i);
    return true;
  }
  return false;
}

double SliderSimulation::part_before_crossing(const Unknowns& next) const {
  if (!can_cross_) return 1.0;
  const Motion at = motion(y_);
  const Vector3 after = slip_twist(next);
  const double duration = next[0] - y_[0];
  double part = 1.0;
  for (std::size_t i = 0; i < kinks_.size(); ++i) {
    const SlipKink& kink = kinks_[i];
    if (kink.rows.rows() != 1 || is_held(i) || !kink.is_ahead(twist_of(at.V))) continue;
    const double from = kink.miss(twist_of(at.V))[0], to = kink.miss(twist_of(after))[0];
    const double time = -from / kink.miss(twist_of(at.V_rate))[0];
    const bool turns_back = time >= 0.0 && time < 0.5 * duration;
    if ((from > 0.0) != (to > 0.0)) part = std::min(part, 0.9 * from / (from - to));
    if (turns_back) part = std::min(part, 0.9 * time / duration);
  }
  return part;
}

void SliderSimulation::stop(double time_left) {
  move_on(time_left, relative_velocity(y_), Vector3::Zero());
  hold_.reset();
  take_choices();  // a formula may see that it rests
  leave_or_stay(SliderEvent::Cause::Stop);
}

void SliderSimulation::give_up() {
  // short of a place where a formula has no value
  const auto fault = formula_without_value(body_, y_[0], state(y_), 1e-6 * std::max(1.0, y_[0]));
  run_.outcome = fault ? SliderOutcome::FormulaNotFinite : SliderOutcome::NotConverged;
  if (fault) run_.reason = fault->what();
  is_over_ = true;
}

}  // namespace dryslip::detail
