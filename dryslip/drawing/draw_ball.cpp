#include "dryslip/drawing/draw_ball.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/drawing/plot_legend.hpp"
#include "dryslip/drawing/surface_colors.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

// Places on the page [px].
constexpr double page_width = 1000, left = 84, top = 104;
constexpr Vec2 path_size{430, 360}, slip_size{360, 360}, time_size{890, 150};
constexpr double time_pitch = 232;

const std::string stick_color = "#e3e3e3", roll_color = "#cfe6d8", quiet_color = "#8a8a8a";
const std::array<std::string, 3> line_colors{curve_color, facet_line_color, "#2e8b57"};

using Row = const BallSample&;
using VectorOf = std::function<Vec2(Row)>;

std::vector<Vec2> points_of(const BallRun& run, const VectorOf& value) {
  std::vector<Vec2> points;
  for (Row row : run.samples) points.push_back(value(row));
  return points;
}

/// A frame of one scale around all points, with a rim [of the points' unit]; `least` where they are one.
PlotFrame even_frame(const std::vector<Vec2>& points, double rim, Vec2 corner, Vec2 size) {
  Vec2 low = points.front(), high = low;
  for (const Vec2 r : points) {
    low = {std::min(low.x, r.x), std::min(low.y, r.y)};
    high = {std::max(high.x, r.x), std::max(high.y, r.y)};
  }
  const Vec2 middle = 0.5 * (low + high);
  const double scale = std::max((high.x - low.x + 2 * rim) / size.x, (high.y - low.y + 2 * rim) / size.y);
  const Vec2 half{0.5 * scale * size.x, 0.5 * scale * size.y};
  return {.box = {middle - half, middle + half}, .corner = corner, .size = size};
}

void draw_path(SvgCanvas& canvas, const Ball& ball, const BallRun& run) {
  const std::vector<Vec2> path = points_of(run, [](Row row) { return row.state.position; });
  const PlotFrame frame = even_frame(path, 1.15 * ball.radius, {left, top}, path_size);
  const double radius = ball.radius * path_size.x / (frame.box.high.x - frame.box.low.x);
  const SvgStyle start{.stroke = curve_color, .width = 1.4, .dash = "4 3"}, end{.stroke = curve_color, .width = 2};
  canvas.add_circle(frame.page(path.front()), radius, start);
  canvas.add_circle(frame.page(path.back()), radius, end);
  add_curve(canvas, frame, path, {.stroke = facet_line_color, .width = 1.6});
  draw_axes(canvas, frame, {"x", "m"}, {"y", "m"});
  add_caption(canvas, frame, "Path of the center");
  Legend legend(canvas, frame);
  legend.add_line("end", end);
  legend.add_line("start", start);
}

void draw_slip(SvgCanvas& canvas, const BallRun& run) {
  const std::vector<Vec2> slip = points_of(run, [](Row row) { return row.slip.velocity; });
  double largest = 1e-6;  // [m/s], of a ball that never slips
  for (const Vec2 s : slip) largest = std::max(largest, length(s));
  const PlotFrame frame{.box = {{-1.1 * largest, -1.1 * largest}, {1.1 * largest, 1.1 * largest}},
                        .corner = {page_width - 26 - slip_size.x, top},
                        .size = slip_size};
  for (const Vec2 axis : {Vec2{1.1 * largest, 0.0}, Vec2{0.0, 1.1 * largest}})
    canvas.add_line(frame.page(-axis), frame.page(axis), {.stroke = "#dddddd"});
  add_curve(canvas, frame, slip, {.stroke = facet_line_color, .width = 0.8});
  const SvgStyle mark{.stroke = "white", .width = 0.8, .fill = curve_color};
  canvas.add_circle(frame.page(slip.front()), 3.2, mark);
  draw_axes(canvas, frame, {"slip over the table, x", "m/s"}, {"y", "m/s"});
  add_caption(canvas, frame, "Slip velocity");
  Legend(canvas, frame).add_dot("start", 3.2, mark);
}

