#include <algorithm>
#include <cmath>
#include <numbers>

#include "dryslip/drawing/draw_limit_curves.hpp"
#include "dryslip/drawing/draw_limit_surface.hpp"
#include "dryslip/limit_surface/special_points.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

constexpr double pi = std::numbers::pi;

/// A motion (vx, 0, omega) of the curve that generates the surface, with its load.
struct CurvePoint {
  double angle = 0.0;  ///< of (vx, omega × radius) [rad]
  Twist motion;
  FrictionLoad load;
};

/// From counter-clockwise to clockwise spin.
std::vector<CurvePoint> generating_curve(const FrictionModel& model, double radius) {
  constexpr int steps = 180;
  std::vector<CurvePoint> curve;
  for (int i = 0; i <= steps; ++i) {
    const double angle = pi * (0.5 - 1.0 * i / steps);
    const Twist V{{std::cos(angle), 0.0}, std::sin(angle) / radius};
    curve.push_back({angle, V, model.load(V)});
  }
  return curve;
}

NormalCurve picture_of(const std::vector<CurvePoint>& points, double radius) {
  NormalCurve curve{.title = "Generating curve",
                    .remark = "turned about the M axis it gives the surface",
                    .x = "F [N]",
                    .y = "M/R [N]"};
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const Vec2 place{points[i].load.force.x, points[i].load.moment / radius};
    curve.outline.push_back(place);
    if (i % 10 == 5) curve.arrows.push_back({place, unit_vector(points[i].angle)});
  }
  // the flat bottom, of clockwise spin
  const double rim = curve.outline.back().x;
  for (const double part : {0.2, 0.4, 0.6, 0.8}) curve.arrows.push_back({{part * rim, 0.0}, {0.0, -1.0}});
  curve.outline.push_back({0.0, 0.0});
  return curve;
}

/// Least and largest distance of the centers of rotation from O [m].
struct FanRadii {
  double nearest, farthest = 0.0;
};

FanRadii radii_of(const std::vector<Twist>& fan, double largest) {
  FanRadii found{.nearest = largest};
  for (const Twist& V : fan) {
    found.nearest = std::min(found.nearest, length(V.velocity) / std::abs(V.omega));
    found.farthest = std::max(found.farthest, length(V.velocity) / std::abs(V.omega));
  }
  return found;
}

ItemFile table_of(const std::vector<CurvePoint>& points) {
  std::vector<std::vector<double>> rows;
  for (const CurvePoint& point : points) {
    rows.push_back(
        {point.motion.velocity.x, point.motion.omega, point.load.force.x, point.load.force.y, point.load.moment});
  }
  return csv_file("generating_curve.csv", "vx,omega,fx,fy,moment", rows);
}

}  // namespace

ItemResult goyal_fig_9(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("ring_of_ratchets");
  const double radius = std::get<Ring>(scenario.contact.supports.at(0).shape).radius;
  const Contact contact = contact_of(scenario);
  const LimitSurface& surface = *contact.surface();
  const FrictionModel& model = surface.model();
  const FrictionLoad spin = model.load({{}, 1.0}), translation = model.load({{1.0, 0.0}, 0.0}),
                     rolling = model.load({{0.5 * radius, 0.0}, -1.0});
  const MotionOfLoad rim = surface.motion_of({{1.0, 0.0}, 0.0}), clockwise = surface.motion_of({{}, -1.0});
  const FanRadii rim_fan = radii_of(rim.motions, radius);
  const bool has_center = !std::holds_alternative<NoPoint>(find_special_points(surface).center_of_friction);
  const std::vector<CurvePoint> curve = generating_curve(model, radius);
  const Basis locked = Basis::equations("sec. 9.2: all wheels locked"),
              half = Basis::equations("sec. 9.2: half of the wheels roll"),
              all_roll = Basis::equations("sec. 9.2: all wheels roll, flat bottom"),
              radii = Basis::equations("sec. 9.2: centers on one radius; ends of a fan of integrated loads");
  constexpr double tolerance = 1e-8, fan = 1e-6;  // of integrated loads; [m]
  return {
      .comparisons = {{"counter-clockwise spin: moment [N m]", 0.1, spin.moment, tolerance, locked},
                      {"translation: force [N]", 0.5 + 1.0 / pi, translation.force.x, tolerance, half},
                      {"translation: moment [N m]", 0.1 / pi, translation.moment, tolerance, half},
                      {"friction line passes the center at [m]", 0.1 / pi / (0.5 + 1.0 / pi),
                       translation.moment / length(translation.force), tolerance,
                       Basis::equations("M/F of the two above")},
                      {"clockwise with slow translation: force [N]", 2.0 / pi, rolling.force.x, tolerance, all_roll},
                      {"clockwise with slow translation: moment [N m]", 0.0, rolling.moment, tolerance, all_roll},
                      {"radius of the flat bottom [N]", 2.0 / pi, rim.factor, tolerance, all_roll},
                      {"its rim: nearest center of rotation [m]", 0.0, rim_fan.nearest, fan, radii},
                      {"its rim: farthest center of rotation [m]", 0.1, rim_fan.farthest, fan, radii},
                      {"pure clockwise moment carried [N m]", 0.0, clockwise.factor, tolerance,
                       Basis::equations("free clockwise")},
                      {"centers of friction", 0, has_center ? 1.0 : 0.0, 0,
                       Basis::equations("sec. 9.2: the side turns with the direction")}},
      .pictures = {{"surface.svg", draw_limit_surface(contact, {.title = scenario.title, .moment_samples = 48}),
                    "Limit surface of the ratcheted ring: flat at the bottom, not symmetric."},
                   {"generating_curve.svg",
                    draw_limit_curves("Goyal 1991, Fig. 9: ratcheted ring",
                                      "Arrows: the motion (V, ωR) that belongs to a load", {picture_of(curve, radius)}),
                    "The curve that generates the surface, with its motions."}},
      .data = {table_of(curve)}};
}

}  // namespace dryslip::reproduce
