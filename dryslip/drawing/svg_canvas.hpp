#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// How a line or an area is drawn; an empty color is none.
struct SvgStyle {
  std::string stroke = "black";
  double width = 1.0;  ///< of the line [px]
  std::string fill{};
  std::string dash{};    ///< lengths of strokes and gaps [px]: "4 3"
  std::string clip{};    ///< id of a clipping rectangle
  double opacity = 1.0;  ///< of the fill [-]
};

struct SvgTextStyle {
  double size = 13.0;             ///< [px]
  std::string anchor = "middle";  ///< or "start", "end"
  std::string color = "#222222";
  double angle = 0.0;  ///< clockwise on the page [deg]
  std::string halo{};  ///< color of a rim that keeps the text legible on lines
};

/// A picture of vector graphics; x to the right, y downwards, in pixels. Same input, same bytes.
class SvgCanvas {
 public:
  SvgCanvas(double width, double height);

  /// Rectangle that later elements can be clipped to.
  void add_clip(const std::string& id, Vec2 corner, Vec2 size);
  void add_rectangle(Vec2 corner, Vec2 size, const SvgStyle& style);
  void add_circle(Vec2 center, double radius, const SvgStyle& style);
  void add_line(Vec2 from, Vec2 to, const SvgStyle& style);
  /// Closed loops as one area; where they overlap an even number of times it has a hole.
  void add_loops(std::span<const std::vector<Vec2>> loops, const SvgStyle& style);
  /// Open line through all points.
  void add_polyline(std::span<const Vec2> points, const SvgStyle& style);
  void add_text(Vec2 place, std::string_view text, const SvgTextStyle& style = {});

  /// The whole file.
  std::string text() const;

 private:
  void open(const char* element);
  void close(const SvgStyle& style);

  double width_, height_;
  std::string body_;
};

}  // namespace dryslip