/// Times of rolling and of sticking as areas behind the curves.
void add_bands(SvgCanvas& canvas, const PlotFrame& frame, const BallRun& run) {
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    if (run.events[i].to == BallMode::Slip) continue;
    const double end = i + 1 < run.events.size() ? run.events[i + 1].t : run.samples.back().t;
    const double from = frame.page({run.events[i].t, 0.0}).x, to = frame.page({end, 0.0}).x;
    if (to - from < invisible_distance) continue;
    canvas.add_rectangle({from, frame.corner.y}, {to - from, frame.size.y},
                         {.stroke = "", .fill = run.events[i].to == BallMode::Stick ? stick_color : roll_color});
  }
}

struct TimeCurve {
  std::string name;
  std::function<double(Row)> value;
};

void draw_curves(SvgCanvas& canvas, const BallRun& run, int place, const PlotAxis& axis,
                 const std::vector<TimeCurve>& curves) {
  double low = 0.0, high = 0.0;  // zero is always shown
  for (Row row : run.samples) {
    for (const TimeCurve& curve : curves) {
      low = std::min(low, curve.value(row));
      high = std::max(high, curve.value(row));
    }
  }
  constexpr double nothing = 1e-9;  // [m/s], [rad/s]
  if (high - low < nothing) {
    low = -1.0;
    high = 1.0;
  }
  const double rim = 0.08 * (high - low), end = run.samples.back().t > 0.0 ? run.samples.back().t : 1.0;
  const PlotFrame frame{.box = {{0.0, low - rim}, {end, high + rim}},
                        .corner = {left, top + path_size.y + 100 + time_pitch * place},
                        .size = time_size};
  add_bands(canvas, frame, run);
  canvas.add_line(frame.page({0.0, 0.0}), frame.page({end, 0.0}), {.stroke = quiet_color, .width = 0.8});
  Legend legend(canvas, frame);
  const auto has = [&](BallMode mode) {
    return std::any_of(run.events.begin(), run.events.end(), [&](const BallEvent& e) { return e.to == mode; });
  };
  if (place == 0 && has(BallMode::Stick)) legend.add_area("stick", stick_color);
  if (place == 0 && has(BallMode::Roll)) legend.add_area("roll", roll_color);
  for (std::size_t k = curves.size(); k-- > 0;) {
    std::vector<Vec2> points;
    for (Row row : run.samples) points.push_back({row.t, curves[k].value(row)});
    const SvgStyle style{.stroke = line_colors[k % line_colors.size()], .width = 1.2};
    add_curve(canvas, frame, points, style);
    legend.add_line(curves[k].name, style);
  }
  draw_axes(canvas, frame, {"t", "s"}, axis);
}

}  // namespace

std::string draw_ball(const Ball& ball, const BallRun& run, const std::string& title) {
  constexpr int panels = 3;
  SvgCanvas canvas(page_width, top + path_size.y + 100 + time_pitch * panels - 18);
  draw_path(canvas, ball, run);
  draw_slip(canvas, run);
  draw_curves(canvas, run, 0, {"slip velocity", "m/s"},
              {{"slip_x", [](Row row) { return row.slip.velocity.x; }},
               {"slip_y", [](Row row) { return row.slip.velocity.y; }}});
  draw_curves(
      canvas, run, 1, {"rolling velocity", "m/s"},
      {{"rolling_x", [](Row row) { return row.rolling.x; }}, {"rolling_y", [](Row row) { return row.rolling.y; }}});
  draw_curves(canvas, run, 2, {"spin", "rad/s"},
              {{"wx", [](Row row) { return row.state.omega[0]; }},
               {"wy", [](Row row) { return row.state.omega[1]; }},
               {"wz", [](Row row) { return row.state.omega[2]; }}});
  draw_title(canvas, page_width, title, format_text("Ball on a table, to t = {:.6g} s", run.samples.back().t));
  return canvas.text();
}

}  // namespace dryslip
