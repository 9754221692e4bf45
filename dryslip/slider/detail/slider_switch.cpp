#include <algorithm>
#include <array>
#include <optional>

#include "dryslip/numerics/look_along.hpp"
#include "dryslip/slider/detail/slider_span.hpp"

// Formulas that switch: where they do so along a step, and what follows.

namespace dryslip::detail {

/// Looks along a step for the first place where formulas choose otherwise than they are held to. Choices that bounds cannot decide, as of
/// numbers that are equal but for rounding, are loosened: they do not count as long as they make no difference.
class SliderSimulation::SwitchSearch {
 public:
  SwitchSearch(SliderSimulation& simulation, const Curve& curve, const Span& span)
      : simulation_(simulation), equations_(simulation.equations_), curve_(curve), span_(span) {}

  /// Puts the switch into `first` where it is before that change.
  void find(Change& first) {
    const auto over = [this](double x) { return is_over(x); };
    const auto found = look_along(
        0.0, first.x, span_.smallest(), [this](double from, double to) { return look(from, to); }, over,
        [this](double from, double to) {
          ++times_loosened_;
          loosen(undecided(from, to));
        });
    if (!found) return;
    first = {.kind = Change::Kind::FormulaSwitches, .x = crossing_.value_or(*found)};
    first.t = exact_switch(first.x);
  }

 private:
  static constexpr int most_looks = 1000, most_times = 20;
  static constexpr double overlooked = 1.0 / 32.0;  // at most, where bounds tell nothing of a zero such as vx − vx
  /// Of natural loads and speeds: a choice that changes less makes no difference, as of a drag that is nothing yet, vx*abs(vx) near 0.
  static constexpr double no_difference = 1e-13;

  bool is_over(double x) const {
    const Unknowns y = curve_.at(x);
    return !equations_.are_held(y[0], simulation_.state(y));
  }

  Look look(double from, double to) {
    if (surely_hold(from, to)) {
      sure_ = to;
      return Look::Clear;
    }
    if (++looks_ >= most_looks && !is_over(to)) loosen_hopeless(from, to);
    if (equations_.loose().empty() || !span_.bounds(from, to).choices_hold) return Look::Unclear;
    if (surely_differ(to)) {
      equations_.set_loose({});
      crossing_ = first_over(sure_, to, span_.smallest(), [this](double x) { return is_over(x); });
      return Look::Found;
    }
    if (may_differ(from, to) && (++loose_looks_ < most_looks || to - from > overlooked)) return Look::Unclear;
    sure_ = to;
    return Look::Clear;
  }

  bool surely_hold(double from, double to) {
    if (equations_.loose().empty()) return span_.bounds(from, to).choices_hold;
    return times_loosened_ < most_times && strict_bounds(from, to).choices_hold;
  }
  /// Bounds that consider loose choices too.
  SpanBounds strict_bounds(double from, double to) {
    std::vector<char> loose = equations_.loose();
    equations_.set_loose({});
    const SpanBounds result = span_.bounds(from, to);
    equations_.set_loose(std::move(loose));
    return result;
  }

  /// Choices that bounds over this part cannot decide.
  std::vector<char> undecided(double from, double to) {
    const std::vector<char> loose = equations_.loose();
    std::vector<char> result(equations_.held_choices().size()), others(result.size(), 1);
    for (std::size_t i = 0; i < result.size(); ++i) {
      others[i] = 0;
      equations_.set_loose(others);
      result[i] = span_.bounds(from, to).choices_hold ? 0 : 1;
      others[i] = 1;
    }
    equations_.set_loose(loose);
    return result;
  }
  void loosen(const std::vector<char>& which) {
    std::vector<char> loose = equations_.loose();
    loose.resize(which.size());
    for (std::size_t i = 0; i < which.size(); ++i) loose[i] |= which[i];
    equations_.set_loose(std::move(loose));
  }
  /// After many looks in vain.
  void loosen_hopeless(double from, double to) {
    times_loosened_ = most_times;
    // at either end: what is decided at one of them is looked for
    std::vector<char> which = undecided(from, from);
    const std::vector<char> at_end = undecided(to, to);
    for (std::size_t i = 0; i < which.size(); ++i) which[i] &= at_end[i];
    const bool are_decided = std::none_of(which.begin(), which.end(), [](char lost) { return lost != 0; });
    // a number next to zero may be decided at both ends where no span decides it
    loosen(are_decided ? undecided(from, to) : which);
  }

