#include "dryslip/ball/simulate_ball.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "dryslip/ball/ball_equations.hpp"
#include "dryslip/ball/detail/ball_look.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/run_record.hpp"

namespace dryslip {
namespace {

using State = BallEquations::State;
using Place = BallEquations::Place;
using Cause = BallCause;

constexpr double local_part = 0.1;  // of the tolerance, for one step: their errors add up over thousands

void check_options(const Ball& ball, const BallRunOptions& options) {
  check_record(options, "run");
  check_ball_until(ball, options.until);
}
constexpr double first_slip =
    10.0;  // in units of the slip that counts as none: the direction is then more than rounding
constexpr int most_switches_in_place = 1000;  // one after the other without time between: they would go on for ever

/// A run in the making.
class Simulation {
 public:
  Simulation(const Ball& ball, const BallRunOptions& options, const Progress& progress, const RowSink<BallSample>& sink)
      : options_(options),
        equations_(ball, std::clamp(options.tolerance, 1e-13, 1e-8)),
        limits_(equations_),
        step_(equations_, local_part * options.tolerance),
        look_ahead_(options.duration),
        y_(equations_.initial_state()),
        record_(progress, sink) {}

  BallRun run() {
    check_formulas_at_start();
    if (is_defined(y_)) {
      enter_mode(Cause::Start);
      add_samples_until(0.0);
    } else {
      takes_rows_ = false;
      fail(y_[Place::T]);
    }
    while (record_.goes_on() && y_[Place::T] < options_.duration) {
      if (has_come_to_rest()) break;
      record_.reached(y_[Place::T]);
      if (record_.goes_on() && !advance() && !is_over_within_rounding()) fail(y_[Place::T]);
    }
    if (options_.until == RunUntil::Rest) record_.end_at_rest(has_come_to_rest());
    const bool is_cut = record_.end(y_[Place::T]);
    if (!is_cut && takes_rows_ && record_.last_row() < record_.run.end) add_sample(y_);
    return std::move(record_.run);
  }

 private:
  // ---- formulas without value

  bool is_defined(const State& y) const {
    return std::isfinite(equations_.slip_size(equations_.slip(y))) && equations_.slope(y).allFinite();
  }

  std::array<KeyedFormula, 3> formulas(KeyedFormula::Use use) const {
    const Table& table = equations_.ball().table;
    return {KeyedFormula{"table.velocity", &table.velocity[0], use},
            KeyedFormula{"table.velocity", &table.velocity[1], use}, KeyedFormula{"table.omega", &table.omega, use}};
  }

  /// Throws for a formula that has no value at the start, before the run begins.
  void check_formulas_at_start() const {
    constexpr double just_after = std::numeric_limits<double>::min();  // formulas may choose anew there
    for (const double t : {0.0, just_after})
      if (const auto fault = formula_fault(formulas(KeyedFormula::Use::Value), {&t, 1})) throw *fault;
  }

  /// Ends the run with the formula that has no value at t or just ahead, or else because the steps cannot go on.
  void fail(double t, const char* reason = "") {
    record_.fail(RunOutcome::NotConverged, reason);
    const double ahead = 1e-9 * std::max(1.0, t);  // a run ends short of the place
    if (const auto fault = formula_fault_between(formulas(KeyedFormula::Use::ValueAndRate), t, t + ahead)) fail(*fault);
  }
  void fail(const InvalidInput& fault) { record_.fail(RunOutcome::FormulaNotFinite, fault.what()); }

  /// Slip and rolling velocity that count as none [m/s].
  double still() const {
    constexpr double digits = 8.0;  // of time, the last ones: a speed above has a direction
    return std::max(options_.tolerance * equations_.velocity_scale(y_), digits * equations_.rounding_of_velocity(y_));
  }

  bool has_come_to_rest() const { return options_.until == RunUntil::Rest && equations_.mode == BallMode::Stick; }

  // ---- one step, cut where something happens

