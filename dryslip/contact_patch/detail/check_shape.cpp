#include <cmath>
#include <string>

#include "dryslip/contact_patch/detail/check_parts.hpp"
#include "dryslip/numerics/loop_fault.hpp"
#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {
namespace {

void check_both_positive(Vec2 value, const std::string& key) {
  if (value.x > 0 && value.y > 0 && std::isfinite(value.x) && std::isfinite(value.y)) return;
  throw InvalidInput(key, number_text(value) + ": both must be positive and finite [m]");
}

/// Checks what the keys of each shape mean and returns the key that sets its size.
struct ShapeCheck {
  const std::string& key;

  std::string operator()(const Rectangle& shape) const {
    check_both_positive(shape.size, key + ".size");
    return key + ".size";
  }
  std::string operator()(const Polygon& shape) const {
    if (const auto fault = find_loop_fault(shape.loops)) {
      const std::string loop = shape.loops.empty() ? "" : "[" + std::to_string(fault->loop) + "]";
      throw InvalidInput(key + ".loops" + loop, fault->explanation);
    }
    return key + ".loops";
  }
  std::string operator()(const Disk& shape) const {
    check_positive(shape.radius, key + ".radius", "[m]");
    return key + ".radius";
  }
  std::string operator()(const Ring& shape) const {
    check_positive(shape.radius, key + ".radius", "[m]");
    return key + ".radius";
  }
  std::string operator()(const Annulus& shape) const {
    const auto [inner, outer] = shape.radii;
    if (!(inner >= 0 && inner < outer && std::isfinite(outer))) {
      throw InvalidInput(key + ".radii", number_text(Vec2{inner, outer}) +
                                             ": inner must be at least 0 and smaller than outer, both finite [m]");
    }
    return key + ".radii";
  }
  std::string operator()(const Ellipse& shape) const {
    check_both_positive(shape.semi_axes, key + ".semi_axes");
    return key + ".semi_axes";
  }
  std::string operator()(const Segment& shape) const {
    check_finite(shape.from, key + ".from", "[m]");
    check_finite(shape.to, key + ".to", "[m]");
    if (shape.from == shape.to) {
      throw InvalidInput(key + ".to", number_text(shape.to) + ": must differ from `from`: the segment has no length");
    }
    const Vec2 ends{shape.ends[0], shape.ends[1]};
    if (!(ends.x >= 0 && ends.y >= 0 && ends.x + ends.y > 0 && std::isfinite(ends.x + ends.y))) {
      throw InvalidInput(key + ".ends", number_text(ends) + ": must not be negative, not both 0, and finite [-]");
    }
    return key + ".to";
  }
  std::string operator()(const Points& shape) const {
    if (shape.points.empty()) throw InvalidInput(key + ".points", "none: at least one is needed");
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
      const std::string point = key + ".points[" + std::to_string(i) + "]";
      check_finite(shape.points[i].position, point, "[m]");
      if (!(shape.points[i].weight >= 0 && std::isfinite(shape.points[i].weight))) {
        throw InvalidInput(point,
                           "weight " + number_text(shape.points[i].weight) + ": must not be negative and finite [-]");
      }
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
