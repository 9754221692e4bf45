#include <cmath>

#include "dryslip/drawing/draw_chart.hpp"
#include "dryslip/drawing/draw_moment_function.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/limit_surface/special_points.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

ItemFile grid_file(const FrictionModel& model, const ContactPatch& patch) {
  const MomentGrid moments = moment_grid(model, picture_grid(patch, {.title = "", .samples = 60}));
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < moments.gradients.size(); ++k) {
    const Vec2 c = moments.moment.grid.node(k);
    rows.push_back({c.x, c.y, moments.moment.values[k], moments.gradients[k].x, moments.gradients[k].y});
  }
  return csv_file("moment_function.csv", "x,y,moment,gradient_x,gradient_y", rows);
}

/// Along the bar, across it in the middle, and across it at a support.
std::string draw_profiles(const FrictionModel& model, double half_length) {
  ChartSeries along{.name = "along the bar", .color = series_colors[0]},
      middle{.name = "across its middle", .color = series_colors[1]},
      end{.name = "across a support", .color = series_colors[2], .mark = ChartSeries::Mark::Dashed};
  constexpr int steps = 120;
  for (int i = 0; i <= steps; ++i) {
    const double s = 2.0 * half_length * (2.0 * i / steps - 1.0);
    along.points.push_back({s, moment_function(model, {0.0, s})});
    middle.points.push_back({s, moment_function(model, {s, 0.0})});
    end.points.push_back({s, moment_function(model, {s, half_length})});
  }
  return draw_chart(
      {.title = "Goyal 1991, Fig. 10: moment function along three lines",
       .subtitle = "straight along the bar and beyond it, round across its middle, with a kink at a support",
       .panels = {{.x = {"distance of the center of rotation [gyration radii]", ""},
                   .y = {"moment [μ]", ""},
                   .series = {along, middle, end}}}});
}

}  // namespace

ItemResult goyal_fig_10(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("goyal_bar");
  const LimitSurface surface(scenario.contact);
  const FrictionModel& model = surface.model();
  const SpecialPoints points = find_special_points(surface);
  const auto* twist = std::get_if<SegmentOfPoints>(&points.center_of_twist);
  const double segment = twist != nullptr ? length(twist->ends[1] - twist->ends[0]) : 0.0;
  constexpr Vec2 beyond{0.0, 2.0}, beside{2.0, 0.0}, anywhere{0.7, 0.4};
  constexpr double near = 1e-9;  // on both sides of the upper support
  const Vec2 support = std::get<Points>(scenario.contact.supports.at(0).shape).points.at(0).position;
  const double kink = moment_state(model, support + Vec2{near, 0.0}).gradient.x -
                      moment_state(model, support - Vec2{near, 0.0}).gradient.x;
  const FrictionLoad by_gradient = load_by_gradient(anywhere, moment_state(model, anywhere)),
                     by_sum = model.load(unit_spin(anywhere));
  const double between = length(by_gradient.force - by_sum.force) + std::abs(by_gradient.moment - by_sum.moment);
  const Basis cones = Basis::equations("eq. 7: two cones of slope μ/2"),
              bar = Basis::printed("sec. 11: every point of the bar");
  constexpr double tolerance = 1e-8;
  return {.comparisons = {{"least moment [μ]", 1.0, points.least_moment, tolerance,
                           Basis::equations("every center on the bar: (μ/2)·2")},
                          {"center of twist: length of the segment", 2.0, segment, tolerance, bar},
                          {"moment about a center beyond the bar, (0, 2) [μ]", 2.0, moment_function(model, beyond),
                           tolerance, cones},
                          {"moment about a center beside it, (2, 0) [μ]", std::sqrt(5.0),
                           moment_function(model, beside), tolerance, cones},
                          {"kink at a support: jump of the slope across [μ]", 1.0, kink, tolerance,
                           Basis::equations("twice the slope of its cone")},
                          {"slope along the bar's line beyond it [μ]", 1.0, moment_state(model, beyond).gradient.y,
                           tolerance, cones},
                          {"load by the gradient, by the sum of forces: difference [μ]", 0.0, between, 1e-12,
                           Basis::equations("eq. 7")}},
          .pictures = {{"moment_function.svg", draw_moment_function(model, scenario.contact, {.title = scenario.title}),
                        "Moment function of the bar: not axisymmetric though friction is isotropic."},
                       {"profiles.svg", draw_profiles(model, support.y), "Moment function along three lines."}},
          .data = {grid_file(model, scenario.contact)}};
}

}  // namespace dryslip::reproduce
