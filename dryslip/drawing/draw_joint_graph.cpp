#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "dryslip/drawing/draw_forward.hpp"
#include "dryslip/drawing/plot_legend.hpp"
#include "dryslip/drawing/surface_colors.hpp"
#include "dryslip/joints/constraint_lines.hpp"
#include "dryslip/numerics/infinity.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

constexpr double page_width = 760, page_height = 600;  // [px]
const PlotFrame empty_frame{.box = {}, .corner = {90, 104}, .size = {640, 420}};
const std::string forward_color = curve_color, backward_color = facet_line_color, rest_color = "#2e8b57",
                  separated_color = "#8250a0";

const SvgStyle load_style{.stroke = "#555555", .width = 1.2, .dash = "6 4"},
    hold_style{.stroke = rest_color, .width = 6};

/// Thick where the joint may move so.
double line_width(bool is_possible) { return is_possible ? 2.8 : 1.4; }

/// Smallest range that holds all values, with a rim; `usual` where it would be empty.
struct AxisRange {
  double low = 0.0, high = 0.0;
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void widen(double part, double usual) {
    const double whole = high - low > 1e-9 * usual ? high - low : usual;
    low -= part * whole;
    high += part * whole;
  }
};

PlotFrame frame_of(const JointAnswer& answer) {
  const ScalarJoint& joint = answer.joint;
  AxisRange x, y{answer.tau, answer.tau};
  for (const JointAcceleration& solution : answer.accelerations.solutions) x.include(solution.acceleration);
  for (const double value : {answer.static_band.low, answer.static_band.high, joint.b}) y.include(value);
  if (const auto place = apex(joint)) {
    x.include(place->acceleration);
    y.include(place->tau);
  }
  const double usual = std::max(
      {std::abs(answer.tau), std::abs(joint.b), std::abs(answer.static_band.high), std::abs(answer.static_band.low)});
  y.widen(0.3, usual > 0.0 ? usual : 1.0);
  x.widen(0.35, (y.high - y.low) / (4.0 * joint.a));
  PlotFrame frame = empty_frame;
  frame.box = {{x.low, y.low}, {x.high, y.high}};
  return frame;
}

/// The lines of a motion as one, from the left: the V of a direction.
void draw_lines(SvgCanvas& canvas, const PlotFrame& frame, const std::vector<TorqueLine>& lines,
                TorqueLine::Motion motion, const SvgStyle& style) {
  std::vector<const TorqueLine*> arms;
  for (const TorqueLine& line : lines)
    if (line.motion == motion) arms.push_back(&line);
  std::sort(arms.begin(), arms.end(), [](const TorqueLine* a, const TorqueLine* b) { return a->to < b->to; });
  std::vector<Vec2> points;
  for (const TorqueLine* line : arms) {
    const double from = std::max(line->from, frame.box.low.x), to = std::min(line->to, frame.box.high.x);
    if (!(from < to)) continue;
    if (points.empty()) points.push_back(frame.page({from, line->torque(from)}));
    points.push_back(frame.page({to, line->torque(to)}));
  }
  if (points.size() > 1) canvas.add_polyline(points, style);
}

/// The lines of both directions, thick where the joint may move so, and that of separation.
void draw_motions(SvgCanvas& canvas, const PlotFrame& frame, const JointAnswer& answer,
                  const std::vector<TorqueLine>& lines) {
  using enum TorqueLine::Motion;
  const auto style = [](const std::string& color, double width) {
    return SvgStyle{.stroke = color, .width = width, .clip = "graph"};
  };
  draw_lines(canvas, frame, lines, Forwards, style(forward_color, line_width(answer.velocity >= 0.0)));
  draw_lines(canvas, frame, lines, Backwards, style(backward_color, line_width(answer.velocity <= 0.0)));
  draw_lines(canvas, frame, lines, Separated, style(separated_color, line_width(true)));
}

void draw_continuum(SvgCanvas& canvas, const PlotFrame& frame, const JointAnswer& answer) {
  if (!answer.accelerations.continuum) return;
  const AccelerationContinuum& continuum = *answer.accelerations.continuum;
  const bool at_most = continuum.side == AccelerationContinuum::Side::AtMost;
  const double far = continuum.mode == JointMode::Slip ? (at_most ? frame.box.low.x : frame.box.high.x) : 0.0;
  canvas.add_line(frame.page({continuum.bound, answer.tau}), frame.page({far, answer.tau}),
                  {.stroke = facet_color, .width = 7});
}

