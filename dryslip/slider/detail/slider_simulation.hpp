#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dryslip/friction_load/contact_elements.hpp"
#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/numerics/advance_watch.hpp"
#include "dryslip/numerics/radau_step.hpp"
#include "dryslip/numerics/runge_kutta_853.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/run_record.hpp"
#include "dryslip/slider/detail/load_limits.hpp"
#include "dryslip/slider/detail/slider_equations.hpp"
#include "dryslip/slider/friction_step.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::detail {

struct Breakaway;

/// One run of a slider by the event method. The body is seen from its own axes, by the twist V of its slip at O. What holds or rolls
/// leaves some motions V = N z. A step (slider_advance.cpp) ends where something changes, which is looked for along the whole step
/// (slider_look.cpp, slider_limit.cpp, slider_switch.cpp); then it is settled what holds from there on (slider_hold.cpp, slider_rest.cpp).
class SliderSimulation {
 public:
  SliderSimulation(const Slider& slider, const SliderState& initial, const Contact& contact,
                   const SliderRunOptions& options, const Progress& progress, const RowSink<SliderSample>& sink);

  SliderRun run();

 private:
  /// The run itself; throws std::invalid_argument where a number is not finite.
  void go_on();

  static constexpr int unknowns = 10;
  using Stepper = RungeKutta853<unknowns>;
  using StiffStepper = RadauStep<unknowns, 7>;  // nothing follows from works
  using Unknowns = Stepper::State;              // t, pose, slip, works of drive, springs, friction

  /// An element on one of its kinks.
  struct Held {
    std::size_t element = 0, kink = 0;
    friend auto operator<=>(const Held&,
                            const Held&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0
  };
  /// What holds or rolls, and what this leaves.
  struct Hold {
    std::vector<Held> held;      // ascending
    Mat3 N = Mat3::Zero();       // motions left, NᵀGN = 1; zero columns where there are less than three
    int freedom = 3;             // number of motions left
    Mat3 across = Mat3::Zero();  // load ↦ its part that what holds takes
    FrictionLoad rolling;        // load of what rolls, beside what it takes, but for lines
    std::optional<LoadLimits> limits;
    std::vector<const RollingLine*>
        lines;           // that roll: their load depends on the motion, and they take less than `limits`
    bool rests = false;  // a point holds
  };

  // ---- places of a motion

  static Vec2 position(const Unknowns& y) { return {y[1], y[2]}; }
  static Vector3 slip_of(const Unknowns& y) { return y.segment<3>(4); }
  /// Relative to the table, of the center of mass, world axes.
  Vector3 relative_velocity(const Unknowns& y) const {
    return equations_.velocity_of(twist_of(slip_of(y)), unit_vector(y[3]));
  }
  SliderState state(const Unknowns& y) const {
    return state_of(y.segment<3>(1), relative_velocity(y) + equations_.table_velocity(y[0], position(y)));
  }
  double speed_of(const Vector3& V) const { return equations_.speed_of_twist(V); }

  struct Motion {
    Vec2 heading;
    SliderState state;
    Vector3 V;          // slip
    Vector3 V_rate;     // its rate of change in body axes
    ExternalLoad load;  // world axes
    Vector3 friction;   // load of all that slips or rolls, body axes at O
    Vector3 held;       // load that what holds takes beside that
  };
  Motion motion(const Unknowns& y) const { return motion(y, sliding_load(slip_of(y))); }
  Motion motion(const Unknowns& y, const Vector3& friction) const;
  Unknowns rates(const Motion& at) const;  // dy/dt
  /// Load of all that slips, and that of what rolls, body axes at O.
  Vector3 sliding_load(const Vector3& V) const;
  Vector3 load_of_elements(const Twist& slip) const;
  Mat3 sliding_hessian(const Vector3& V) const;  // of the first
  /// Load on the support while it moves, world axes.
  Vector3 load_on_support(const Motion& at) const;

