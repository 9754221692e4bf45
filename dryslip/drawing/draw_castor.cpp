#include "dryslip/drawing/draw_castor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/drawing/svg_canvas.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/scenario/format_text.hpp"

namespace dryslip {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double column = 310, row = 342, half = 120;  // places and half size of a panel [px]

const std::string curve_color = "#2b4a6f", curve_fill = "#dbe9f6";
const std::string slip_color = "#b34700";  // dark orange on blue: distinct for all kinds of color vision
const std::string mark_color = "#222222", quiet_color = "#8a8a8a";

/// A part of the page with y upwards.
struct Panel {
  Vec2 middle;         ///< on the page [px]
  double scale = 1.0;  ///< [px] per unit

  Vec2 page(Vec2 r) const { return {middle.x + scale * r.x, middle.y - scale * r.y}; }
};

Panel panel_at(int i, int j, double scale) { return {{165 + column * i, 232 + row * j}, scale}; }

void add_caption(SvgCanvas& canvas, const Panel& panel, const std::string& title, const std::string& remark) {
  canvas.add_text({panel.middle.x, panel.middle.y - half - 34}, title, {.size = 13.5});
  canvas.add_text({panel.middle.x, panel.middle.y - half - 17}, remark, {.size = 11.5, .color = "#555555"});
}

/// Arrow from a place on the page along a direction with y upwards.
void add_arrow(SvgCanvas& canvas, Vec2 from, Vec2 direction, double length, const SvgStyle& style) {
  constexpr double head = 7, width = 2.6;  // [px]
  const Vec2 along{direction.x, -direction.y}, tip = from + length * along;
  canvas.add_line(from, tip - head * along, style);
  const std::vector<std::vector<Vec2>> triangle{
      {tip, tip - head * along + width * turned_left(along), tip - head * along - width * turned_left(along)}};
  canvas.add_loops(triangle, {.stroke = "", .fill = style.stroke});
}

/// Forces of a local law: those of a contact in one point.
class PointForce {
 public:
  explicit PointForce(const FrictionLaw& law)
      : model_(friction_model({.normal_force = 1.0,
                               .mu = {},
                               .mu_static = {},
                               .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}, .law = law}}})) {}
  Vec2 operator()(double slip_angle) const { return model_->load({unit_vector(slip_angle), 0.0}).force; }

 private:
  std::unique_ptr<FrictionModel> model_;
};

