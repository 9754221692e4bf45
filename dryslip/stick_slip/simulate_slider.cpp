#include "dryslip/stick_slip/simulate_slider.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "dryslip/friction_load/slip_kinks.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/limit_surface/stick_test.hpp"
#include "dryslip/numerics/runge_kutta_853.hpp"
#include "dryslip/stick_slip/detail/breakaway.hpp"
#include "dryslip/stick_slip/detail/held_supports.hpp"
#include "dryslip/stick_slip/detail/slider_equations.hpp"
#include "dryslip/stick_slip/detail/twist_vector.hpp"
#include "dryslip/stick_slip/friction_step.hpp"
#include "dryslip/stick_slip/simulate_slider_by_prox.hpp"

namespace dryslip {

namespace {

using detail::load_of;
using detail::SliderEquations;
using detail::twist_of;
using detail::Vector3;
using detail::vector_of;
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

/// Supports that hold or roll.
struct Hold {
  std::vector<std::size_t> kinks;
  detail::HeldSupports supports;
  LimitSurface surface;  // of the loads that they can add
  const detail::Motions& motions() const { return supports.motions(); }
};

constexpr double on_surface = 1e-9;  // of a load; what is closer counts as on the limit surface

class Simulation {
 public:
  Simulation(const Slider& slider, const SliderState& initial, std::shared_ptr<const detail::SliderContact> contact,
             const SliderRunOptions& options, const RunProgress& progress)
      : body_(slider),
        contact_(std::move(contact)),
        equations_(slider, contact_),
        kinks_(equations_.kinks()),
        options_(options),
        progress_(progress),
        G_(kinetic_metric(slider.mass, slider.inertia, slider.center_of_mass)),
        G_inverse_(G_.inverse()) {
    end_ = options.duration.value_or(1000.0);
    // natural units of the body under friction
    const double force = equations_.kinetic().scale().force;
    const double acceleration = force > 0.0 ? force / equations_.mass() : 1.0;
    length_ = equations_.gyration_radius();
    time_ = std::sqrt(length_ / acceleration);
    can_cross_ = std::any_of(kinks_.begin(), kinks_.end(), [](const SlipKink& kink) { return kink.rows.rows() == 1; });
    y_ << 0.0, initial.position.x, initial.position.y, initial.angle, initial.velocity.x, initial.velocity.y,
        initial.omega, 0.0, 0.0, 0.0;
    equations_.hold_choices(equations_.choices(0.0, initial));
  }

