#include "dryslip/drawing/draw_trajectory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "dryslip/drawing/nice_scale.hpp"
#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/drawing/plot_legend.hpp"
#include "dryslip/drawing/surface_colors.hpp"
#include "dryslip/friction_load/sliding_force.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

// Places on the page [px].
constexpr double page_width = 1000, left = 84, top = 104;
constexpr Vec2 path_size{430, 360}, force_size{360, 360}, time_size{890, 150};
constexpr double time_pitch = 232;
constexpr double stop_radius = 3.2;

const std::string stick_color = "#e3e3e3", pivot_color = "#cfe6d8";

// ---- path

/// The contact as it is drawn, from the center of mass.
struct BodyOutline {
  std::vector<SupportOutline> supports;
  double radius = 0.0;  ///< of the farthest point [m]
};

BodyOutline body_outline(const Slider& slider) {
  BodyOutline body;
  for (const Support& support : slider.contact.supports) {
    SupportOutline outline = support_outline(support);
    const auto place = [&](Vec2& point) {
      point = point - slider.center_of_mass;
      body.radius = std::max(body.radius, length(point));
    };
    for (auto& loop : outline.loops) std::for_each(loop.begin(), loop.end(), place);
    for (auto& line : outline.lines) std::for_each(line.begin(), line.end(), place);
    std::for_each(outline.points.begin(), outline.points.end(), place);
    body.supports.push_back(std::move(outline));
  }
  if (body.radius == 0.0) body.radius = 0.01;  // one point alone: a centimetre
  return body;
}

/// A box around the whole motion, of the shape of the frame.
PlotFrame path_frame(const SliderRun& run, const BodyOutline& body) {
  Vec2 low = run.samples.front().state.position, high = low;
  for (const SliderSample& row : run.samples) {
    const Vec2 r = row.state.position;
    low = {std::min(low.x, r.x), std::min(low.y, r.y)};
    high = {std::max(high.x, r.x), std::max(high.y, r.y)};
  }
  const Vec2 middle = 0.5 * (low + high);
  const double rim = 2.3 * body.radius;
  const double scale = std::max((high.x - low.x + rim) / path_size.x, (high.y - low.y + rim) / path_size.y);
  const Vec2 half{0.5 * scale * path_size.x, 0.5 * scale * path_size.y};
  return {.box = {middle - half, middle + half}, .corner = {left, top}, .size = path_size};
}

/// Rows at even distances along the way, turning included; the first and the last.
std::vector<const SliderSample*> rows_to_show(const SliderRun& run, double radius, int count) {
  std::vector<double> way{0.0};
  for (std::size_t i = 1; i < run.samples.size(); ++i) {
    const SliderState &before = run.samples[i - 1].state, &now = run.samples[i].state;
    way.push_back(way.back() + length(now.position - before.position) + radius * std::abs(now.angle - before.angle));
  }
  std::vector<const SliderSample*> rows{&run.samples.front()};
  const double apart = std::max(way.back() / std::max(count - 1, 1), 0.15 * radius);
  double next = apart;
  for (std::size_t i = 1; i + 1 < way.size(); ++i) {
    if (way[i] < next || way.back() - way[i] < 0.5 * apart) continue;
    rows.push_back(&run.samples[i]);
    next = way[i] + apart;
  }
  rows.push_back(&run.samples.back());
  return rows;
}

void add_body(SvgCanvas& canvas, const PlotFrame& frame, const BodyOutline& body, const SliderState& state,
              const SvgStyle& style) {
  const Vec2 heading = unit_vector(state.angle);
  const auto page = [&](Vec2 point) { return frame.page(state.position + rotated(point, heading)); };
  for (SupportOutline outline : body.supports) {
    for (auto& loop : outline.loops)
      for (Vec2& point : loop) point = page(point);
    if (!outline.loops.empty()) canvas.add_loops(outline.loops, style);
    for (const auto& line : outline.lines) canvas.add_line(page(line[0]), page(line[1]), style);
    for (const Vec2 point : outline.points) {
      canvas.add_line(page({}), page(point), {.stroke = style.stroke, .width = 0.5 * style.width});
      canvas.add_circle(page(point), 3, {.stroke = style.stroke, .width = style.width, .fill = style.fill});
    }
  }
  // which way it looks
  canvas.add_line(page({}), page({0.25 * body.radius, 0.0}), {.stroke = quiet_color, .width = 0.8 * style.width});
}

