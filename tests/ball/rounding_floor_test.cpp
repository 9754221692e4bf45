#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/scenario/read_scenario.hpp"
#include "tests/program.hpp"

namespace dryslip {
namespace {

BallRun run_with(const Scenario& scenario, double tolerance) {
  BallRunOptions options = ball_run_options_of(scenario);
  options.tolerance = tolerance;
  options.output_step = 0.01;
  return simulate_ball(ball_of(scenario), options);
}

/// Largest energy that is missing in a row, of the largest energy or work.
double energy_left(const BallRun& run) {
  double worst = 0.0, largest = 0.0;
  for (const BallSample& row : run.samples) {
    const double works[] = {row.work_of_weight, row.work_of_friction, row.work_of_rolling, row.work_of_table};
    double sum = run.samples.front().kinetic_energy - row.kinetic_energy;
    for (const double work : works) {
      sum += work;
      largest = std::max(largest, std::abs(work));
    }
    largest = std::max(largest, row.kinetic_energy);
    worst = std::max(worst, std::abs(sum));
  }
  return worst / largest;
}

// docs/theory/rolling_ball.md, "What rounding leaves": measured 5e-14 m, 1.2e-13 m/s, 8e-15 over all named scenarios
TEST(SimulateBall, RunsOfFineTolerancesDifferByRoundingOnly) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(tests::source_file("scenarios"))) {
    if (entry.path().extension() != ".toml" ||
        tests::text_of(entry.path().string()).find("\n[ball]") == std::string::npos)
      continue;
    const Scenario scenario = read_scenario(entry.path().string());
    const BallRun finest = run_with(scenario, 1e-15);
    for (const double tolerance : {1e-13, 1e-14}) {
      SCOPED_TRACE(entry.path().filename().string() + " " + std::to_string(std::log10(tolerance)));
      const BallRun run = run_with(scenario, tolerance);
      ASSERT_EQ(run.samples.size(), finest.samples.size());
      EXPECT_LT(energy_left(run), 3e-14);
      for (std::size_t i = 0; i < run.samples.size(); ++i) {
        const BallState &a = run.samples[i].state, &b = finest.samples[i].state;
        ASSERT_LT(length(a.position - b.position), 2e-13) << run.samples[i].t;
        ASSERT_LT(length(a.velocity - b.velocity), 5e-13) << run.samples[i].t;
      }
    }
    // a coarser tolerance is seen: it is not rounding that is compared
    const BallRun coarse = run_with(scenario, 1e-6);
    double worst = 0.0;
    for (std::size_t i = 0; i + 1 < std::min(coarse.samples.size(), finest.samples.size()); ++i)
      worst = std::max(worst, length(coarse.samples[i].state.position - finest.samples[i].state.position));
    EXPECT_GT(worst, 1e-9);
    ++count;
  }
  EXPECT_EQ(count, 8);
}

}  // namespace
}  // namespace dryslip