  bool advance() {
    if (!look_at_formulas()) return true;
    if (!step_.take(y_, known_until_)) return false;
    if (!is_held() && !has_seen_formulas()) return true;
    ++record_.run.steps;
    record_.run.implicit_steps += step_.is_implicit() ? 1 : 0;
    // the part of the step that counts: up to what is known of the table, or the limit of the mode
    const bool is_to_end = step_.end()[Place::T] > known_until_ - smallest_time(known_until_, known_until_);
    double part = is_to_end && step_.is_scaled() ? step_.part_at(known_until_) : 1.0;
    const Cause cause = cut_at_limit(part);
    State end = part < 1.0 ? step_.at(part) : step_.end();
    const bool is_end = is_to_end && cause == Cause::Start;
    if (is_end) end[Place::T] = known_until_;
    add_samples_until(end[Place::T]);
    const double before = y_[Place::T];
    y_ = equations_.held(end);  // what errors leave of a slip is none: it would begin where the mode changes
    note_power();
    const bool table_switches = is_end && next_switch_;
    if (table_switches) {
      pass_switch();
    } else if (cause != Cause::Start) {
      enter_mode(cause);
    } else if (const auto ending = equations_.next_ending(y_).which;
               ending != BallEquations::Ending::None &&
               (equations_.speed_of(ending, y_) <= still() || y_[Place::T] == before)) {
      enter_mode(ending == BallEquations::Ending::Slip ? Cause::SlipEnds : Cause::RollEnds);
    }
    return switches_in_place_ < most_switches_in_place &&
           (y_[Place::T] > before || cause != Cause::Start || table_switches);
  }

  /// Where a ball leans while it spins to rest, its center may circle ever faster: at the end a turn is shorter than a few digits of time.
  /// What is left of its motion is over then within the next ones.
  bool is_over_within_rounding() {
    constexpr double digits = 1e5;
    const double lost = digits * equations_.rounding_of_velocity(y_);
    const bool is_over = equations_.is_set_valued() && equations_.mode == BallMode::Slip &&
                         equations_.slip_size(equations_.slip(y_)) <= lost &&
                         length(equations_.rolling_velocity(y_)) <= lost;
    if (!is_over) return false;
    y_ = equations_.with_slip(equations_.rolling_with(y_, {}), {});
    enter_mode(Cause::RollEnds);
    return true;
  }

  /// A formula of the table switches here. Where the velocity jumps, and the slip with it, that is an event in any mode.
  void pass_switch() {
    const Twist slip = equations_.slip(y_);
    equations_.formulas().hold(y_[Place::T]);
    next_switch_.reset();
    std::vector<BallEvent>& events = record_.run.events;
    const std::size_t count = events.size();
    const Twist after = equations_.slip(y_);
    const double jump = equations_.slip_size({after.velocity - slip.velocity, after.omega - slip.omega});
    enter_mode(Cause::TableJumps);
    if (equations_.is_set_valued() && events.size() == count && jump > still())
      events.push_back({y_[Place::T], equations_.mode, equations_.mode, Cause::TableJumps, state_of(y_)});
  }

  /// Up to where the next steps see all that the formulas of the table do. False where one of them has no value there: the run ends.
  bool look_at_formulas() {
    const double t = y_[Place::T];
    if (t < known_until_) return true;
    const double last = is_held() ? std::min(t + look_ahead_, options_.duration) : options_.duration;
    next_switch_ = equations_.formulas().first_switch(t, last);
    const double end = known_until_ = next_switch_.value_or(last);
    if (!is_held()) {
      // at the switch itself the formula that is held may have no value
      const auto pole =
          equations_.formulas().first_pole(t, next_switch_ ? std::max(t, end - smallest_time(t, end)) : end);
      steepness_ = steepness_until(pole.value_or(end));
      if (!pole) return true;
      next_switch_.reset();
      known_until_ = next_to(*pole);
      if (t < known_until_) return true;
      fail(*pole - 0.5e-9 * std::max(1.0, *pole), number_not_finite);
      return false;
    }
    known_until_ = equations_.formulas().known_until(t, end, local_part * options_.tolerance);
    look_ahead_ = 2.0 * (known_until_ - t);
    if (known_until_ < end) next_switch_.reset();
    if (known_until_ - t > smallest_time(t, known_until_)) return true;
    const auto fault = formula_fault_between(formulas(KeyedFormula::Use::ValueAndRate), t, known_until_);
    if (fault) fail(*fault);
    return !fault;
  }

