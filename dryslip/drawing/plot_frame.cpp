#include "dryslip/drawing/plot_frame.hpp"

#include <algorithm>
#include <cmath>

#include "dryslip/drawing/nice_scale.hpp"

namespace dryslip {

void draw_axes(SvgCanvas& canvas, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y) {
  const SvgStyle tick{.stroke = "#222222", .width = 1.0};
  const double size_x = std::max(std::abs(frame.box.low.x), std::abs(frame.box.high.x)),
               size_y = std::max(std::abs(frame.box.low.y), std::abs(frame.box.high.y));
  const bool is_same = x.unit == y.unit && !x.unit.empty();
  const PrefixedUnit unit_x = prefixed_unit(is_same ? std::max(size_x, size_y) : size_x, x.unit),
                     unit_y = prefixed_unit(is_same ? std::max(size_x, size_y) : size_y, y.unit);
  const Vec2 low = frame.page(frame.box.low);
  const int count_x = std::max(2, static_cast<int>(frame.size.x / 70)),
            count_y = std::max(3, static_cast<int>(frame.size.y / 55));

  const auto text_of = [](const std::vector<double>& values, std::size_t k) {
    return round_value_text(values[k], values.size() > 1 ? values[1] - values[0] : 1.0);
  };
  const double fx = unit_x.factor, fy = unit_y.factor;
  const std::vector<double> xs = round_values(frame.box.low.x * fx, frame.box.high.x * fx, count_x);
  for (std::size_t k = 0; k < xs.size(); ++k) {
    const double place = frame.page({xs[k] / fx, 0}).x;
    canvas.add_line({place, low.y}, {place, low.y + 6}, tick);
    canvas.add_text({place, low.y + 21}, text_of(xs, k), {.size = 12});
  }
  const std::vector<double> ys = round_values(frame.box.low.y * fy, frame.box.high.y * fy, count_y);
  for (std::size_t k = 0; k < ys.size(); ++k) {
    const double place = frame.page({0, ys[k] / fy}).y;
    canvas.add_line({low.x - 6, place}, {low.x, place}, tick);
    canvas.add_text({low.x - 10, place + 4}, text_of(ys, k), {.size = 12, .anchor = "end"});
  }
  canvas.add_rectangle(frame.corner, frame.size, {.stroke = "#222222", .width = 1.2});
  const auto label = [](const std::string& name, const std::string& unit) {
    return unit.empty() ? name : name + " [" + unit + "]";
  };
  canvas.add_text({low.x + frame.size.x / 2, low.y + 44}, label(x.name, unit_x.name));
  canvas.add_text({low.x - 56, frame.corner.y + frame.size.y / 2}, label(y.name, unit_y.name), {.angle = -90});
}

void draw_title(SvgCanvas& canvas, double width, const std::string& title, const std::string& subtitle) {
  const double letters = static_cast<double>(std::max<std::size_t>(title.size(), 1));
  const double fitting = (width - 32) / (0.56 * letters);  // a letter is about 0.56 of its size wide
  canvas.add_text({16, 27}, title, {.size = std::clamp(fitting, 8.0, 16.0), .anchor = "start"});
  canvas.add_text({16, 48}, subtitle, {.size = 12.5, .anchor = "start", .color = "#555555"});
}

}  // namespace dryslip