/// Where the middle of the apex's name stands on the page: in the widest sector between the arms that the line of the load does not
/// cross there.
Vec2 apex_label(const PlotFrame& frame, const std::vector<TorqueLine>& lines, Vec2 apex, double tau) {
  constexpr double distance = 34, height = 16;  // [px]
  const Vec2 place = frame.page(apex);
  std::vector<double> arms;  // directions on the page
  for (const TorqueLine& line : lines) {
    for (const double end : {std::max(line.from, frame.box.low.x), std::min(line.to, frame.box.high.x)}) {
      const Vec2 arm = frame.page({end, line.torque(end)}) - place;
      constexpr double same_place = 1e-6;  // [px]
      if (length(arm) > same_place) arms.push_back(std::atan2(arm.y, arm.x));
    }
  }
  if (arms.empty()) return place;
  std::sort(arms.begin(), arms.end());
  arms.push_back(arms.front() + 2.0 * std::numbers::pi);
  Vec2 best{};
  double best_width = -1.0;
  for (std::size_t i = 0; i + 1 < arms.size(); ++i) {
    const Vec2 middle = place + distance * unit_vector(0.5 * (arms[i] + arms[i + 1]));
    const bool is_crossed = std::abs(middle.y - frame.page({apex.x, tau}).y) < height;
    const double width = (arms[i + 1] - arms[i]) * (is_crossed ? 0.1 : 1.0);
    if (width <= best_width) continue;
    best_width = width;
    best = middle;
  }
  return best;
}

void draw_apex(SvgCanvas& canvas, const PlotFrame& frame, const JointAnswer& answer,
               const std::vector<TorqueLine>& lines) {
  const std::optional<JointApex> place = apex(answer.joint);
  if (!place) return;
  const Vec2 r{place->acceleration, place->tau};
  canvas.add_circle(frame.page(r), 3.5, {.stroke = sharp_color, .fill = "white"});
  const Vec2 label = apex_label(frame, lines, r, answer.tau);
  canvas.add_text({label.x, label.y + 4}, "F_n = 0", {.size = 12, .halo = "white"});
}

/// The solutions, the selected one ringed.
void draw_solutions(SvgCanvas& canvas, const PlotFrame& frame, const JointAnswer& answer) {
  const std::vector<JointAcceleration>& solutions = answer.accelerations.solutions;
  for (std::size_t k = 0; k < solutions.size(); ++k) {
    const Vec2 place = frame.page({solutions[k].acceleration, answer.tau});
    canvas.add_circle(place, vertex_radius, vertex_style);
    if (answer.selected.index == k) canvas.add_circle(place, 10, {.stroke = sharp_color, .width = 1.4});
  }
}

void draw_joint_legend(SvgCanvas& canvas, const PlotFrame& frame, const JointAnswer& answer) {
  Legend legend(canvas, frame);
  legend.add_dot(format_text("solutions: {}", answer.accelerations.solutions.size()), vertex_radius, vertex_style);
  legend.add_line("tau", load_style);
  legend.add_line("static", hold_style);
  if (answer.joint.contact == ContactKind::Unilateral)
    legend.add_line("separated", {.stroke = separated_color, .width = line_width(true)});
  legend.add_line("backwards", {.stroke = backward_color, .width = line_width(answer.velocity <= 0.0)});
  legend.add_line("forwards", {.stroke = forward_color, .width = line_width(answer.velocity >= 0.0)});
}

/// Around solutions, zero, and where both normal forces vanish.
PlotFrame frame_of(const MechanismAnswer& answer) {
  const Mechanism& mechanism = answer.mechanism;
  AxisRange ranges[2];
  for (const MechanismAcceleration& solution : answer.accelerations.solutions)
    for (int i = 0; i < 2; ++i) ranges[i].include(solution.acceleration[i]);
  const std::optional<Vec2> unloaded = unloaded_acceleration(mechanism);
  for (int i = 0; i < 2; ++i) {
    const double usual =
        (std::abs(answer.tau[i]) + std::abs(mechanism.b[i]) + mechanism.mu[i] * std::abs(mechanism.d[i])) /
        mechanism.A(i, i);
    ranges[i].include(-usual);
    ranges[i].include(usual);
    const double corner = unloaded ? (i == 0 ? unloaded->x : unloaded->y) : infinity;
    if (std::abs(corner) < 10.0 * (ranges[i].high - ranges[i].low)) ranges[i].include(corner);
    ranges[i].widen(0.25, 1.0);
  }
  PlotFrame frame = empty_frame;
  frame.box = {{ranges[0].low, ranges[1].low}, {ranges[0].high, ranges[1].high}};
  return frame;
}

