#include "dryslip/slider/simulate_slider.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/record/check_record.hpp"
#include "dryslip/slider/check_slider.hpp"
#include "dryslip/slider/detail/formula_without_value.hpp"
#include "dryslip/slider/detail/slider_simulation.hpp"
#include "dryslip/slider/simulate_slider_by_prox.hpp"

namespace dryslip::detail {

SliderSimulation::SliderSimulation(const Slider& slider, const SliderState& initial, const Contact& contact,
                                   const SliderRunOptions& options, const Progress& progress,
                                   const RowSink<SliderSample>& sink)
    : body_(slider),
      contact_(contact),
      equations_(slider, contact_),
      elements_(equations_.elements()),
      options_(options),
      G_(kinetic_metric(slider.mass, slider.inertia, slider.center_of_mass)),
      G_inverse_(G_.inverse()),
      sector_(elements_.size(), 0),
      loose_(elements_.size()),
      initial_(initial),
      record_(progress, sink) {
  end_ = options.duration.value_or(1000.0);
  // natural units of the body under friction
  has_friction_ = equations_.kinetic().scale().force > 0.0;
  shakes_ = !slider.drive.springs.empty() || !equations_.table_rests();
  length_ = equations_.gyration_radius();
  time_ = std::sqrt(length_ * equations_.mass() / equations_.natural_load().force);
  // the choices of formulas just after the start
  equations_.hold_choices(equations_.choices(just_after(0.0), initial));
  y_ << 0.0, initial.position.x, initial.position.y, initial.angle, Vector3::Zero(), 0.0, 0.0, 0.0;
  const Vector3 velocity(initial.velocity.x, initial.velocity.y, initial.omega);
  const Vector3 relative = velocity - equations_.table_velocity(0.0, initial.position);
  y_.segment<3>(4) = vector_of(equations_.slip(relative, unit_vector(initial.angle)));
  largest_ = speed_of(slip_of(y_));
  constexpr double lost = 1e-150;  // squares of such speeds are no numbers any more
  if (largest_ < lost * length_ / time_) {
    y_.segment<3>(4).setZero();
    largest_ = 0.0;
  }
  set_hold({});
}

SliderRun SliderSimulation::run() {
  try {
    try {
      go_on();
    } catch (const LooksWithoutEnd&) {
      record_.fail(RunOutcome::NotConverged, looks_.text("checks of formulas"));
      if (is_row_behind()) sample_where_lost();
    }
    // steps that become ever shorter may do so towards a pole
    constexpr double next_to_pole = 1e-6;
    if (record_.run.outcome == RunOutcome::NotConverged) {
      auto fault = formula_without_value(body_, y_[0], state(y_), 0.0, next_to_pole);
      if (!fault) fault = formula_without_value_at_rest();
      if (fault) record_.fail(RunOutcome::FormulaNotFinite, fault->what());
    }
  } catch (const std::invalid_argument&) {  // a load or a motion that is not finite
    const double ahead = 2.0 * options_.output_step + 1e-6 * std::max(1.0, y_[0]);
    auto fault = formula_without_value(body_, y_[0], state(y_), ahead);
    if (!fault && failing_) fault = formula_without_value(body_, (*failing_)[0], state(*failing_));
    if (!fault) fault = formula_without_value_at_rest();
    fault ? record_.fail(RunOutcome::FormulaNotFinite, fault->what())
          : record_.fail(RunOutcome::NotConverged, number_not_finite);
    try {
      if (is_row_behind()) sample_where_lost();
    } catch (const std::invalid_argument&) {  // not there
    }
  }
  record_.end(y_[0]);
  return std::move(record_.run);
}

std::optional<InvalidInput> SliderSimulation::formula_without_value_at_rest() const {
  constexpr double slow = 1e-6;  // of natural velocities
  const SliderState here = state(y_);
  const Vector3 table = equations_.table_velocity(y_[0], here.position);
  const SliderState carried{.velocity = {table[0], table[1]}, .omega = table[2]};
  const double speed = slow * length_ / time_;
  return detail::formula_without_value_at_rest(body_, y_[0], here, carried,
                                               {.velocity = {speed, speed}, .omega = slow / time_});
}

void SliderSimulation::go_on() {
  next_output_ = options_.output_step;
  if (largest_ > 0.0) {
    set_sectors();
    constexpr double rolling_at_start = 1e-12;  // of the speed
    mode_ = MotionMode::Slip;
    if (kinks_of(twist_of(slip_of(y_)), rolling_at_start).empty()) {
      begin(MotionMode::Slip, SliderEvent::Cause::Start);
      sample(y_);
    } else {
      // the first row is that of the start, with what comes directly after it
      SliderSimulation after(*this);
      after.is_trial_ = true;
      after.begin(MotionMode::Slip, SliderEvent::Cause::Start);
      after.start_to_hold(rolling_at_start);
      begin(after.mode_, SliderEvent::Cause::Start);
      write_first_row(after);
      start_to_hold(rolling_at_start);
      record_.run.events.resize(1);
    }
  } else {
    leave_or_stay(SliderEvent::Cause::Start);
  }
  while (y_[0] < end_ && record_.goes_on()) {
    if (mode_ == MotionMode::Stick && options_.until == RunUntil::Rest) break;
    advance();
  }
  y_[0] = std::min(y_[0], end_);  // a first moment at the end lasts longer, by less than the error of time
  if (record_.end(y_[0])) return;
  if (record_.last_row() != y_[0]) record_.run.outcome == RunOutcome::NotConverged ? sample_where_lost() : sample(y_);
  if (options_.until == RunUntil::Rest) record_.end_at_rest(mode_ == MotionMode::Stick);
}

void SliderSimulation::write_first_row(const SliderSimulation& after) {
  SliderSample row = after.row_at(after.y_);
  if (const auto& load = after.first_load_) row.load = {{(*load)[0], (*load)[1]}, (*load)[2]};
  row.t = 0.0;
  row.state = initial_;
  row.kinetic_energy = equations_.kinetic_energy(initial_);
  row.work_of_loads = row.work_of_springs = row.work_of_friction = 0.0;
  row.spring_forces = equations_.spring_forces(0.0, initial_);
  write(row);
}

void SliderSimulation::begin(MotionMode mode, SliderEvent::Cause cause) {
  std::optional<MotionMode> from;
  if (!record_.run.events.empty()) from = mode_;
  mode_ = mode;
  record_.run.events.push_back({y_[0], from, mode, cause, y_[0] == 0.0 ? initial_ : state(y_)});
  count_switch();
}

namespace {

/// Turns minus zeros into zeros.
void make_plain(SliderSample& row) {
  SliderState& state = row.state;
  for (double* number :
       {&state.velocity.x, &state.velocity.y, &state.omega, &row.load.force.x, &row.load.force.y, &row.load.moment})
    *number += 0.0;
}

}  // namespace

SliderSample SliderSimulation::row_at(const Unknowns& y) const {
  Motion at = motion(y);
  if (yielding_in_row_) {  // what holds slips already, if by little
    at.held -= G_ * *yielding_in_row_;
    at.friction = load_of_elements(twist_of(at.V));
  }
  SliderSample row{.t = y[0], .state = y[0] == 0.0 ? initial_ : at.state, .mode = mode_};
  Vector3 load = load_on_support(at);
  if (mode_ != MotionMode::Stick &&
      (hold().freedom == 0 || at.V.isZero(0.0))) {  // what the acceleration of its first moment leaves
    const Vector3 taken = vector_of(load_for_rest(y)) - G_ * vector_of(yielding(y));
    load = has_friction_ ? equations_.load_in_world(load_of(taken), at.heading) : Vector3::Zero();
  }
  row.load = {{load[0], load[1]}, load[2]};
  row.kinetic_energy = equations_.kinetic_energy(row.state);
  row.work_of_loads = y[7];
  row.work_of_springs = y[8];
  row.work_of_friction = y[9];
  row.spring_forces = equations_.spring_forces(y[0], row.state);
  if (y[0] != 0.0) make_plain(row);  // the first row is that of the start, bit for bit
  return row;
}

void SliderSimulation::sample(const Unknowns& y) {
  const SliderSample row = row_at(y);
  if (!is_finite(row)) failing_ = y;
  write(row);
}

// Next to a pole of the table's velocity the slip is so large that nothing is left of the motion of the body.
void SliderSimulation::sample_where_lost() {
  constexpr double rounding = 1e-8;  // of the energies
  const SliderSample row = row_at(y_);
  const double start = equations_.kinetic_energy(initial_);
  const double left = row.kinetic_energy - start - row.work_of_loads - row.work_of_springs - row.work_of_friction;
  const double most = std::max({row.kinetic_energy, start, std::abs(row.work_of_loads), std::abs(row.work_of_springs),
                                std::abs(row.work_of_friction)});
  if (std::abs(left) <= rounding * most) write(row);
}

void SliderSimulation::write(SliderSample row) {
  if (!record_.add(std::move(row))) throw std::invalid_argument("a row is not finite");
}

}  // namespace dryslip::detail

namespace dryslip {

SliderRun simulate_slider(const PreparedSlider& slider, const SliderRunOptions& options, const Progress& progress,
                          const RowSink<SliderSample>& sink) {
  return simulate_slider(slider, slider.slider().initial, options, progress, sink);
}

SliderRun simulate_slider(const PreparedSlider& prepared, const SliderState& initial, const SliderRunOptions& options,
                          const Progress& progress, const RowSink<SliderSample>& sink) {
  const Slider& slider = prepared.slider();
  check_slider(slider);
  check_record(initial, "initial");
  check_record(options, "run");
  const Contact contact = prepared.contact_in_motion(options.tolerance);
  contact.surface(Coefficient::Static);  // what is wrong with the contact is told before formulas
  detail::check_formulas_at_start(slider, initial);
  const bool by_prox = options.method == SliderRunOptions::Method::Prox;
  SliderRun run = by_prox ? simulate_slider_by_prox(slider, initial, contact, options, progress, sink)
                          : detail::SliderSimulation(slider, initial, contact, options, progress, sink).run();
  run.model_error = contact.model()->model_error();
  return run;
}

}  // namespace dryslip