  /// Whether a step of a slip has seen what formulas do over it; else it is to be taken again, up to where something is new.
  bool has_seen_formulas() {
    const double t = y_[Place::T], end = std::min(step_.end()[Place::T], known_until_);
    // the places of a step, at most a tenth of it apart, show a formula that cannot rise and fall between them
    constexpr double rises = 8.0, little = 1e-3;
    if ((end - t) * steepness_ <= rises) return true;
    const double seen = equations_.formulas().known_until(t, end, little);
    if (seen >= end) return true;
    known_until_ = seen;
    next_switch_.reset();
    return false;
  }

  /// How fast formulas may change until then, in their scales [1/s].
  double steepness_until(double end) {
    equations_.formulas().bounds(y_[Place::T], end, bounds_);
    double result = 0.0;
    for (std::size_t i = 0; i < bounds_.size(); ++i)
      result = std::max(
          result, magnitude(bounds_[i].rate) / std::max(magnitude(bounds_[i].value), equations_.formulas().scale(i)));
    return result;
  }

  /// The last moment before a formula has no value, or is so large that nothing is left of the motion of the ball.
  double next_to(double pole) const {
    constexpr double far_larger = 1e12;  // than velocities that matter
    const double unit = std::max(1.0, pole);
    const TimeFormulas& formulas = equations_.formulas();
    for (double close = 1e-2; close > 1e-9; close *= 0.1)
      for (std::size_t i = 0; i < formulas.size(); ++i)
        if (std::abs(formulas.value(i, pole - close * unit)) > far_larger * formulas.scale(i))
          return pole - close * unit;
    return pole - 1e-9 * unit;
  }

  /// Whether anything is held within a limit of friction.
  bool is_held() const {
    return equations_.is_set_valued() && (equations_.mode != BallMode::Slip || equations_.holds_center);
  }

  /// The first moment at which the load, or the pull on a ball at rest, comes to its limit; Start where there is none.
  Cause cut_at_limit(double& part) {
    if (!is_held()) return Cause::Start;
    const auto exit = limits_.first_exit(step_, part);
    if (!exit) return Cause::Start;
    part = *exit;
    return limits_.load_leaves(step_.at(part)) ? Cause::LoadLeaves : Cause::PullLeaves;
  }

  // ---- modes

  /// Finds the mode from the state, and starts it: slip that begins has the least size that counts, in its direction.
  void enter_mode(Cause cause) {
    const std::optional<BallMode> from = cause == Cause::Start ? std::nullopt : std::optional(equations_.mode);
    if (equations_.is_set_valued()) find_mode();
    step_.restart();
    known_until_ = y_[Place::T];  // what a step sees depends on the mode
    switches_in_place_ =
        y_[Place::T] - last_switch_ < options_.tolerance * options_.duration ? switches_in_place_ + 1 : 0;
    last_switch_ = y_[Place::T];
    // no change of mode; a stop of the slip that does not hold is one
    if (from == equations_.mode && cause != Cause::SlipEnds) return;
    record_.run.events.push_back({y_[Place::T], from, equations_.mode, cause, state_of(y_)});
  }

  void find_mode() {
    BallMode& mode = equations_.mode;
    const double least = still();
    equations_.holds_center = false;
    if (equations_.slip_size(equations_.slip(y_)) > 1.5 * least) {
      mode = BallMode::Slip;
      if (length(equations_.rolling_velocity(y_)) <= 1.5 * least) settle_center(least);
      return;
    }
    const Vec2 rolling = equations_.rolling_velocity(y_);
    const bool moves = length(rolling) > 1.5 * least;
    y_ = equations_.rolling_with(y_, moves ? rolling : Vec2{});
    mode = moves ? BallMode::Roll : BallMode::Stick;
    if (!moves && limits_.pull_leaves(y_)) {
      mode = BallMode::Roll;
      const Vec2 pull = equations_.pull(y_);
      y_ = equations_.rolling_with(y_, least / length(pull) * pull);
    }
    const BallEquations::Limit limit = equations_.slip_limit(y_);
    if (limit.reached <= limits_.bearable()) return;
    constexpr double close = 1e-6;  // to the limit: there both directions are the same
    const Twist direction = limit.reached < 1.0 + close ? limit.direction : equations_.start_of_slip(y_);
    const double start = first_slip * least;
    y_ = equations_.with_slip(y_, {start * direction.velocity, start * direction.omega});
    mode = BallMode::Slip;
  }