  /// Load less the inertia of what the table carries, and the velocity of the table.
  std::pair<Vector3, Vector3> load_and_table_velocity(const Unknowns& y) const {
    const SliderState at = simulation_.state(y);
    return {equations_.external(y[0], at).sum() - equations_.momentum(equations_.table_acceleration(y[0], at)),
            equations_.table_velocity(y[0], position(y))};
  }
  /// Whether formulas choose otherwise at this place than they are held to, and this is no rounding.
  bool surely_differ(double x) {
    const Unknowns y = curve_.at(x);
    const std::vector<double> held = equations_.held_choices();
    std::vector<double> here = equations_.choices(y[0], simulation_.state(y));
    if (here == held) return false;
    // only those that can be decided there
    equations_.hold_choices(here);
    const std::vector<char> lost = undecided(x, x);
    equations_.hold_choices(held);
    for (std::size_t i = 0; i < here.size(); ++i)
      if (lost[i] != 0) here[i] = held[i];
    const auto [load, velocity] = load_and_table_velocity(y);
    equations_.hold_choices(std::move(here));
    const auto [other_load, other_velocity] = load_and_table_velocity(y);
    equations_.hold_choices(held);
    const LoadScale scale = equations_.natural_load();
    const Vector3 change = (other_load - load).cwiseAbs();
    return change.head<2>().maxCoeff() > no_difference * scale.force || change[2] > no_difference * scale.moment ||
           equations_.speed(other_velocity - velocity) > no_difference * simulation_.length_ / simulation_.time_;
  }

  /// By how much more loads and the velocity of the table may be off where loose choices are not held.
  std::array<double, 4> difference_of_loose(double from, double to) {
    const SpanBounds own = span_.bounds(from, to), held = strict_bounds(from, to);
    return {own.load[0].stray - held.load[0].stray, own.load[1].stray - held.load[1].stray,
            own.load[2].stray - held.load[2].stray, own.table_stray - held.table_stray};
  }
  /// Whether loose choices may make more of a difference over a part than at single places, where numbers that are equal but for
  /// rounding cannot be told apart: sqrt(t*t) >= t.
  bool may_differ(double from, double to) {
    const LoadScale scale = equations_.natural_load();
    const std::array natural{scale.force, scale.force, scale.moment, 1.0};
    const std::array<double, 4> over = difference_of_loose(from, to);
    const auto is_more = [&](const std::array<double, 4>& than) {
      constexpr double more = 1.0 + 1e-6;
      for (std::size_t i = 0; i < over.size(); ++i)
        if (!(over[i] <= more * than[i] + no_difference * natural[i])) return true;
      return false;
    };
    if (!is_more({})) return false;
    for (const double x : {from, 0.5 * (from + to), to})
      if (is_more(difference_of_loose(x, x))) return true;
    return false;
  }

  /// The first number of time for which formulas choose otherwise, next to this place, where they depend on time only.
  std::optional<double> exact_switch(double x) const {
    if (!equations_.are_of_time()) return std::nullopt;
    constexpr double some = 4.0;  // of the places that cannot be told apart
    double before = curve_.at(std::max(0.0, x - some * span_.smallest()))[0], after = curve_.at(x)[0];
    const auto over = [&](double t) { return !equations_.are_held(t, {}); };
    if (over(before) || !over(after)) return std::nullopt;
    for (double middle = 0.5 * (before + after); before < middle && middle < after; middle = 0.5 * (before + after))
      (over(middle) ? after : before) = middle;
    return after;
  }

  SliderSimulation& simulation_;
  SliderEquations& equations_;
  const Curve& curve_;
  const Span& span_;
  int looks_ = 0;        // that showed nothing
  int loose_looks_ = 0;  // of these, in spite of loose choices
  int times_loosened_ = 0;
  double sure_ = 0.0;               // up to where all choices hold, or others would make no difference
  std::optional<double> crossing_;  // of choices that were loose
};

void SliderSimulation::find_switch(const Curve& curve, const Span& span, Change& first) {
  if (equations_.has_choices()) SwitchSearch(*this, curve, span).find(first);
}

bool SliderSimulation::take_choices() {
  const Vector3 before = equations_.table_velocity(y_[0], position(y_));
  const Vector3 load_before = equations_.external(y_[0], state(y_)).sum();
  const std::vector<double> held = equations_.held_choices();
  choose_past(held);
  const Vector3 after = equations_.table_velocity(y_[0], position(y_)), jump = after - before;
  constexpr double rounding = 1e-12;
  // a kink is no jump
  const double no_jump = rounding * (equations_.speed(before) + equations_.speed(after) + length_ / time_);
  if (equations_.speed(jump) > no_jump) {
    jump_with_table(jump, no_jump);
    return true;
  }
  const Vector3 load_jump = equations_.external(y_[0], state(y_)).sum() - load_before;
  const LoadScale scale = equations_.natural_load();
  const bool is_smooth = load_jump.head<2>().norm() <= rounding * (scale.force + load_before.head<2>().norm()) &&
                         std::abs(load_jump[2]) <= rounding * (scale.moment + std::abs(load_before[2]));
  is_smooth ? count_smooth_switch(held) : count_switch();
  return false;
}

void SliderSimulation::choose_past(const std::vector<double>& held) {
  pass_rounding();
  std::vector<double> chosen = equations_.choices(y_[0], state(y_));
  hold_choices_after(y_);
  // one that is back at once, by rounding, has changed all the same
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (equations_.held_choices()[i] != held[i]) chosen[i] = equations_.held_choices()[i];
  }
  equations_.hold_choices(std::move(chosen));
}

