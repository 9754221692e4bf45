#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dryslip/friction_load/slip_kinks.hpp"
#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/numerics/runge_kutta_853.hpp"
#include "dryslip/stick_slip/detail/held_supports.hpp"
#include "dryslip/stick_slip/detail/slider_equations.hpp"
#include "dryslip/stick_slip/friction_step.hpp"
#include "dryslip/stick_slip/simulate_slider.hpp"

namespace dryslip::detail {

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

/// One run of a slider by the event method: slips, holds and rests in turn (slider_slip.cpp, slider_hold.cpp, slider_rest.cpp).
class SliderSimulation {
 public:
  SliderSimulation(const Slider& slider, const SliderState& initial, std::shared_ptr<const SliderContact> contact,
                   const SliderRunOptions& options, const RunProgress& progress, const SampleSink& sink);

  SliderRun run();

 private:
  /// The run itself; throws std::invalid_argument where a number is not finite.
  void go_on();

  using Stepper = RungeKutta853<10>;
  using Unknowns = Stepper::State;  // t, pose, velocity, works of drive, springs, friction

  /// Supports that hold or roll.
  struct Hold {
    std::vector<std::size_t> kinks;
    HeldSupports supports;
    LimitSurface surface;  // of the loads that they can add
    const Mat3& motions() const { return supports.motions(); }
  };

  static SliderState state(const Unknowns& y) { return state_of(y.segment<3>(1), y.segment<3>(4)); }
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

  void begin(MotionMode mode, SliderEvent::Cause cause);

  void sample(const Unknowns& y);

  /// Friction load while it moves, with that on what holds.
  Vector3 sliding_load(const Unknowns& y) const;

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

  // The moving body is seen from its own axes: the twist V of its slip at O, G dV/dt = loads, C V = 0 for what holds.

  /// Slip relative to the table, exactly one that the hold allows.
  Vector3 slip_twist(const Unknowns& y) const { return slip_twist(y, unit_vector(y[3])); }
  Vector3 slip_twist(const Unknowns& y, Vec2 heading) const {
    const Vector3 V = vector_of(equations_.slip(relative_velocity(y), heading));
    return hold_ ? Vector3(hold_->motions() * (hold_->motions().transpose() * (G_ * V))) : V;
  }

  Twist raw_slip(const Unknowns& y) const { return equations_.slip(relative_velocity(y), unit_vector(y[3])); }

  struct Motion {
    Vec2 heading;
    SliderState state;     // with the velocity that the hold allows
    Vector3 V;             // slip
    Vector3 V_rate;        // its rate of change in body axes
    Vector3 acceleration;  // of the center of mass, world axes
    ExternalLoad load;     // world axes
    Vector3 friction;      // load of all that slips, body axes at O
    Vector3 held;          // load on what holds, beside that
  };

  Motion motion(const Unknowns& y) const;

  /// dy/ds with dt = σ ds and 1/σ the sum of 1/speed over the body and what comes to rest by itself.
  Unknowns slip_slope(const Unknowns& y) const;
  /// The same where nothing holds, with fewer operations.
  Unknowns free_slope(const Unknowns& y) const;
  /// 1/σ.
  double slowness(const Vector3& V) const;

  double speed_of(const Vector3& V) const { return std::sqrt(V.dot(G_ * V) / equations_.mass()); }
  bool is_held(std::size_t i) const { return hold_ && is_still(kinks_[i], hold_->motions()); }

  Unknowns allowed_errors(double now, double largest) const;
  /// Slip relative to a moving table below this is rounding of its velocity and of the time [m/s].
  double rounding_of_slip() const;

  /// Until the next change of mode or the end.
  void slip();

  // ---- formulas that switch

  /// The first place of a curve from a to b, up to rounding, where formulas choose otherwise than they are held to.
  template <class Curve>
  std::optional<double> first_switch(const Curve& curve, double a, double b) const {
    if (!equations_.has_choices()) return std::nullopt;
    const auto are_held = [&](double x) {
      const Unknowns y = curve(x);
      return equations_.are_held(y[0], state(y));
    };
    if (are_held(b)) return std::nullopt;
    for (;;) {
      const double middle = 0.5 * (a + b);
      if (!(a < middle && middle < b)) return b;
      (are_held(middle) ? a : b) = middle;
    }
  }

