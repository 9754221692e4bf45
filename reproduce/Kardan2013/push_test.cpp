#include "reproduce/Kardan2013/push_test.hpp"

#include <numeric>
#include <stdexcept>

#include "dryslip/drawing/draw_chart.hpp"
#include "dryslip/drawing/draw_trajectory.hpp"

namespace dryslip::reproduce {
namespace {

double force(const SliderSample& row) {
  return 1e3 * std::accumulate(row.spring_forces.begin(), row.spring_forces.end(), 0.0);
}

/// While the block sticks the force grows evenly: the line through the last two such rows, at the event.
double force_at(double t, const SliderSample& before, const SliderSample& last) {
  return force(last) + (force(last) - force(before)) * (t - last.t) / (last.t - before.t);
}

}  // namespace

PushTest push_block(const Scenario& scenario) {
  PushTest test{.simulated = simulate_scenario(scenario)};
  const std::vector<SliderSample>& rows = test.simulated.run.samples;
  const std::vector<double> starts = event_times(test.simulated.run, MotionMode::Stick, MotionMode::Slip);
  std::size_t after = 0;  // first row of slip
  while (after < rows.size() && rows[after].mode == MotionMode::Stick) ++after;
  if (starts.empty() || after < 2 || after == rows.size()) throw std::runtime_error("the block does not yield");
  test.breakaway = force_at(starts[0], rows[after - 2], rows[after - 1]);
  test.end = force(rows.back());
  test.starts = static_cast<double>(starts.size());
  constexpr double settling = 0.02;  // until the block is as fast as the stage [s]
  for (const SliderSample& row : rows) test.rows_higher += row.t > starts[0] + settling && force(row) > test.breakaway;
  return test;
}

ItemResult push_pictures(const PushTest& test, const std::string& title) {
  ChartSeries line{.name = "load cell", .color = series_colors[0]};
  std::vector<std::vector<double>> rows;
  for (const SliderSample& row : test.simulated.run.samples) {
    line.points.push_back({row.t, force(row)});
    rows.push_back({row.t, force(row)});
  }
  const double start = event_times(test.simulated.run, MotionMode::Stick, MotionMode::Slip).at(0);
  const ChartSeries peak{.name = "slip begins",
                         .points = {{start, test.breakaway}},
                         .color = series_colors[1],
                         .mark = ChartSeries::Mark::Dots};
  ItemResult result;
  result.pictures = {{"force.svg",
                      draw_chart({.title = title,
                                  .subtitle = "force of the load cell in time",
                                  .panels = {{.x = {"t", "s"}, .y = {"force [mN]", ""}, .series = {line, peak}}}}),
                      "Force of the load cell in time."},
                     {"motion.svg", draw_trajectory(test.simulated.slider, test.simulated.run, {.title = title}),
                      "Motion of the block: path, friction force, velocities and the force of each spring."}};
  result.data = {csv_file("force.csv", "t_s,force_mN", rows), run_file(test.simulated.run),
                 event_file(test.simulated.run)};
  return result;
}

}  // namespace dryslip::reproduce
