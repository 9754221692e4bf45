#include <cmath>
#include <string>

#include "dryslip/contact_patch/detail/check_parts.hpp"
#include "dryslip/numerics/loop_fault.hpp"
#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {
namespace {

/// Checks what the keys of each shape mean and returns the key that sets its size.
struct ShapeCheck {
  const std::string& key;

  std::string operator()(const Rectangle&) const { return key + ".size"; }
  std::string operator()(const Polygon& shape) const {
    if (const auto fault = find_loop_fault(shape.loops)) {
      const std::string loop = shape.loops.empty() ? "" : "[" + std::to_string(fault->loop) + "]";
      throw InvalidInput(key + ".loops" + loop, fault->explanation);
    }
    return key + ".loops";
  }
  std::string operator()(const Disk&) const { return key + ".radius"; }
  std::string operator()(const Ring&) const { return key + ".radius"; }
  std::string operator()(const Annulus& shape) const {
    const auto [inner, outer] = shape.radii;
    if (!(inner < outer))
      throw InvalidInput(key + ".radii", number_text(Vec2{inner, outer}) + ": inner must be smaller than outer [m]");
    return key + ".radii";
  }
  std::string operator()(const Ellipse&) const { return key + ".semi_axes"; }
  std::string operator()(const Segment& shape) const {
    if (shape.from == shape.to) {
      throw InvalidInput(key + ".to", number_text(shape.to) + ": must differ from `from`: the segment has no length");
    }
    const double sum = shape.ends[0] + shape.ends[1];
    if (!(sum > 0 && std::isfinite(sum)))
      throw InvalidInput(key + ".ends", number_text(Vec2{shape.ends[0], shape.ends[1]}) +
                                            ": must not be both 0, and their sum finite [-]");
    return key + ".to";
  }
  std::string operator()(const Points& shape) const {
    if (shape.points.empty()) throw InvalidInput(key + ".points", "none: at least one is needed");
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
      const std::string point = key + ".points[" + std::to_string(i) + "]";
      if (shape.points[i].weight < 0)
        throw InvalidInput(point, "weight " + number_text(shape.points[i].weight) + ": must not be negative [-]");
    }
    return key + ".points";
  }
};

}  // namespace

void check_shape(const Shape& shape, const std::string& key) {
  const std::string size_key = std::visit(ShapeCheck{key}, shape);
  // Sums that vanish, and sizes so extreme that their product does or overflows.
  const double measure = measure_of(shape);
  if (measure > 0 && std::isfinite(measure)) return;
  const ShapeKind kind = kind_of(shape);
  const std::string what = kind == ShapeKind::Area ? "area" : kind == ShapeKind::Line ? "length" : "total weight";
  throw InvalidInput(size_key, what + " " + number_text(measure) + ": must be positive and finite");
}

}  // namespace dryslip::detail
