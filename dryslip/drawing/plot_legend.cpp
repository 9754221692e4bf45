#include "dryslip/drawing/plot_legend.hpp"

#include <algorithm>
#include <vector>

#include "dryslip/drawing/thin_line.hpp"

namespace dryslip {

void add_curve(SvgCanvas& canvas, const PlotFrame& frame, std::span<const Vec2> points, const SvgStyle& style) {
  std::vector<Vec2> places;
  for (const Vec2 point : points) places.push_back(frame.page(point));
  canvas.add_polyline(thinned(places, invisible_distance), style);
}

void add_caption(SvgCanvas& canvas, const PlotFrame& frame, const std::string& text) {
  canvas.add_text({frame.corner.x, frame.corner.y - 12}, text, {.size = 13.5, .anchor = "start"});
}

void Legend::add_line(const std::string& name, const SvgStyle& style) {
  const Vec2 end = add_name(name);
  canvas_.add_line({end.x - 20, end.y - 4}, {end.x, end.y - 4}, style);
}

void Legend::add_area(const std::string& name, const std::string& color) {
  const Vec2 end = add_name(name);
  canvas_.add_rectangle({end.x - 18, end.y - 10}, {18, 12}, {.stroke = "", .fill = color});
}

void Legend::add_dot(const std::string& name, double radius, const SvgStyle& style) {
  const Vec2 end = add_name(name);
  canvas_.add_circle({end.x - 6, end.y - 4}, radius, style);
}

Vec2 Legend::add_name(const std::string& name) {
  constexpr double letter = 6.6, gap = 6, apart = 36;  // a letter of this size is at most so wide
  const auto letters = std::count_if(name.begin(), name.end(), [](char c) { return (c & 0xC0) != 0x80; });
  const double start = place_.x - letter * static_cast<double>(letters);
  canvas_.add_text({start, place_.y}, name, {.size = 12, .anchor = "start", .color = legend_color});
  place_.x = start - gap - apart;
  return {start - gap, place_.y};
}

}  // namespace dryslip
