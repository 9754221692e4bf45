#include "dryslip/scenario/scenario.hpp"

#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {
namespace {

constexpr double longest_run = 1000.0;  // [s], of a run until rest that says nothing else

}  // namespace

Contact contact_of(const Scenario& scenario) {
  return {scenario.contact, {.model = scenario.model, .tolerance = scenario.load_tolerance}};
}

std::optional<double> slider_inertia(const Scenario& scenario) {
  if (!scenario.slider) return {};
  const auto& [mass, inertia, center_of_mass] = *scenario.slider;
  if (inertia || !mass) return inertia;
  return *mass * squared_gyration_radius(scenario.contact, center_of_mass);
}

Slider slider_of(const Scenario& scenario, const std::string& who) {
  if (!scenario.slider || !scenario.slider->mass)
    throw InvalidInput("slider.mass", "missing: " + who + " needs the mass of the slider");
  const double inertia = *slider_inertia(scenario);
  if (!(inertia > 0.0))
    throw InvalidInput("slider.inertia", "0 by default for this contact: " + who + " needs one above 0");
  return {.contact = scenario.contact,
          .model = scenario.model,
          .load_tolerance = scenario.load_tolerance,
          .mass = *scenario.slider->mass,
          .inertia = inertia,
          .center_of_mass = scenario.slider->center_of_mass,
          .initial = scenario.initial.value_or(SliderState{}),
          .drive = scenario.drive.value_or(SliderDrive{}),
          .table = scenario.table.value_or(Table{})};
}

Ball ball_of(const Scenario& scenario) {
  Ball ball = *scenario.ball;
  ball.table = scenario.table.value_or(Table{});
  return ball;
}

void check_ball_options(const SliderRunOptions& run) {
  if (run.method != SliderRunOptions::Method::Event)
    throw InvalidInput("run.method", "\"prox\": a ball knows \"event\" only");
  if (run.stick_criterion != SliderRunOptions::StickCriterion::Exact)
    throw InvalidInput("run.stick_criterion", "\"CA\": a ball knows \"exact\" only");
}

BallRunOptions ball_run_options_of(const Scenario& scenario) {
  const SliderRunOptions run = run_options_of(scenario);
  check_ball_options(run);
  const bool until_rest = run.until == SliderRunOptions::Until::Rest;
  return {.duration = run.duration.value_or(longest_run),
          .until = until_rest ? BallRunOptions::Until::Rest : BallRunOptions::Until::Duration,
          .tolerance = run.tolerance,
          .output_step = run.output_step};
}

SliderRunOptions run_options_of(const Scenario& scenario) {
  const SliderRunOptions run = scenario.run.value_or(SliderRunOptions{});
  if (!run.duration && run.until == SliderRunOptions::Until::Duration)
    throw InvalidInput("run.duration", "missing: give duration [s], or until = \"rest\"");
  return run;
}

}  // namespace dryslip
