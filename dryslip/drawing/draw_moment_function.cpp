#include "dryslip/drawing/draw_moment_function.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "dryslip/drawing/nice_scale.hpp"
#include "dryslip/drawing/support_outline.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/numerics/contour_lines.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

const std::string outline_color = "#b34700";  // dark orange on blue: distinct for all kinds of color vision
const std::string line_color = "#2b4a6f";

PlotFrame frame_of(const Box& box) {
  constexpr double longer_side = 480;  // [px]
  const Vec2 whole = box.high - box.low;
  return {.box = box, .corner = {78, 86}, .size = longer_side / std::max(whole.x, whole.y) * whole};
}

/// Blues from nearly white (small moment) to medium.
std::string band_color(double part) {
  const auto mix = [&](double from, double to) { return static_cast<int>(std::lround(from + part * (to - from))); };
  return format_text("#{:02x}{:02x}{:02x}", mix(247, 86), mix(251, 148), mix(255, 205));
}

/// The contour lines with their numbers, and the scale of colors beside them.
class Contours {
 public:
  Contours(const SampledField& field, const PlotFrame& frame, int count) : field_(field), frame_(frame) {
    const auto [low, high] = std::minmax_element(field.values.begin(), field.values.end());
    unit_ = prefixed_unit(*high, "N·m");
    levels_ = round_values(*low, *high, count);
    least_ = static_cast<std::size_t>(low - field.values.begin());
  }

  const PrefixedUnit& unit() const { return unit_; }

  void draw(SvgCanvas& canvas) const {
    canvas.add_rectangle(frame_.corner, frame_.size, {.stroke = "", .fill = color(levels_.size())});
    for (std::size_t k = levels_.size(); k-- > 0;) {
      auto loops = region_below(field_, levels_[k]);
      for (auto& loop : loops)
        for (Vec2& point : loop) point = frame_.page(point);
      canvas.add_loops(loops, {.stroke = line_color, .width = 0.9, .fill = color(k), .clip = "plot"});
    }
  }

  /// Numbers on the lines, where a ray from the least moment crosses them, as far apart as they need.
  void draw_numbers(SvgCanvas& canvas) const {
    const Vec2 ray = unit_vector(-0.95);  // up and to the right on the page
    const Vec2 start = frame_.page(field_.grid.node(least_));
    double last = 0.0;
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      const std::optional<Vec2> place = crossing(k, start, ray);
      if (!place || dot(ray, *place - start) < last + 26) continue;
      last = dot(ray, *place - start);
      canvas.add_text({place->x, place->y + 4}, number(k), {.size = 11.5, .halo = color(k)});
    }
  }

  void draw_color_scale(SvgCanvas& canvas) const {
    const double x = frame_.corner.x + frame_.size.x + 24;
    const double band = frame_.size.y / static_cast<double>(levels_.size() + 1);
    for (std::size_t k = 0; k <= levels_.size(); ++k) {
      const double top = frame_.corner.y + frame_.size.y - band * static_cast<double>(k + 1);
      canvas.add_rectangle({x, top}, {18, band}, {.stroke = line_color, .width = 0.6, .fill = color(k)});
      if (k < levels_.size()) canvas.add_text({x + 24, top + 4}, number(k), {.size = 12, .anchor = "start"});
    }
    canvas.add_text({x + 9, frame_.corner.y - 10}, "M [" + unit_.name + "]", {.size = 13, .anchor = "start"});
  }

 private:
  std::string color(std::size_t band) const {
    return band_color(static_cast<double>(band) / static_cast<double>(std::max<std::size_t>(levels_.size(), 1)));
  }
  std::string number(std::size_t k) const {
    const double step = levels_.size() > 1 ? levels_[1] - levels_[0] : levels_[0];
    return round_value_text(levels_[k] * unit_.factor, step * unit_.factor);
  }

  /// Point of a contour line next to the ray.
  std::optional<Vec2> crossing(std::size_t k, Vec2 start, Vec2 ray) const {
    std::optional<Vec2> best;
    double least = 6.0;  // [px] off the ray
    for (const auto& loop : region_below(field_, levels_[k])) {
      for (const Vec2 r : loop) {
        const Vec2 point = frame_.page(r);
        const double off = std::abs(cross(ray, point - start));
        if (dot(ray, point - start) <= 0 || off >= least || !is_inside(point)) continue;
        least = off;
        best = point;
      }
    }
    return best;
  }
  bool is_inside(Vec2 page) const {
    const Vec2 r = page - frame_.corner;
    return r.x > 14 && r.y > 10 && r.x < frame_.size.x - 14 && r.y < frame_.size.y - 10;
  }

  const SampledField& field_;
  const PlotFrame& frame_;
  PrefixedUnit unit_;
  std::vector<double> levels_;
  std::size_t least_ = 0;  ///< node of the least value
};

void draw_supports(SvgCanvas& canvas, const ContactPatch& patch, const PlotFrame& frame) {
  const SvgStyle style{.stroke = outline_color, .width = 2.4, .clip = "plot"};
  for (const Support& support : patch.supports) {
    SupportOutline outline = support_outline(support);
    for (auto& loop : outline.loops)
      for (Vec2& point : loop) point = frame.page(point);
    if (!outline.loops.empty()) canvas.add_loops(outline.loops, style);
    for (const auto& line : outline.lines) canvas.add_line(frame.page(line[0]), frame.page(line[1]), style);
    for (const Vec2 point : outline.points)
      canvas.add_circle(frame.page(point), 4.5, {.stroke = "white", .width = 1.2, .fill = outline_color});
  }
}

}  // namespace

RegularGrid picture_grid(const ContactPatch& patch, const MomentFunctionPicture& picture) {
  const Box box = surroundings(patch, picture.margin);
  const Vec2 whole = box.high - box.low;
  const double step = std::max(whole.x, whole.y) / (picture.samples - 1);
  const auto nodes = [&](double length) {
    return static_cast<std::size_t>(std::max(2.0, std::round(length / step) + 1));
  };
  return grid_over(box.low, box.high, nodes(whole.x), nodes(whole.y));
}

PlotFrame moment_frame(const ContactPatch& patch, const MomentFunctionPicture& picture) {
  return frame_of(surroundings(patch, picture.margin));
}

void draw_moment_panel(SvgCanvas& canvas, const PlotFrame& frame, const FrictionModel& model, const ContactPatch& patch,
                       const MomentFunctionPicture& picture) {
  const SampledField field = moment_grid(model, picture_grid(patch, picture)).moment;
  const Contours contours(field, frame, picture.levels);
  canvas.add_clip("plot", frame.corner, frame.size);
  contours.draw(canvas);
  draw_supports(canvas, patch, frame);
  contours.draw_numbers(canvas);
  draw_axes(canvas, frame, {"x of the center of rotation", "m"}, {"y of the center of rotation", "m"});
  contours.draw_color_scale(canvas);
}

std::string draw_moment_function(const FrictionModel& model, const ContactPatch& patch,
                                 const MomentFunctionPicture& picture) {
  const PlotFrame frame = moment_frame(patch, picture);
  const double width = frame.corner.x + frame.size.x + 110;
  SvgCanvas canvas(width, frame.corner.y + frame.size.y + 64);
  draw_moment_panel(canvas, frame, model, patch, picture);
  draw_title(canvas, width, picture.title,
             "Moment function M: frictional moment when the slider turns about each point");
  return canvas.text();
}

}  // namespace dryslip
