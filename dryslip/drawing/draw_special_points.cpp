#include "dryslip/drawing/draw_special_points.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace dryslip {
namespace {

/// The part of a convex outline that lies in the box, cut by one side of it after the other.
std::vector<Vec2> clipped(std::vector<Vec2> outline, const Box& box) {
  struct Side {
    Vec2 inward;
    Vec2 point;
  };
  for (const Side& side :
       std::array<Side, 4>{{{{1, 0}, box.low}, {{0, 1}, box.low}, {{-1, 0}, box.high}, {{0, -1}, box.high}}}) {
    std::vector<Vec2> kept;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec2 a = outline[i], b = outline[(i + 1) % outline.size()];
      const double depth_a = dot(side.inward, a - side.point), depth_b = dot(side.inward, b - side.point);
      if (depth_a >= 0.0) kept.push_back(a);
      if ((depth_a >= 0.0) != (depth_b >= 0.0)) kept.push_back(a + (depth_a / (depth_a - depth_b)) * (b - a));
    }
    outline = std::move(kept);
  }
  return outline;
}

/// How a center looks: the marks fit into each other, so that centers at one place can all be seen.
struct CenterMark {
  enum class Kind { Circle, Square, Cross };
  Kind kind;
  std::string name;
  std::string color;  // dark ones; the shapes tell them apart
};

const CenterMark pressure_mark{CenterMark::Kind::Circle, "center of pressure", "#111111"};
const CenterMark friction_mark{CenterMark::Kind::Square, "center of friction", "#6a1b78"};
const CenterMark twist_mark{CenterMark::Kind::Cross, "center of twist", "#00563f"};

const std::string set_dash = "7 6";  // of lines and outlines of sets [px]

void draw_mark(SvgCanvas& canvas, Vec2 place, const CenterMark& mark) {
  const SvgStyle style{.stroke = mark.color, .width = 2.2};
  if (mark.kind == CenterMark::Kind::Circle) {
    canvas.add_circle(place, 11, style);
  } else if (mark.kind == CenterMark::Kind::Square) {
    canvas.add_rectangle(place - Vec2{6, 6}, {12, 12}, style);
  } else {
    canvas.add_line(place - Vec2{5, 5}, place + Vec2{5, 5}, style);
    canvas.add_line(place - Vec2{5, -5}, place + Vec2{5, -5}, style);
  }
}

/// Draws a set of points and returns what the legend says of it.
struct SetDrawing {
  SvgCanvas& canvas;
  const PlotFrame& frame;
  const CenterMark& mark;

  std::string operator()(NoPoint) const { return "none"; }
  std::string operator()(WholePlane) const { return "every point"; }
  std::string operator()(Vec2 r) const {
    const Vec2 low = frame.box.low, high = frame.box.high;
    if (r.x < low.x || r.y < low.y || r.x > high.x || r.y > high.y) return "outside";
    draw_mark(canvas, frame.page(r), mark);
    return "";
  }
  std::string operator()(const SegmentOfPoints& segment) const {
    draw({segment.ends[0], segment.ends[1]});
    return "segment";
  }
  std::string operator()(const RayOfPoints& ray) const {
    draw({ray.end, ray.end + reach(ray.end) * ray.direction});
    return "half-line";
  }
  std::string operator()(const HalfPlaneOfPoints& half) const {
    const Vec2 along = reach(half.point) * turned_left(half.inward), far = reach(half.point) * half.inward;
    draw({half.point - along, half.point + along, half.point + along + far, half.point - along + far});
    return "half-plane";
  }
  std::string operator()(const LineOfPoints& line) const {
    const Vec2 far = reach(line.point) * line.direction;
    draw({line.point - far, line.point + far});
    return "line";
  }
  std::string operator()(const StripOfPoints& strip) const {
    const auto [a, b] = strip.ends;
    const Vec2 far = std::max(reach(a), reach(b)) * strip.direction;
    draw({a - far, a + far, b + far, b - far});
    return "strip";
  }
  std::string operator()(const RegionOfPoints& region) const {
    draw(region.outline);
    return "region";
  }

 private:
  /// A line where there are two points, an area where there are more.
  void draw(const std::vector<Vec2>& outline) const {
    std::vector<Vec2> visible = clipped(outline, frame.box);
    for (Vec2& point : visible) point = frame.page(point);
    if (visible.empty()) return;
    if (outline.size() == 2) {
      // cut back and forth: the ends are the extremes along the line
      const Vec2 along = frame.page(outline[1]) - frame.page(outline[0]);
      const auto [first, last] = std::minmax_element(visible.begin(), visible.end(),
                                                     [&](Vec2 a, Vec2 b) { return dot(along, a) < dot(along, b); });
      canvas.add_line(*first, *last, {.stroke = mark.color, .width = 3.0, .dash = set_dash});
    } else {
      canvas.add_loops({&visible, 1},
                       {.stroke = mark.color, .width = 2.0, .fill = mark.color, .dash = set_dash, .opacity = 0.18});
    }
  }
  /// From a point along a line, beyond the frame [m].
  double reach(Vec2 point) const { return length(point - frame.box.low) + length(frame.box.high - frame.box.low); }
};

}  // namespace

void draw_special_points(SvgCanvas& canvas, const PlotFrame& frame, const SpecialPoints& points, Vec2 legend) {
  const std::string friction = std::visit(SetDrawing{canvas, frame, friction_mark}, points.center_of_friction);
  const std::string twist = std::visit(SetDrawing{canvas, frame, twist_mark}, points.center_of_twist);
  SetDrawing{canvas, frame, pressure_mark}(points.center_of_pressure);
  const auto name = [&](const CenterMark& mark, const std::string& what, double from) {
    const Vec2 place = legend + Vec2{from, -4};
    const bool is_line_or_area = what == "segment" || what == "line" || what == "strip" || what == "region";
    if (is_line_or_area) {
      canvas.add_line(place - Vec2{13, 0}, place + Vec2{13, 0}, {.stroke = mark.color, .width = 3.0, .dash = set_dash});
    } else {
      draw_mark(canvas, place, mark);
    }
    canvas.add_text(legend + Vec2{from + 20, 0}, mark.name + (what.empty() ? "" : ": " + what),
                    {.size = 12.5, .anchor = "start"});
  };
  name(pressure_mark, "", 0);
  name(friction_mark, friction, 175);
  name(twist_mark, twist, 410);
}

}  // namespace dryslip