  /// dy/ds with dt = σ ds and 1/σ the sum of 1/speed over what may come to rest with a force that turns ever faster.
  Unknowns slope(const Unknowns& y) const;
  auto slopes() const {
    return [this](const Unknowns& y) { return slope(y); };
  }
  /// 1/σ; 1 where there is nothing of that kind [s/m].
  double slowness(const Vector3& V) const;
  /// The sum itself; 0 where no force turns.
  double slowness_of_turning(const Vector3& V) const;
  double slowness_factor(const Vector3& V) const;  // σ
  Unknowns allowed_errors(double now, double largest) const;
  /// What rounding of loads that nearly balance, or the error of integrated ones, makes of a step: with long steps close to the limit, or
  /// with tolerances that the loads do not have, more than the errors allowed.
  Unknowns rounding_error(const Unknowns& rate, double h, const Unknowns& allowed) const;
  /// ∂slope/∂y by differences, of the slip over `beside_slip`.
  StiffStepper::Jacobian jacobian(const Unknowns& y, const Unknowns& slope, double beside_slip) const;
  /// ∂slope/∂y by the Hessian of D: close to the limit the body slows down by what is left between large loads.
  StiffStepper::Jacobian exact_jacobian(const Unknowns& y, const Unknowns& slope) const;

  // ---- a step and what happens in it

  /// y along a step, by powers of x, 0 ≤ x ≤ 1.
  struct Curve {
    Eigen::Matrix<double, unknowns, 8> powers;
    Unknowns at(double x) const;
    double part_at(double t) const;  // where it is at that time
  };
  static Curve straight(const Unknowns& from, const Unknowns& to);
  /// The first thing that changes along a curve.
  struct Change {
    enum class Kind { None, FormulaSwitches, SectorEnds, RollingEnds, MotionReverses, LimitReached };
    Kind kind = Kind::None;
    double x = 1.0;
    std::optional<double> t;  // FormulaSwitches: where formulas of time do so, to the last digit
    std::size_t element = 0;  // SectorEnds, RollingEnds
    bool at_right = false;    // SectorEnds: which end
    std::size_t kink = 0;     // SectorEnds: where the force jumps there; 0: it does not
  };
  /// Whether anything can change along a step but that a slip comes to rest.
  bool may_change() const {
    return equations_.has_choices() || !equations_.are_of_time() || !elements_.empty() || hold().freedom < 3;
  }
  Change first_change(const Curve& curve, double last);
  class Span;
  class SwitchSearch;
  class SectorSearch;
  class LimitSearch;
  void find_switch(const Curve& curve, const Span& span, Change& first);
  void find_sector_ends(const Curve& curve, Change& first) const;
  void find_limit(const Curve& curve, const Span& span, Change& first) const;
  /// Part of a step over which the formulas do nothing that it may not have seen.
  double known_part(const Curve& curve) const;
  bool is_plain_after_start(const Curve& curve, int& trials);
  bool may_turn(std::size_t element) const {
    return loose_[element].is_loose() || elements_[element].is_curved(sector_[element]);
  }
  /// Places at times between a and b, few variations.
  Curve curve_through(const std::function<Unknowns(double)>& place, double a, double b) const;
  double limit_rounding() const { return std::max(on_limit, 10.0 * equations_.static_surface().load_error()); }