/// Draws the path of a body that sticks to a moving table; false where there is none to see.
bool add_carried_path(SvgCanvas& canvas, const PlotFrame& frame, const SliderRun& run, const SvgStyle& style) {
  bool is_seen = false;
  std::vector<Vec2> path;
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    if (run.samples[i].mode == MotionMode::Stick) path.push_back(run.samples[i].state.position);
    const bool goes_on = i + 1 < run.samples.size() && run.samples[i + 1].mode == MotionMode::Stick;
    if (goes_on || path.empty()) continue;
    const Vec2 start = frame.page(path.front());
    const bool moves = std::any_of(path.begin(), path.end(),
                                   [&](Vec2 place) { return length(frame.page(place) - start) > stop_radius; });
    if (moves) add_curve(canvas, frame, path, style);
    is_seen = is_seen || moves;
    path.clear();
  }
  return is_seen;
}

/// Places on the page where the body comes to stick; of very many only those that leave the path visible.
std::vector<Vec2> stops_to_show(const SliderRun& run, const PlotFrame& frame) {
  std::vector<Vec2> stops;
  for (const SliderEvent& event : run.events)
    if (event.to == MotionMode::Stick) stops.push_back(frame.page(event.state.position));
  constexpr std::size_t many = 50;
  if (stops.size() <= many) return stops;
  constexpr double apart = 5.0 * stop_radius;
  std::vector<Vec2> shown;
  for (const Vec2 stop : stops)
    if (std::none_of(shown.begin(), shown.end(), [&](Vec2 other) { return length(stop - other) < apart; }))
      shown.push_back(stop);
  return shown;
}

void draw_path(SvgCanvas& canvas, const Slider& slider, const SliderRun& run, int outlines) {
  const BodyOutline body = body_outline(slider);
  const PlotFrame frame = path_frame(run, body);
  const std::vector<const SliderSample*> rows = rows_to_show(run, body.radius, outlines);
  const SvgStyle between{.stroke = quiet_color, .width = 0.8, .fill = body_color, .opacity = 0.35};
  for (const SliderSample* row : rows) add_body(canvas, frame, body, row->state, between);
  const SvgStyle start{.stroke = curve_color, .width = 1.4, .dash = "4 3"}, end{.stroke = curve_color, .width = 2};
  add_body(canvas, frame, body, rows.front()->state, start);
  add_body(canvas, frame, body, rows.back()->state, end);
  std::vector<Vec2> path;
  for (const SliderSample& row : run.samples) path.push_back(row.state.position);
  add_curve(canvas, frame, path, {.stroke = facet_line_color, .width = 1.8});
  const SvgStyle carried_style{.stroke = sharp_color, .width = 1.8};
  const bool is_carried = add_carried_path(canvas, frame, run, carried_style);
  const SvgStyle stop{.stroke = "white", .width = 0.8, .fill = sharp_color};
  for (const Vec2 place : stops_to_show(run, frame)) canvas.add_circle(place, stop_radius, stop);
  draw_axes(canvas, frame, {"x", "m"}, {"y", "m"});
  add_caption(canvas, frame, "Path of the center");
  Legend legend(canvas, frame);
  legend.add_dot("stick", stop_radius, stop);
  if (is_carried) legend.add_line("carried", carried_style);
  legend.add_line("end", end);
  legend.add_line("start", start);
}

// ---- friction force

std::string force_text(double force) {
  const PrefixedUnit unit = prefixed_unit(force, "N");
  return format_text("{:.4g} {}", force * unit.factor, unit.name);
}

