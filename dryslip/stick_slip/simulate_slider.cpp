#include "dryslip/stick_slip/simulate_slider.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/numerics/runge_kutta_853.hpp"
#include "dryslip/stick_slip/detail/breakaway.hpp"
#include "dryslip/stick_slip/detail/slider_equations.hpp"
#include "dryslip/stick_slip/friction_step.hpp"

namespace dryslip {

namespace {

using detail::SliderEquations;
using detail::Vector3;
using Stepper = RungeKutta853<10>;
using Unknowns = Stepper::State;  // t, pose, velocity, works of drive, springs, friction

template <class Function>
double root_between(const Function& function, double a, double b) {
  const double at_a = function(a), at_b = function(b);
  if (at_a == 0.0) return a;
  if (at_b == 0.0 || (at_a > 0.0) == (at_b > 0.0)) return b;
  std::uintmax_t most = 100;
  const auto found = boost::math::tools::toms748_solve(function, a, b, at_a, at_b,
                                                       boost::math::tools::eps_tolerance<double>(50), most);
  return 0.5 * (found.first + found.second);
}

class Simulation {
 public:
  Simulation(const Slider& slider, const SliderRunOptions& options, const RunProgress& progress)
      : equations_(slider), options_(options), progress_(progress), body_(slider) {
    end_ = options.duration.value_or(1000.0);
    // natural units of the body under friction
    const double force = equations_.kinetic().scale().force;
    const double acceleration = force > 0.0 ? force / equations_.mass() : 1.0;
    length_ = equations_.gyration_radius();
    time_ = std::sqrt(length_ / acceleration);
    y_ << 0.0, slider.initial.position.x, slider.initial.position.y, slider.initial.angle, slider.initial.velocity.x,
        slider.initial.velocity.y, slider.initial.omega, 0.0, 0.0, 0.0;
  }

  SliderRun run() {
    next_output_ = options_.output_step;
    if (speed(y_) > 0.0) {
      begin(MotionMode::Slip, SliderEvent::Cause::Start);
      sample(y_);
    } else {
      leave_or_stay(SliderEvent::Cause::Start);
    }
    while (y_[0] < end_ && !is_over_) {
      if (mode_ == MotionMode::Stick && options_.until == SliderRunOptions::Until::Rest) break;
      mode_ == MotionMode::Stick ? stick() : slip();
    }
    if (run_.samples.back().t != y_[0]) sample(y_);
    if (options_.until == SliderRunOptions::Until::Rest && run_.outcome == SliderOutcome::Finished) {
      run_.outcome = mode_ == MotionMode::Stick ? SliderOutcome::AtRest : SliderOutcome::NeverAtRest;
    }
    return std::move(run_);
  }

 private:
  static SliderState state(const Unknowns& y) { return detail::state_of(y.segment<3>(1), y.segment<3>(4)); }
  static Vec2 position(const Unknowns& y) { return {y[1], y[2]}; }
  Vector3 relative_velocity(const Unknowns& y) const {
    return y.segment<3>(4) - equations_.table_velocity(y[0], position(y));
  }
  double speed(const Unknowns& y) const { return equations_.speed(relative_velocity(y)); }

  /// Load that keeps the body moving with the table.
  Vector3 load_for_rest(double t, const SliderState& at) const {
    return equations_.external(t, at).sum() - equations_.momentum(equations_.table_acceleration(t, at));
  }

  // ---- output

  void begin(MotionMode mode, SliderEvent::Cause cause) {
    std::optional<MotionMode> from;
    if (!run_.events.empty()) from = mode_;
    mode_ = mode;
    run_.events.push_back({y_[0], from, mode, cause, state(y_)});
  }

  void sample(const Unknowns& y) {
    SliderSample row{.t = y[0], .state = state(y), .mode = mode_};
    const Vector3 slip = relative_velocity(y);
    const Vector3 load = mode_ == MotionMode::Stick || slip.isZero(0.0) ? load_for_rest(y[0], row.state)
                                                                        : equations_.friction(slip, y[3]);
    row.load = {{load[0], load[1]}, load[2]};
    row.kinetic_energy = equations_.kinetic_energy(row.state);
    row.work_of_loads = y[7];
    row.work_of_springs = y[8];
    row.work_of_friction = y[9];
    run_.samples.push_back(row);
  }

  /// Rows up to and including t, from a curve y(t).
  template <class Curve>
  void sample_until(double t, const Curve& curve) {
    while (next_output_ <= t && next_output_ <= end_) {
      Unknowns y = curve(next_output_);
      y[0] = next_output_;
      sample(y);
      next_output_ = options_.output_step * std::round(next_output_ / options_.output_step + 1.0);
    }
    if (progress_ && !progress_(t)) {
      run_.outcome = SliderOutcome::Interrupted;
      is_over_ = true;
    }
  }

