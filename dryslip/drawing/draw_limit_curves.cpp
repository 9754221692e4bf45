#include "dryslip/drawing/draw_limit_curves.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "dryslip/drawing/nice_scale.hpp"
#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/drawing/surface_colors.hpp"
#include "dryslip/friction_load/facet_motions.hpp"
#include "dryslip/friction_load/patch_friction.hpp"

namespace dryslip {
namespace {

constexpr double pi = std::numbers::pi;
const std::string axis_color = "#cccccc", name_color = "#8a8a8a";

/// The one slip of each straight side, at places along it.
void add_arrows_of_sides(NormalCurve& curve, const FrictionModel& model, const ContactPatch& point) {
  for (const Twist& V : possible_facet_motions(point)) {
    if (V.omega != 0.0) continue;
    const LoadSet loads = model.load_set(V);
    for (const LoadSetTerm& term : loads.terms) {
      const auto* side = std::get_if<LoadSegment>(&term);
      if (side == nullptr) continue;
      for (const double part : {0.15, 0.38, 0.62, 0.85}) {
        const FrictionLoad load = loads.base + (1.0 - part) * side->ends[0] + part * side->ends[1];
        curve.arrows.push_back({(1.0 / point.normal_force) * load.force, (1.0 / length(V.velocity)) * V.velocity});
      }
    }
  }
}

/// Pixels per unit that leave room for the arrows.
double curve_scale(double half, double largest) {
  constexpr double reach = 0.62;
  return largest > 0.0 ? reach * half / largest : 1.0;
}

/// A bar of a round length below the panel.
void draw_scale_bar(SvgCanvas& canvas, const CurvePanel& panel) {
  constexpr double longest = 75, tick = 4;  // [px]
  const std::vector<double> values = round_values(0.0, longest / panel.scale, 2);
  if (values.empty()) return;
  const Vec2 from = panel.middle + Vec2{-panel.half, panel.half}, to = from + Vec2{panel.scale * values.back(), 0.0};
  const SvgStyle style{.stroke = name_color, .width = 1.4};
  canvas.add_line(from, to, style);
  for (const Vec2 end : {from, to}) canvas.add_line(end - Vec2{0, tick}, end + Vec2{0, tick}, style);
  canvas.add_text(to + Vec2{8, 4}, round_value_text(values.back(), values.back()),
                  {.size = 12, .anchor = "start", .color = name_color});
}

}  // namespace

NormalCurve limit_curve(const ContactPatch& point, double first) {
  constexpr int samples = 360, arrows = 24;
  const std::unique_ptr<FrictionModel> model = friction_model(point);
  NormalCurve curve;
  const auto force = [&](double slip_angle) {
    return (1.0 / point.normal_force) * model->load({unit_vector(slip_angle), 0.0}).force;
  };
  for (int i = 0; i < samples; ++i) curve.outline.push_back(force(first + 2 * pi * i / samples));
  for (int i = 0; i < arrows; ++i) {
    const double phi = first + 2 * pi * i / arrows;
    if (model->is_unique({unit_vector(phi), 0.0})) curve.arrows.push_back({force(phi), unit_vector(phi)});
  }
  add_arrows_of_sides(curve, *model, point);
  return curve;
}

CurvePanel curve_panel(int column, int row, double largest) {
  const CurvePanel panel{{165 + curve_panel_step.x * column, 232 + curve_panel_step.y * row}};
  return {panel.middle, curve_scale(panel.half, largest), panel.half};
}

void draw_panel_caption(SvgCanvas& canvas, const CurvePanel& panel, const std::string& title,
                        const std::string& remark) {
  canvas.add_text({panel.middle.x, panel.middle.y - panel.half - 34}, title, {.size = 13.5});
  canvas.add_text({panel.middle.x, panel.middle.y - panel.half - 17}, remark, {.size = 11.5, .color = "#555555"});
}

void draw_arrow(SvgCanvas& canvas, Vec2 from, Vec2 direction, double length, const SvgStyle& style) {
  constexpr double head = 7, width = 2.6;  // [px]
  const Vec2 along{direction.x, -direction.y}, tip = from + length * along;
  canvas.add_line(from, tip - head * along, style);
  const std::vector<std::vector<Vec2>> triangle{
      {tip, tip - head * along + width * turned_left(along), tip - head * along - width * turned_left(along)}};
  canvas.add_loops(triangle, {.stroke = "", .fill = style.stroke});
}

void draw_normal_curve(SvgCanvas& canvas, const CurvePanel& panel, const NormalCurve& curve) {
  const double half = panel.half;
  for (const Vec2 axis : {Vec2{1, 0}, Vec2{0, 1}})
    canvas.add_line(panel.middle - half * axis, panel.middle + half * axis, {.stroke = axis_color});
  canvas.add_text({panel.middle.x + half + 3, panel.middle.y + 4}, curve.x,
                  {.size = 12, .anchor = "start", .color = name_color});
  canvas.add_text({panel.middle.x + 6, panel.middle.y - half + 6}, curve.y,
                  {.size = 12, .anchor = "start", .color = name_color});
  draw_scale_bar(canvas, panel);
  std::vector<std::vector<Vec2>> loop(1);
  for (const Vec2 r : curve.outline) loop[0].push_back(panel.page(r));
  canvas.add_loops(loop, {.stroke = curve_color, .width = 2.2, .fill = body_color});
  for (const NormalCurve::Arrow& arrow : curve.arrows)
    draw_arrow(canvas, panel.page(arrow.place), arrow.direction, 30, {.stroke = facet_line_color, .width = 1.4});
  for (const Vec2 mark : curve.marks) canvas.add_circle(panel.page(mark), vertex_radius, vertex_style);
}

std::string draw_limit_curves(const std::string& title, const std::string& subtitle,
                              const std::vector<NormalCurve>& curves) {
  const int count = static_cast<int>(curves.size()), columns = std::clamp(count, 1, 3);
  const int rows = (count + columns - 1) / columns;
  double largest = 0.0;
  for (const NormalCurve& curve : curves)
    for (const Vec2 r : curve.outline) largest = std::max(largest, length(r));
  constexpr double single = 200;  // half side of a single panel [px]
  const Vec2 size = count == 1 ? Vec2{560, 2 * single + 162}
                               : Vec2{curve_panel_step.x * columns + 25, curve_panel_step.y * rows + 62};
  SvgCanvas canvas(size.x, size.y);
  draw_title(canvas, size.x, title, subtitle);
  for (int i = 0; i < count; ++i) {
    const NormalCurve& curve = curves[static_cast<std::size_t>(i)];
    CurvePanel panel = curve_panel(i % columns, i / columns, largest);
    if (count == 1) panel = {{0.5 * size.x, single + 122}, curve_scale(single, largest), single};
    draw_panel_caption(canvas, panel, curve.title, curve.remark);
    draw_normal_curve(canvas, panel, curve);
  }
  return canvas.text();
}

}  // namespace dryslip