/// The path of the force, a line as long as the mode stays the same.
void draw_force_path(SvgCanvas& canvas, const PlotFrame& frame, const SliderRun& run, const SvgStyle& slip_style,
                     const SvgStyle& stick_style) {
  std::vector<Vec2> forces;
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    forces.push_back(run.samples[i].load.force);
    const MotionMode mode = run.samples[i].mode;
    if (i + 1 < run.samples.size() && run.samples[i + 1].mode == mode) continue;
    const SvgStyle& style = mode == MotionMode::Stick ? stick_style : slip_style;
    add_curve(canvas, frame, forces, style);
    // a force that stays where it is would not be seen as a line
    constexpr double dot_radius = 3;  // [px]
    const bool is_line = std::any_of(forces.begin(), forces.end(), [&](Vec2 force) {
      return length(frame.page(force) - frame.page(forces[0])) > dot_radius;
    });
    if (!is_line) canvas.add_circle(frame.page(forces[0]), dot_radius, {.stroke = "", .fill = style.stroke});
    forces.clear();
  }
}

void draw_force(SvgCanvas& canvas, const Contact& contact, const SliderRun& run) {
  const double kinetic = largest_sliding_force(*contact.rough_model(Coefficient::Kinetic)),
               resting = largest_sliding_force(*contact.rough_model(Coefficient::Static));
  double size = std::max(kinetic, resting);
  for (const SliderSample& row : run.samples) size = std::max(size, length(row.load.force));
  size = size > 0.0 ? 1.12 * size : 1.0;
  const PlotFrame frame{
      .box = {{-size, -size}, {size, size}}, .corner = {page_width - 26 - force_size.x, top}, .size = force_size};
  const double scale = 0.5 * force_size.x / size;
  const Vec2 middle = frame.page({});
  const bool has_two = resting > kinetic * (1.0 + 1e-9);
  const SvgStyle kinetic_style{.stroke = sharp_color, .width = 1.4, .fill = "#f7f9fc"},
      static_style{.stroke = sharp_color, .width = 1.0, .dash = "5 4"};
  canvas.add_circle(middle, scale * kinetic, kinetic_style);
  if (has_two) canvas.add_circle(middle, scale * resting, static_style);
  for (const Vec2 axis : {Vec2{size, 0.0}, Vec2{0.0, size}})
    canvas.add_line(frame.page(-axis), frame.page(axis), {.stroke = "#dddddd"});
  const SvgStyle slip_style{.stroke = facet_line_color, .width = 1.6}, stick_style{.stroke = curve_color, .width = 1.6};
  draw_force_path(canvas, frame, run, slip_style, stick_style);
  draw_axes(canvas, frame, {"fx, world axes", "N"}, {"fy", "N"});
  add_caption(canvas, frame, "Friction force on the support");
  Legend legend(canvas, frame);
  legend.add_line("stick", stick_style);
  legend.add_line("slip", slip_style);
  const auto limit_text = [&](const char* name, double force, double row) {
    canvas.add_text({frame.corner.x + 8, frame.corner.y + row}, name + force_text(force),
                    {.size = 12, .anchor = "start", .color = legend_color, .halo = "white"});
  };
  // in corners, where no circle is
  limit_text("largest friction force: ", kinetic, 18);
  if (has_two) limit_text("dashed: static, ", resting, frame.size.y - 9);
}

// ---- curves in time

struct TimeCurve {
  std::string name;
  std::function<double(const SliderSample&)> value;
};

/// Times of a mode as areas behind the curves.
void add_bands(SvgCanvas& canvas, const PlotFrame& frame, const SliderRun& run) {
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    const SliderEvent& event = run.events[i];
    if (event.to == MotionMode::Slip) continue;
    const double end = i + 1 < run.events.size() ? run.events[i + 1].t : run.samples.back().t;
    const double from = frame.page({event.t, 0.0}).x, to = frame.page({end, 0.0}).x;
    if (to - from < invisible_distance) continue;
    canvas.add_rectangle({from, frame.corner.y}, {to - from, frame.size.y},
                         {.stroke = "", .fill = event.to == MotionMode::Stick ? stick_color : pivot_color});
  }
}

