#include <algorithm>
#include <array>
#include <set>

#include "dryslip/drawing/draw_forward.hpp"
#include "dryslip/drawing/plot_legend.hpp"
#include "dryslip/drawing/surface_colors.hpp"

namespace dryslip {
namespace {

constexpr double panel_width = 500, page_height = 530;

/// Light for one, darker the more there are; red for none, which is what one looks for.
std::string color_of(int count) {
  const std::array<std::string, 5> colors{"#c8553d", "#eef3f8", "#9dc3e6", "#4a86b8", "#1f4e79"};
  if (count == undefined_count) return "white";
  if (count == continuum_count) return "#f0a94e";
  return colors[static_cast<std::size_t>(std::clamp(count, 0, 4))];
}

std::string name_of(int count) {
  if (count == undefined_count) return "not defined";
  if (count == continuum_count) return "continuum";
  return count == 0 ? "none" : count >= 4 ? "4 or more" : std::to_string(count);
}

void draw_map(SvgCanvas& canvas, const SolutionMap& map, double left, int number) {
  const SolutionCounts& cells = map.cells;
  const PlotFrame frame{.box = {cells.low, cells.high}, .corner = {left + 84, 104}, .size = {panel_width - 108, 340}};
  const std::string clip = "map" + std::to_string(number);
  canvas.add_clip(clip, frame.corner, frame.size);
  std::set<int> found;
  const double width = frame.size.x / cells.columns, height = frame.size.y / cells.rows;
  for (int row = 0; row < cells.rows; ++row) {
    // one rectangle for neighbours of the same count
    for (int from = 0, to = 0; from < cells.columns; from = to) {
      const auto at = [&](int column) {
        return std::min(cells.counts[static_cast<std::size_t>(row * cells.columns + column)], 4);
      };
      for (to = from; to < cells.columns && at(to) == at(from);) ++to;
      found.insert(at(from));
      canvas.add_rectangle({frame.corner.x + from * width, frame.corner.y + frame.size.y - (row + 1) * height},
                           {(to - from) * width + 1.0, height + 1.0},
                           {.stroke = "", .fill = color_of(at(from)), .clip = clip});
    }
  }
  std::vector<Vec2> curve;
  for (const Vec2 point : map.curve) curve.push_back(frame.page(point));
  const SvgStyle line{.stroke = sharp_color, .width = 1.6, .dash = "5 4", .clip = clip};
  if (!curve.empty()) canvas.add_polyline(curve, line);
  draw_axes(canvas, frame, map.x, map.y);
  add_caption(canvas, frame, map.subtitle);
  // names below the axes
  double place = frame.corner.x;
  const double top = frame.corner.y + frame.size.y + 66;
  for (const int count : found) {
    canvas.add_rectangle({place, top - 10}, {16, 12}, {.stroke = "#888888", .width = 0.6, .fill = color_of(count)});
    canvas.add_text({place + 21, top}, name_of(count), {.size = 12, .anchor = "start", .color = legend_color});
    place += 44 + 6.6 * static_cast<double>(name_of(count).size());
  }
  if (curve.empty()) return;
  canvas.add_line({place, top - 4}, {place + 24, top - 4}, {.stroke = sharp_color, .width = 1.6, .dash = "5 4"});
  canvas.add_text({place + 30, top}, map.curve_name, {.size = 12, .anchor = "start", .color = legend_color});
}

}  // namespace

std::string draw_solution_maps(const std::vector<SolutionMap>& maps) {
  const double width = panel_width * static_cast<double>(maps.size());
  SvgCanvas canvas(width, page_height);
  for (std::size_t k = 0; k < maps.size(); ++k)
    draw_map(canvas, maps[k], panel_width * static_cast<double>(k), static_cast<int>(k));
  draw_title(canvas, width, maps.front().title, "Number of consistent accelerations");
  return canvas.text();
}

}  // namespace dryslip
