#include "dryslip/stick_slip/simulate_slider.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <utility>

#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/stick_slip/detail/formula_without_value.hpp"
#include "dryslip/stick_slip/detail/slider_simulation.hpp"
#include "dryslip/stick_slip/simulate_slider_by_prox.hpp"

namespace dryslip::detail {

SliderSimulation::SliderSimulation(const Slider& slider, const SliderState& initial,
                                   std::shared_ptr<const SliderContact> contact, const SliderRunOptions& options,
                                   const RunProgress& progress, const SampleSink& sink)
    : body_(slider),
      contact_(std::move(contact)),
      equations_(slider, contact_),
      kinks_(equations_.kinks()),
      options_(options),
      progress_(progress),
      sink_(sink),
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
  // the choices of formulas just after the start
  equations_.hold_choices(equations_.choices(std::numeric_limits<double>::min(), initial));
}

SliderRun SliderSimulation::run() {
  try {
    go_on();
  } catch (const std::invalid_argument&) {  // a load or a motion that is not finite
    const double ahead = 2.0 * options_.output_step + 1e-6 * std::max(1.0, y_[0]);
    const auto fault = formula_without_value(body_, y_[0], state(y_), ahead);
    run_.outcome = fault ? SliderOutcome::FormulaNotFinite : SliderOutcome::NotConverged;
    run_.reason = fault ? fault->what() : number_not_finite;
  }
  return std::move(run_);
}

void SliderSimulation::go_on() {
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
  if (last_row_ != y_[0]) sample(y_);
  if (options_.until == SliderRunOptions::Until::Rest && run_.outcome == SliderOutcome::Finished) {
    run_.outcome = mode_ == MotionMode::Stick ? SliderOutcome::AtRest : SliderOutcome::NeverAtRest;
  }
}

void SliderSimulation::begin(MotionMode mode, SliderEvent::Cause cause) {
  std::optional<MotionMode> from;
  if (!run_.events.empty()) from = mode_;
  mode_ = mode;
  run_.events.push_back({y_[0], from, mode, cause, state(y_)});
  count_switch();
}

void SliderSimulation::sample(const Unknowns& y) {
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
  if (!is_finite(row)) throw std::invalid_argument("a row is not finite");
  last_row_ = row.t;
  sink_ ? sink_(row) : run_.samples.push_back(row);
}

void SliderSimulation::take_choices() {
  equations_.hold_choices(equations_.choices(y_[0], state(y_)));
  count_switch();
}

void SliderSimulation::count_switch() {
  constexpr double no_time = 1e-7;  // of the natural time of the body; longer than a first moment
  switches_ = y_[0] - last_switch_ < no_time * time_ ? switches_ + 1 : 0;
  last_switch_ = y_[0];
  constexpr int most = 100;
  if (switches_ < most) return;
  run_.outcome = SliderOutcome::Chattering;
  is_over_ = true;
}

}  // namespace dryslip::detail

namespace dryslip {

bool is_finite(const SliderSample& row) {
  const auto all_finite = [](std::initializer_list<double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  };
  const auto& [t, state, load, mode, energy, of_loads, of_springs, of_friction, springs] = row;
  return all_finite({t, state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y,
                     state.omega, load.force.x, load.force.y, load.moment, energy, of_loads, of_springs,
                     of_friction}) &&
         std::all_of(springs.begin(), springs.end(), [](double value) { return std::isfinite(value); });
}

SliderSimulator::SliderSimulator(const Slider& slider)
    : slider_(slider), contact_(std::make_shared<const detail::SliderContact>(slider)) {}

SliderRun SliderSimulator::run(const SliderState& initial, const SliderRunOptions& options, const RunProgress& progress,
                               const SampleSink& sink) const {
  detail::check_formulas_at_start(slider_, initial);
  SliderRun run;
  if (options.method == SliderRunOptions::Method::Prox) {
    Slider slider = slider_;
    slider.initial = initial;
    run = simulate_slider_by_prox(slider, contact_, options, progress, sink);
  } else {
    run = detail::SliderSimulation(slider_, initial, contact_, options, progress, sink).run();
  }
  run.model_error = contact_->kinetic().model_error();
  return run;
}

SliderRun simulate_slider(const Slider& slider, const SliderRunOptions& options, const RunProgress& progress,
                          const SampleSink& sink) {
  return SliderSimulator(slider).run(slider.initial, options, progress, sink);
}

}  // namespace dryslip