  class Advance;
  /// Until the next change of mode or the end.
  void advance();
  /// Whether many steps have led nowhere.
  bool crawls();
  /// How long a run may take does not say how fast the body moves.
  double part_of_run() const { return std::min(end_, 1e3 * time_); }
  /// Bounds decide nothing, however short the span.
  struct LooksWithoutEnd {};
  /// Whether time goes on past a switch next to this place, beyond which a formula that is held has no value.
  bool passes_switch_ahead();
  /// advance() for a body that sticks on a table at rest.
  void wait();
  void take(const Change& change);
  /// Whether what holds still bears its load where formulas have switched; else it yields.
  void test_hold();
  /// Whether the body or an element comes to rest within the error of time, or has a negligible slip; then it is made to rest. `rate` is
  /// the slope here.
  bool comes_to_rest(const Unknowns& rate, double allowed, double negligible = 0.0);
  bool element_comes_to_rest(const Vector3& slip_rate, double left, double allowed, double negligible);
  /// Whether the only motion that is left ends here, with what else happens at that instant.
  bool reverses(const Unknowns& rate) const;
  /// Times that are lost in t.
  double rounding_of_time() const {
    return std::max(1e-14 * time_, 8.0 * std::numeric_limits<double>::epsilon() * y_[0]);
  }
  double negligible_speed() const {
    constexpr double rounding = 1e-13;
    return std::max(0.03 * options_.tolerance, rounding) * speed_that_counts(largest_);
  }
  static constexpr double rounding_of_unknowns = 64.0 * std::numeric_limits<double>::epsilon();
  /// Speed below which the direction of an element's slip is rounding, beside the speed of the body or that of the errors allowed.
  double lost_speed(const ContactElement& element) const {
    const double part = element.is_point() || element.model->is_closed_form() ? 1e-11 : 1e-9, little = 1e-3;
    const double speed = speed_of(slip_of(y_));
    return std::max(part * speed, std::min(little * speed, rounding_of_unknowns * speed_that_counts(largest_)));
  }
  /// What is slower than this, as a part of the natural speed, is known to less digits.
  double speed_that_counts(double largest) const { return std::max(largest, 0.1 * length_ / time_); }
  /// The slip has died out.
  void stop();
  bool is_stop_known(const Vector3& V_rate, double left, double small);
  /// After a short straight motion with this rate of the slip.
  Unknowns moved(double duration, const Vector3& V_rate) const;
  /// `from` with the slip V, to which friction has changed it evenly over this time, which has passed already.
  Unknowns with_slip(const Unknowns& from, const Vector3& V, double duration) const;
  /// Rates of a slip at the start, in the middle and at the end of a moment, a parabola between them.
  struct MomentRates {
    Twist start, middle, end;
    /// The slip after a part of the moment.
    Vector3 slip(double after, double moment) const {
      const double x = after / moment;
      const Vector3 a = vector_of(start), m = vector_of(middle), b = vector_of(end);
      return after * (a + 0.5 * x * (4.0 * m - 3.0 * a - b) + x * x / 1.5 * (a - 2.0 * m + b));
    }
  };

  // ---- formulas that switch

  /// Lets formulas choose anew from here on. True where the velocity of the table jumps, and the slip with it: then what holds is settled.
  bool take_choices();
  /// Formulas choose as they do just past this place; `held` is what they were held to.
  void choose_past(const std::vector<double>& held);
  /// The velocity of the table has jumped by this; what is below `no_jump` is no slip.
  void jump_with_table(const Vector3& jump, double no_jump);
  /// Switches without a jump of the load that follow one another are flicker: in the end they are not looked at.
  void count_smooth_switch(const std::vector<double>& held);
  /// A body that moves past a switch slowly sees it back and forth by rounding: a short way ahead it is past.
  void pass_rounding();
  /// Formulas are held to what they choose just after this place: sign(t) at zero is neither.
  void hold_choices_after(const Unknowns& y) {
    equations_.hold_choices(equations_.choices(just_after(y[0]), state(y)));
  }
  static double just_after(double t) {
    constexpr double soon = 1e-100;  // its cube is a number still
    return t == 0.0 ? soon : std::nextafter(t, std::numeric_limits<double>::infinity());
  }
  void stop_flickering();
  /// Switches that follow one another in no time are chatter.
  void count_switch();

  // ---- what holds

  const Hold& hold() const { return *hold_; }
  std::shared_ptr<const Hold> make_hold(std::vector<Held> held) const;
  using ElementSectors = std::vector<std::pair<std::size_t, std::size_t>>;
  void set_hold(std::vector<Held> held, const ElementSectors& slipping = {});
  void fix_load();
  void set_sectors();
  bool is_held(std::size_t element) const { return on_kink_[element].has_value(); }
  double use_of_hold(const Motion& at) const;
  /// What lines that roll take less than the limits, along each of them one way or the other, which the bits of `which` say: a load is
  /// borne where with each of these it is within the limits. Zero, and one of it, without lines.
  Vector3 reserve(const Vector3& V, std::size_t which) const;
  std::size_t reserve_count() const { return std::size_t{1} << hold().lines.size(); }
  MotionMode mode_of_hold() const;
  MotionMode mode_of_kinks(const std::vector<Held>& held) const;

