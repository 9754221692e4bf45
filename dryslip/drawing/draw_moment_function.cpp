#include "dryslip/drawing/draw_moment_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "dryslip/drawing/nice_scale.hpp"
#include "dryslip/drawing/support_outline.hpp"
#include "dryslip/drawing/svg_canvas.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/numerics/contour_lines.hpp"

namespace dryslip {
namespace {

const std::string outline_color = "#b34700";  // dark orange on blue: distinct for all kinds of color vision
const std::string line_color = "#2b4a6f";

/// The part of the body frame that is shown, and where it stands on the page.
struct Frame {
  Box box;              ///< [m]
  Vec2 corner{78, 86};  ///< upper left, on the page [px]
  Vec2 size;            ///< [px]

  double scale() const { return size.x / (box.high.x - box.low.x); }  ///< [px/m]
  Vec2 page(Vec2 r) const {
    return {corner.x + (r.x - box.low.x) * scale(), corner.y + size.y - (r.y - box.low.y) * scale()};
  }
};

Frame frame_of(const Box& box) {
  constexpr double longer_side = 480;  // [px]
  const Vec2 whole = box.high - box.low;
  return {.box = box, .size = longer_side / std::max(whole.x, whole.y) * whole};
}

/// Blues from nearly white (small moment) to medium.
std::string band_color(double part) {
  const auto mix = [&](double from, double to) { return static_cast<int>(std::lround(from + part * (to - from))); };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(247, 86), mix(251, 148), mix(255, 205));
}

/// The contour lines with their numbers, and the scale of colors beside them.
class Contours {
 public:
  Contours(const SampledField& field, const Frame& frame, int count) : field_(field), frame_(frame) {
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
  const Frame& frame_;
  PrefixedUnit unit_;
  std::vector<double> levels_;
  std::size_t least_ = 0;  ///< node of the least value
};

void draw_supports(SvgCanvas& canvas, const ContactPatch& patch, const Frame& frame) {
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

void draw_axes(SvgCanvas& canvas, const Frame& frame) {
  const SvgStyle tick{.stroke = "#222222", .width = 1.0};
  const Vec2 whole = frame.box.high - frame.box.low;
  const double size = std::max(
      {std::abs(frame.box.low.x), std::abs(frame.box.low.y), std::abs(frame.box.high.x), std::abs(frame.box.high.y)});
  const PrefixedUnit unit = prefixed_unit(size, "m");
  const double f = unit.factor;
  const Vec2 low = frame.page(frame.box.low);
  const int count_x = std::max(2, static_cast<int>(frame.size.x / 70)),
            count_y = std::max(2, static_cast<int>(frame.size.y / 55));

  const auto text_of = [](const std::vector<double>& values, std::size_t k) {
    return round_value_text(values[k], values.size() > 1 ? values[1] - values[0] : 1.0);
  };
  const std::vector<double> xs = round_values(frame.box.low.x * f, frame.box.high.x * f, count_x);
  for (std::size_t k = 0; k < xs.size(); ++k) {
    const double x = frame.page({xs[k] / f, 0}).x;
    canvas.add_line({x, low.y}, {x, low.y + 6}, tick);
    canvas.add_text({x, low.y + 21}, text_of(xs, k), {.size = 12});
  }
  const std::vector<double> ys = round_values(frame.box.low.y * f, frame.box.high.y * f, count_y);
  for (std::size_t k = 0; k < ys.size(); ++k) {
    const double y = frame.page({0, ys[k] / f}).y;
    canvas.add_line({low.x - 6, y}, {low.x, y}, tick);
    canvas.add_text({low.x - 10, y + 4}, text_of(ys, k), {.size = 12, .anchor = "end"});
  }
  canvas.add_rectangle(frame.corner, frame.size, {.stroke = "#222222", .width = 1.2});
  canvas.add_text({low.x + whole.x * frame.scale() / 2, low.y + 44}, "x of the center of rotation [" + unit.name + "]");
  const Vec2 left{22, frame.corner.y + frame.size.y / 2};
  canvas.add_text(left, "y of the center of rotation [" + unit.name + "]", {.angle = -90});
}

void draw_title(SvgCanvas& canvas, const std::string& title, double width) {
  const double letters = static_cast<double>(std::max<std::size_t>(title.size(), 1));
  const double fitting = (width - 32) / (0.56 * letters);  // a letter is about 0.56 of its size wide
  canvas.add_text({16, 27}, title, {.size = std::clamp(fitting, 8.0, 16.0), .anchor = "start"});
  canvas.add_text({16, 48}, "Moment function M: frictional moment when the slider turns about each point",
                  {.size = 12.5, .anchor = "start", .color = "#555555"});
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

std::string draw_moment_function(const FrictionModel& model, const ContactPatch& patch,
                                 const MomentFunctionPicture& picture) {
  const Frame frame = frame_of(surroundings(patch, picture.margin));
  const SampledField field = moment_grid(model, picture_grid(patch, picture)).moment;
  const Contours contours(field, frame, picture.levels);

  const double width = frame.corner.x + frame.size.x + 110;
  SvgCanvas canvas(width, frame.corner.y + frame.size.y + 64);
  canvas.add_clip("plot", frame.corner, frame.size);
  contours.draw(canvas);
  draw_supports(canvas, patch, frame);
  contours.draw_numbers(canvas);
  draw_axes(canvas, frame);
  contours.draw_color_scale(canvas);
  draw_title(canvas, picture.title, width);
  return canvas.text();
}

}  // namespace dryslip