  /// A slipping ball whose center has come to rest on the table stays there if a lean can hold it, else it goes on.
  void settle_center(double least) {
    if (equations_.ball().rolling_shift == 0.0) return;
    const Twist slip = equations_.slip(y_);
    const auto moving_center = [&](Vec2 velocity) {
      return equations_.with_slip(equations_.rolling_with(y_, velocity), slip);
    };
    const Vec2 lean = equations_.lean_that_holds_center(y_);
    y_ = moving_center({});
    equations_.holds_center = length(lean) < equations_.ball().rolling_shift;
    if (equations_.holds_center) return;
    // no lean at zero velocity: the way the center is driven
    const Vec2 rate = equations_.center_acceleration(y_);
    if (rate != Vec2{}) y_ = moving_center(least / length(rate) * rate);
  }

  // ---- rows

  BallState state_of(const State& y) const {
    return {{y[Place::X], y[Place::X + 1]},
            {y[Place::VX], y[Place::VX + 1]},
            {y[Place::WX], y[Place::WX + 1], y[Place::WZ]}};
  }
  void add_sample(const State& y) {
    const BallSample row{.t = y[Place::T],
                         .state = state_of(y),
                         .slip = equations_.mode == BallMode::Slip ? equations_.slip(y) : Twist{},
                         .rolling = equations_.mode == BallMode::Stick ? Vec2{} : equations_.rolling_velocity(y),
                         .mode = equations_.mode,
                         .kinetic_energy = equations_.kinetic_energy(y),
                         .work_of_weight = equations_.work_of_weight(y),
                         .work_of_friction = y[Place::WorkOfSlip],
                         .work_of_rolling = y[Place::WorkOfRolling],
                         .work_of_table = y[Place::WorkOfTable]};
    takes_rows_ = record_.add(row);
    if (!takes_rows_) fail(row.t, number_not_finite);
  }
  /// Rows at the multiples of the output step that the last step has passed.
  void add_samples_until(double t) {
    for (;; ++next_row_) {
      const double next = static_cast<double>(next_row_) * options_.output_step;
      if (next > t || next > options_.duration || !takes_rows_ || record_.is_interrupted()) return;
      State y = next_row_ == 0 ? y_ : step_.at(step_.part_at(next));
      y[Place::T] = next;
      add_sample(y);
      record_.reached(next);
    }
  }
  void note_power() {
    if (!equations_.table_is_at_rest()) return;
    const BallEquations::Powers power = equations_.powers(y_);
    record_.run.power_fed = std::max(record_.run.power_fed, power.slip + power.rolling);
  }

  BallRunOptions options_;
  BallEquations equations_;
  detail::BallLimits limits_;
  detail::BallStep step_;
  double look_ahead_;         ///< how far the formulas of the table are looked at [s]
  double known_until_ = 0.0;  ///< steps see all that these do up to there [s]
  double steepness_ = 0.0;    ///< of the formulas until then [1/s]
  std::vector<CurveBound> bounds_;
  std::optional<double> next_switch_;  ///< at the end of what is known, where one of them switches [s]
  State y_;
  RunRecord<BallRun> record_;
  long next_row_ = 0;
  bool takes_rows_ = true;
  double last_switch_ = 0.0;
  int switches_in_place_ = 0;
};

}  // namespace

void check_ball_until(const Ball& ball, RunUntil until) {
  if (until == RunUntil::Duration) return;
  if (ball.epsilon_slip > 0.0 || ball.epsilon_roll > 0.0)
    throw InvalidInput("run.until",
                       "\"rest\": a ball with epsilon_slip or epsilon_roll above 0 never rests: set both to 0");
  const Table& table = ball.table;
  const auto require_zero = [](const char* key, const Expression& formula) {
    if (formula.constant_value() == 0.0) return;
    throw InvalidInput("run.until", "\"rest\": needs a table at rest, and " + std::string(key) + " is \"" +
                                        formula.text() + "\": set it to 0, or give run.duration [s] instead");
  };
  for (const Expression& formula : table.velocity) require_zero("table.velocity", formula);
  require_zero("table.omega", table.omega);
}

BallRun simulate_ball(const Ball& ball, const BallRunOptions& options, const Progress& progress,
                      const RowSink<BallSample>& sink) {
  check_options(ball, options);
  return Simulation(ball, options, progress, sink).run();
}

}  // namespace dryslip