  /// From here on formulas choose anew.
  void take_choices();

  /// Switches that follow one another in no time are chatter.
  void count_switch();

  /// Whether the body or a support comes to rest within the error of time; then it is made to.
  bool ends_here(double allowed);

  /// Part of a step after which no wheel has got across its heading: the load jumps there. One that was about to and is not across
  /// at the end has been driven back.
  double part_before_crossing(const Unknowns& next) const;

  /// Goes on for a moment from one relative velocity to another.
  void move_on(double duration, const Vector3& from, const Vector3& to) {
    y_.segment<3>(1) += 0.5 * duration * (from + to) + duration * equations_.table_velocity(y_[0], position(y_));
    y_[0] += duration;
    set_relative_velocity(to);
  }
  void set_relative_velocity(const Vector3& velocity) {
    y_.segment<3>(4) = velocity + equations_.table_velocity(y_[0], position(y_));
  }

  /// The slip dies out.
  void stop(double time_left);

  // ---- supports that hold or roll

  /// Holds these kinks and those that do not move then either.
  void set_hold(std::vector<std::size_t> which);
  bool rolls(std::size_t i) const;

  /// Above 1 what holds does not bear its load.
  double use_of_hold(const Unknowns& y) const;

  MotionMode mode_of_hold() const;
  /// Notes that what holds is not what held before, if so.
  void note_change(const std::vector<std::size_t>& before, SliderEvent::Cause cause);
  std::vector<std::size_t> held_kinks() const { return hold_ ? hold_->kinks : std::vector<std::size_t>{}; }

  /// A support has come onto a kink: it stays there if it bears that, else goes on beyond.
  void hold_or_pass(std::size_t i);

  /// Holds these, or as many as bear it; false: nothing is left to move, and the body has come to rest.
  bool hold(const std::vector<std::size_t>& which);

  double first_moment() const { return 1e-3 * std::sqrt(options_.tolerance) * time_; }

  /// Whether a slip that grows with the square of time has gone less than the tolerance, where it has this acceleration after a
  /// moment.
  bool is_short(const Vector3& acceleration, double moment) const {
    return speed_of(acceleration) * moment * moment / 6.0 <= 0.03 * options_.tolerance * length_;
  }
  static constexpr double longest_moment = 1e-2, shortest_moment = 1e-12;  // of the natural time

  /// How what holds yields to its load.
  Twist yielding_of_hold(const FrictionStep& step, const Unknowns& y) const;

  /// What holds yields with b for this time; some of it may go on to hold.
  void push_off(const Twist& b, double duration);

  /// What holds has come to the limit of its loads.
  void release();

  /// Takes up the kinks that the slip is on, after a start.
  void hold_what_rolls();

  void give_up();

  // ---- rest

  MotionOfLoad motion_of_rest(double t, const SliderState& at) const;

  /// At rest relative to the table: sticks, or yields with a finite acceleration.
  void leave_or_stay(SliderEvent::Cause cause);

  /// Acceleration relative to the table with which a body at rest yields to its load.
  Vector3 yielding(double t, const SliderState& at);

  /// The same where the load has just reached a surface that is not smooth there: the slip grows with the square of time.
  void yield_gradually();

  /// First moment of a slip that starts with a finite acceleration.
  void yield_to_load();

  void break_away();

  /// y at a later time, moving with the table.
  Unknowns carried_until(double t, const Unknowns& from) const;

  void stick();

  const Slider& body_;
  std::shared_ptr<const SliderContact> contact_;
  SliderEquations equations_;
  std::span<const SlipKink> kinks_;
  const SliderRunOptions& options_;
  const RunProgress& progress_;
  const SampleSink& sink_;
  Mat3 G_, G_inverse_;
  std::optional<FrictionStep> friction_step_;  // made when the body first yields
  std::optional<Hold> hold_;
  bool can_cross_ = false;  // there are wheels
  double end_ = 0.0, length_ = 1.0, time_ = 1.0;
  Unknowns y_;
  MotionMode mode_ = MotionMode::Stick;
  double next_output_ = 0.0, last_row_ = -1.0;
  int switches_ = 0;  // of formulas, one directly after the other
  double last_switch_ = 0.0;
  bool is_over_ = false;
  SliderRun run_;
};

}  // namespace dryslip::detail