struct TimePanel {
  int place = 0;  ///< below the path, from 0
  PlotAxis axis;
  double usual = 0.0;  ///< size of such values in this motion: what is a millionth of it is shown as zero
  std::vector<TimeCurve> curves;
};

void draw_curves(SvgCanvas& canvas, const SliderRun& run, const TimePanel& panel) {
  const std::vector<TimeCurve>& curves = panel.curves;
  double low = 0.0, high = 0.0;  // zero is always shown
  for (const SliderSample& row : run.samples) {
    for (const TimeCurve& curve : curves) {
      low = std::min(low, curve.value(row));
      high = std::max(high, curve.value(row));
    }
  }
  if (high - low <= 1e-6 * panel.usual) {
    high = panel.usual > 0.0 ? panel.usual : 1.0;
    low = -high;
  }
  const double rim = 0.08 * (high - low);
  const double end = run.samples.back().t > 0.0 ? run.samples.back().t : 1.0;
  const PlotFrame frame{.box = {{0.0, low - rim}, {end, high + rim}},
                        .corner = {left, top + path_size.y + 100 + time_pitch * panel.place},
                        .size = time_size};
  add_bands(canvas, frame, run);
  canvas.add_line(frame.page({0.0, 0.0}), frame.page({end, 0.0}), {.stroke = quiet_color, .width = 0.8});
  Legend legend(canvas, frame);
  if (panel.place == 0) {
    const auto has = [&](MotionMode mode) {
      return std::any_of(run.events.begin(), run.events.end(), [&](const SliderEvent& e) { return e.to == mode; });
    };
    if (has(MotionMode::Pivot)) legend.add_area("pivot", pivot_color);
    if (has(MotionMode::Stick)) legend.add_area("stick", stick_color);
  }
  for (std::size_t k = curves.size(); k-- > 0;) {
    std::vector<Vec2> points;
    for (const SliderSample& row : run.samples) points.push_back({row.t, curves[k].value(row)});
    const SvgStyle style{.stroke = line_colors[k % line_colors.size()], .width = 1.6};
    add_curve(canvas, frame, points, style);
    if (curves.size() > 1) legend.add_line(curves[k].name, style);
  }
  draw_axes(canvas, frame, {"t", "s"}, panel.axis);
}

}  // namespace

std::string draw_trajectory(const PreparedSlider& prepared, const SliderRun& run, const TrajectoryPicture& picture) {
  const Slider& slider = prepared.slider();
  using Row = const SliderSample&;
  const std::size_t springs = run.samples.front().spring_forces.size();
  const int panels = springs > 0 ? 3 : 2;
  SvgCanvas canvas(page_width, top + path_size.y + 100 + time_pitch * panels - 18);
  draw_path(canvas, slider, run, picture.outlines);
  draw_force(canvas, prepared.contact(), run);
  const double radius = body_outline(slider).radius;
  double speed = 0.0, spin = 0.0;
  for (const SliderSample& row : run.samples) {
    speed = std::max(speed, length(row.state.velocity));
    spin = std::max(spin, std::abs(row.state.omega));
  }
  draw_curves(canvas, run,
              {.place = 0,
               .axis = {"velocity", "m/s"},
               .usual = spin * radius,
               .curves = {{"vx", [](Row row) { return row.state.velocity.x; }},
                          {"vy", [](Row row) { return row.state.velocity.y; }}}});
  draw_curves(canvas, run,
              {.place = 1, .axis = {"omega", "rad/s"}, .usual = speed / radius, .curves = {{"omega", [](Row row) {
                                                                                              return row.state.omega;
                                                                                            }}}});
  if (springs > 0) {
    TimePanel panel{.place = 2, .axis = {"spring force", "N"}, .usual = slider.contact.normal_force, .curves = {}};
    for (std::size_t i = 0; i < springs; ++i)
      panel.curves.push_back({"spring_" + std::to_string(i), [i](Row row) { return row.spring_forces[i]; }});
    draw_curves(canvas, run, panel);
  }
  draw_title(canvas, page_width, picture.title, format_text("Motion in time, to t = {:.6g} s", run.samples.back().t));
  return canvas.text();
}

}  // namespace dryslip
