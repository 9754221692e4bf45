#include <algorithm>
#include <cmath>
#include <numbers>

#include "dryslip/drawing/draw_limit_curves.hpp"
#include "dryslip/drawing/draw_limit_surface.hpp"
#include "dryslip/files/write_surface.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/limit_surface/surface_section.hpp"
#include "reproduce/item.hpp"

namespace dryslip::reproduce {
namespace {

/// y of the centers of rotation at both ends of a fan of motions of a bar along y.
struct FanEnds {
  double low = 0.0, high = 0.0;
};

FanEnds ends_of_fan(const MotionOfLoad& found) {
  const auto center = [](const Twist& V) { return V.velocity.x / V.omega; };
  if (found.motions.size() < 2) return {center(found.motion), center(found.motion)};
  const double first = center(found.motions[0]), last = center(found.motions[1]);
  return {std::min(first, last), std::max(first, last)};
}

/// How far the points of a section are from the square |Fx| + |M| = 1 [μ].
double distance_from_square(const SurfaceSection& section) {
  double distance = 0.0;
  for (const SectionPoint& point : section.points)
    distance = std::max(distance, std::abs(std::abs(point.load.force.x) + std::abs(point.load.moment) - 1.0));
  return distance;
}

/// The section as a curve of (fx, m) with its motions (vx, omega): fans at corners, one motion along each side.
NormalCurve curve_of(const LimitSurface& surface, const SurfaceSection& section) {
  NormalCurve curve{
      .title = "Section (Fx, M)", .remark = "side: one motion; corner: a fan", .x = "Fx [μ]", .y = "M [μ]"};
  const auto add_arrow = [&](const FrictionLoad& load, const Twist& V) {
    const Vec2 direction{V.velocity.x, V.omega};
    curve.arrows.push_back({{load.force.x, load.moment}, (1.0 / length(direction)) * direction});
  };
  for (const SectionPoint& point : section.points) curve.outline.push_back({point.load.force.x, point.load.moment});
  constexpr int parts = 16;
  for (int i = 0; i < parts; ++i) {
    const Vec2 ray = unit_vector(2.0 * std::numbers::pi * i / parts);
    const FrictionLoad load{{ray.x, 0.0}, ray.y};
    const MotionOfLoad found = surface.motion_of(load);
    const FrictionLoad reached = found.factor * load;
    if (found.motions.size() < 2) {
      add_arrow(reached, found.motion);
      continue;
    }
    curve.marks.push_back({reached.force.x, reached.moment});
    constexpr int arrows = 4;
    for (int k = 0; k <= arrows; ++k) {
      const double part = 1.0 * k / arrows;
      const Twist &first = found.motions.at(0), &last = found.motions.at(1);
      add_arrow(reached,
                {(1.0 - part) * first.velocity + part * last.velocity, (1.0 - part) * first.omega + part * last.omega});
    }
  }
  return curve;
}

}  // namespace

ItemResult goyal_fig_8(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("goyal_bar");
  const Slider slider = slider_of(scenario);
  const LimitSurface surface(scenario.contact);
  const SurfaceSection section = section_of(surface, {{0.0, 1.0}, 0.0});
  const MotionOfLoad across = surface.motion_of({{1.0, 0.0}, 0.0}), twisted = surface.motion_of({{}, 1.0});
  const FanEnds outside = ends_of_fan(across), inside = ends_of_fan(twisted);
  const double corners = static_cast<double>(std::count_if(section.points.begin(), section.points.end(),
                                                           [](const SectionPoint& point) { return !point.is_unique; }));
  const EigenDirections eigen =
      find_eigen_directions(surface, kinetic_metric(slider.mass, slider.inertia, slider.center_of_mass));
  const double minima = static_cast<double>(
      std::count_if(eigen.directions.begin(), eigen.directions.end(),
                    [](const EigenDirection& found) { return found.kind == EigenDirection::Kind::Minimum; }));
  const Basis square = Basis::printed("sec. 9.1: square |Fx| + |M| ≤ μ"),
              bar = Basis::printed("sec. 9.1: any center on the bar"),
              beyond = Basis::printed("sec. 9.1: any center on its line outside the bar, or translation");
  constexpr double tolerance = 1e-9;
  return {
      .comparisons = {{"points off the square by [μ]", 0.0, distance_from_square(section), tolerance, square},
                      {"corners: one load, many motions", 4, corners, 0, square},
                      {"corner: force across the bar [μ]", 1.0, across.factor, tolerance, square},
                      {"corner: pure moment [μ]", 1.0, twisted.factor, tolerance, square},
                      {"pure force: lower end of the fan, y of the center", -1.0, outside.low, tolerance, beyond},
                      {"pure force: upper end of the fan, y of the center", 1.0, outside.high, tolerance, beyond},
                      {"pure moment: lower end of the fan, y of the center", -1.0, inside.low, tolerance, bar},
                      {"pure moment: upper end of the fan, y of the center", 1.0, inside.high, tolerance, bar},
                      {"attracting eigen-directions", 4, minima, 0,
                       Basis::equations("facet normals with P at the facet's center")},
                      {"their eigenvalue [μ]", std::numbers::sqrt2 / 2, eigen.directions.at(0).eigenvalue, tolerance,
                       Basis::equations("center of the facet: (μ/2)√2 from O")}},
      .pictures = {{"section.svg", draw_surface_section(surface, {{0.0, 1.0}, 0.0}, {.title = scenario.title}),
                    "Section Fy = 0: sides are cut from facets; at corners the motion is not unique."},
                   {"motions.svg",
                    draw_limit_curves("Goyal 1991, Fig. 8: motions of the section",
                                      "Arrows: the motion (Vx, ω) that belongs to a load; lengths in gyration radii",
                                      {curve_of(surface, section)}),
                    "The section with its motions."}},
      .data = {{"section.csv", csv_text(section)}}};
}

}  // namespace dryslip::reproduce