  // ---- slip

  /// dy/ds with dt = speed ds.
  Unknowns slip_slope(const Unknowns& y) const {
    const SliderState at = state(y);
    const Vector3 velocity = y.segment<3>(4), relative = relative_velocity(y);
    const detail::ExternalLoad load = equations_.external(y[0], at);
    const Vector3 friction = equations_.friction(relative, at.angle);
    Unknowns slope;
    slope << 1.0, velocity, equations_.acceleration(load.sum() - friction), load.drive.dot(velocity),
        load.springs.dot(velocity), -friction.dot(velocity);
    return equations_.speed(relative) * slope;
  }

  Unknowns allowed_errors(double now, double largest) const {
    const double speed = std::max(largest, length_ / time_);
    const double time = std::max(time_, largest * time_ * time_ / length_), way = std::max(length_, speed * time);
    const double velocity = std::sqrt(now * speed), energy = equations_.mass() * speed * speed;
    Unknowns result;
    result << time, way, way, way / length_, velocity, velocity, velocity / length_, energy, energy, energy;
    constexpr double rounding = 64.0 * std::numeric_limits<double>::epsilon();
    result = 0.03 * options_.tolerance * result;
    // velocities are known to rounding whatever their size, sums that grow are not
    for (const int i : {0, 1, 2, 3, 7, 8, 9}) result[i] = std::max(result[i], rounding * std::abs(y_[i]));
    return result;
  }

  void slip() {
    const auto f = [this](const Unknowns& y) { return slip_slope(y); };
    Stepper stepper;
    Unknowns slope = f(y_);
    double now = speed(y_), largest = now;
    double h = 0.1 * now / equations_.speed(slope.segment<3>(4));
    if (!std::isfinite(h)) h = 0.1 * time_ / now;
    bool was_too_long = false;
    while (!is_over_) {
      ++run_.steps;
      stepper.step(f, y_, slope, h);
      const double error = stepper.error(allowed_errors(now, largest));
      if (!(error <= 1.0)) {
        h = std::isfinite(error) ? Stepper::next_size(h, error) : 0.3 * h;
        was_too_long = true;
        if (!(h * now > 1e-15 * time_)) return give_up();
        continue;
      }
      const Unknowns& next = stepper.end();
      const auto part_at = [&](double t) {
        return root_between([&](double x) { return stepper.at(f, x)[0] - t; }, 0.0, 1.0);
      };
      const auto curve = [&](double t) -> Unknowns { return stepper.at(f, part_at(t)); };
      if (next[0] >= end_) {
        sample_until(end_, curve);
        y_ = curve(end_);
        y_[0] = end_;
        return;
      }
      sample_until(next[0], curve);
      y_ = next;
      slope = stepper.end_slope();
      h = was_too_long ? std::min(h, Stepper::next_size(h, error)) : Stepper::next_size(h, error);
      was_too_long = false;
      now = speed(y_);
      largest = std::max(largest, now);
      if (const double left = time_to_stop(slope); left >= 0.0 && left <= 0.03 * allowed_errors(now, largest)[0]) {
        return stop(left);
      }
    }
  }

  /// Until the slip has died out if it goes on as now; negative where it grows.
  double time_to_stop(const Unknowns& slope) const {
    const Vector3 velocity = relative_velocity(y_), momentum = equations_.momentum(velocity);
    const double energy = momentum.dot(velocity);
    const Vector3 acceleration =
        slope.segment<3>(4) / equations_.speed(velocity) - equations_.table_acceleration(y_[0], state(y_));
    return -energy / momentum.dot(acceleration);
  }

  void stop(double time_left) {
    y_.segment<3>(1) +=
        0.5 * time_left * relative_velocity(y_) + time_left * equations_.table_velocity(y_[0], position(y_));
    y_[0] += time_left;
    y_.segment<3>(4) = equations_.table_velocity(y_[0], position(y_));
    leave_or_stay(SliderEvent::Cause::Stop);
  }

  void give_up() {
    run_.outcome = SliderOutcome::NotConverged;
    is_over_ = true;
  }

  // ---- rest

