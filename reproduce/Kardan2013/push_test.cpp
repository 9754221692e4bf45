#include "reproduce/Kardan2013/push_test.hpp"

#include <numeric>
#include <stdexcept>

#include "dryslip/drawing/draw_chart.hpp"

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

ItemResult push_pictures(const PushTest& test) {
  std::vector<std::vector<double>> rows;
  for (const SliderSample& row : test.simulated.run.samples) rows.push_back({row.t, force(row)});
  const ChartSeries line{.name = "load cell", .points = points_of(rows, 0, 1), .color = series_colors[0]};
  const double start = event_times(test.simulated.run, MotionMode::Stick, MotionMode::Slip).at(0);
  const ChartSeries peak{.name = "slip begins",
                         .points = {{start, test.breakaway}},
                         .color = series_colors[1],
                         .mark = ChartSeries::Mark::Dots};
  ItemResult result;
  result.pictures = {
      {"force.svg",
       draw_chart({.title = test.simulated.title,
                   .subtitle = "force of the load cell in time",
                   .panels = {{.x = {"t", "s"}, .y = {"force [mN]", ""}, .series = {line, peak}}}}),
       "Force of the load cell in time."},
      motion_picture(test.simulated,
                     "Motion of the block: path, friction force, velocities and the force of each spring.")};
  result.data = {csv_file("force.csv", "t_s,force_mN", rows), run_file(test.simulated.run),
                 event_file(test.simulated.run)};
  return result;
}

ItemResult push_by_sharp_link(const Scenario& scenario, const SharpPush& printed) {
  const PushTest test = push_block(scenario);
  ItemResult result = push_pictures(test);
  result.comparisons = {
      {"times that the block yields", 1, test.starts, 0, Basis::printed(printed.figure + ": one peak, then it falls")},
      {"force at breakaway [mN]", printed.theory, test.breakaway, 0.05, Basis::printed("Table 1, theory, last digit")},
      {"measured force at breakaway [mN]", printed.measured, test.breakaway, 0.05, Basis::printed("Table 1, measured"),
       "it is a measurement, 5 % above the printed theory too"},
      {"rows 20 ms after breakaway and later with a larger force", 0, test.rows_higher, 0,
       Basis::printed(printed.figure + ": the force falls")}};
  return result;
}

}  // namespace dryslip::reproduce
