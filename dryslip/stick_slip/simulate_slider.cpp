#include "dryslip/stick_slip/simulate_slider.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/numerics/runge_kutta_853.hpp"
#include "dryslip/stick_slip/detail/breakaway.hpp"
#include "dryslip/stick_slip/detail/slider_equations.hpp"
#include "dryslip/stick_slip/friction_step.hpp"
#include "dryslip/stick_slip/held_point.hpp"

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
      : equations_(slider),
        options_(options),
        progress_(progress),
        points_(held_points(slider.contact)),
        G_(kinetic_metric(slider.mass, slider.inertia, slider.center_of_mass)),
        friction_step_(slider.contact, G_, {.tolerance = slider.load_tolerance}) {
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
    const Vector3 load =
        mode_ == MotionMode::Stick || slip.isZero(0.0) ? load_for_rest(y[0], row.state) : sliding_load(y);
    row.load = {{load[0], load[1]}, load[2]};
    row.kinetic_energy = equations_.kinetic_energy(row.state);
    row.work_of_loads = y[7];
    row.work_of_springs = y[8];
    row.work_of_friction = y[9];
    row.spring_forces = equations_.spring_forces(y[0], row.state);
    run_.samples.push_back(row);
  }

  /// Friction load while it moves, with the force on a point that holds.
  Vector3 sliding_load(const Unknowns& y) const {
    const Vector3 friction = friction_at(constrained(relative_velocity(y), y[3]), y[3]);
    return held_ ? friction + equations_.load_in_world(load_on_held_point(y), y[3]) : friction;
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

  /// Relative velocity, exactly a spin about the point that is held.
  Vector3 constrained(const Vector3& relative, double angle) const {
    if (!held_) return relative;
    const Vec2 arm = equations_.arm(points_[*held_].place, angle), v = -relative[2] * turned_left(arm);
    return {v.x, v.y, relative[2]};
  }
  /// Friction load of all that slips.
  Vector3 friction_at(const Vector3& relative, double angle) const {
    if (!held_) return equations_.friction(relative, angle);
    const Twist V{-relative[2] * turned_left(points_[*held_].place), relative[2]};
    return equations_.load_in_world(equations_.kinetic().load(V), angle);
  }
  /// Slip of a point support, world axes, and how it changes.
  Vec2 slip_of(std::size_t i, const Vector3& relative, double angle) const {
    const Vec2 arm = equations_.arm(points_[i].place, angle);
    return Vec2{relative[0], relative[1]} + relative[2] * turned_left(arm);
  }
  Vec2 slip_rate_of(std::size_t i, const Vector3& relative, const Vector3& acceleration, const SliderState& at) const {
    const Vec2 arm = equations_.arm(points_[i].place, at.angle);
    return Vec2{acceleration[0], acceleration[1]} + acceleration[2] * turned_left(arm) - relative[2] * at.omega * arm;
  }

  /// Acceleration relative to the table under this load less friction, and the load that is left for the held point.
  std::pair<Vector3, Vector3> relative_acceleration(const Vector3& load, const Vector3& relative,
                                                    const SliderState& at) const {
    if (!held_) return {equations_.acceleration(load), Vector3::Zero()};
    const Vec2 arm = equations_.arm(points_[*held_].place, at.angle), side = -turned_left(arm);
    const Vector3 n(side.x, side.y, 1.0);
    const double alpha = n.dot(load) / n.dot(equations_.momentum(n));
    const Vec2 a = alpha * side + relative[2] * at.omega * arm;
    const Vector3 acceleration(a.x, a.y, alpha);
    return {acceleration, load - equations_.momentum(acceleration)};
  }

  /// dy/ds with dt = σ ds and 1/σ the sum of 1/speed over the body and its point supports.
  Unknowns slip_slope(const Unknowns& y) const {
    SliderState at = state(y);
    const Vector3 table = equations_.table_velocity(y[0], position(y));
    const Vector3 relative = constrained(y.segment<3>(4) - table, at.angle), velocity = relative + table;
    at = detail::state_of(y.segment<3>(1), velocity);
    const detail::ExternalLoad load = equations_.external(y[0], at);
    const Vector3 friction = friction_at(relative, at.angle);
    Vector3 acceleration, held = Vector3::Zero();
    if (held_) {
      const Vector3 carried = equations_.table_acceleration(y[0], at);
      std::tie(acceleration, held) =
          relative_acceleration(load.sum() - friction - equations_.momentum(carried), relative, at);
      acceleration += carried;
    } else {
      acceleration = equations_.acceleration(load.sum() - friction);
    }
    Unknowns slope;
    slope << 1.0, velocity, acceleration, load.drive.dot(velocity), load.springs.dot(velocity),
        -(friction + held).dot(velocity);
    double slowness = 1.0 / equations_.speed(relative);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (held_ != i) slowness += 1.0 / length(slip_of(i, relative, at.angle));
    }
    return slope / slowness;
  }

  Unknowns allowed_errors(double now, double largest) const {
    const double speed = std::max(largest, length_ / time_);
    const double time = std::max(time_, largest * time_ * time_ / length_), way = std::max(length_, speed * time);
    const double velocity = std::sqrt(now * speed), energy = equations_.mass() * speed * speed;
    Unknowns result;
    result << time, way, way, way / length_, velocity, velocity, velocity / length_, energy, energy, energy;
    constexpr double rounding = 64.0 * std::numeric_limits<double>::epsilon();
    result = 0.03 * options_.tolerance * result;
    for (int i = 0; i < result.size(); ++i) result[i] = std::max(result[i], rounding * std::abs(y_[i]));
    return result;
  }

  /// Until the next change of mode or the end.
  void slip() {
    const auto f = [this](const Unknowns& y) { return slip_slope(y); };
    Stepper stepper;
    Unknowns slope = f(y_);
    double largest = speed(y_);
    double h = 0.1 * largest / equations_.speed(slope.segment<3>(4));
    if (!std::isfinite(h)) h = 0.1 * time_ / slope[0];
    bool was_too_long = false;
    while (!is_over_) {
      ++run_.steps;
      stepper.step(f, y_, slope, h);
      const double error = stepper.error(allowed_errors(slope[0], largest));
      if (!(error <= 1.0)) {
        h = std::isfinite(error) ? Stepper::next_size(h, error) : 0.3 * h;
        was_too_long = true;
        if (!(h * slope[0] > 1e-15 * time_)) return give_up();
        continue;
      }
      const auto part_at = [&](double t) {
        return root_between([&](double x) { return stepper.at(f, x)[0] - t; }, 0.0, 1.0);
      };
      const auto curve = [&](double t) -> Unknowns { return stepper.at(f, part_at(t)); };
      if (held_ && stepper.end()[0] < end_ && use_of_held_point(stepper.end()) > 1.0) {
        const double x = root_between([&](double at) { return use_of_held_point(stepper.at(f, at)) - 1.0; }, 0.0, 1.0);
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
      if (ends_here(slope, allowed_errors(slope[0], largest)[0])) return;
    }
  }

  /// Whether the body or a point of it comes to rest within the error of time; then it is made to.
  bool ends_here(const Unknowns& slope, double allowed) {
    const SliderState at = state(y_);
    const Vector3 velocity = constrained(relative_velocity(y_), at.angle), momentum = equations_.momentum(velocity);
    const Vector3 acceleration = slope.segment<3>(4) / slope[0] - equations_.table_acceleration(y_[0], at);
    const double left = -momentum.dot(velocity) / momentum.dot(acceleration);
    if (left >= 0.0 && left <= 0.03 * allowed) {
      stop(left);
      return true;
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (held_ == i) continue;
      const Vec2 v = slip_of(i, velocity, at.angle);
      const double point_left = -dot(v, v) / dot(v, slip_rate_of(i, velocity, acceleration, at));
      // seen from the body's speed its slip is known to rounding only; all points stop with the body
      const bool stops_with_body = left >= 0.0 && left <= 10.0 * point_left;
      if (!(point_left >= 0.0 && point_left <= 3.0 * allowed) || stops_with_body) continue;
      move_on(point_left, velocity, velocity);
      hold_or_pass(i);
      return true;
    }
    return false;
  }

  /// Goes on for a moment from one relative velocity to another.
  void move_on(double duration, const Vector3& from, const Vector3& to) {
    y_.segment<3>(1) += 0.5 * duration * (from + to) + duration * equations_.table_velocity(y_[0], position(y_));
    y_[0] += duration;
    y_.segment<3>(4) = to + equations_.table_velocity(y_[0], position(y_));
  }

  /// The slip dies out.
  void stop(double time_left) {
    move_on(time_left, relative_velocity(y_), Vector3::Zero());
    held_.reset();
    leave_or_stay(SliderEvent::Cause::Stop);
  }

  // ---- point supports

  /// The load that the held point bears, body axes at O.
  FrictionLoad load_on_held_point(const Unknowns& y) const {
    const SliderState at = state(y);
    const Vector3 relative = constrained(relative_velocity(y), at.angle);
    const Vector3 load = load_for_rest(y[0], at) - friction_at(relative, at.angle);
    const Vector3 left = relative_acceleration(load, relative, at).second;
    return load_at(points_[*held_].place, rotated_back({left[0], left[1]}, unit_vector(at.angle)));
  }
  /// Above 1 it does not hold.
  double use_of_held_point(const Unknowns& y) const {
    return 1.0 / points_[*held_].at_rest.motion_of(load_on_held_point(y)).factor;
  }

  /// A point has come to rest: the body turns about it if it bears that, else the point goes on in another direction.
  void hold_or_pass(std::size_t i) {
    const std::optional<std::size_t> before = held_;
    held_ = i;
    // the velocity next to this one, in energy, that has the point at rest
    const Vec2 side = -turned_left(equations_.arm(points_[i].place, y_[3]));
    const Vector3 n(side.x, side.y, 1.0), momentum = equations_.momentum(relative_velocity(y_));
    const Vector3 spin = n.dot(momentum) / n.dot(equations_.momentum(n)) * n;
    y_.segment<3>(4) = spin + equations_.table_velocity(y_[0], position(y_));
    if (use_of_held_point(y_) <= 1.0) return begin(MotionMode::Pivot, SliderEvent::Cause::PointStops);
    push_off(1e-3 * std::sqrt(options_.tolerance) * time_);
    if (before) begin(MotionMode::Slip, SliderEvent::Cause::PointYields);
  }

  /// The held point slips, after this time, with the acceleration that it yields with.
  void push_off(double duration) {
    const FrictionLoad load = load_on_held_point(y_);
    const FrictionStep step(points_[*held_].kinetic.patch(), G_);
    const Eigen::Vector3d free = G_.inverse() * Eigen::Vector3d(load.force.x, load.force.y, load.moment);
    const Twist b = step({{free[0], free[1]}, free[2]}, 1.0);
    held_.reset();
    y_.segment<3>(4) += duration * equations_.velocity_of(b, y_[3]);
  }

  /// The force on the held point has reached its limit curve.
  void release() {
    const double moment = 1e-4 * time_;
    if (equations_.has_one_coefficient()) {
      // its slip grows with the square of time: half of what the acceleration at the end would give
      const auto f = [this](const Unknowns& y) { return slip_slope(y); };
      Stepper stepper;
      const Unknowns slope = f(y_);
      begin(MotionMode::Slip, SliderEvent::Cause::PointYields);
      stepper.step(f, y_, slope, moment / slope[0]);
      y_ = stepper.end();
      return push_off(0.5 * moment);
    }
    begin(MotionMode::Slip, SliderEvent::Cause::PointYields);
    push_off(1e-3 * std::sqrt(options_.tolerance) * time_);
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
    const Twist free = equations_.slip(equations_.acceleration(load_for_rest(y_[0], at)), at.angle);
    const Vector3 a = equations_.velocity_of(friction_step_(free, 1.0), at.angle);
    const double tau = 1e-3 * std::sqrt(options_.tolerance) * time_;
    move_on(tau, Vector3::Zero(), tau * a);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (length(slip_of(i, a, at.angle)) <= 1e-12 * equations_.speed(a)) return hold_or_pass(i);
    }
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
  std::vector<HeldPoint> points_;
  Mat3 G_;
  FrictionStep friction_step_;
  std::optional<std::size_t> held_;  // the point of Pivot
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
