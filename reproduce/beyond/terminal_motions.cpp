#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "dryslip/drawing/draw_chart.hpp"
#include "dryslip/friction_load/weighted_points.hpp"
#include "dryslip/record/format_text.hpp"
#include "dryslip/slider/terminal_motion.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

const std::vector<std::string> shapes{"disk", "ring", "annulus", "rod", "rectangle", "triangle"};

/// The slider of a shape with its terminal motions.
struct Ending {
  std::string shape;
  Slider slider;
  double size = 0.0;  ///< longest side, or radius [m]
  std::vector<TerminalMotion> motions;

  const TerminalMotion& attracting() const {
    const auto found = std::find_if(motions.begin(), motions.end(), [](const auto& m) { return m.is_attracting(); });
    if (found == motions.end() || !found->center_of_rotation) throw std::runtime_error(shape + ": no terminal motion");
    return *found;
  }
  double count() const {
    return static_cast<double>(
        std::count_if(motions.begin(), motions.end(), [](const auto& m) { return m.is_attracting(); }));
  }
  /// Distance of the center of rotation from the center of mass, v/|ω|, in units of the size.
  double ratio() const { return length(*attracting().center_of_rotation) / size; }
};

Ending ending_of(const ScenarioTexts& scenarios, const std::string& shape) {
  Ending ending{shape, slider_of(scenarios.scenario("terminal_motions/" + shape)), 0.0, {}};
  const TerminalMotions found = find_terminal_motions(ending.slider);
  if (!found.converged || !found.is_complete) throw std::runtime_error(shape + ": terminal motions are not all known");
  ending.motions = found.motions;
  const Box box = bounding_box(ending.slider.contact);
  const bool is_round = shape == "disk" || shape == "ring" || shape == "annulus";
  ending.size = (is_round ? 0.5 : 1.0) * (box.high.x - box.low.x);
  return ending;
}

/// Friction slows slide and spin alike: (F/M)/(mv/(Jω)), by points that fill the shape as a second route.
double slowing_ratio(const Ending& ending) {
  constexpr int points = 1000;  // along a side
  const Twist V = ending.attracting().motion;
  const FrictionLoad P = sample_patch(ending.slider.contact, points).load(V);
  const double momentum = ending.slider.mass * length(V.velocity), spin = ending.slider.inertia * V.omega;
  return length(P.force) / P.moment * spin / momentum;
}

/// Outline of the contact with the centers of rotation; those of an axisymmetric body are circles.
ChartPanel panel_of(const Ending& ending) {
  using Mark = ChartSeries::Mark;
  const bool is_first = ending.shape == shapes.front();
  ChartPanel panel{.caption = format_text("{}: {:.4f}", ending.shape, ending.ratio()),
                   .x = {"x", "m"},
                   .y = {"y", "m"},
                   .aspect = ChartPanel::Aspect::Equal};
  for (const Support& support : ending.slider.contact.supports) {
    SupportOutline outline = support_outline(support);
    for (auto& loop : outline.loops) {
      loop.push_back(loop.front());
      panel.series.push_back({.points = loop, .color = series_colors[0]});
    }
    for (const auto& line : outline.lines) panel.series.push_back({.points = line, .color = series_colors[0]});
  }
  ChartSeries ends{.name = is_first ? "end" : "", .color = series_colors[1], .mark = Mark::Dots},
      others{.name = is_first ? "unstable" : "", .color = series_colors[4], .mark = Mark::Dots};
  for (const TerminalMotion& motion : ending.motions) {
    if (!motion.center_of_rotation) continue;
    if (motion.is_isolated) {
      (motion.is_attracting() ? ends : others).points.push_back(*motion.center_of_rotation);
      continue;
    }
    std::vector<Vec2> circle;
    for (int i = 0; i <= 120; ++i)
      circle.push_back(length(*motion.center_of_rotation) * unit_vector(2.0 * std::numbers::pi * i / 120));
    panel.series.push_back({.points = circle, .color = series_colors[1], .mark = Mark::Dashed});
  }
  panel.series.push_back(ends);
  panel.series.push_back(others);
  const double half = ending.shape == "rod" || ending.shape == "rectangle" ? 0.06 : 0.065;  // [m]
  panel.box = Box{{-half, -half}, {half, half}};
  return panel;
}

}  // namespace

ItemResult beyond_terminal_motions(const ScenarioTexts& scenarios) {
  std::vector<Ending> all;
  for (const std::string& shape : shapes) all.push_back(ending_of(scenarios, shape));
  const Ending &disk = all[0], &ring = all[1], &annulus = all[2], &rod = all[3], &rectangle = all[4],
               &triangle = all[5];
  ItemResult result;
  result.comparisons = {
      {"disk: v/(ωR)", 0.6530017892, disk.ratio(), 1e-9,
       Basis::printed("Voyenli and Eriksen 1985, Farkas and others 2003")},
      {"ring: v/(ωR)", 1.0, ring.ratio(), 1e-9, Basis::equations("closed form")},
      {"annulus, inner radius 0.6 R: v/(ωR)", 0.8149207645, annulus.ratio(), 1e-9,
       Basis::equations("root of two closed forms")},
      {"rod: v/(ωL)", 1.0 / std::sqrt(12.0), rod.ratio(), 1e-9, Basis::equations("closed form 1/√12")},
      {"rectangle 2:1, long side L: v/(ωL)", 0.3268, rectangle.ratio(), 5e-5,
       Basis::other_program("second program, four digits")},
      {"triangle: (F/M)/(mv/(Jω)) of an end", 1.0, slowing_ratio(triangle), 1e-5,
       Basis::own_geometry("definition; friction by 10⁶ points")},
      {"triangle: ends", 6, triangle.count(), 0, Basis::own_geometry("three axes of symmetry, two senses")}};
  Chart chart{.title = "How free sliding ends: centers of rotation just before rest",
              .subtitle = "above each: v/ω in units of radius or longest side; circles where every direction is alike",
              .panels = {},
              .columns = 3,
              .panel_size = {250, 250}};
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    chart.panels.push_back(panel_of(all[i]));
    for (const TerminalMotion& m : all[i].motions) {
      const Twist& V = m.motion;
      rows.push_back({static_cast<double>(i), V.velocity.x, V.velocity.y, V.omega, m.dissipation,
                      m.is_attracting() ? 1.0 : 0.0, m.is_isolated ? 1.0 : 0.0});
    }
  }
  result.pictures = {
      {"terminal_motions.svg", draw_chart(chart),
       "Free sliding ends in a rotation about one of the orange points, or about a point of the circle."}};
  result.data = {csv_file("terminal_motions.csv", "shape,vx,vy,omega,power,is_end,is_isolated", rows)};
  return result;
}

}  // namespace dryslip::reproduce
