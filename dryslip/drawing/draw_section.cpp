#include "dryslip/drawing/draw_section.hpp"

#include <algorithm>

#include "dryslip/drawing/surface_colors.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

std::vector<Vec2> on_page(const PlotFrame& frame, std::vector<Vec2> points) {
  for (Vec2& point : points) point = frame.page(point);
  return points;
}

PlotAxis axis_of(const Twist& direction) {
  const Vec2 along = direction.velocity;
  if (direction.omega != 0.0) return {"m", "N·m"};
  if (along.y == 0.0) return {"fx", "N"};
  if (along.x == 0.0) return {"fy", "N"};
  return {format_text("force along ({:.3g}, {:.3g})", along.x, along.y), "N"};
}

}  // namespace

SectionAxes section_axes(const SectionDirections& directions) {
  return {axis_of(directions[0]), axis_of(directions[1])};
}

void draw_section(SvgCanvas& canvas, const PlotFrame& frame, const MeshSection& section, const SectionAxes& axes) {
  const std::vector<Vec2> outline = on_page(frame, section.outline);
  canvas.add_loops({&outline, 1}, {.stroke = curve_color, .width = 1.8, .fill = body_color});
  if (outline.size() == 1) canvas.add_circle(outline[0], 3.5, {.stroke = "", .fill = curve_color});
  for (const auto& facet : section.facets) {
    const std::vector<Vec2> loop = on_page(frame, facet);
    canvas.add_loops({&loop, 1}, {.stroke = "", .fill = facet_color});
  }
  // axes through O
  const Vec2 O = frame.page({}), low = frame.page(frame.box.low), high = frame.page(frame.box.high);
  const SvgStyle thin{.stroke = "#777777", .width = 0.8, .dash = "4 3"};
  canvas.add_line({low.x, O.y}, {high.x, O.y}, thin);
  canvas.add_line({O.x, low.y}, {O.x, high.y}, thin);

  for (const auto& [a, b] : section.facet_chords)
    canvas.add_line(frame.page(a), frame.page(b), {.stroke = facet_color, .width = 4.0});
  for (const auto& [a, b] : section.edges)
    canvas.add_line(frame.page(a), frame.page(b), {.stroke = sharp_color, .width = 2.6});
  std::vector<Vec2> corners;
  for (const Vec2 corner : on_page(frame, section.corners)) {
    constexpr double same = 0.5;  // [px]
    if (std::any_of(corners.begin(), corners.end(), [&](Vec2 known) { return length(known - corner) < same; }))
      continue;
    corners.push_back(corner);
    canvas.add_circle(corner, vertex_radius, vertex_style);
  }
  draw_axes(canvas, frame, axes[0], axes[1]);
}

void draw_section_legend(SvgCanvas& canvas, Vec2 corner, const MeshSection& section) {
  const auto name = [&](const std::string& text) {
    canvas.add_text(corner + Vec2{30, 4}, text, {.size = 12.5, .anchor = "start"});
    corner.x += 260;
  };
  if (!section.facets.empty() || !section.facet_chords.empty()) {
    canvas.add_line(corner, corner + Vec2{22, 0}, {.stroke = facet_color, .width = 4.0});
    name("facet: one motion, many loads");
  }
  if (!section.corners.empty() || !section.edges.empty()) {
    canvas.add_circle(corner + Vec2{11, 0}, vertex_radius, vertex_style);
    name("corner: one load, many motions");
  }
}

}  // namespace dryslip
