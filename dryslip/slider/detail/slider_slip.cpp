#include <stdexcept>
#include <string>

#include "dryslip/slider/detail/root_between.hpp"
#include "dryslip/slider/detail/slider_simulation.hpp"

namespace dryslip::detail {

// ---- steps

SliderSimulation::Unknowns SliderSimulation::Curve::at(double x) const {
  Unknowns y = powers.col(7);
  for (int i = 7; i-- > 0;) y = powers.col(i) + x * y;
  return y;
}

SliderSimulation::Curve SliderSimulation::straight(const Unknowns& from, const Unknowns& to) {
  Curve curve;
  curve.powers.setZero();
  curve.powers.col(0) = from;
  curve.powers.col(1) = to - from;
  return curve;
}

double SliderSimulation::Curve::part_at(double t) const {
  const auto time_at = [&](double x, double& rate) {
    double value = powers(0, 7);
    rate = 0.0;
    for (int i = 7; i-- > 0;) {
      rate = value + x * rate;
      value = powers(0, i) + x * value;
    }
    return value - t;
  };
  // Newton's method; time grows along the curve
  double x = (t - powers(0, 0)) / powers.row(0).tail<7>().sum(), rate = 0.0;
  for (int round = 0; round < 10; ++round) {
    const double change = time_at(x, rate) / rate;
    x -= change;
    if (!(x >= 0.0 && x <= 1.0)) break;
    if (std::abs(change) < 1e-15) return x;
  }
  return root_between([&](double at) { return time_at(at, rate); }, 0.0, 1.0);
}

bool SliderSimulation::crawls() { return steps_.is_due() && steps_.is_none(y_[0], part_of_run()); }

void SliderSimulation::wait() {
  Curve curve;
  curve.powers.setZero();
  curve.powers.col(0) = y_;
  // no longer than what has passed, so that places along it are known as well as times
  const double until = std::min(end_, std::max(2.0 * y_[0], y_[0] + time_));
  curve.powers(0, 1) = until - y_[0];
  const Change change = first_change(curve, 1.0);
  const auto place = [&](double t) {
    Unknowns y = y_;
    y[0] = t;
    return y;
  };
  const double t = change.kind == Change::Kind::None ? until : change.t.value_or(curve.at(change.x)[0]);
  sample_until(t, place);
  y_[0] = t;
  if (change.kind != Change::Kind::None) take(change);
}

SliderSimulation::Unknowns SliderSimulation::moved(double duration, const Vector3& V_rate) const {
  Unknowns y = y_;
  const Motion at = motion(y);
  const Vector3 before(at.state.velocity.x, at.state.velocity.y, at.state.omega);
  const Vector3 change = equations_.velocity_of(twist_of(duration * V_rate), at.heading);
  const Vector3 mean = before + 0.5 * change;
  const double energy = equations_.kinetic_energy(at.state);
  y[0] += duration;
  y.segment<3>(1) += duration * mean;
  y.segment<3>(4) += duration * V_rate;
  const double of_drive = duration * at.load.drive.dot(mean), of_springs = duration * at.load.springs.dot(mean);
  y[7] += of_drive;
  y[8] += of_springs;
  y[9] += equations_.kinetic_energy(state(y)) - energy - of_drive - of_springs;
  return y;
}

SliderSimulation::Unknowns SliderSimulation::with_slip(const Unknowns& from, const Vector3& V, double duration) const {
  Unknowns y = from;
  const SliderState was = state(from);
  const ExternalLoad load = equations_.external(from[0], was);
  y.segment<3>(4) = V;
  const Vector3 way = 0.5 * duration * (relative_velocity(y) - relative_velocity(from));
  y.segment<3>(1) += way;
  const double of_drive = load.drive.dot(way), of_springs = load.springs.dot(way);
  y[7] += of_drive;
  y[8] += of_springs;
  y[9] += equations_.kinetic_energy(state(y)) - equations_.kinetic_energy(was) - of_drive - of_springs;
  return y;
}

// ---- ends of slips

bool SliderSimulation::comes_to_rest(const Unknowns& rate, double allowed, double negligible) {
  if (hold().freedom <= 1 || !has_friction_) return false;
  const Vector3 slip = slip_of(y_), slip_rate = rate.segment<3>(4) / rate[0];
  const Vector3 momentum = G_ * slip;
  const double left = -momentum.dot(slip) / momentum.dot(slip_rate);
  const double small = std::max(0.03 * allowed, rounding_of_time());
  if (left >= 0.0 && (left <= small || is_stop_known(slip_rate, left, small))) {
    const Vector3 to_rest = -1.0 / left * slip;
    sample_until(y_[0] + left, [&](double t) { return moved(t - y_[0], to_rest); });
    y_ = moved(left, to_rest);
    stop();
    return true;
  }
  // so slow that it would go no way, where rest bears the load
  const bool may_rest = speed_of(slip) <= negligible_speed() && bears_rest(with_slip(y_, Vector3::Zero(), 0.0));
  if (may_rest || speed_of(slip) <= negligible) {
    stop();
    return true;
  }
  return element_comes_to_rest(slip_rate, left, allowed, negligible);
}

/// `left` is the time until the body comes to rest.
bool SliderSimulation::element_comes_to_rest(const Vector3& slip_rate, double left, double allowed, double negligible) {
  const Twist V = twist_of(slip_of(y_)), V_rate = twist_of(slip_rate);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const ContactElement& element = elements_[i];
    if (is_held(i) || (element.is_point() && (element.sectors.empty() || !may_turn(i)))) continue;
    for (std::size_t k = 0; k < element.kinks.size(); ++k) {
      const SlipKink& kink = element.kinks[k];
      if (element.is_point() != kink.is_rest() || !kink.is_ahead(V)) continue;
      const auto miss = kink.miss(V), miss_rate = kink.miss(V_rate);
      const double left_here = -miss.squaredNorm() / miss.dot(miss_rate);
      // seen from the body's speed the slip is known to rounding only; all supports stop with the body
      const bool stops_with_body = left >= 0.0 && left <= 10.0 * left_here;
      // it rests, or starts anew
      const bool is_lost = miss.norm() <= std::max(lost_speed(element), negligible);
      const bool comes_to_rest_now = left_here >= 0.0 && left_here <= 3.0 * allowed && !stops_with_body;
      if (!comes_to_rest_now && !is_lost) continue;
      // of a body slower than rounding it cannot be told which support rests: it starts anew from rest
      if (speed_of(slip_of(y_)) <= rounding_of_unknowns * speed_that_counts(largest_)) {
        stop();
        return true;
      }
      if (comes_to_rest_now) y_ = moved(left_here, Vector3::Zero());
      std::vector<Held> candidates = hold().held;
      candidates.push_back({i, k});
      settle(std::move(candidates), SliderEvent::Cause::SupportHolds);
      return true;
    }
  }
  return false;
}

