#include <algorithm>
#include <array>

#include "dryslip/drawing/draw_forward.hpp"
#include "dryslip/drawing/plot_legend.hpp"
#include "dryslip/drawing/surface_colors.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

constexpr double page_width = 900, left = 84, top = 96, pitch = 200;
constexpr Vec2 panel_size{790, 124};
const std::string stick_color = "#e3e3e3", open_color = "#dff0e4";

using Values = Eigen::VectorXd JointSample::*;

struct Panel {
  PlotAxis axis;
  Values values;
};

/// Times in which joints stick or are open, of each joint in a strip of its own, the first one on top.
void add_bands(SvgCanvas& canvas, const PlotFrame& frame, const JointRun& run) {
  const std::size_t joints = run.samples.front().modes.size();
  const double height = frame.size.y / static_cast<double>(joints);
  for (std::size_t joint = 0; joint < joints; ++joint) {
    const JointEvent* before = nullptr;
    const auto add = [&](double until) {
      if (before == nullptr || before->to == JointRunMode::Slip) return;
      const double from = frame.page({before->t, 0.0}).x, to = frame.page({until, 0.0}).x;
      if (to - from < invisible_distance) return;
      canvas.add_rectangle({from, frame.corner.y + height * static_cast<double>(joint)}, {to - from, height},
                           {.stroke = "", .fill = before->to == JointRunMode::Stick ? stick_color : open_color});
    };
    for (const JointEvent& event : run.events) {
      if (event.state.joint != static_cast<Eigen::Index>(joint)) continue;
      add(event.t);
      before = &event;
    }
    add(run.samples.back().t);
  }
}

void draw_panel(SvgCanvas& canvas, const JointRun& run, const Panel& panel, int place) {
  double low = 0.0, high = 0.0;
  for (const JointSample& row : run.samples) {
    low = std::min(low, (row.*panel.values).minCoeff());
    high = std::max(high, (row.*panel.values).maxCoeff());
  }
  if (high - low == 0.0) high = 1.0;
  const double rim = 0.08 * (high - low), end = std::max(run.samples.back().t, 1e-300);
  const PlotFrame frame{
      .box = {{0.0, low - rim}, {end, high + rim}}, .corner = {left, top + pitch * place}, .size = panel_size};
  add_bands(canvas, frame, run);
  canvas.add_line(frame.page({0.0, 0.0}), frame.page({end, 0.0}), {.stroke = "#8a8a8a", .width = 0.8});
  const std::size_t joints = run.samples.front().modes.size();
  for (std::size_t i = 0; i < joints; ++i) {
    std::vector<Vec2> points;
    for (const JointSample& row : run.samples)
      points.push_back({row.t, (row.*panel.values)[static_cast<Eigen::Index>(i)]});
    add_curve(canvas, frame, points, {.stroke = line_colors[i % line_colors.size()], .width = 1.6});
  }
  const SvgStyle jump{.stroke = "#c8553d", .width = 1.2, .dash = "4 3"};
  bool has_jump = false;
  for (const JointEvent& event : run.events) {
    if (event.cause != JointCause::ImpulsiveStop) continue;
    has_jump = true;
    canvas.add_line(frame.page({event.t, frame.box.low.y}), frame.page({event.t, frame.box.high.y}), jump);
  }
  draw_axes(canvas, frame, {"t", "s"}, panel.axis);
  if (place > 0) return;
  Legend legend(canvas, frame);
  const auto has = [&](JointRunMode mode) {
    return std::any_of(run.events.begin(), run.events.end(), [&](const JointEvent& e) { return e.to == mode; });
  };
  if (has_jump) legend.add_line("impulsive stop", jump);
  if (has(JointRunMode::Separation)) legend.add_area("contact open", open_color);
  if (has(JointRunMode::Stick)) legend.add_area(joints > 1 ? "stick, joint 0 on top" : "stick", stick_color);
  for (std::size_t i = joints; joints > 1 && i-- > 0;)
    legend.add_line("joint " + std::to_string(i), {.stroke = line_colors[i % line_colors.size()], .width = 1.6});
}

}  // namespace

std::string draw_joint_run(const JointRun& run, const std::string& title) {
  const std::array panels{Panel{{"tau", ""}, &JointSample::tau}, Panel{{"velocity", ""}, &JointSample::velocity},
                          Panel{{"acceleration", ""}, &JointSample::acceleration},
                          Panel{{"normal force", ""}, &JointSample::normal_force}};
  SvgCanvas canvas(page_width, top + pitch * static_cast<double>(panels.size()) - 14);
  for (std::size_t k = 0; k < panels.size(); ++k) draw_panel(canvas, run, panels[k], static_cast<int>(k));
  draw_title(canvas, page_width, title,
             format_text("Joints in time, to t = {:.6g} s; {} events", run.samples.back().t, run.events.size()));
  return canvas.text();
}

}  // namespace dryslip
