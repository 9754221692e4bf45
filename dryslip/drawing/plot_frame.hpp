#pragma once

#include <string>

#include "dryslip/drawing/support_outline.hpp"
#include "dryslip/drawing/svg_canvas.hpp"

namespace dryslip {

/// A rectangle of the page that shows a box of the plane.
struct PlotFrame {
  Box box{};      ///< what is shown, in SI units
  Vec2 corner{};  ///< upper left, on the page [px]
  Vec2 size{};    ///< [px]

  Vec2 page(Vec2 r) const {
    const Vec2 whole = box.high - box.low;
    return {corner.x + (r.x - box.low.x) * size.x / whole.x, corner.y + size.y - (r.y - box.low.y) * size.y / whole.y};
  }
};

/// What an axis shows.
struct PlotAxis {
  std::string name;  ///< "fx"
  std::string unit;  ///< without prefix: "N"; empty: a power of ten where the numbers need one
};

/// Border of the frame, ticks at round values and the names of the axes below and on the left. Axes of one unit have one
/// prefix.
void draw_axes(SvgCanvas& canvas, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y);

/// Two lines at the top of a page of this width [px]; a long title is written smaller.
void draw_title(SvgCanvas& canvas, double width, const std::string& title, const std::string& subtitle);

}  // namespace dryslip
