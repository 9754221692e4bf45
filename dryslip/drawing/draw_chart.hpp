#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dryslip/drawing/plot_frame.hpp"

namespace dryslip {

/// A curve, an area or some marks of a chart.
struct ChartSeries {
  enum class Mark { Line, Dashed, Dots, Area };
  std::string name{};  ///< in the legend; empty: not there
  std::vector<Vec2> points{};
  std::string color = "#2b4a6f";
  Mark mark = Mark::Line;
  double width = 1.8;  ///< of the line [px]
};

/// A word beside a point.
struct ChartLabel {
  Vec2 place{};
  std::string text{};
  std::string anchor = "start";  ///< or "middle", "end"
};

struct ChartPanel {
  enum class Aspect { Free, Equal };  ///< Equal: both axes have one scale
  std::string caption{};
  PlotAxis x{}, y{};
  std::vector<ChartSeries> series{};
  std::vector<ChartLabel> labels{};
  Aspect aspect = Aspect::Free;
  std::optional<Box> box{};  ///< what is shown; default: all points and some room
};

struct Chart {
  std::string title{}, subtitle{};
  std::vector<ChartPanel> panels{};
  int columns = 1;            ///< panels side by side
  Vec2 panel_size{560, 340};  ///< [px]
};

/// Colors of series, in this order, that anyone can tell apart whatever their color vision.
extern const std::vector<std::string> series_colors;

/// Panels with axes, curves, marks and a legend below each, as an SVG file.
std::string draw_chart(const Chart& chart);

}  // namespace dryslip
