#include <array>
#include <optional>
#include <stdexcept>

#include "dryslip/slider/detail/slider_simulation.hpp"

namespace dryslip::detail {

/// Steps up to the next change of mode or the end of the run: how long each one is, by which method it is made, and whether it counts.
class SliderSimulation::Advance {
 public:
  explicit Advance(SliderSimulation& simulation)
      : simulation_(simulation),
        fastest_at_start_(simulation.largest_),
        is_integrated_(!simulation.equations_.static_surface().model().is_closed_form()),
        has_hessian_(simulation.equations_.kinetic().has_potential()),
        comes_to_roll_(std::any_of(
            simulation.elements_.begin(), simulation.elements_.end(),
            [](const ContactElement& element) { return !element.is_point() && !element.model->is_closed_form(); })),
        slip_parts_{0.0, 1e-3, std::max(1e-8, 100.0 * simulation.equations_.static_surface().load_error())},
        slip_part_(first_slip_part()),
        rate_(simulation.slope(simulation.y_)),
        size_(first_size()),
        allowed_(simulation.allowed_errors(scale_of_slip(), simulation.largest_)) {}

  void go_on() {
    while (simulation_.record_.goes_on()) {
      if (!rate_.allFinite()) throw std::invalid_argument(not_finite);
      ++simulation_.record_.run.steps;
      if (simulation_.crawls())
        return simulation_.record_.fail(RunOutcome::NotConverged, simulation_.steps_.text("steps"));
      if (!makes_step()) continue;
      if (!(error_ <= 1.0)) {
        if (shortens()) continue;
        return give_up();
      }
      make_curve();
      if (is_cut_by_formulas()) continue;
      const Change change = first_change();
      if (is_doubtful(change)) continue;
      trials_ = 0;
      if (change.kind != Change::Kind::None) return stop_at(change);
      if (ends_run()) return;
      accept();
      if (simulation_.comes_to_rest(rate_, allowed_[0])) return;
    }
  }

 private:
  static constexpr const char* not_finite = "a load or a velocity of the table is not finite";

  /// What a slip is compared with: where its force turns, the slowest of those that may come to rest.
  double scale_of_slip() const {
    return rate_[0] == 1.0 ? std::max(fastest_at_start_, simulation_.length_ / simulation_.time_) : rate_[0];
  }
  std::size_t first_slip_part() const { return has_hessian_ ? 0 : 1; }
  double first_size() const {
    if (simulation_.next_step_ > 0.0) return simulation_.next_step_;
    const double size = 0.1 * scale_of_slip() / simulation_.speed_of(rate_.segment<3>(4));
    return std::isfinite(size) ? std::min(size, simulation_.time_ / rate_[0]) : 0.1 * simulation_.time_ / rate_[0];
  }

  // ---- making a step

  /// False where a stiff one is to be tried with another Jacobian.
  bool makes_step() {
    if (!is_stiff_) {
      make_explicit_step();
    } else if (!makes_stiff_step()) {
      return false;
    }
    jacobians_tried_ = 0;
    return true;
  }

  void make_explicit_step() {
    stepper_.step(simulation_.slopes(), simulation_.y_, rate_, size_);
    error_ = stepper_.error(
        is_integrated_ ? Unknowns(allowed_.cwiseMax(simulation_.rounding_error(rate_, size_, allowed_))) : allowed_);
    // in parts of the natural time, and of the errors allowed: what loses more than that is a pole
    constexpr double short_time = 1e-8, most_lost = 1e3;
    if (!(error_ <= 1.0) && size_ * rate_[0] < short_time * simulation_.time_)
      error_ = stepper_.error(allowed_.cwiseMax(lost_in_time().cwiseMin(most_lost * allowed_)));
  }
  /// What a step of a pulse loses by the rounding of its times.
  Unknowns lost_in_time() const {
    constexpr double some = 64.0, epsilon = std::numeric_limits<double>::epsilon(), of_all_stages = 4.0;
    Unknowns later = simulation_.y_;
    later[0] += some * epsilon * simulation_.y_[0];
    return of_all_stages / some * size_ * (simulation_.slope(later) - rate_).cwiseAbs();
  }

