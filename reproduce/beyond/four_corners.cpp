#include "dryslip/drawing/draw_chart.hpp"
#include "dryslip/friction_load/friction_model.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

/// The body on the four corners of its rectangle, each with a quarter of the weight.
Scenario on_four_corners(const Scenario& scenario) {
  Scenario other = scenario;
  other.slider->inertia = slider_of(scenario).inertia;
  const Vec2 half = 0.5 * std::get<Rectangle>(scenario.contact.supports.at(0).shape).size;
  other.contact.supports.at(0).shape =
      Points{{{{half.x, half.y}}, {{-half.x, half.y}}, {{-half.x, -half.y}}, {{half.x, -half.y}}}};
  other.title = "The same block on its four corners";
  return other;
}

/// Motion by steps of fixed size, a second method.
SliderRunOptions by_steps(SliderRunOptions run, double step) {
  run.method = SliderRunOptions::Method::Prox;
  run.step = step;
  return run;
}

/// Moment of a spin about the center, over the force of a slide [mm].
double spin_arm(const PreparedSlider& slider) {
  const auto model = slider.contact().model();
  return 1e3 * model->load({.omega = 1.0}).moment / length(model->load({.velocity = {1.0, 0.0}}).force);
}

ChartSeries series_of(const std::string& name, const std::string& color, const SliderRun& run,
                      Vec2 (*point)(const SliderSample&)) {
  ChartSeries series{.name = name, .points = {}, .color = color};
  for (const SliderSample& row : run.samples) series.points.push_back(point(row));
  return series;
}

ChartPanel panel_of(const PlotAxis& x, const PlotAxis& y, const SliderRun& patch, const SliderRun& corners,
                    Vec2 (*point)(const SliderSample&)) {
  return {.x = x,
          .y = y,
          .series = {series_of("true patch", series_colors[0], patch, point),
                     series_of("four corners", series_colors[1], corners, point)}};
}

std::string comparison_of(const SliderRun& patch, const SliderRun& corners) {
  return draw_chart(
      {.title = "A sliding block: true patch and four corner points",
       .subtitle = "same weight, inertia, friction and start; the corners brake the spin almost twice as hard",
       .panels = {panel_of({"t", "s"}, {"angle [rad]", ""}, patch, corners,
                           [](const SliderSample& row) {
                             return Vec2{row.t, row.state.angle};
                           }),
                  panel_of({"t", "s"}, {"speed", "m/s"}, patch, corners,
                           [](const SliderSample& row) {
                             return Vec2{row.t, length(row.state.velocity)};
                           })},
       .columns = 2,
       .panel_size = {420, 300}});
}

}  // namespace

ItemResult beyond_four_corners(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("free_slide_of_a_block"), other = on_four_corners(scenario);
  const SimulatedScenario patch = simulate_scenario(scenario), corners = simulate_scenario(other);
  const SliderSample &end = patch.run.samples.back(), &corner_end = corners.run.samples.back();
  constexpr double step = 2e-5;  // [s]
  const SliderSample stepped = simulate_again(corners, by_steps(run_options_of(other), step)).run.samples.back();
  const Basis basis = Basis::other_program("second program, free slide of this block"),
              method = Basis::own_geometry("our other method: steps of 20 µs, first order");
  ItemResult result;
  result.comparisons = {{"true patch: stops after [s]", 0.14844271056, end.t, 1e-9, basis},
                        {"true patch: x at the stop [mm]", 34.940581359, 1e3 * end.state.position.x, 1e-6, basis},
                        {"true patch: turned by [rad]", 1.6764524588, end.state.angle, 1e-8, basis},
                        {"true patch: spin moment over μN [mm]", 8.231463, spin_arm(patch.slider), 5e-7,
                         Basis::own_geometry("mean distance of the area")},
                        {"four corners: spin moment over μN [mm]", 15.811388, spin_arm(corners.slider), 5e-7,
                         Basis::own_geometry("half the diagonal")},
                        {"four corners: stop after [s]", stepped.t, corner_end.t, 1e-4, method},
                        {"four corners: turned by [rad]", stepped.state.angle, corner_end.state.angle, 1e-3, method}};
  result.pictures = {{"comparison.svg", comparison_of(patch.run, corners.run),
                      "Angle and speed in time: on four corners the block turns half as far and stops earlier."},
                     motion_picture(patch, "True patch.", "true_patch.svg"),
                     motion_picture(corners, "Four corner points.", "four_corners.svg")};
  result.data = {run_file(patch.run, "true_patch.csv"), event_file(patch.run, "true_patch_events.csv"),
                 run_file(corners.run, "four_corners.csv"), event_file(corners.run, "four_corners_events.csv")};
  return result;
}

}  // namespace dryslip::reproduce