/// The line beyond which no force may lie for the slip v, and the one that does.
void add_violation(SvgCanvas& canvas, const Panel& panel, const PowerViolation& found) {
  const Vec2 f = panel.page(found.force), other = panel.page(found.other_force);
  const Vec2 across{found.slip.y, found.slip.x};  // of the slip, on the page
  canvas.add_line(f - 65.0 * across, f + 65.0 * across, {.stroke = mark_color, .width = 1.2, .dash = "5 4"});
  add_arrow(canvas, f, found.slip, 44, {.stroke = mark_color, .width = 2});
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
void draw_limit_curve(SvgCanvas& canvas, const Panel& panel, const FrictionLaw& law, double first) {
  const PointForce force(law);
  for (const Vec2 axis : {Vec2{1, 0}, Vec2{0, 1}}) {
    canvas.add_line(panel.middle - half * axis, panel.middle + half * axis, {.stroke = "#cccccc"});
  }
  canvas.add_text({panel.middle.x + half - 2, panel.middle.y + 15}, "fx", {.size = 12, .color = quiet_color});
  canvas.add_text({panel.middle.x + 12, panel.middle.y - half + 10}, "fy", {.size = 12, .color = quiet_color});
  std::vector<std::vector<Vec2>> curve(1);
  constexpr int samples = 360, arrows = 24;
  for (int i = 0; i < samples; ++i) curve[0].push_back(panel.page(force(first + 2 * pi * i / samples)));
  canvas.add_loops(curve, {.stroke = curve_color, .width = 2.2, .fill = curve_fill});
  const auto found = find_power_violation(law);
  const auto is_beside = [&](Vec2 place) {  // what is drawn for the violation
    constexpr double room = 36;             // [px]
    return found &&
           std::min(length(place - panel.page(found->force)), length(place - panel.page(found->other_force))) < room;
  };
  for (int i = 0; i < arrows; ++i) {
    const double phi = first + 2 * pi * i / arrows;
    const Vec2 place = panel.page(force(phi));
    if (!is_beside(place)) add_arrow(canvas, place, unit_vector(phi), 30, {.stroke = slip_color, .width = 1.4});
  }
  if (found) add_violation(canvas, panel, *found);
}

/// The castor from above, slip to the right.
void draw_mechanism(SvgCanvas& canvas, const CastorArm& arm, double line_angle) {
  const Panel panel = panel_at(0, 0, 150);
  add_caption(canvas, panel, "Crooked castor, seen from above", "dragged along v by its pivot");
  const Vec2 u = unit_vector(line_angle), t = unit_vector(line_angle + arm.bend);
  const Vec2 wheel = -0.5 * u, pivot = 0.5 * u, knee = wheel + (0.5 / std::cos(arm.bend)) * t;
  canvas.add_line(panel.page(wheel - 0.35 * u), panel.page(pivot + 0.3 * u),
                  {.stroke = quiet_color, .width = 1.2, .dash = "5 4"});
  for (const Vec2 end : {wheel, pivot}) {
    canvas.add_line(panel.page(knee), panel.page(end), {.stroke = curve_color, .width = 5});
  }
  canvas.add_line(panel.page(wheel - 0.2 * t), panel.page(wheel + 0.2 * t), {.stroke = mark_color, .width = 13});
  canvas.add_circle(panel.page(pivot), 7, {.stroke = curve_color, .width = 2.5, .fill = "white"});
  add_arrow(canvas, panel.page(pivot + Vec2{0.08, 0.0}), {1.0, 0.0}, 62, {.stroke = slip_color, .width = 2});
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
  const Panel panel = panel_at(0, 1, 1.0);
  add_caption(canvas, panel, "Its turning while dragged", "angle ψ + δ from the slip to the rolling direction");
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
  constexpr double reach = 0.62;  // of the longest force, in half panels: room for the arrows
  SvgCanvas canvas(3 * column + 25, 2 * row + 90);
  canvas.add_text({16, 27}, "Castors: normal at an instant, not normal after they have turned",
                  {.size = 16, .anchor = "start"});
  canvas.add_text({16, 48}, "Limit curves of the force f at the pivot; arrows: the slip that belongs to it",
                  {.size = 12.5, .anchor = "start", .color = "#555555"});
  draw_mechanism(canvas, crooked.arm, line_angle);
  draw_turning(canvas, crooked.arm);

  const WheelLaw wheel = instantaneous_law(crooked, line_angle);
  const Panel crooked_now = panel_at(1, 0, reach * half / *wheel.coefficients.mu);
  add_caption(canvas, crooked_now, "Crooked castor at this instant", "an ideal wheel with its axle along the line");
  draw_limit_curve(canvas, crooked_now, wheel, wheel.heading.angle);
  const Panel crooked_then{panel_at(2, 0, 1.0).middle, crooked_now.scale};
  add_caption(canvas, crooked_then, "Crooked castor, turned", "constant size, turned from the slip: f*·v > f·v");
  draw_limit_curve(canvas, crooked_then, relaxed_law(crooked), 0.0);

  const PointForce size(relaxed_law(in_line));
  double largest = 0.0;
  for (int i = 0; i < 360; ++i) largest = std::max(largest, length(size(i * pi / 180)));
  const Panel in_line_now = panel_at(1, 1, reach * half / largest);
  add_caption(canvas, in_line_now, "In-line castor that rubs, at an instant",
              "isotropic, of the strength at its place");
  draw_limit_curve(canvas, in_line_now, instantaneous_law(in_line, line_angle), 0.0);
  const Panel in_line_then{panel_at(2, 1, 1.0).middle, in_line_now.scale};
  add_caption(canvas, in_line_then, "In-line castor that rubs, turned", "along the slip, size depends on direction");
  draw_limit_curve(canvas, in_line_then, relaxed_law(in_line), 0.0);
  return canvas.text();
}

}  // namespace dryslip
