#include "dryslip/drawing/draw_limit_surface.hpp"

#include <algorithm>
#include <cmath>

#include "dryslip/drawing/draw_moment_function.hpp"
#include "dryslip/drawing/draw_section.hpp"
#include "dryslip/drawing/draw_special_points.hpp"
#include "dryslip/drawing/draw_surface_view.hpp"
#include "dryslip/record/format_text.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {
namespace {

constexpr double page_width = 1240;  // [px]

std::string subtitle_of(const LimitSurface& surface, const std::string& what) {
  return what + (surface.coefficient() == Coefficient::Static ? "; static coefficient" : "");
}

void draw_panel_title(SvgCanvas& canvas, Vec2 place, const std::string& text) {
  canvas.add_text(place, text, {.size = 14.5, .anchor = "start"});
}

/// A square frame around the middle of a section and O; `whole` says how much of each axis it shows.
PlotFrame square_frame(const Box& box, Vec2 whole, Vec2 corner, double side) {
  const Vec2 middle = 0.5 * (box.low + box.high);
  return {.box = {middle - 0.5 * whole, middle + 0.5 * whole}, .corner = corner, .size = {side, side}};
}

/// Around a section and O.
Box box_of(const MeshSection& section) {
  Box box;
  for (const Vec2 r : section.outline) {
    box.low = {std::min(box.low.x, r.x), std::min(box.low.y, r.y)};
    box.high = {std::max(box.high.x, r.x), std::max(box.high.y, r.y)};
  }
  return box;
}

/// Moment function and special points, in the upper right.
void draw_moment_part(SvgCanvas& canvas, const LimitSurface& surface, const FrictionModel& model, int samples,
                      Vec2 corner, double side) {
  const ContactPatch& patch = surface.patch();
  const MomentFunctionPicture picture{.title = "", .samples = samples};
  PlotFrame frame = moment_frame(patch, picture);
  frame.corner = {corner.x + 0.5 * (side - frame.size.x), corner.y};
  draw_panel_title(canvas, frame.corner - Vec2{0, 12}, "Moment function");
  draw_moment_panel(canvas, frame, model, patch, picture);
  draw_special_points(canvas, frame, find_special_points(surface), {corner.x - 30, corner.y + frame.size.y + 80});
}

/// The three coordinate sections side by side, at one scale.
void draw_sections(SvgCanvas& canvas, const SurfaceMesh& mesh, const LoadRanges& ranges, double top) {
  constexpr double side = 290;  // [px]
  const auto width = [&](std::size_t k) { return ranges[k][1] - ranges[k][0]; };
  const double force = std::max(width(0), width(1)), moment = width(2);
  const std::pair<Twist, const char*> planes[] = {
      {{{}, 1.0}, "Section m = 0"}, {{{0.0, 1.0}, 0.0}, "Section fy = 0"}, {{{1.0, 0.0}, 0.0}, "Section fx = 0"}};
  Vec2 corner{94, top + 22};
  for (const auto& [normal, name] : planes) {
    const SectionDirections directions = section_directions(normal, mesh.length);
    const MeshSection section = mesh_section(mesh, normal, directions);
    const Vec2 whole{force, directions[1].omega == 0.0 ? force : moment};
    draw_panel_title(canvas, {corner.x, top}, name);
    draw_section(canvas, square_frame(box_of(section), whole, corner, side), section, section_axes(directions));
    corner.x += 405;
  }
}

/// nx fx + ny fy + nm m = 0.
std::string equation_of(const Twist& normal) {
  std::string text;
  const auto add = [&](double factor, const char* name) {
    if (factor == 0.0) return;
    if (!text.empty()) text += factor < 0.0 ? " − " : " + ";
    if (text.empty() && factor < 0.0) text += "−";
    text += std::abs(factor) == 1.0 ? name : format_text("{:.4g} {}", std::abs(factor), name);
  };
  add(normal.velocity.x, "fx");
  add(normal.velocity.y, "fy");
  add(normal.omega, "m");
  return text + " = 0";
}

}  // namespace

std::string draw_limit_surface(const Contact& contact, const LimitSurfacePicture& picture, Coefficient coefficient) {
  const LimitSurface& surface = *contact.surface(coefficient);
  constexpr double top = 98, side = 480, sections = 722;  // [px]
  const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = picture.gap});
  const LoadRanges ranges = ranges_of(mesh);
  SvgCanvas canvas(page_width, sections + 380);
  draw_title(canvas, page_width, picture.title,
             subtitle_of(surface, "Limit surface: all loads that the contact carries, with the motion as its normal"));

  const LoadView view = view_of(mesh, ranges, {84, top + 40}, {440, 480});
  draw_surface_view(canvas, view, ranges, surface, mesh);
  draw_surface_legend(canvas, {20, top}, mesh);
  draw_moment_part(canvas, surface, *contact.rough_model(coefficient), picture.moment_samples, {660, top}, side);
  draw_sections(canvas, mesh, ranges, sections);
  return canvas.text();
}

std::string draw_surface_section(const LimitSurface& surface, const Twist& normal, const LimitSurfacePicture& picture) {
  constexpr double side = 480, width = 600;  // [px]
  if (normal == Twist{}) throw InvalidInput("section", "0,0,0: the normal of a plane must not be zero");
  const SectionDirections directions = section_directions(normal, surface.unit_length());
  const MeshSection section = mesh_section(make_surface_mesh(surface, {.gap = picture.gap}), normal, directions);
  const SectionAxes axes = section_axes(directions);
  const Box box = box_of(section);
  constexpr double rim = 1.3;
  const auto whole = [&](double extent) { return extent > 0.0 ? rim * extent : 1.0; };
  Vec2 size{whole(box.high.x - box.low.x), whole(box.high.y - box.low.y)};
  if (axes[0].unit == axes[1].unit) size.x = size.y = std::max(size.x, size.y);
  SvgCanvas canvas(width, side + 174);
  draw_section(canvas, square_frame(box, size, {84, 76}, side), section, axes);
  draw_section_legend(canvas, {84, side + 152}, section);
  draw_title(canvas, width, picture.title,
             subtitle_of(surface, "Section of the limit surface, " + equation_of(normal)));
  return canvas.text();
}

}  // namespace dryslip
