// Runs that the event method once got wrong, each by name: tests/reference_data/hard_runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/scenario/read_scenario.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::tests {
namespace {

using Json = nlohmann::json;

/// Of one run on this machine; the slowest of them takes well below a second, a sanitized build ten times that [s].
constexpr double longest = 60.0;

const std::string folder = DRYSLIP_SOURCE_DIR "/tests/reference_data/hard_runs/";

SliderRun run_of(const Slider& slider, const SliderRunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto in_time = [&](double) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < longest;
  };
  return simulate_slider(slider, options, in_time);
}

SliderRun run_of(const std::string& name) {
  const Scenario scenario = read_scenario(folder + name + ".toml");
  return run_of(slider_of(scenario), run_options_of(scenario));
}

std::vector<std::pair<std::string, double>> columns(const SliderState& state) {
  return {{"x", state.position.x},  {"y", state.position.y},  {"angle", state.angle},
          {"vx", state.velocity.x}, {"vy", state.velocity.y}, {"omega", state.omega}};
}

/// Largest value of each column in the run.
std::vector<double> largest(const SliderRun& run) {
  std::vector<double> result(6, 0.0);
  for (const SliderSample& row : run.samples) {
    const auto values = columns(row.state);
    for (std::size_t i = 0; i < 6; ++i) result[i] = std::max(result[i], std::abs(values[i].second));
  }
  return result;
}

/// The run ends, in the state of expected.json: of first order and extrapolated, so that a switch on the way may take it
/// several uncertainties off.
SliderRun expect_end(const std::string& name) {
  const SliderRun run = run_of(name);
  EXPECT_EQ(run.outcome, RunOutcome::Finished);
  const Json expected = Json::parse(std::ifstream(folder + "expected.json")).at("runs").at(name + ".toml");
  const auto values = columns(run.samples.back().state);
  const std::vector<double> scale = largest(run);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& [key, value] = values[i];
    const double uncertainty = expected.at(key).at(1);
    EXPECT_NEAR(value, expected.at(key).at(0).get<double>(), std::max(10.0 * uncertainty, 1e-6 * scale[i])) << key;
  }
  return run;
}

/// Times of the changes of mode after the start.
std::vector<double> times_of_events(const SliderRun& run) {
  std::vector<double> result;
  for (std::size_t i = 1; i < run.events.size(); ++i) result.push_back(run.events[i].t);
  return result;
}

TEST(HardRuns, RingOfTangentWheelsTurnsAboutItsCenter) { expect_end("01_ring_of_tangent_wheels_hangs"); }

TEST(HardRuns, RingOfRatchetsTurnsOnClockwise) { expect_end("01c_ring_of_ratchets_clockwise_hangs"); }

TEST(HardRuns, APivotOfRustyWheelsIsReleased) { expect_end("02_pivot_release_not_converged"); }

TEST(HardRuns, AStaticCoefficientOfTheContactLeavesALawWithItsOwnAlone) {
  expect_end("03_own_mu_with_contact_mu_static");
}

TEST(HardRuns, ABeltThatStartsAtOnceTakesTheBlockAlong) {
  const SliderRun run = expect_end("04_table_velocity_jump_at_rest");
  // by hand: it slips for 0.1/(μg) and falls behind by half of that times 0.1
  const double slip = 0.1 / (0.5 * 9.81);
  ASSERT_EQ(times_of_events(run).size(), 2u);
  EXPECT_NEAR(run.events[1].t, 0.5, 1e-9);
  EXPECT_EQ(run.events[1].to, MotionMode::Slip);
  EXPECT_NEAR(run.events[2].t, 0.5 + slip, 1e-9);
  EXPECT_EQ(run.events[2].to, MotionMode::Stick);
  EXPECT_NEAR(run.samples.back().state.position.x, 0.05 - 0.05 * slip, 1e-9);
  EXPECT_NEAR(run.samples.back().work_of_friction, 0.005, 1e-9);  // all of its kinetic energy
}

TEST(HardRuns, ATableThatJumpsTearsAPivotOff) { expect_end("04b_table_jump_while_pivoting"); }

TEST(HardRuns, AShortPushIsNotMissed) {
  const SliderRun run = expect_end("05_short_push_missed");
  // by quadrature of the push beyond the friction
  ASSERT_EQ(times_of_events(run).size(), 2u);
  EXPECT_NEAR(run.events[1].t, 0.498814, 1e-6);
  EXPECT_EQ(run.events[1].to, MotionMode::Slip);
  EXPECT_NEAR(run.events[2].t, 0.505703, 1e-6);
  EXPECT_EQ(run.events[2].to, MotionMode::Stick);
  EXPECT_NEAR(run.samples.back().state.position.x, 7.387433e-5, 1e-10);
}

TEST(HardRuns, ABodyOfATenthOfAMillimeterPivots) { expect_end("06_pivot_missed_scaled"); }