  /// What the elements do that do not slip, or are about to: these hold if they bear it, else some of them or none.
  void settle(std::vector<Held> candidates, SliderEvent::Cause cause);
  /// What holds has come to the limit of its loads.
  void release();
  /// Acceleration beside that of the hold with which what holds yields to its load.
  Twist yielding_of_hold(const Motion& at, double factor) const;
  /// A step of what holds, in which these of its points have their static coefficients; null where it has no friction.
  std::shared_ptr<const FrictionStep> step_of_hold(const std::vector<bool>& is_static, const Twist& V) const;
  /// What of the hold is left where it yields with b; the sectors of the others.
  struct Yielding {
    std::vector<Held> left;
    ElementSectors sectors;    // of elements that slip from there on
    bool needs_start = false;  // some slip starts from nothing
    friend bool operator==(const Yielding&, const Yielding&) = default;
  };
  Yielding yield(const Twist& b) const;
  std::vector<Held> kinks_of(const Twist& V, double margin) const;
  /// Writes the event of a change, which has begun at that place.
  void note_change(const std::vector<Held>& before, SliderEvent::Cause cause, const Unknowns& at);

  class YieldingMoment;
  void let_go(const Twist& b);
  double allowed_way() const { return 0.03 * options_.tolerance * length_; }
  double least_moment() const {
    return std::max(shortest_moment * time_, 8.0 * std::numeric_limits<double>::epsilon() * y_[0]);
  }
  /// What starts at the end of the run has a moment all the same.
  double time_left() const { return std::max(end_ - y_[0], least_moment()); }
  /// For a slip that starts with this acceleration: how long the first moment may be, and a shorter one after a way that was too long.
  double first_moment(const Twist& now, double allowed) const {
    const double most = std::min(longest_moment * time_, time_left()), rate = speed_of(vector_of(now));
    return rate > 0.0 ? std::min(most, std::sqrt(1.5 * allowed / rate)) : most;
  }
  static double shorter_moment(double moment, double way, double allowed) {
    return moment * (way > allowed ? std::clamp(0.9 * std::cbrt(allowed / way), 0.02, 0.5) : 0.5);
  }
  /// Way that a slip goes in a moment with these accelerations at its start, middle and end, or more.
  double way_of(const MomentRates& rates, double moment) const {
    const auto size = [this](const Twist& b) { return speed_of(vector_of(b)); };
    return (size(rates.start) / 6.0 + size(rates.middle) / 3.0 + size(rates.end) / 12.0) * moment * moment;
  }
  static constexpr double longest_moment = 1e-2, shortest_moment = 1e-12;  // of the natural time

  // ---- rest

  /// Load that keeps the body moving with the table, body axes at O.
  FrictionLoad load_for_rest(const Unknowns& y) const;
  bool bears_rest(const Unknowns& y) const;
  /// The load is outside of what is borne at rest.
  void leave_rest();
  /// At rest relative to the table: sticks, or yields with a finite acceleration.
  void leave_or_stay(SliderEvent::Cause cause);
  /// Acceleration of the slip with which a body at rest yields to its load; `near` is a guess.
  Twist yielding(const Unknowns& y, const Twist& near = {}) const;
  /// Steps with friction in which these points have their static coefficients.
  const FrictionStep& step_with_static_points(const std::vector<bool>& is_static) const;
  /// It yields to its load, with this acceleration at first: none where the load has just come to the limit.
  void yield_to_load(const std::optional<Twist>& at_start = {});
  Unknowns end_of_first_moment(MomentRates& rates);
  /// Whether a body that yields from rest with this acceleration turns about one of its points, or slips.
  MotionMode mode_of_start(const Twist& b) const;
  MotionMode mode_of_start() const { return elements_.empty() ? MotionMode::Slip : mode_of_start(yielding(y_)); }
  void break_away();
  struct Departure;
  double known_at_rest(const Unknowns& from, double longest);
  Unknowns place_after(const Departure& departure, const Breakaway& start, double t) const;
  void slip_from_rest(const Departure& departure, double longest);
  void start_with(const Vector3& V, double moment);
  void start_to_hold(double margin);
  static constexpr double no_slip_at_start = 1e-9;  // of the speed
  void set_rest();
  const LoadLimits& rest_limits() const;
  Unknowns carried(double duration, const Unknowns& from) const;

  // ---- output and ends

  void begin(MotionMode mode, SliderEvent::Cause cause);
  SliderSample row_at(const Unknowns& y) const;
  void sample(const Unknowns& y);
  /// The last row of a run that cannot go on, where its energies balance.
  void sample_where_lost();
  void write_first_row(const SliderSimulation& after);
  void write(SliderSample row);
  bool is_row_behind() const { return record_.last_row() >= 0.0 && record_.last_row() < y_[0]; }
  template <class Place>
  void sample_until(double t, const Place& place);
  std::optional<InvalidInput> formula_without_value_at_rest() const;