  /// False where Newton's method fails and another Jacobian may help; the error is infinite where none has helped.
  bool makes_stiff_step() {
    error_ = std::numeric_limits<double>::infinity();
    const double over = slip_parts_[slip_part_] * scale_of_slip();
    jacobian_ = over > 0.0 ? simulation_.jacobian(simulation_.y_, rate_, over)
                           : simulation_.exact_jacobian(simulation_.y_, rate_);
    const Unknowns rounding = simulation_.rounding_error(rate_, size_, allowed_);
    if (stiff_stepper_.step(simulation_.slopes(), simulation_.y_, rate_, jacobian_, size_, allowed_, rounding)) {
      error_ = stiff_stepper_.error(allowed_.cwiseMax(rounding));
      return true;
    }
    if (++jacobians_tried_ < (has_hessian_ ? 3 : 2)) {
      slip_part_ = slip_part_ + 1 < slip_parts_.size() ? slip_part_ + 1 : first_slip_part();
      return false;
    }
    // next to rolling, integrated loads are not known well enough for Newton's method
    constexpr int most_failures = 5, steps_without = 40;
    if (comes_to_roll_ && ++failures_ > most_failures) {
      is_stiff_ = false;
      failures_ = 0;
      stiff_steps_ = -steps_without;
    }
    return true;
  }

  double next_size() const {
    if (!std::isfinite(error_)) return 0.3 * size_;
    return is_stiff_ ? StiffStepper::next_size(size_, error_) : Stepper::next_size(size_, error_);
  }
  /// False where time would not pass in a shorter step.
  bool shortens() {
    shorten_to(next_size());
    return size_ * rate_[0] > std::max(1e-15 * simulation_.time_, 2e-16 * simulation_.y_[0]);
  }
  void shorten_to(double size) {
    size_ = size;
    was_too_long_ = true;
  }
  /// No step leads on from here.
  void give_up() {
    if (simulation_.passes_switch_ahead()) return;
    for (const double ahead : {1.0, 1e3, 1e6}) {
      simulation_.failing_ = simulation_.y_ + ahead * size_ * rate_;
      if (!simulation_.slope(*simulation_.failing_).allFinite()) throw std::invalid_argument(not_finite);
    }
    if (simulation_.comes_to_rest(rate_, allowed_[0], simulation_.negligible_speed())) return;
    simulation_.record_.fail(RunOutcome::NotConverged);
  }

  // ---- what happens in a step

  void make_curve() {
    reached_ = is_stiff_ ? stiff_stepper_.end() : stepper_.end();
    is_good_for_rows_.reset();
    if (!(simulation_.may_change() || ends_in_step() || reached_[0] >= simulation_.next_output_)) return;
    if (is_stiff_) {
      curve_.powers.setZero();
      curve_.powers.leftCols<6>() = stiff_stepper_.powers();
    } else {
      curve_.powers = stepper_.powers(simulation_.slopes());
    }
  }
  bool ends_in_step() const { return reached_[0] >= simulation_.end_; }

  /// How far the curve misses the equations of motion at a place, in allowed errors over its step.
  double miss(double x) const {
    Unknowns rate = 7.0 * curve_.powers.col(7);
    for (int i = 7; i-- > 1;) rate = i * curve_.powers.col(i) + x * rate;
    return ((rate - size_ * simulation_.slope(curve_.at(x))).array() / allowed_.array()).abs().maxCoeff();
  }

  /// Whether formulas do something in the step that it may not have seen: the next try ends before that.
  bool is_cut_by_formulas() {
    const SliderEquations& equations = simulation_.equations_;
    if (!equations.has_formulas()) return false;
    const double part = simulation_.known_part(equations.are_of_time() ? straight(simulation_.y_, reached_) : curve_);
    const double least = std::max(1e-12 * simulation_.time_, 1e-14 * simulation_.y_[0]);
    if (!(part < 1.0 && size_ * part * rate_[0] > least)) return false;
    shorten_to(size_ * part);
    return true;
  }

  Change first_change() {
    const double last = ends_in_step() ? curve_.part_at(simulation_.end_) : 1.0;
    simulation_.slip_error_ = allowed_[4];
    return simulation_.may_change() ? simulation_.first_change(curve_, last) : Change{};
  }

  /// Whether stability, not accuracy, limits the explicit method.
  bool is_held_back() const {
    constexpr double limit_of_stability = 4.0;
    return !is_stiff_ && stepper_.stiffness(allowed_) > limit_of_stability;
  }
  /// Whether the curve may be too far from the motion to tell where this change happens: the step is made anew, stiff or shorter.
  bool is_doubtful(const Change& change) {
    if (change.kind == Change::Kind::None) return false;
    if (stiff_steps_ >= 0 && is_held_back()) {  // its curve may swing around the right one
      is_stiff_ = true;
      return true;
    }
    // what the curve may miss, which is of a lower order than the end of the step
    constexpr double well = 30.0;
    constexpr int most_trials = 3;
    if (!(trials_ < most_trials && miss(change.x) > well)) return false;
    ++trials_;
    shorten_to(size_ * 0.5);
    return true;
  }

