#pragma once

#include <array>
#include <span>
#include <string>

#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/drawing/surface_colors.hpp"

namespace dryslip {

inline const std::string legend_color = "#555555", quiet_color = "#8a8a8a";
inline const std::array<std::string, 4> line_colors{curve_color, facet_line_color, "#2e8b57", "#8a2be2"};
inline constexpr double invisible_distance = 0.15;  // between a line and what is drawn of it [px]

/// A line of a picture, thinned to what is seen.
void add_curve(SvgCanvas& canvas, const PlotFrame& frame, std::span<const Vec2> points, const SvgStyle& style);

/// A line of text above the left end of a frame.
void add_caption(SvgCanvas& canvas, const PlotFrame& frame, const std::string& text);

/// Names above the right end of a frame, written from right to left, each behind its mark.
class Legend {
 public:
  Legend(SvgCanvas& canvas, const PlotFrame& frame)
      : canvas_(canvas), place_{frame.corner.x + frame.size.x, frame.corner.y - 12} {}

  void add_line(const std::string& name, const SvgStyle& style);
  void add_area(const std::string& name, const std::string& color);
  void add_dot(const std::string& name, double radius, const SvgStyle& style);

 private:
  /// Returns where its mark ends.
  Vec2 add_name(const std::string& name);

  SvgCanvas& canvas_;
  Vec2 place_;
};

}  // namespace dryslip
