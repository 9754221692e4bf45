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
  if (count == -2) return "white";
  if (count == -1) return "#f0a94e";
  return colors[static_cast<std::size_t>(std::clamp(count, 0, 4))];
}

std::string name_of(int count) {
  if (count == -2) return "not defined";
  if (count == -1) return "continuum";
  return count == 0 ? "none" : count >= 4 ? "4 or more" : std::to_string(count);
}

void draw_map(SvgCanvas& canvas, const SolutionMap& map, double left, int number) {
  const PlotFrame frame{.box = {map.low, map.high}, .corner = {left + 84, 104}, .size = {panel_width - 108, 340}};
  const std::string clip = "map" + std::to_string(number);
  canvas.add_clip(clip, frame.corner, frame.size);
  std::set<int> found;
  const double width = frame.size.x / map.columns, height = frame.size.y / map.rows;
  for (int row = 0; row < map.rows; ++row) {
    // one rectangle for neighbours of the same count
    for (int from = 0, to = 0; from < map.columns; from = to) {
      const auto at = [&](int column) {
        return std::min(map.counts[static_cast<std::size_t>(row * map.columns + column)], 4);
      };
      for (to = from; to < map.columns && at(to) == at(from);) ++to;
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

void count_solutions(SolutionMap& map, const std::function<int(double x, double y)>& count, const Progress& progress) {
  map.counts.clear();
  const Vec2 whole = map.high - map.low;
  const double cells = static_cast<double>(map.columns) * map.rows;
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column) {
      tell(progress, static_cast<double>(map.counts.size()) / cells);
      map.counts.push_back(
          count(map.low.x + whole.x * (column + 0.5) / map.columns, map.low.y + whole.y * (row + 0.5) / map.rows));
    }
  tell(progress, 1.0);
}

std::string draw_solution_maps(const std::vector<SolutionMap>& maps) {
  const double width = panel_width * static_cast<double>(maps.size());
  SvgCanvas canvas(width, page_height);
  for (std::size_t k = 0; k < maps.size(); ++k)
    draw_map(canvas, maps[k], panel_width * static_cast<double>(k), static_cast<int>(k));
  draw_title(canvas, width, maps.front().title, "Number of consistent accelerations");
  return canvas.text();
}

}  // namespace dryslip
