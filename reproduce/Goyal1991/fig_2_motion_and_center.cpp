#include <algorithm>
#include <cmath>
#include <numbers>

#include "dryslip/drawing/draw_chart.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

constexpr double pi = std::numbers::pi, degree = pi / 180.0;

/// Where the ray along a motion meets the plane ω = ±1.
Vec2 image_of(const Twist& V) { return (1.0 / std::abs(V.omega)) * V.velocity; }
Vec2 image_of(Vec2 center, Spin spin) { return image_of(unit_spin(center, spin)); }

/// A motion of unit size.
Eigen::Vector3d unit_motion(const Twist& V) { return detail::vector_of(V).normalized(); }

/// Angle from a center of rotation to its image [°].
double turn_of(Vec2 center, Spin spin) {
  const Vec2 image = image_of(center, spin);
  return std::atan2(cross(center, image), dot(center, image)) / degree;
}

/// The motion of the load that a spin about a support has: that spin, found from the load alone.
Twist motion_about(const LimitSurface& surface, Vec2 support, Spin spin) {
  const FrictionLoad load = surface.model().load(unit_spin(support, spin));
  return surface.motion_of(load).motion;
}

/// A circle or a ray of the plane of centers, by points.
using Line = std::vector<Vec2>;

std::vector<Line> polar_lines() {
  std::vector<Line> lines;
  constexpr int parts = 72;
  for (const double radius : {0.5, 1.0, 1.5}) {
    lines.emplace_back();
    for (int i = 0; i <= parts; ++i) lines.back().push_back(radius * unit_vector(2 * pi * i / parts));
  }
  for (int i = 0; i < 8; ++i) lines.push_back({{}, 1.5 * unit_vector(0.25 * pi * i)});
  return lines;
}

/// A panel with the bar, the polar lines and named centers, all seen through a map of the plane.
template <class Map>
ChartPanel panel_of(const std::string& caption, PlotAxis x, PlotAxis y, const Map& map, Vec2 support) {
  ChartPanel panel{.caption = caption, .x = std::move(x), .y = std::move(y), .aspect = ChartPanel::Aspect::Equal};
  for (const Line& line : polar_lines()) {
    ChartSeries series{.color = "#c8d4e0", .width = 1.0};
    for (const Vec2 c : line) series.points.push_back(map(c));
    panel.series.push_back(series);
  }
  panel.series.push_back(
      {.name = "bar", .points = {map(support), map(-support)}, .color = series_colors[0], .width = 4.0});
  ChartSeries dots{.name = "centers of rotation", .color = series_colors[1], .mark = ChartSeries::Mark::Dots};
  const std::pair<Vec2, const char*> named[] = {{support, "A"}, {-support, "B"}, {{1.5, 0.0}, "C"}, {{0.5, 0.5}, "D"}};
  for (const auto& [center, name] : named) {
    dots.points.push_back(map(center));
    panel.labels.push_back({map(center) + Vec2{0.1, 0.1}, name});
  }
  panel.series.push_back(dots);
  panel.box = Box{{-1.9, -1.9}, {1.9, 1.9}};
  return panel;
}

/// The sphere of unit motions from the side, with rays to the images of centers along the bar.
ChartPanel side_view() {
  ChartPanel panel{.caption = "Unit motions and the two planes, from the side",
                   .x = {"qx", ""},
                   .y = {"qω", ""},
                   .aspect = ChartPanel::Aspect::Equal,
                   .box = Box{{-1.9, -1.9}, {1.9, 1.9}}};
  ChartSeries sphere{.name = "unit motions", .color = series_colors[0]};
  for (int i = 0; i <= 120; ++i) sphere.points.push_back(unit_vector(2 * pi * i / 120));
  panel.series.push_back(sphere);
  ChartSeries dots{.name = "motion and image", .color = series_colors[1], .mark = ChartSeries::Mark::Dots};
  for (const Spin spin : {Spin::CounterClockwise, Spin::Clockwise}) {
    const double level = unit_spin({}, spin).omega;
    panel.series.push_back({.name = level > 0.0 ? "planes qω = ±1" : "",
                            .points = {{-1.9, level}, {1.9, level}},
                            .color = series_colors[4],
                            .mark = ChartSeries::Mark::Dashed});
    for (const double y : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}) {
      const Vec2 image{image_of({0.0, y}, spin).x, level};
      const Eigen::Vector3d q = unit_motion(unit_spin({0.0, y}, spin));
      panel.series.push_back({.points = {{}, image}, .color = "#c8d4e0", .width = 1.0});
      dots.points.push_back({q[0], q[2]});
      dots.points.push_back(image);
    }
  }
  panel.series.push_back(dots);
  return panel;
}

