#include "dryslip/drawing/draw_castor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/drawing/draw_limit_curves.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double half = CurvePanel{}.half;  // side of the graph [px]

const std::string curve_color = "#2b4a6f";
const std::string slip_color = "#b34700";  // dark orange on blue: distinct for all kinds of color vision
const std::string mark_color = "#222222", quiet_color = "#8a8a8a";

/// A contact in one point with this law.
ContactPatch point_of(const FrictionLaw& law) {
  return {
      .normal_force = 1.0, .mu = {}, .mu_static = {}, .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}, .law = law}}};
}

/// The line beyond which no force may lie for the slip v, and the one that does.
void add_violation(SvgCanvas& canvas, const CurvePanel& panel, const PowerViolation& found) {
  const Vec2 f = panel.page(found.force), other = panel.page(found.other_force);
  const Vec2 across{found.slip.y, found.slip.x};  // of the slip, on the page
  canvas.add_line(f - 65.0 * across, f + 65.0 * across, {.stroke = mark_color, .width = 1.2, .dash = "5 4"});
  draw_arrow(canvas, f, found.slip, 44, {.stroke = mark_color, .width = 2});
  const auto label = [&](Vec2 from, double distance, Vec2 direction, const char* text) {
    const Vec2 place = from + distance * Vec2{direction.x, -direction.y};
    canvas.add_text({place.x, place.y + 5}, text, {.size = 15, .color = mark_color});
  };
  label(f, 54, found.slip, "v");
  for (const Vec2 place : {f, other}) canvas.add_circle(place, 4, {.stroke = "white", .fill = mark_color});
  label(f, -17, found.slip, "f");
  const Vec2 apart = found.other_force - found.force;
  label(other, 14, found.slip + (1.0 / length(apart)) * apart, "f*");
}

/// Limit curve with the slip direction drawn at the force that belongs to it. `first` is the first slip direction.
void draw_limit_curve(SvgCanvas& canvas, const CurvePanel& panel, const FrictionLaw& law, double first) {
  NormalCurve curve = limit_curve(point_of(law), first);
  const auto found = find_power_violation(law);
  if (found) {
    constexpr double room = 36;  // for what is drawn for the violation [px]
    std::erase_if(curve.arrows, [&](const NormalCurve::Arrow& arrow) {
      const Vec2 place = panel.page(arrow.place);
      return std::min(length(place - panel.page(found->force)), length(place - panel.page(found->other_force))) < room;
    });
  }
  draw_normal_curve(canvas, panel, curve);
  if (found) add_violation(canvas, panel, *found);
}

/// The castor from above, slip to the right.
void draw_mechanism(SvgCanvas& canvas, const CastorArm& arm, double line_angle) {
  const CurvePanel panel{curve_panel(0, 0, 1.0).middle, 150};
  draw_panel_caption(canvas, panel, "Crooked castor, seen from above", "dragged along v by its pivot");
  const Vec2 u = unit_vector(line_angle), t = unit_vector(line_angle + arm.bend);
  const Vec2 wheel = -0.5 * u, pivot = 0.5 * u, knee = wheel + (0.5 / std::cos(arm.bend)) * t;
  canvas.add_line(panel.page(wheel - 0.35 * u), panel.page(pivot + 0.3 * u),
                  {.stroke = quiet_color, .width = 1.2, .dash = "5 4"});
  for (const Vec2 end : {wheel, pivot}) {
    canvas.add_line(panel.page(knee), panel.page(end), {.stroke = curve_color, .width = 5});
  }
  canvas.add_line(panel.page(wheel - 0.2 * t), panel.page(wheel + 0.2 * t), {.stroke = mark_color, .width = 13});
  canvas.add_circle(panel.page(pivot), 7, {.stroke = curve_color, .width = 2.5, .fill = "white"});
  draw_arrow(canvas, panel.page(pivot + Vec2{0.08, 0.0}), {1.0, 0.0}, 62, {.stroke = slip_color, .width = 2});
  // the angles as arcs
  const auto add_arc = [&](Vec2 center, double radius, std::array<double, 2> ends, const char* name) {
    constexpr int parts = 12;
    const auto place = [&](double part) {
      return panel.page(center + radius * unit_vector(ends[0] + part * (ends[1] - ends[0])));
    };
    for (int i = 0; i < parts; ++i) {
      canvas.add_line(place(1.0 * i / parts), place((i + 1.0) / parts), {.stroke = mark_color, .width = 1});
    }
    const Vec2 middle = panel.page(center + (radius + 0.09) * unit_vector(0.5 * (ends[0] + ends[1])));
    canvas.add_text({middle.x, middle.y + 5}, name, {.size = 14});
  };
  add_arc(wheel, 0.36, {line_angle, line_angle + arm.bend}, "δ");
  add_arc(pivot, 0.22, {0.0, line_angle}, "ψ");
  const Vec2 v = panel.page(pivot + Vec2{0.55, 0.0});
  canvas.add_text({v.x, v.y + 5}, "v", {.size = 15, .color = slip_color});
}