TEST(HardRuns, PointsThatPivotAndStopHaveFiniteLoads) { expect_end("07_points_pivot_stop_false_not_finite"); }

TEST(HardRuns, APivotThatYieldsEndsAlikeAtAllTolerances) {
  const Scenario scenario = read_scenario(folder + "08_pivot_yields_hang.toml");
  SliderRunOptions options = run_options_of(scenario);
  const auto run_at = [&](double tolerance) {
    options.tolerance = tolerance;
    return run_of(slider_of(scenario), options);
  };
  const SliderRun fine = run_at(1e-12);
  ASSERT_EQ(fine.outcome, RunOutcome::Finished);
  const auto exact = columns(fine.samples.back().state);
  const std::vector<double> scale = largest(fine);
  for (const double tolerance : {1e-8, 1e-10}) {
    const SliderRun run = run_at(tolerance);
    ASSERT_EQ(run.outcome, RunOutcome::Finished) << tolerance;
    const auto values = columns(run.samples.back().state);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(values[i].second, exact[i].second, 1e-6 * scale[i]) << values[i].first << " at " << tolerance;
    }
  }
}

TEST(HardRuns, ThreeWheelsUnderSinesGoOn) { expect_end("09_three_wheels_hang"); }

TEST(HardRuns, FourRatchetsUnderSinesGoOn) { expect_end("10_ratchets_steps_too_short"); }

TEST(HardRuns, FourPointsWithAPolygonLawHaveFiniteLoads) { expect_end("11_polygon_law_false_not_finite"); }

TEST(HardRuns, FourPointsWithAPolygonLawGoOn) { expect_end("12_polygon_law_hang"); }

TEST(HardRuns, IsotropicAreasStopOnAShakingTable) { expect_end("13_isotropic_areas_stop_hang"); }

TEST(HardRuns, RollingWheelsYieldWhenTheLoadJumps) {
  const SliderRun run = expect_end("15_load_jump_while_wheels_roll_late");
  ASSERT_FALSE(times_of_events(run).empty());
  EXPECT_NEAR(run.events[1].t, 0.5, 1e-9);
  EXPECT_EQ(run.events[1].cause, SliderEvent::Cause::SupportYields);
  // by hand: from then on (1 − μ N h)/J, where the wheels in front and behind slip sideways against each other
  EXPECT_NEAR(run.samples.back().state.omega, 5.095, 1e-6);
  EXPECT_NEAR(run.samples.back().state.angle, 0.25475, 1e-7);
}

TEST(HardRuns, RustyWheelsOnAShakingTableGoOn) { expect_end("15c_rusty_wheels_tolerance_changes_all"); }

TEST(HardRuns, TwoPointsOnASpringGoOn) { expect_end("16_two_points_hang"); }

/// Found by `make soak`: all rows are the same at all tolerances, to 1e-8 of the largest value of their column or a thousandth of what
/// is natural.
void expect_alike(const std::string& name) {
  const Scenario scenario = read_scenario(DRYSLIP_SOURCE_DIR "/tests/reference_data/soak_finds/" + name + ".toml");
  SliderRunOptions options = run_options_of(scenario);
  options.tolerance = 1e-13;
  const SliderRun fine = run_of(slider_of(scenario), options);
  ASSERT_EQ(fine.outcome, RunOutcome::Finished) << fine.reason;
  std::vector<double> scale = largest(fine);
  for (double& value : scale) value = std::max(value, 1e-3);
  for (const double tolerance : {1e-10, 1e-11, 1e-12}) {
    options.tolerance = tolerance;
    const SliderRun run = run_of(slider_of(scenario), options);
    ASSERT_EQ(run.samples.size(), fine.samples.size()) << tolerance;
    for (std::size_t row = 0; row < run.samples.size(); ++row) {
      const auto values = columns(run.samples[row].state), exact = columns(fine.samples[row].state);
      for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_NEAR(values[i].second, exact[i].second, 1e-8 * scale[i])
            << values[i].first << " at t = " << run.samples[row].t << ", tolerance " << tolerance;
      }
    }
  }
}

TEST(SoakFinds, AOneSidedSpringWithDampingEngagesInTime) { expect_alike("one_sided_spring_with_damping"); }

TEST(SoakFinds, AnAreaWithAPolygonLawYieldsOnce) { expect_alike("area_with_polygon_law_yields"); }

TEST(SoakFinds, RowsAreAsGoodAsEndsOfSteps) { expect_alike("center_of_rotation_crosses_a_line"); }

TEST(SoakFinds, TwoPointsLeaveRestWithTheRightPivot) { expect_alike("two_points_with_polygon_law_leave_rest"); }

TEST(SoakFinds, ALineAndARingCreepToRest) { expect_alike("line_and_ring_creep_to_rest"); }

}  // namespace
}  // namespace dryslip::tests
