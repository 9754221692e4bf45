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

/// What a step of a pulse loses by the rounding of its times.
SliderSimulation::Unknowns SliderSimulation::lost_in_time(const Unknowns& rate, double h) const {
  constexpr double some = 64.0, epsilon = std::numeric_limits<double>::epsilon(), of_all_stages = 4.0;
  Unknowns later = y_;
  later[0] += some * epsilon * y_[0];
  return of_all_stages / some * h * (slope(later) - rate).cwiseAbs();
}

/// How far a curve misses the equations of motion at a place, in allowed errors over its step.
double SliderSimulation::miss(const Curve& curve, double x, double h, const Unknowns& allowed) const {
  Unknowns rate = 7.0 * curve.powers.col(7);
  for (int i = 7; i-- > 1;) rate = i * curve.powers.col(i) + x * rate;
  return ((rate - h * slope(curve.at(x))).array() / allowed.array()).abs().maxCoeff();
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

void SliderSimulation::advance() {
  if (mode_ == MotionMode::Stick && equations_.table_rests()) return wait();
  const auto f = [this](const Unknowns& y) { return slope(y); };
  Stepper stepper;
  StiffStepper stiff_stepper;
  Unknowns rate = f(y_);
  const double fastest = largest_;
  // what a slip is compared with: where its force turns, the slowest of those that may come to rest
  const auto scale_of_slip = [&](const Unknowns& slope_now) {
    return slope_now[0] == 1.0 ? std::max(fastest, length_ / time_) : slope_now[0];
  };
  double h = next_step_;
  if (!(h > 0.0)) {
    h = 0.1 * scale_of_slip(rate) / speed_of(rate.segment<3>(4));
    h = std::isfinite(h) ? std::min(h, time_ / rate[0]) : 0.1 * time_ / rate[0];
  }
  int stiff_steps = 0, steps_alike = 0, failures = 0, trials = 0;
  constexpr int most_failures = 5, steps_without = 40;
  const bool comes_to_roll = std::any_of(elements_.begin(), elements_.end(), [](const ContactElement& element) {
    return !element.is_point() && !element.model->is_closed_form();
  });
  bool is_stiff = false, was_too_long = false;
  // over what part of a slip its derivatives are taken: over none, or, next to where they have a pole, as with the center of rotation on
  // a line, over some or less
  const bool is_integrated = !equations_.static_surface().model().is_closed_form();
  const bool has_hessian = equations_.kinetic().has_potential();
  const double parts[]{0.0, 1e-3, std::max(1e-8, 100.0 * equations_.static_surface().load_error())};
  std::size_t part_now = has_hessian ? 0 : 1;
  int parts_tried = 0;
  Unknowns allowed = allowed_errors(scale_of_slip(rate), largest_);
  while (record_.goes_on()) {
    if (!rate.allFinite()) throw std::invalid_argument("a load or a velocity of the table is not finite");
    ++record_.run.steps;
    if (crawls()) return record_.fail(RunOutcome::NotConverged, steps_.text("steps"));
    double error = std::numeric_limits<double>::infinity();
    StiffStepper::Jacobian J;
    if (is_stiff) {
      const double over = parts[part_now] * scale_of_slip(rate);
      J = over > 0.0 ? jacobian(y_, rate, over) : exact_jacobian(y_, rate);
      const Unknowns rounding = rounding_error(rate, h, allowed);
      if (stiff_stepper.step(f, y_, rate, J, h, allowed, rounding)) {
        error = stiff_stepper.error(allowed.cwiseMax(rounding));
      } else if (++parts_tried < (has_hessian ? 3 : 2)) {
        part_now = part_now + 1 < std::size(parts) ? part_now + 1 : (has_hessian ? 0 : 1);
        continue;
      } else if (comes_to_roll && ++failures > most_failures) {
        // next to rolling, integrated loads are known too little for Newton's method
        is_stiff = false;
        failures = 0;
        stiff_steps = -steps_without;
      }
    } else {
      stepper.step(f, y_, rate, h);
      error = stepper.error(is_integrated ? Unknowns(allowed.cwiseMax(rounding_error(rate, h, allowed))) : allowed);
    }
    parts_tried = 0;
    constexpr double nanosecond = 1e-8,
                     most_lost = 1e3;  // of the natural time, and of the errors allowed: beyond that is a pole
    if (!is_stiff && !(error <= 1.0) && h * rate[0] < nanosecond * time_)
      error = stepper.error(allowed.cwiseMax(lost_in_time(rate, h).cwiseMin(most_lost * allowed)));
    const auto next_size = [&](double of) {
      if (!std::isfinite(of)) return 0.3 * h;
      return is_stiff ? StiffStepper::next_size(h, of) : Stepper::next_size(h, of);
    };
    if (!(error <= 1.0)) {
      h = next_size(error);
      was_too_long = true;
      if (!(h * rate[0] > std::max(1e-15 * time_, 2e-16 * y_[0]))) {
        if (passes_switch_ahead()) return;
        for (const double ahead : {1.0, 1e3, 1e6}) {
          failing_ = y_ + ahead * h * rate;
          if (!f(*failing_).allFinite()) throw std::invalid_argument("a load or a velocity of the table is not finite");
        }
        if (comes_to_rest(rate, allowed[0], negligible_speed())) return;
        return record_.fail(RunOutcome::NotConverged);
      }
      continue;
    }
    const Unknowns end = is_stiff ? stiff_stepper.end() : stepper.end();
    const bool is_looked_at = may_change() || end[0] >= end_ || end[0] >= next_output_;
    Curve curve;
    if (is_looked_at && is_stiff) {
      curve.powers.setZero();
      curve.powers.leftCols<6>() = stiff_stepper.powers();
    } else if (is_looked_at) {
      curve.powers = stepper.powers(f);
    }
    double part = 1.0;
    if (equations_.has_formulas()) part = known_part(equations_.are_of_time() ? straight(y_, end) : curve);
    if (part < 1.0 && h * part * rate[0] > std::max(1e-12 * time_, 1e-14 * y_[0])) {
      h *= part;
      was_too_long = true;
      continue;
    }
    const double last = end[0] < end_ ? 1.0 : curve.part_at(end_);
    slip_error_ = allowed[4];
    const Change change = may_change() ? first_change(curve, last) : Change{};
    constexpr double limit_of_stability = 4.0;
    const bool is_held_back = !is_stiff && stepper.stiffness(allowed) > limit_of_stability;
    if (change.kind != Change::Kind::None && is_held_back &&
        stiff_steps >= 0) {  // its curve may swing around the right one
      is_stiff = true;
      continue;
    }
    // what the curve may miss, which is of a lower order than the end of the step
    constexpr double well = 30.0, for_a_row = 300.0;
    constexpr int most_trials = 3;
    if (change.kind != Change::Kind::None && trials < most_trials && miss(curve, change.x, h, allowed) > well) {
      ++trials;
      h *= 0.5;
      was_too_long = true;
      continue;
    }
    std::optional<bool> is_good;  // for rows
    const auto place = [&](double t) {
      const double x = curve.part_at(t);
      if (!is_good) is_good = miss(curve, 0.5, h, allowed) <= for_a_row;
      if (*is_good) return curve.at(x);
      Stepper own;
      StiffStepper own_stiff;
      if (is_stiff && !own_stiff.step(f, y_, rate, J, x * h, allowed, rounding_error(rate, x * h, allowed)))
        return curve.at(x);
      if (!is_stiff) own.step(f, y_, rate, x * h);
      const Unknowns y = is_stiff ? own_stiff.end() : own.end(), slope_there = f(y);
      return Unknowns(y + (t - y[0]) / slope_there[0] * slope_there);
    };
    trials = 0;
    if (change.kind != Change::Kind::None) {
      Unknowns there = curve.at(change.x);
      there[0] = change.t.value_or(there[0]);
      sample_until(there[0], place);
      y_ = there;
      largest_ = std::max(largest_, speed_of(slip_of(y_)));
      next_step_ = h;
      const Unknowns rate_there = f(y_);
      if (reverses(rate_there)) return stop();
      if (comes_to_rest(rate_there, allowed[0])) return;
      return take(change);
    }
    sample_until(std::min(end[0], end_), place);
    if (end[0] >= end_) {
      y_ = place(end_);
      y_[0] = end_;
      return;
    }
    if (!is_stiff) stiff_steps = is_held_back || stiff_steps < 0 ? stiff_steps + 1 : 0;
    y_ = end;
    if (!equations_.loose().empty()) {  // chosen anew where it has got to
      equations_.set_loose({});
      equations_.hold_choices(equations_.choices(y_[0], state(y_)));
    }
    rate = is_stiff ? f(y_) : stepper.end_slope();
    const double next = next_size(error);
    // next to a pole of the load's derivative the estimate of stiff steps may be the same for all sizes
    constexpr int many_alike = 20;
    constexpr double alike = 1.1, longer = 4.0;
    steps_alike = is_stiff && !was_too_long && next < alike * h ? steps_alike + 1 : 0;
    h = was_too_long ? std::min(h, next) : next;
    if (steps_alike % many_alike == many_alike - 1) h *= longer;
    was_too_long = false;
    if (!is_stiff && stiff_steps >= 4) is_stiff = true;
    largest_ = std::max(largest_, speed_of(slip_of(y_)));
    allowed = allowed_errors(scale_of_slip(rate), largest_);
    if (comes_to_rest(rate, allowed[0])) return;
  }
}

/// A formula that is held may have no value beyond its switch, as max(0, t0 - t)^1.5, so that no step gets there: the last digits of time
/// are passed at once.
bool SliderSimulation::passes_switch_ahead() {
  if (!equations_.has_choices() || !equations_.are_of_time()) return false;
  constexpr double digits = 64.0 * std::numeric_limits<double>::epsilon();
  const double ahead = y_[0] + std::max(1e-14 * time_, digits * y_[0]);
  const std::vector<double> held = equations_.held_choices();
  std::vector<double> chosen = equations_.choices(ahead, {});
  if (chosen == held || ahead > end_) return false;
  const Vector3 before = equations_.table_velocity(y_[0], position(y_));
  equations_.hold_choices(std::move(chosen));
  const Vector3 jump = equations_.table_velocity(ahead, position(y_)) - before;
  constexpr double rounding = 1e-12;
  if (!(equations_.speed(jump) <= rounding * (equations_.speed(before) + length_ / time_))) {
    equations_.hold_choices(held);
    return false;
  }
  sample_until(ahead, [&](double t) {
    Unknowns y = y_;
    y[0] = t;
    return y;
  });
  y_[0] = ahead;
  next_step_ = 0.0;
  test_hold();
  return true;
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
  const Twist V = twist_of(slip), V_rate = twist_of(slip_rate);
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
      if (speed_of(slip) <= rounding_of_unknowns * speed_that_counts(largest_)) {
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
