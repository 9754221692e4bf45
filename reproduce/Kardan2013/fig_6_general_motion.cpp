#include <algorithm>
#include <stdexcept>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

/// Rows in which some velocities are zero and others are not.
double rows_with_partial_stick(const SliderRun& run) {
  return static_cast<double>(std::count_if(run.samples.begin(), run.samples.end(), [](const SliderSample& row) {
    const bool moves = length(row.state.velocity) > 0.0, turns = row.state.omega != 0.0;
    return moves != turns;
  }));
}

/// Rows in which the friction force is larger than that of sliding without spin, μN.
double rows_beyond_the_circle(const SimulatedScenario& simulated) {
  const FrictionLoad sliding = simulated.slider.contact().surface()->model().load({.velocity = {1.0, 0.0}});
  constexpr double rounding = 1e-12;
  const double limit = (1.0 + rounding) * length(sliding.force);
  const auto& rows = simulated.run.samples;
  const auto is_beyond = [&](const SliderSample& row) { return length(row.load.force) > limit; };
  return static_cast<double>(std::count_if(rows.begin(), rows.end(), is_beyond));
}

const SliderSample& row_at(const SliderRun& run, double t) {
  const auto found = std::lower_bound(run.samples.begin(), run.samples.end(), t - 1e-9,
                                      [](const SliderSample& row, double time) { return row.t < time; });
  if (found == run.samples.end()) throw std::runtime_error("the run is too short");
  return *found;
}

}  // namespace

ItemResult kardan_fig_6(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("kardan_general_motion");
  const SimulatedScenario exact = simulate_scenario(scenario);
  SliderRunOptions by_one_twist = run_options_of(scenario);
  by_one_twist.stick_criterion = SliderRunOptions::StickCriterion::CA;
  SimulatedScenario kardan = simulate_again(exact, by_one_twist);
  kardan.title += " (criterion CA)";
  const std::vector<double> starts = event_times(exact.run, MotionMode::Stick, MotionMode::Slip),
                            stops = event_times(exact.run, MotionMode::Slip, MotionMode::Stick),
                            kardan_starts = event_times(kardan.run, MotionMode::Stick, MotionMode::Slip);
  if (starts.size() < 2 || stops.empty() || kardan_starts.size() < 2) throw std::runtime_error("too few events");
  const LimitSurface& surface = *exact.slider.contact().surface(Coefficient::Static);
  const std::vector<double> at_rest(drive_variables.size(), 0.0);
  const SliderDrive& drive = exact.slider.slider().drive;
  const FrictionLoad at_start{{drive.fx(at_rest), drive.fy(at_rest)}, drive.moment(at_rest)};
  const SliderState state = row_at(exact.run, 2.5).state;
  const Basis basis = Basis::other_program("not printed; second program (kardan_motion.json)");
  constexpr double tolerance = 1e-7;  // its digits [s]
  return {
      .comparisons = {{"rows in which only some velocities are zero", 0, rows_with_partial_stick(exact.run), 0,
                       Basis::printed("Fig. 6: all degrees of freedom stick together")},
                      {"rows with a friction force above μN", 0, rows_beyond_the_circle(exact), 0,
                       Basis::printed("Fig. 6: the force stays inside the circle")},
                      {"factor from the load at t = 0 to the surface", 0.8825, surface.motion_of(at_start).factor, 5e-5,
                       Basis::other_program("printed data, four digits of a second program")},
                      {"first stop [s]", 0.10783009, stops[0], tolerance, basis},
                      {"first slip after it begins [s]", 0.40744211, starts[0], tolerance, basis},
                      {"the same by Kardan's criterion [s]", 0.41106391, kardan_starts[0], tolerance, basis},
                      {"x at t = 2.5 s [mm]", -56.047155, 1e3 * state.position.x, 1e-5, basis},
                      {"angle at t = 2.5 s [rad]", -3.646403524, state.angle, 1e-7, basis}},
      .pictures = {motion_picture(exact,
                                  "Exact criterion: path, friction force inside the friction circle, velocities."),
                   motion_picture(
                       kardan, "Kardan's criterion, which tests one motion: each slip begins a few milliseconds later.",
                       "motion_by_kardans_criterion.svg")},
      .data = {run_file(exact.run), event_file(exact.run), run_file(kardan.run, "run_by_kardans_criterion.csv"),
               event_file(kardan.run, "events_by_kardans_criterion.csv")}};
}

}  // namespace dryslip::reproduce
