#include "dryslip/drawing/draw_load_box.hpp"

#include <algorithm>
#include <cmath>

#include "dryslip/drawing/nice_scale.hpp"

namespace dryslip {
namespace {

const std::array<const char*, 3> axis_names{"fx", "fy", "m"};
const std::array<const char*, 3> axis_units{"N", "N", "N·m"};

/// A box in the space of loads as it is seen.
class LoadBox {
 public:
  LoadBox(SvgCanvas& canvas, const LoadView& view, const LoadRanges& ranges)
      : canvas_(canvas), view_(view), ranges_(ranges) {
    const double force = std::max(largest(0), largest(1));
    units_ = {prefixed_unit(force, axis_units[0]), prefixed_unit(force, axis_units[1]),
              prefixed_unit(largest(2), axis_units[2])};
  }

  /// The wall across an axis on its far side, with lines at the ticks of the two other axes.
  void draw_wall(std::size_t axis) const {
    const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3, side = far_side(axis);
    const auto place = [&](double along_a, double along_b) {
      std::array<double, 3> load{};
      load[axis] = ranges_[axis][side];
      load[a] = along_a;
      load[b] = along_b;
      return view_.page(load_of(load));
    };
    const auto [a0, a1] = ranges_[a];
    const auto [b0, b1] = ranges_[b];
    const std::vector<Vec2> wall{place(a0, b0), place(a1, b0), place(a1, b1), place(a0, b1)};
    canvas_.add_loops({&wall, 1}, {.stroke = "#c4c4c4", .width = 0.9, .fill = "#f8f8f8"});
    const SvgStyle line{.stroke = "#dfdfdf", .width = 0.8};
    for (const double t : ticks(a)) canvas_.add_line(place(t, b0), place(t, b1), line);
    for (const double t : ticks(b)) canvas_.add_line(place(a0, t), place(a1, t), line);
  }

  /// Numbers and name along the edge between a near and a far wall that is lowest on the page; for m, most to the left.
  void draw_numbers(std::size_t axis) const {
    const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
    std::array<double, 3> load{};
    const auto at = [&](double value) {
      load[axis] = value;
      return view_.page(load_of(load));
    };
    const double middle = 0.5 * (ranges_[axis][0] + ranges_[axis][1]);
    const auto choose = [&](std::size_t side_a, std::size_t side_b) {
      load[a] = ranges_[a][side_a];
      load[b] = ranges_[b][side_b];
      return at(middle);
    };
    const std::size_t far_a = far_side(a), far_b = far_side(b);
    const Vec2 one = choose(far_a, 1 - far_b), other = choose(1 - far_a, far_b);
    if (axis == 2 ? one.x < other.x : one.y > other.y) choose(far_a, 1 - far_b);
    // away from the box, across the edge
    Vec2 along = at(ranges_[axis][1]) - at(ranges_[axis][0]);
    Vec2 out = (1.0 / length(along)) * turned_left(along);
    if (dot(out, at(middle) - 0.5 * (one + other)) < 0.0) out = -out;
    const std::vector<double> values = ticks(axis);
    const double factor = units_[axis].factor, step = values.size() > 1 ? values[1] - values[0] : 1.0 / factor;
    for (const double t : values) {
      canvas_.add_line(at(t), at(t) + 5.0 * out, {.stroke = "#222222", .width = 1.0});
      canvas_.add_text(at(t) + 16.0 * out + Vec2{0, 4}, round_value_text(t * factor, step * factor),
                       {.size = 12, .anchor = axis == 2 ? "end" : "middle"});
    }
    const std::string name = std::string(axis_names[axis]) + " [" + units_[axis].name + "]";
    const Vec2 place = at(middle) + (axis == 2 ? 60.0 : 50.0) * out + Vec2{0, 4};
    canvas_.add_text(place, name, {.angle = axis == 2 ? -90.0 : 0.0});
  }

 private:
  double largest(std::size_t axis) const { return std::max(std::abs(ranges_[axis][0]), std::abs(ranges_[axis][1])); }
  std::size_t far_side(std::size_t axis) const {
    return view_.towards_viewer()[static_cast<Eigen::Index>(axis)] > 0.0 ? 0 : 1;
  }
  std::vector<double> ticks(std::size_t axis) const {
    const double factor = units_[axis].factor;
    const double rim = 0.09 * (ranges_[axis][1] - ranges_[axis][0]);  // free, where two axes meet
    std::vector<double> values = round_values((ranges_[axis][0] + rim) * factor, (ranges_[axis][1] - rim) * factor, 5);
    for (double& value : values) value /= factor;
    return values;
  }

  SvgCanvas& canvas_;
  const LoadView& view_;
  const LoadRanges& ranges_;
  std::array<PrefixedUnit, 3> units_;
};

}  // namespace

void draw_load_box(SvgCanvas& canvas, const LoadView& view, const LoadRanges& ranges) {
  const LoadBox box(canvas, view, ranges);
  for (std::size_t axis = 0; axis < 3; ++axis) box.draw_wall(axis);
  for (std::size_t axis = 0; axis < 3; ++axis) box.draw_numbers(axis);
}

}  // namespace dryslip