  /// The motion at a time within the step: on its curve, or by a step of its own where the curve is too coarse.
  Unknowns place_at(double t) {
    const double x = curve_.part_at(t);
    constexpr double most_missed = 300.0;
    if (!is_good_for_rows_) is_good_for_rows_ = miss(0.5) <= most_missed;
    if (*is_good_for_rows_) return curve_.at(x);
    Stepper own;
    StiffStepper own_stiff;
    const double size = x * size_;
    if (is_stiff_ && !own_stiff.step(simulation_.slopes(), simulation_.y_, rate_, jacobian_, size, allowed_,
                                     simulation_.rounding_error(rate_, size, allowed_)))
      return curve_.at(x);
    if (!is_stiff_) own.step(simulation_.slopes(), simulation_.y_, rate_, size);
    const Unknowns y = is_stiff_ ? own_stiff.end() : own.end(), slope_there = simulation_.slope(y);
    return y + (t - y[0]) / slope_there[0] * slope_there;
  }
  void sample_until(double t) {
    simulation_.sample_until(t, [this](double row) { return place_at(row); });
  }

  // ---- from the end of a step

  void stop_at(const Change& change) {
    Unknowns there = curve_.at(change.x);
    there[0] = change.t.value_or(there[0]);
    sample_until(there[0]);
    simulation_.y_ = there;
    note_speed();
    simulation_.next_step_ = size_;
    const Unknowns rate_there = simulation_.slope(simulation_.y_);
    if (simulation_.reverses(rate_there)) return simulation_.stop();
    if (!simulation_.comes_to_rest(rate_there, allowed_[0])) simulation_.take(change);
  }

  /// Writes the rows of the step; whether the run ends in it.
  bool ends_run() {
    sample_until(std::min(reached_[0], simulation_.end_));
    if (!ends_in_step()) return false;
    simulation_.y_ = place_at(simulation_.end_);
    simulation_.y_[0] = simulation_.end_;
    return true;
  }

  /// The end of the step is where the next one starts.
  void accept() {
    if (!is_stiff_) stiff_steps_ = is_held_back() || stiff_steps_ < 0 ? stiff_steps_ + 1 : 0;
    simulation_.y_ = reached_;
    SliderEquations& equations = simulation_.equations_;
    if (!equations.loose().empty()) {  // chosen anew where it has got to
      equations.set_loose({});
      equations.hold_choices(equations.choices(reached_[0], simulation_.state(reached_)));
    }
    rate_ = is_stiff_ ? simulation_.slope(reached_) : stepper_.end_slope();
    choose_next_size();
    constexpr int many_stiff = 4;
    if (stiff_steps_ >= many_stiff) is_stiff_ = true;
    note_speed();
    allowed_ = simulation_.allowed_errors(scale_of_slip(), simulation_.largest_);
  }
  void choose_next_size() {
    const double next = next_size();
    // next to a pole of the load's derivative the estimate of stiff steps may be the same for all sizes
    constexpr int many_alike = 20;
    constexpr double alike = 1.1, longer = 4.0;
    steps_alike_ = is_stiff_ && !was_too_long_ && next < alike * size_ ? steps_alike_ + 1 : 0;
    size_ = was_too_long_ ? std::min(size_, next) : next;
    if (steps_alike_ % many_alike == many_alike - 1) size_ *= longer;
    was_too_long_ = false;
  }
  void note_speed() {
    simulation_.largest_ = std::max(simulation_.largest_, simulation_.speed_of(slip_of(simulation_.y_)));
  }

  SliderSimulation& simulation_;
  const double fastest_at_start_;
  const bool is_integrated_, has_hessian_, comes_to_roll_;
  /// Over what part of a slip its derivatives are taken: over none, or, next to where they have a pole, as with the center of rotation on
  /// a line, over some or less.
  const std::array<double, 3> slip_parts_;
  std::size_t slip_part_;
  Stepper stepper_;
  StiffStepper stiff_stepper_;
  StiffStepper::Jacobian jacobian_;
  Unknowns rate_;  // at the start of the step
  double size_;    // of the step
  Unknowns allowed_, reached_;
  double error_ = 0.0;                    // of the step, at most 1 where it is good
  Curve curve_;                           // only where something may change or a row is due
  std::optional<bool> is_good_for_rows_;  // the curve
  bool is_stiff_ = false, was_too_long_ = false;
  int stiff_steps_ = 0;  // explicit steps in a row that stability held back; below zero none is counted
  int steps_alike_ = 0;  // stiff steps in a row that did not grow
  int failures_ = 0;     // of Newton's method
  int jacobians_tried_ = 0;
  int trials_ = 0;  // steps made anew for a change
};

void SliderSimulation::advance() {
  if (mode_ == MotionMode::Stick && equations_.table_rests()) return wait();
  Advance(*this).go_on();
}

}  // namespace dryslip::detail