  SliderRun run() {
    next_output_ = options_.output_step;
    if (speed(y_) > 0.0) {
      begin(MotionMode::Slip, SliderEvent::Cause::Start);
      hold_what_rolls();
      if (run_.events.size() > 1) run_.events = {{0.0, std::nullopt, mode_, SliderEvent::Cause::Start, state(y_)}};
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
    count_switch();
  }

  void sample(const Unknowns& y) {
    SliderSample row{.t = y[0], .state = state(y), .mode = mode_};
    const Vector3 slip = relative_velocity(y);
    const bool is_moving = mode_ != MotionMode::Stick && !slip.isZero(0.0);
    Vector3 load = is_moving ? sliding_load(y) : load_for_rest(y[0], row.state);
    if (mode_ != MotionMode::Stick && !is_moving) load -= equations_.momentum(yielding(y[0], row.state));
    row.load = {{load[0], load[1]}, load[2]};
    row.kinetic_energy = equations_.kinetic_energy(row.state);
    row.work_of_loads = y[7];
    row.work_of_springs = y[8];
    row.work_of_friction = y[9];
    row.spring_forces = equations_.spring_forces(y[0], row.state);
    run_.samples.push_back(row);
  }

  /// Friction load while it moves, with that on what holds.
  Vector3 sliding_load(const Unknowns& y) const {
    const Motion at = motion(y);
    return equations_.load_in_world(load_of(at.friction + at.held), at.heading);
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
    SliderState state;          // with the velocity that the hold allows
    Vector3 V;                  // slip
    Vector3 V_rate;             // its rate of change in body axes
    Vector3 acceleration;       // of the center of mass, world axes
    detail::ExternalLoad load;  // world axes
    Vector3 friction;           // load of all that slips, body axes at O
    Vector3 held;               // load on what holds, beside that
  };

  Motion motion(const Unknowns& y) const {
    Motion result;
    const Vec2 heading = result.heading = unit_vector(y[3]);
    result.V = slip_twist(y, heading);
    const Vector3 relative = equations_.velocity_of(twist_of(result.V), heading);
    result.state = detail::state_of(y.segment<3>(1), relative + equations_.table_velocity(y[0], position(y)));
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

  /// dy/ds with dt = σ ds and 1/σ the sum of 1/speed over the body and what comes to rest by itself.
  Unknowns slip_slope(const Unknowns& y) const {
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
  /// The same where nothing holds, with fewer operations.
  Unknowns free_slope(const Unknowns& y) const {
    const Vector3 velocity = y.segment<3>(4), relative = relative_velocity(y);
    const Vec2 heading = unit_vector(y[3]);
    const Twist V = equations_.slip(relative, heading);
    const Vector3 friction = equations_.load_in_world(equations_.kinetic().load(V), heading);
    const detail::ExternalLoad load = equations_.external(y[0], state(y));
    Unknowns slope;
    slope << 1.0, velocity, equations_.acceleration(load.sum() - friction), load.drive.dot(velocity),
        load.springs.dot(velocity), -friction.dot(velocity);
    return kinks_.empty() ? Unknowns(equations_.speed(relative) * slope) : Unknowns(slope / slowness(vector_of(V)));
  }
  /// 1/σ.
  double slowness(const Vector3& V) const {
    double sum = 1.0 / speed_of(V);
    for (std::size_t i = 0; i < kinks_.size(); ++i) {
      if (kinks_[i].rows.rows() == 2 && !is_held(i)) sum += 1.0 / kinks_[i].miss(twist_of(V)).norm();
    }
    return sum;
  }

  double speed_of(const Vector3& V) const { return std::sqrt(V.dot(G_ * V) / equations_.mass()); }
  bool is_held(std::size_t i) const { return hold_ && detail::is_still(kinks_[i], hold_->motions()); }

  Unknowns allowed_errors(double now, double largest) const {
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
    return result;
  }

  /// Until the next change of mode or the end.
  void slip() {
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
        if (!(h * slope[0] > 1e-15 * time_)) return give_up();
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
  void take_choices() {
    equations_.hold_choices(equations_.choices(y_[0], state(y_)));
    count_switch();
  }

  /// Switches that follow one another in no time are chatter.
  void count_switch() {
    constexpr double no_time = 1e-7;  // of the natural time of the body; longer than a first moment
    switches_ = y_[0] - last_switch_ < no_time * time_ ? switches_ + 1 : 0;
    last_switch_ = y_[0];
    constexpr int most = 100;
    if (switches_ < most) return;
    run_.outcome = SliderOutcome::Chattering;
    is_over_ = true;
  }

  /// Whether the body or a support comes to rest within the error of time; then it is made to.
  bool ends_here(double allowed) {
    const Motion at = motion(y_);
    const Vector3 momentum = G_ * at.V;
    const double left = -momentum.dot(at.V) / momentum.dot(at.V_rate);
    // in a table's velocity a slower slip would be lost
    const double smallest = 64.0 * std::numeric_limits<double>::epsilon() * equations_.speed(y_.segment<3>(4));
    if (left >= 0.0 && (left <= 0.03 * allowed || speed_of(at.V) <= smallest)) {
      stop(left);
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

  /// Part of a step after which no wheel has got across its heading: the load jumps there. One that was about to and is not across
  /// at the end has been driven back.
  double part_before_crossing(const Unknowns& next) const {
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
  void stop(double time_left) {
    move_on(time_left, relative_velocity(y_), Vector3::Zero());
    hold_.reset();
    take_choices();  // a formula may see that it rests
    leave_or_stay(SliderEvent::Cause::Stop);
  }

  // ---- supports that hold or roll

  /// Holds these kinks and those that do not move then either.
  void set_hold(std::vector<std::size_t> which) {
    hold_.reset();
    if (which.empty()) return;
    std::vector<const SlipKink*> kinks;
    for (const std::size_t i : which) kinks.push_back(&kinks_[i]);
    const detail::Motions motions = detail::motions_on(kinks, G_);
    kinks.clear();
    for (const SlipKink& kink : kinks_) {
      if (detail::is_still(kink, motions) && kink.is_ahead(raw_slip(y_))) kinks.push_back(&kink);
    }
    kinks = detail::without_implied(kinks);
    detail::HeldSupports supports(body_.contact, kinks, G_, {.tolerance = body_.load_tolerance});
    which.clear();
    for (const SlipKink* kink : kinks) which.push_back(static_cast<std::size_t>(kink - kinks_.data()));
    // a wheel that rolls has the kinetic coefficient
    const bool all_rest = std::none_of(which.begin(), which.end(), [this](std::size_t i) { return rolls(i); });
    LimitSurface surface(supports.contact(), {.coefficient = all_rest ? Coefficient::Static : Coefficient::Kinetic});
    hold_.emplace(Hold{std::move(which), std::move(supports), std::move(surface)});
  }
  bool rolls(std::size_t i) const { return kinks_[i].direction.has_value(); }

  /// Above 1 what holds does not bear its load.
  double use_of_hold(const Unknowns& y) const {
    constexpr double most = 1e6;  // where nothing at all is borne
    return std::min(most, 1.0 / hold_->surface.motion_of(load_of(motion(y).held)).factor);
  }

  MotionMode mode_of_hold() const {
    if (!hold_) return MotionMode::Slip;
    const bool rests =
        std::any_of(hold_->kinks.begin(), hold_->kinks.end(), [this](std::size_t i) { return !kinks_[i].direction; });
    return rests ? MotionMode::Pivot : MotionMode::Slip;
  }
  void change_mode(SliderEvent::Cause cause) {
    if (mode_of_hold() != mode_) begin(mode_of_hold(), cause);
  }

  /// A support has come onto a kink: it stays there if it bears that, else goes on beyond.
  void hold_or_pass(std::size_t i) {
    std::vector<std::size_t> which = hold_ ? hold_->kinks : std::vector<std::size_t>{};
    if (!kinks_[i].direction) {  // one that rests no longer rolls
      std::erase_if(which, [&](std::size_t j) { return kinks_[j].place == kinks_[i].place; });
    }
    which.push_back(i);
    hold(which, SliderEvent::Cause::SupportHolds);
  }

  void hold(const std::vector<std::size_t>& which, SliderEvent::Cause cause) {
    set_hold(which);
    if (hold_->motions().cols() == 0) {  // nothing is left to move
      set_relative_velocity(Vector3::Zero());
      hold_.reset();
      return leave_or_stay(SliderEvent::Cause::Stop);
    }
    set_relative_velocity(equations_.velocity_of(twist_of(slip_twist(y_)), unit_vector(y_[3])));
    if (use_of_hold(y_) > 1.0) push_off(yielding_of_hold(FrictionStep(hold_->surface.patch(), G_), y_), first_moment());
    change_mode(cause);
  }

  double first_moment() const { return 1e-3 * std::sqrt(options_.tolerance) * time_; }

  /// Whether a slip that grows with the square of time has gone less than the tolerance, where it has this acceleration after a
  /// moment.
  bool is_short(const Vector3& acceleration, double moment) const {
    return speed_of(acceleration) * moment * moment / 6.0 <= 0.03 * options_.tolerance * length_;
  }
  static constexpr double longest_moment = 1e-2, shortest_moment = 1e-12;  // of the natural time

  /// How what holds yields to its load.
  Twist yielding_of_hold(const FrictionStep& step, const Unknowns& y) const {
    return step(twist_of(G_inverse_ * motion(y).held), 1.0);
  }

  /// What holds yields with b for this time; some of it may go on to hold.
  void push_off(const Twist& b, double duration) {
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

  /// What holds has come to the limit of its loads.
  void release() {
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
      y_ = stepper.end();
      push_off(b, 0.5 * moment);
    } else {
      push_off(yielding_of_hold(step, y_), first_moment());
    }
    change_mode(SliderEvent::Cause::SupportYields);
  }

  /// Takes up the kinks that the slip is on, after a start.
  void hold_what_rolls() {
    const Twist V = raw_slip(y_);
    const double speed = speed_of(vector_of(V));
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < kinks_.size(); ++i) {
      if (kinks_[i].miss(V).norm() <= 1e-12 * speed && kinks_[i].is_ahead(V)) which.push_back(i);
    }
    if (!which.empty()) hold(which, SliderEvent::Cause::SupportHolds);
  }

  void give_up() {
    run_.outcome = SliderOutcome::NotConverged;
    is_over_ = true;
  }

  // ---- rest

  MotionOfLoad motion_of_rest(double t, const SliderState& at) const {
    const FrictionLoad P = equations_.load_in_body(load_for_rest(t, at), unit_vector(at.angle));
    return options_.stick_criterion == SliderRunOptions::StickCriterion::Exact
               ? equations_.static_surface().motion_of(P)
               : motion_by_one_twist(equations_.static_surface(), P, G_);
  }

  /// At rest relative to the table: sticks, or yields with a finite acceleration.
  void leave_or_stay(SliderEvent::Cause cause) {
    // a load on the surface is left to grow
    const bool sticks = motion_of_rest(y_[0], state(y_)).factor >= 1.0 - on_surface;
    begin(sticks ? MotionMode::Stick : MotionMode::Slip, cause);
    if (cause == SliderEvent::Cause::Start) sample(y_);
    if (!sticks) yield_to_load();
  }

  /// Acceleration relative to the table with which a body at rest yields to its load.
  Vector3 yielding(double t, const SliderState& at) {
    const Vec2 heading = unit_vector(at.angle);
    const Twist free = equations_.slip(equations_.acceleration(load_for_rest(t, at)), heading);
    if (!friction_step_) friction_step_.emplace(detail::kinetic_surface(body_, contact_), G_);
    return equations_.velocity_of((*friction_step_)(free, 1.0), heading);
  }

  /// The same where the load has just reached a surface that is not smooth there: the slip grows with the square of time.
  void yield_gradually() {
    double moment = 2.0 * std::min(longest_moment * time_, end_ - y_[0]);
    Unknowns after;
    Vector3 a;
    do {
      moment *= 0.5;
      after = carried_until(y_[0] + moment, y_);
      a = yielding(after[0], state(after));
    } while (!is_short(vector_of(equations_.slip(a, unit_vector(after[3]))), moment) &&
             moment > shortest_moment * time_);
    sample_until(after[0], [&](double at) { return carried_until(at, y_); });
    y_ = after;
    if (a.isZero(0.0)) return begin(MotionMode::Stick, SliderEvent::Cause::Stop);
    set_relative_velocity(0.5 * moment * a);
    hold_what_rolls();
  }

  /// First moment of a slip that starts with a finite acceleration.
  void yield_to_load() {
    const Vector3 a = yielding(y_[0], state(y_));
    const double tau = first_moment();
    move_on(tau, Vector3::Zero(), tau * a);
    hold_what_rolls();
  }

  void break_away(const Twist& normal) {
    begin(MotionMode::Slip, SliderEvent::Cause::LoadLeaves);
    const bool is_gradual =
        options_.stick_criterion == SliderRunOptions::StickCriterion::Exact && equations_.has_one_coefficient();
    if (!is_gradual) return yield_to_load();
    const auto start = detail::find_breakaway(equations_, y_[0], state(y_), normal, std::min(0.5 * time_, end_ - y_[0]),
                                              options_.tolerance);
    if (!start) return yield_gradually();
    const Unknowns before = y_;
    const auto curve = [&](double t) {
      const detail::BreakawayPlace place = start->place(t - before[0]);
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
      // a jump of the load
      if (before > 1.0 + on_surface) {
        begin(MotionMode::Slip, SliderEvent::Cause::LoadLeaves);
        return yield_to_load();
      }
      const double t = std::min(y_[0] + step, end_);
      const auto curve = [&](double at) { return carried_until(at, y_); };
      const std::optional<double> switches = first_switch(curve, y_[0], t);
      const double last = switches.value_or(t), after = use(last);
      if (after > 1.0) {
        // from rest after a stop the load may be on the surface already
        const double leaves =
            before >= 1.0 ? y_[0] : root_between([&](double at) { return use(at) - 1.0; }, y_[0], last);
        sample_until(leaves, curve);
        y_ = carried_until(leaves, y_);
        return break_away(motion_of_rest(leaves, state(y_)).motion);
      }
      sample_until(last, curve);
      y_ = carried_until(last, y_);
      if (switches) take_choices();
      before = switches ? use(y_[0]) : after;
    }
  }

  const Slider& body_;
  std::shared_ptr<const detail::SliderContact> contact_;
  SliderEquations equations_;
  std::span<const SlipKink> kinks_;
  const SliderRunOptions& options_;
  const RunProgress& progress_;
  Mat3 G_, G_inverse_;
  std::optional<FrictionStep> friction_step_;  // made when the body first yields
  std::optional<Hold> hold_;
  bool can_cross_ = false;  // there are wheels
  double end_ = 0.0, length_ = 1.0, time_ = 1.0;
  Unknowns y_;
  MotionMode mode_ = MotionMode::Stick;
  double next_output_ = 0.0;
  int switches_ = 0;  // of formulas, one directly after the other
  double last_switch_ = 0.0;
  bool is_over_ = false;
  SliderRun run_;
};

}  // namespace

SliderSimulator::SliderSimulator(const Slider& slider)
    : slider_(slider), contact_(std::make_shared<const detail::SliderContact>(slider)) {}

SliderRun SliderSimulator::run(const SliderState& initial, const SliderRunOptions& options,
                               const RunProgress& progress) const {
  Slider slider = slider_;
  slider.initial = initial;
  SliderRun run = options.method == SliderRunOptions::Method::Prox
                      ? simulate_slider_by_prox(slider, contact_, options, progress)
                      : Simulation(slider_, initial, contact_, options, progress).run();
  run.model_error = contact_->kinetic().model_error();
  return run;
}

SliderRun simulate_slider(const Slider& slider, const SliderRunOptions& options, const RunProgress& progress) {
  return SliderSimulator(slider).run(slider.initial, options, progress);
}

}  // namespace dryslip
