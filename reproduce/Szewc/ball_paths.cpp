#include "reproduce/Szewc/ball_paths.hpp"

#include <stdexcept>

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/drawing/draw_chart.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

constexpr double tilt_of_second_path = 0.03490658503988659;  // 2° [rad]

std::vector<Vec2> path_of(const Scenario& scenario, double tilt) {
  Ball ball = ball_of(scenario);
  ball.table.tilt = tilt;
  const BallRun run = simulate_ball(ball, ball_run_options_of(scenario));
  if (!is_converged(run.outcome)) throw std::runtime_error(word_of(run.outcome));
  std::vector<Vec2> path;
  for (const BallSample& row : run.samples) path.push_back(1e3 * row.state.position);
  return path;
}

void add_panel(ItemResult& result, Chart& chart, const BallPanel& panel, const Scenario& scenario) {
  const std::vector<Vec2> level = path_of(scenario, ball_of(scenario).table.tilt),
                          tilted = path_of(scenario, tilt_of_second_path);
  const Basis basis = Basis::other_program("not printed; second program (ball_table.json)");
  constexpr double tolerance = 1e-5;  // of two programs that agree to 3e-6 [mm]
  result.comparisons.push_back({panel.caption + ": x after 2 s [mm]", panel.end.x, level.back().x, tolerance, basis});
  result.comparisons.push_back({panel.caption + ": y after 2 s [mm]", panel.end.y, level.back().y, tolerance, basis});
  result.comparisons.push_back(
      {panel.caption + ", tilt 2°: x after 2 s [mm]", panel.end_tilted.x, tilted.back().x, tolerance, basis});
  result.comparisons.push_back(
      {panel.caption + ", tilt 2°: y after 2 s [mm]", panel.end_tilted.y, tilted.back().y, tolerance, basis});
  for (const std::vector<Vec2>* path : {&level, &tilted}) {
    const bool is_level = path == &level;
    chart.panels.push_back({.caption = panel.caption + (is_level ? ", level" : ", tilted by 2°"),
                            .x = {"X [mm]", ""},
                            .y = {"Y [mm]", ""},
                            .series = {{.points = *path, .color = series_colors[is_level ? 0 : 1], .width = 1.4}}});
  }
  std::vector<std::vector<double>> rows;
  const double step = scenario.run->output_step;
  for (std::size_t i = 0; i < level.size(); ++i)
    rows.push_back({step * static_cast<double>(i), level[i].x, level[i].y, tilted[i].x, tilted[i].y});
  result.data.push_back(csv_file("path_" + panel.name + ".csv", "t_s,x_mm,y_mm,x_tilted_mm,y_tilted_mm", rows));
}

}  // namespace

ItemResult run_ball_panels(const ScenarioTexts& scenarios, const std::string& title,
                           std::span<const BallPanel> panels) {
  ItemResult result;
  Chart chart{.title = title,
              .subtitle = "path of the center in 2 s; it starts at the origin with 0.4 m/s along Y and back-spin",
              .panels = {},
              .columns = 2,
              .panel_size = {380, 260}};
  for (const BallPanel& panel : panels) add_panel(result, chart, panel, scenarios.scenario(panel.scenario));
  result.pictures = {
      {"paths.svg", draw_chart(chart), "Path of the ball on a vibrating table, level and tilted by 2°."}};
  return result;
}

}  // namespace dryslip::reproduce