void SliderSimulation::jump_with_table(const Vector3& jump, double no_jump) {
  set_hold({});
  y_.segment<3>(4) -= vector_of(equations_.slip(jump, unit_vector(y_[3])));
  const double left = speed_of(slip_of(y_));
  if (left <= no_jump) {
    y_.segment<3>(4).setZero();
    return leave_or_stay(SliderEvent::Cause::TableJumps);
  }
  begin(MotionMode::Slip, SliderEvent::Cause::TableJumps);
  set_sectors();
  largest_ = std::max(largest_, left);
  std::vector<SliderEvent>& events = record_.run.events;
  const std::size_t count = events.size();
  start_to_hold(no_slip_at_start);
  if (events.size() == count + 1) {  // one jump is one event
    events.pop_back();
    events.back().to = mode_;
  }
}

void SliderSimulation::count_smooth_switch(const std::vector<double>& held) {
  constexpr double no_time = 1e-4;  // of the natural time
  if (y_[0] - last_smooth_switch_ < no_time * time_) {
    ++smooth_switches_;
  } else {
    stop_flickering();
  }
  last_smooth_switch_ = y_[0];
  constexpr int some = 10, more = 15;
  if (smooth_switches_ > some) {
    flickering_.resize(held.size());
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (equations_.held_choices()[i] != held[i]) flickering_[i] = 1;
    }
  }
  if (smooth_switches_ > more) equations_.set_loose(flickering_);
}

void SliderSimulation::pass_rounding() {
  constexpr int some = 10;
  constexpr double shortest = 1e-15, longest = 1e-11;  // of the natural time
  if (switches_ <= some) return;
  const double duration = std::min(std::min(std::ldexp(shortest, switches_ - some), longest) * time_, end_ - y_[0]);
  const bool rests = mode_ == MotionMode::Stick || slip_of(y_).isZero(0.0);  // or has just come to a stop
  const Vector3 V_rate = rests ? Vector3(Vector3::Zero()) : motion(y_).V_rate;
  sample_until(y_[0] + duration, [&](double t) { return moved(t - y_[0], V_rate); });
  y_ = moved(duration, V_rate);
}

void SliderSimulation::stop_flickering() {
  smooth_switches_ = 0;
  flickering_.clear();
  equations_.set_loose({});
}

void SliderSimulation::count_switch() {
  constexpr double no_time = 1e-7;  // of the natural time of the body; longer than a first moment
  switches_ = y_[0] - last_switch_ < no_time * time_ ? switches_ + 1 : 0;
  // a formula of the state that drives the body back and forth over its own switch
  constexpr double short_time = 1e-4;
  const bool is_quick = !equations_.are_of_time() && y_[0] - last_switch_ < short_time * time_;
  constexpr int most = 100, most_quick = 2000;
  // over a grating it gets ahead
  constexpr double way_ahead = 0.01;
  const Vector3 way = y_.segment<3>(1) - first_quick_;
  const bool is_ahead =
      std::max({std::abs(way[0]), std::abs(way[1]), length_ * std::abs(way[2])}) > way_ahead * length_;
  quick_switches_ = is_quick && !(quick_switches_ >= most_quick - 1 && is_ahead) ? quick_switches_ + 1 : 0;
  if (quick_switches_ == 0) first_quick_ = y_.segment<3>(1);
  last_switch_ = y_[0];
  if (switches_ >= most || quick_switches_ >= most_quick) record_.fail(RunOutcome::Chattering);
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

}  // namespace dryslip::detail