bool SliderSimulation::reverses(const Unknowns& rate) const {
  if (hold().freedom != 1) return false;
  const Vector3 n = sign_ * (G_ * hold().N.rowwise().sum());
  const double along = n.dot(slip_of(y_)), along_rate = n.dot(rate.segment<3>(4)) / rate[0];
  return along <= 0.0 || along <= -along_rate * rounding_of_time();
}

/// Whether a slip under constant loads goes straight to its stop from here: the stop that its rate tells has been the same for two steps,
/// and what turns it fades. The time left depends on the square of what turns it.
bool SliderSimulation::is_stop_known(const Vector3& V_rate, double left, double small) {
  if (may_change() || equations_.has_formulas()) return false;
  const Vector3 turning = V_rate + slip_of(y_) / left;
  const Forecast now{y_[0] + left, speed_of(turning) * left / speed_of(slip_of(y_))}, before = forecast_[0],
                                                                                      earlier = forecast_[1];
  forecast_ = {now, before};
  constexpr double part_of_way = 0.03, some = 30.0;
  return now.time < end_ && std::abs(now.time - before.time) <= small &&
         std::abs(before.time - earlier.time) <= some * small && now.turning <= before.turning &&
         before.turning <= earlier.turning && speed_of(turning) * left * left <= part_of_way * allowed_way();
}

void SliderSimulation::stop() {
  y_ = with_slip(y_, Vector3::Zero(), 0.0);
  set_hold({});
  if (take_choices()) return;  // a formula may see that it rests
  leave_or_stay(SliderEvent::Cause::Stop);
}

/// Into the next sector, with the same force there.
void SliderSimulation::cross_end(const Change& change) {
  const std::size_t count = elements_[change.element].sectors.size();
  const double before = slowness_of_turning(slip_of(y_));
  sector_[change.element] = (sector_[change.element] + (change.at_right ? count - 1 : 1)) % count;
  // where forces begin or cease to turn, steps are measured otherwise: the next one lasts as long
  const double after = slowness_of_turning(slip_of(y_));
  if ((before > 0.0) != (after > 0.0)) next_step_ *= (after > 0.0 ? after : 1.0) / (before > 0.0 ? before : 1.0);
  constexpr double no_time = 1e-6;  // of the natural time
  Looseness& loose = loose_[change.element];
  loose.crossings = y_[0] - loose.last < no_time * time_ ? loose.crossings + 1 : 0;
  loose.last = y_[0];
}

void SliderSimulation::test_hold() {
  if (hold().freedom == 3 || !record_.goes_on()) return;
  if (mode_ == MotionMode::Stick) {
    if (!bears_rest(y_)) leave_rest();
  } else if (use_of_hold(motion(y_)) > 1.0 + on_limit) {
    settle(hold().held, SliderEvent::Cause::SupportYields);
  }
}

void SliderSimulation::take(const Change& change) {
  using Kind = Change::Kind;
  if (change.kind == Kind::FormulaSwitches) {
    if (!take_choices()) test_hold();
  } else if (change.kind == Kind::SectorEnds) {
    if (change.kink != 0) {
      std::vector<Held> candidates = hold().held;
      candidates.push_back({change.element, change.kink});
      loose_[change.element] = {};
      count_switch();
      settle(std::move(candidates), SliderEvent::Cause::SupportHolds);
    } else {
      cross_end(change);
    }
  } else if (change.kind == Kind::RollingEnds) {
    if (speed_of(slip_of(y_)) <= negligible_speed()) return stop();  // none of them rolls on
    std::vector<Held> candidates = hold().held;
    std::erase_if(candidates, [&](const Held& held) { return held.element == change.element; });
    candidates.push_back({change.element, 0});
    count_switch();
    settle(std::move(candidates), SliderEvent::Cause::SupportHolds);
  } else if (change.kind == Kind::MotionReverses) {
    stop();
  } else if (change.kind == Kind::LimitReached) {
    mode_ == MotionMode::Stick ? break_away() : release();
  }
}

}  // namespace dryslip::detail
