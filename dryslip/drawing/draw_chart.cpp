#include "dryslip/drawing/draw_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dryslip/drawing/plot_legend.hpp"

namespace dryslip {

const std::vector<std::string> series_colors{"#2b4a6f", "#b34700", "#2e8b57", "#8a2be2", "#8a8a8a", "#c71585"};

namespace {

// Places on the page [px].
constexpr double left = 84, top = 76, caption_room = 24, column_gap = 104, row_gap = 86, legend_row = 20,
                 below_axis = 66;

double letters(const std::string& text) {
  return static_cast<double>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// All points with some room; with Aspect::Equal of the shape of the panel.
Box box_of(const ChartPanel& panel, Vec2 size) {
  constexpr double room = 0.06, infinite = std::numeric_limits<double>::infinity();
  Vec2 low{infinite, infinite}, high{-infinite, -infinite};
  if (panel.box) {
    low = panel.box->low;
    high = panel.box->high;
  } else {
    for (const ChartSeries& series : panel.series) {
      for (const Vec2 point : series.points) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
      }
    }
    const Vec2 rim = room * (high - low);
    low = low - rim;
    high = high + rim;
  }
  if (!(high.x > low.x)) high.x = (low.x -= 0.5) + 1.0;
  if (!(high.y > low.y)) high.y = (low.y -= 0.5) + 1.0;
  if (panel.aspect == ChartPanel::Aspect::Equal) {
    const Vec2 middle = 0.5 * (low + high);
    const double scale = 0.5 * std::max((high.x - low.x) / size.x, (high.y - low.y) / size.y);
    return {middle - scale * size, middle + scale * size};
  }
  return {low, high};
}

SvgStyle style_of(const ChartSeries& series) {
  using Mark = ChartSeries::Mark;
  switch (series.mark) {
    case Mark::Line:
      return {.stroke = series.color, .width = series.width};
    case Mark::Dashed:
      return {.stroke = series.color, .width = series.width, .dash = "6 4"};
    case Mark::Dots:
      return {.stroke = "white", .width = 0.8, .fill = series.color};
    case Mark::Area:
      return {.stroke = "", .fill = series.color};
  }
  return {};
}

constexpr double dot_radius = 4.2;

void add_series(SvgCanvas& canvas, const PlotFrame& frame, const ChartSeries& series, const std::string& clip) {
  SvgStyle style = style_of(series);
  style.clip = clip;
  if (series.mark == ChartSeries::Mark::Dots) {
    for (const Vec2 point : series.points) canvas.add_circle(frame.page(point), dot_radius, style);
  } else if (series.mark == ChartSeries::Mark::Area) {
    std::vector<std::vector<Vec2>> loop(1);
    for (const Vec2 point : series.points) loop[0].push_back(frame.page(point));
    canvas.add_loops(loop, style);
  } else {
    add_curve(canvas, frame, series.points, style);
  }
}

/// Names of the series below the axis, from left to right; returns the number of rows.
int add_legend(SvgCanvas* canvas, const PlotFrame& frame, const std::vector<ChartSeries>& all) {
  constexpr double letter = 6.4, mark = 26, apart = 22;
  double x = 0.0;
  int rows = 0;
  for (const ChartSeries& series : all) {
    if (series.name.empty()) continue;
    const double width = mark + letter * letters(series.name) + apart;
    if (rows == 0 || x + width - apart > frame.size.x + 24) {
      ++rows;
      x = 0.0;
    }
    if (canvas != nullptr) {
      const Vec2 place{frame.corner.x + x, frame.corner.y + frame.size.y + below_axis + legend_row * (rows - 1)};
      const SvgStyle style = style_of(series);
      if (series.mark == ChartSeries::Mark::Dots)
        canvas->add_circle({place.x + 10, place.y - 4}, dot_radius, style);
      else if (series.mark == ChartSeries::Mark::Area)
        canvas->add_rectangle({place.x, place.y - 10}, {20, 12}, style);
      else
        canvas->add_line({place.x, place.y - 4}, {place.x + 20, place.y - 4}, style);
      canvas->add_text({place.x + mark, place.y}, series.name, {.size = 12, .anchor = "start", .color = legend_color});
    }
    x += width;
  }
  return rows;
}

void draw_panel(SvgCanvas& canvas, const PlotFrame& frame, const ChartPanel& panel, const std::string& clip) {
  canvas.add_clip(clip, frame.corner, frame.size);
  for (const bool areas : {true, false}) {
    for (const ChartSeries& series : panel.series)
      if ((series.mark == ChartSeries::Mark::Area) == areas) add_series(canvas, frame, series, clip);
  }
  for (const ChartLabel& label : panel.labels) {
    canvas.add_text(frame.page(label.place) + Vec2{0, 4}, label.text,
                    {.size = 12, .anchor = label.anchor, .halo = "white"});
  }
  draw_axes(canvas, frame, panel.x, panel.y);
  if (!panel.caption.empty()) add_caption(canvas, frame, panel.caption);
  add_legend(&canvas, frame, panel.series);
}

}  // namespace

std::string draw_chart(const Chart& chart) {
  const int count = static_cast<int>(chart.panels.size());
  const int columns = std::clamp(chart.columns, 1, std::max(count, 1));
  std::vector<PlotFrame> frames;
  const bool has_captions = std::any_of(chart.panels.begin(), chart.panels.end(),
                                        [](const ChartPanel& panel) { return !panel.caption.empty(); });
  const double start = top + (has_captions ? caption_room : 0.0);
  double y = start, bottom = start;  // of the row of panels
  for (int i = 0; i < count; ++i) {
    if (i % columns == 0) y = bottom + (i == 0 ? 0.0 : row_gap - below_axis + 30);
    const ChartPanel& panel = chart.panels[static_cast<std::size_t>(i)];
    const PlotFrame frame{.box = box_of(panel, chart.panel_size),
                          .corner = {left + (chart.panel_size.x + column_gap) * (i % columns), y},
                          .size = chart.panel_size};
    const int rows = add_legend(nullptr, frame, panel.series);
    bottom = std::max(bottom, y + chart.panel_size.y + below_axis + legend_row * (rows - 1) + 4);
    frames.push_back(frame);
  }
  const double width = left + columns * (chart.panel_size.x + column_gap) - column_gap + 30;
  SvgCanvas canvas(width, bottom + 14);
  draw_title(canvas, width, chart.title, chart.subtitle);
  for (std::size_t i = 0; i < frames.size(); ++i)
    draw_panel(canvas, frames[i], chart.panels[i], "panel_" + std::to_string(i));
  return canvas.text();
}

}  // namespace dryslip