/// How the wheel turns into the slip, for several starts.
void draw_turning(SvgCanvas& canvas, const CastorArm& arm) {
  constexpr double longest = 8;  // dragged distance shown, in arm lengths
  const CurvePanel panel{curve_panel(0, 1, 1.0).middle, 1.0};
  draw_panel_caption(canvas, panel, "Its turning while dragged", "angle ψ + δ from the slip to the rolling direction");
  const auto page = [&](double lengths, double angle) {
    return panel.page({half * (2 * lengths / longest - 1) + 12, half * angle / pi});
  };
  for (int i = 0; i <= 4; ++i) {
    const Vec2 x = page(0.25 * i * longest, -pi), y = page(0.0, pi * (0.5 * i - 1));
    canvas.add_line(y, page(longest, pi * (0.5 * i - 1)), {.stroke = i == 2 ? mark_color : "#dddddd"});
    canvas.add_text({x.x, x.y + 18}, format_text("{:g}", 0.25 * i * longest), {.size = 12});
    canvas.add_text({y.x - 8, y.y + 4}, format_text("{}°", 90 * (i - 2)), {.size = 12, .anchor = "end"});
  }
  canvas.add_rectangle(page(0.0, pi), {2 * half, 2 * half}, {.stroke = mark_color, .width = 1.2});
  canvas.add_text({page(0.5 * longest, -pi).x, page(0.0, -pi).y + 38}, "dragged distance / arm length");
  constexpr int steps = 48;
  for (const double start : {179.0, 150.0, 100.0, 50.0, -50.0, -100.0, -150.0, -179.0}) {
    const auto place = [&](int i) {
      const double lengths = longest * i / steps;
      return page(lengths, line_angle_after(arm, start * pi / 180 - arm.bend, lengths * arm.length) + arm.bend);
    };
    for (int i = 0; i < steps; ++i) canvas.add_line(place(i), place(i + 1), {.stroke = curve_color, .width = 1.8});
  }
}

}  // namespace

std::string draw_castor(const CrookedCastor& crooked, const InlineCastor& in_line, double line_angle) {
  SvgCanvas canvas(3 * curve_panel_step.x + 25, 2 * curve_panel_step.y + 90);
  canvas.add_text({16, 27}, "Castors: normal at an instant, not normal after they have turned",
                  {.size = 16, .anchor = "start"});
  canvas.add_text({16, 48}, "Limit curves of the force f at the pivot; arrows: the slip that belongs to it",
                  {.size = 12.5, .anchor = "start", .color = "#555555"});
  draw_mechanism(canvas, crooked.arm, line_angle);
  draw_turning(canvas, crooked.arm);

  const WheelLaw wheel = instantaneous_law(crooked, line_angle);
  const CurvePanel crooked_now = curve_panel(1, 0, *wheel.coefficients.mu);
  draw_panel_caption(canvas, crooked_now, "Crooked castor at this instant",
                     "an ideal wheel with its axle along the line");
  draw_limit_curve(canvas, crooked_now, wheel, wheel.heading.angle);
  const CurvePanel crooked_then = curve_panel(2, 0, *wheel.coefficients.mu);
  draw_panel_caption(canvas, crooked_then, "Crooked castor, turned", "constant size, turned from the slip: f*·v > f·v");
  draw_limit_curve(canvas, crooked_then, relaxed_law(crooked), 0.0);

  double largest = 0.0;
  for (const Vec2 force : limit_curve(point_of(relaxed_law(in_line))).outline)
    largest = std::max(largest, length(force));
  const CurvePanel in_line_now = curve_panel(1, 1, largest);
  draw_panel_caption(canvas, in_line_now, "In-line castor that rubs, at an instant",
                     "isotropic, of the strength at its place");
  draw_limit_curve(canvas, in_line_now, instantaneous_law(in_line, line_angle), 0.0);
  const CurvePanel in_line_then = curve_panel(2, 1, largest);
  draw_panel_caption(canvas, in_line_then, "In-line castor that rubs, turned",
                     "along the slip, size depends on direction");
  draw_limit_curve(canvas, in_line_then, relaxed_law(in_line), 0.0);
  return canvas.text();
}

}  // namespace dryslip