std::string picture_of(Vec2 support) {
  const auto through = [](Spin spin) { return [spin](Vec2 c) { return image_of(c, spin); }; };
  const PlotAxis qx{"qx/|qω|", ""}, qy{"qy/|qω|", ""};
  return draw_chart(
      {.title = "Goyal 1991, Fig. 2: unit motions and centers of rotation",
       .subtitle =
           "the ray along a motion meets one of two planes; translations are at infinity; lengths in gyration radii",
       .panels = {side_view(),
                  panel_of(
                      "Centers of rotation", {"x", ""}, {"y", ""}, [](Vec2 c) { return c; }, support),
                  panel_of("Plane qω = 1, counter-clockwise", qx, qy, through(Spin::CounterClockwise), support),
                  panel_of("Plane qω = −1, clockwise", qx, qy, through(Spin::Clockwise), support)},
       .columns = 2,
       .panel_size = {400, 400}});
}

ItemFile table_of(const std::vector<Line>& lines) {
  std::vector<std::vector<double>> rows;
  for (const Line& line : lines) {
    for (const Vec2 c : line) {
      for (const Spin spin : {Spin::CounterClockwise, Spin::Clockwise}) {
        const Eigen::Vector3d q = unit_motion(unit_spin(c, spin));
        const Vec2 image = image_of(c, spin);
        rows.push_back({c.x, c.y, q[0], q[1], q[2], image.x, image.y});
      }
    }
  }
  return csv_file("motions.csv", "center_x,center_y,qx,qy,qomega,image_x,image_y", rows);
}

}  // namespace

ItemResult goyal_fig_2(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("goyal_bar");
  const LimitSurface surface(scenario.contact);
  const auto& feet = std::get<Points>(scenario.contact.supports.at(0).shape).points;
  const Vec2 support = feet.at(0).position;
  const Twist left = motion_about(surface, support, Spin::CounterClockwise),
              right = motion_about(surface, support, Spin::Clockwise),
              lower = motion_about(surface, feet.at(1).position, Spin::CounterClockwise),
              straight = surface.motion_of({{0.0, 1.0}, 0.0}).motion;
  constexpr Vec2 anywhere{0.7, 0.4};
  const Basis turned =
                  Basis::equations("the center turned by −90° for counter-clockwise spins, by +90° for clockwise ones"),
              image = Basis::equations("support at (0, 1): image (1, 0) of one plane, (−1, 0) of the other");
  constexpr double tolerance = 1e-9;
  return {
      .comparisons =
          {{"counter-clockwise: angle from center to image [°]", -90.0, turn_of(anywhere, Spin::CounterClockwise),
            tolerance, turned},
           {"clockwise: angle from center to image [°]", 90.0, turn_of(anywhere, Spin::Clockwise), tolerance, turned},
           {"distance of the image by that of the center", 1.0,
            length(image_of(anywhere, Spin::Clockwise)) / length(anywhere), tolerance, Basis::equations("same scale")},
           {"bar turning about its upper end, image: qx/|qω|", 1.0, image_of(left).x, tolerance, image},
           {"bar turning about its upper end, image: qy/|qω|", 0.0, image_of(left).y, tolerance, image},
           {"the same clockwise: qx/|qω|", -1.0, image_of(right).x, tolerance, image},
           {"bar turning about its lower end, counter-clockwise: qx/|qω|", -1.0, image_of(lower).x, tolerance, image},
           {"qω of the first unit motion", std::numbers::sqrt2 / 2, unit_motion(left)[2], tolerance,
            Basis::equations("(1, 0, 1)/√2")},
           {"qω where the bar is pulled along itself", 0.0, unit_motion(straight)[2], tolerance,
            Basis::equations("translation: image at infinity")}},
      .pictures = {{"projection.svg", picture_of(support),
                    "Unit motions are seen as centers of rotation, turned by a right angle."}},
      .data = {table_of(polar_lines())}};
}

}  // namespace dryslip::reproduce