/// The part of a line inside the frame.
void draw_part(SvgCanvas& canvas, const PlotFrame& frame, const ConstraintLine& line, const SvgStyle& style) {
  double from = line.from, to = line.to;
  const auto clip = [&](double place, double rate, double low, double high) {
    if (rate == 0.0) return;
    const auto [first, last] = std::minmax({(low - place) / rate, (high - place) / rate});
    from = std::max(from, first);
    to = std::min(to, last);
  };
  clip(line.point.x, line.along.x, frame.box.low.x, frame.box.high.x);
  clip(line.point.y, line.along.y, frame.box.low.y, frame.box.high.y);
  if (from < to) canvas.add_polyline(std::array{frame.page(line.at(from)), frame.page(line.at(to))}, style);
}

}  // namespace

std::string draw_joint_graph(const JointAnswer& answer, const std::string& title, const JointAxes& axes) {
  SvgCanvas canvas(page_width, page_height);
  const PlotFrame frame = frame_of(answer);
  canvas.add_clip("graph", frame.corner, frame.size);
  const SvgStyle axis{.stroke = "#cccccc", .width = 1.0};
  canvas.add_line(frame.page({0.0, frame.box.low.y}), frame.page({0.0, frame.box.high.y}), axis);
  draw_continuum(canvas, frame, answer);
  const std::vector<TorqueLine> lines = torque_lines(answer.joint);
  draw_motions(canvas, frame, answer, lines);
  const StaticBand& band = answer.static_band;
  canvas.add_line(frame.page({0.0, band.low}), frame.page({0.0, band.high}), hold_style);
  canvas.add_line(frame.page({frame.box.low.x, answer.tau}), frame.page({frame.box.high.x, answer.tau}), load_style);
  draw_apex(canvas, frame, answer, lines);
  draw_solutions(canvas, frame, answer);
  draw_axes(canvas, frame, axes.acceleration, axes.tau);
  draw_joint_legend(canvas, frame, answer);
  const char* state = answer.velocity > 0.0 ? "moves forwards" : answer.velocity < 0.0 ? "moves backwards" : "at rest";
  const std::string uniqueness = std::isinf(answer.margin)
                                     ? "one acceleration for every load"
                                     : format_text("uniqueness is lost at {:.4g} times the friction", answer.margin);
  draw_title(canvas, page_width, title,
             format_text("Torque against acceleration; {}, tau = {:.6g}; {}", state, answer.tau, uniqueness));
  return canvas.text();
}

std::string draw_constraint_lines(const MechanismAnswer& answer, const std::string& title) {
  const std::vector<MechanismAcceleration>& solutions = answer.accelerations.solutions;
  SvgCanvas canvas(page_width, page_height);
  const PlotFrame frame = frame_of(answer);
  canvas.add_clip("graph", frame.corner, frame.size);
  const std::string colors[2] = {forward_color, backward_color};
  const auto style_of = [&](int joint, ConstraintLine::Kind kind, const std::string& clip) {
    if (kind != ConstraintLine::Kind::Unloaded) return SvgStyle{.stroke = colors[joint], .width = 2.4, .clip = clip};
    return SvgStyle{.stroke = colors[joint], .width = 1.0, .dash = "3 4", .clip = clip};
  };
  const std::vector<ConstraintLine> lines = constraint_lines(answer.mechanism, answer.tau, answer.velocity);
  // joint 0 above joint 1
  for (const int joint : {1, 0})
    for (const ConstraintLine& line : lines)
      if (line.joint == joint) draw_part(canvas, frame, line, style_of(joint, line.kind, "graph"));
  Legend legend(canvas, frame);
  legend.add_dot(format_text("solutions: {}", solutions.size()), vertex_radius, vertex_style);
  for (const int joint : {1, 0}) {
    legend.add_line(format_text("F_n of joint {} = 0", joint), style_of(joint, ConstraintLine::Kind::Unloaded, ""));
    legend.add_line(format_text("joint {}", joint), style_of(joint, ConstraintLine::Kind::Moves, ""));
  }
  for (const MechanismAcceleration& solution : solutions)
    canvas.add_circle(frame.page({solution.acceleration[0], solution.acceleration[1]}), vertex_radius, vertex_style);
  draw_axes(canvas, frame, {"acceleration of joint 0", ""}, {"acceleration of joint 1", ""});
  draw_title(
      canvas, page_width, title,
      format_text("The equations of both joints; solutions are where their lines meet ({} found)", solutions.size()));
  return canvas.text();
}

}  // namespace dryslip