  const Slider& body_;
  Contact contact_;
  SliderEquations equations_;
  std::span<const ContactElement> elements_;
  const SliderRunOptions& options_;
  bool has_friction_ = true;  // while it slips
  bool shakes_ = false;       // by springs or its table
  Mat3 G_, G_inverse_;
  mutable std::optional<FrictionStep> friction_step_;  // made when the body first yields
  mutable std::map<std::vector<bool>, std::shared_ptr<const FrictionStep>> steps_with_static_points_;
  mutable std::optional<LoadLimits> rest_limits_;
  mutable std::map<std::vector<Held>, std::shared_ptr<const Hold>> holds_;
  mutable std::map<std::pair<std::vector<Held>, std::vector<bool>>, std::shared_ptr<const FrictionStep>>
      steps_of_holds_;
  std::shared_ptr<const Hold> hold_, at_rest_;
  std::vector<std::optional<std::size_t>> on_kink_;  // of each element
  std::vector<std::size_t> sector_;                  // of each element that slips
  /// An element whose slip stays at an end of its sector where the force is continuous is not held to it: crossings in no time.
  struct Looseness {
    int crossings = 0;
    double last = 0.0;
    bool is_loose() const { return crossings > 8; }
  };
  std::vector<Looseness> loose_;
  std::size_t sector_of(std::size_t element, const Twist& V) const {
    return loose_[element].is_loose() ? elements_[element].sector_of(elements_[element].slip(V)) : sector_[element];
  }
  void cross_end(const Change& change);
  /// The time of a stop as seen from the end of a step, and the part of its rate by which the slip turns.
  struct Forecast {
    double time = std::numeric_limits<double>::infinity(), turning = std::numeric_limits<double>::infinity();
  };
  std::array<Forecast, 2> forecast_;      // of the last steps, the last one first
  double sign_ = 1.0;                     // of the only motion left
  Vector3 fixed_load_ = Vector3::Zero();  // sliding_load() where that motion is the only one left
  double end_ = 0.0, length_ = 1.0, time_ = 1.0;
  Unknowns y_;
  SliderState initial_;
  MotionMode mode_ = MotionMode::Stick;
  double next_step_ = 0.0;   // in s; 0: not known
  double largest_ = 0.0;     // speed so far
  double slip_error_ = 0.0;  // allowed in the step
  double next_output_ = 0.0;
  std::optional<Vector3> yielding_in_row_;  // acceleration by which what holds yields, in a row of a first moment
  AdvanceWatch steps_;
  mutable AdvanceWatch looks_{.many = 1000000, .little = 1e-9};  // next to a limit there may be many
  mutable FormulaWatch watch_;
  std::optional<Unknowns> failing_;  // where a load or a velocity of the table is not finite
  int switches_ = 0;                 // of formulas, one directly after the other
  int smooth_switches_ = 0;          // likewise, without a jump of the load: of numbers that are zero but for rounding
  int quick_switches_ = 0;           // in short times, of formulas that see the state
  Vector3 first_quick_ = Vector3::Zero();  // pose at the first of these
  std::vector<char> flickering_;           // the choices that these change
  double last_switch_ = 0.0, last_smooth_switch_ = 0.0;
  bool is_trial_ = false;              // writes no rows
  std::optional<Vector3> first_load_;  // found by a trial of the start, world axes
  RunRecord<SliderRun> record_;
};

template <class Place>
void SliderSimulation::sample_until(double t, const Place& place) {
  if (is_trial_) return;
  while (next_output_ <= t && next_output_ <= end_ && record_.goes_on()) {
    Unknowns y = place(next_output_);
    y[0] = next_output_;
    sample(y);
    record_.reached(next_output_);
    next_output_ = options_.output_step * std::round(next_output_ / options_.output_step + 1.0);
  }
  // the last row is from before what happens at the end, as all rows are
  if (t >= end_ && record_.last_row() < end_ && record_.goes_on()) {
    Unknowns y = place(end_);
    y[0] = end_;
    sample(y);
  }
  record_.reached(t);
}

}  // namespace dryslip::detail