  MotionOfLoad motion_of_rest(double t, const SliderState& at) const {
    const FrictionLoad P = equations_.load_in_body(load_for_rest(t, at), at.angle);
    if (options_.stick_criterion == SliderRunOptions::StickCriterion::Exact) {
      return equations_.static_surface().motion_of(P);
    }
    // one motion alone is asked: the acceleration without friction [Kardan2013, eq. (15)]
    MotionOfLoad result;
    const Vector3 a = equations_.acceleration(load_for_rest(t, at));
    result.motion = equations_.slip(a, at.angle);
    const double against = power(P, result.motion);
    result.factor = against > 0.0 ? equations_.static_surface().model().dissipation(result.motion) / against
                                  : std::numeric_limits<double>::infinity();
    return result;
  }

  /// At rest relative to the table: sticks, or yields with a finite acceleration.
  void leave_or_stay(SliderEvent::Cause cause) {
    const bool sticks = motion_of_rest(y_[0], state(y_)).sticks();
    begin(sticks ? MotionMode::Stick : MotionMode::Slip, cause);
    if (cause == SliderEvent::Cause::Start) sample(y_);
    if (!sticks) yield_to_load();
  }

  /// First moment of a slip that starts with a finite acceleration.
  void yield_to_load() {
    const SliderState at = state(y_);
    const Vector3 load = load_for_rest(y_[0], at);
    const Twist free = equations_.slip(equations_.acceleration(load), at.angle);
    const LimitSurface kinetic(body_.contact, {.tolerance = body_.load_tolerance});
    const Mat3 G = kinetic_metric(body_.mass, body_.inertia, body_.center_of_mass);
    const Vector3 a = equations_.velocity_of(friction_step(kinetic, G, free, 1.0), at.angle);
    const double tau = 1e-3 * std::sqrt(options_.tolerance) * time_;
    y_.segment<3>(1) += tau * y_.segment<3>(4) + 0.5 * tau * tau * a;
    y_[0] += tau;
    y_.segment<3>(4) = equations_.table_velocity(y_[0], position(y_)) + tau * a;
  }

  void break_away(const Twist& normal) {
    begin(MotionMode::Slip, SliderEvent::Cause::LoadLeaves);
    const bool is_gradual =
        options_.stick_criterion == SliderRunOptions::StickCriterion::Exact && equations_.has_one_coefficient();
    if (!is_gradual) return yield_to_load();
    const auto start = detail::find_breakaway(equations_, y_[0], state(y_), normal, std::min(0.5 * time_, end_ - y_[0]),
                                              options_.tolerance);
    if (!start) return yield_to_load();
    y_[0] += start->duration;
    y_.segment<3>(1) = Vector3(start->state.position.x, start->state.position.y, start->state.angle);
    y_.segment<3>(4) = Vector3(start->state.velocity.x, start->state.velocity.y, start->state.omega);
    y_[7] += start->work_of_drive;
    y_[8] += start->work_of_springs;
    y_[9] += start->work_of_friction;
  }

  /// y at a later time, moving with the table.
  Unknowns carried_until(double t, const Unknowns& from) const {
    Unknowns y = from;
    y[0] = t;
    if (equations_.table_rests()) return y;
    const auto f = [this](const Unknowns& at) {
      const Vector3 velocity = equations_.table_velocity(at[0], position(at));
      SliderState moving = detail::state_of(at.segment<3>(1), velocity);
      const detail::ExternalLoad load = equations_.external(at[0], moving);
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

  void stick() {
    const double step = std::min(options_.output_step, 0.1 * time_);
    const auto use = [this](double t) { return 1.0 / motion_of_rest(t, state(carried_until(t, y_))).factor; };
    double before = use(y_[0]);
    while (y_[0] < end_ && !is_over_) {
      const double t = std::min(y_[0] + step, end_), after = use(t);
      const auto curve = [&](double at) { return carried_until(at, y_); };
      if (after > 1.0) {
        // from rest after a stop the load may be on the surface already
        const double leaves = before >= 1.0 ? y_[0] : root_between([&](double at) { return use(at) - 1.0; }, y_[0], t);
        sample_until(leaves, curve);
        y_ = carried_until(leaves, y_);
        return break_away(motion_of_rest(leaves, state(y_)).motion);
      }
      sample_until(t, curve);
      y_ = carried_until(t, y_);
      before = after;
    }
  }

  SliderEquations equations_;
  const SliderRunOptions& options_;
  const RunProgress& progress_;
  const Slider& body_;
  double end_ = 0.0, length_ = 1.0, time_ = 1.0;
  Unknowns y_;
  MotionMode mode_ = MotionMode::Stick;
  double next_output_ = 0.0;
  bool is_over_ = false;
  SliderRun run_;
};

}  // namespace

SliderRun simulate_slider(const Slider& slider, const SliderRunOptions& options, const RunProgress& progress) {
  return Simulation(slider, options, progress).run();
}

}  // namespace dryslip
