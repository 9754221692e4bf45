#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "dryslip/contact_patch/detail/check_parts.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"
#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {
namespace {

/// Rounding of a pressure, relative to its largest value: zero at a corner may come out this much below zero [-].
constexpr double pressure_rounding = 1e-12;

/// Samples of an area along each direction for expressions.
constexpr int samples = 41;

/// Semi-axes of the inner and outer boundary of the round areas.
struct RoundArea {
  Vec2 inner;
  Vec2 outer;
};

RoundArea round_area(const Shape& shape) {
  if (const auto* disk = std::get_if<Disk>(&shape)) return {{}, {disk->radius, disk->radius}};
  if (const auto* ellipse = std::get_if<Ellipse>(&shape)) return {{}, ellipse->semi_axes};
  const auto& [inner, outer] = std::get<Annulus>(shape).radii;
  return {{inner, inner}, {outer, outer}};
}

/// Points of an area in the support's frame.
struct AreaSamples {
  std::vector<Vec2> interior;
  std::vector<Vec2> boundary;
};

AreaSamples sample_area(const Shape& shape) {
  const std::vector<Loop> loops = boundary_loops(shape);
  AreaSamples area{interior_points(loops, samples, samples), {}};
  for (const Loop& loop : loops) {
    constexpr int per_edge = 8;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 along = loop[(i + 1) % loop.size()] - loop[i];
      for (int k = 0; k < per_edge; ++k) area.boundary.push_back(loop[i] + (1.0 * k / per_edge) * along);
    }
  }
  if (!loops.empty()) return area;

  const RoundArea round = round_area(shape);
  if (round.inner.x == 0) area.interior.push_back({});
  for (int k = 0; k < 2 * samples; ++k) {
    const Vec2 direction = unit_vector(std::numbers::pi * k / samples);
    const auto on_ray = [&](double part) {
      const Vec2 axes = round.inner + part * (round.outer - round.inner);
      return Vec2{axes.x * direction.x, axes.y * direction.y};
    };
    for (int i = 0; i < samples; ++i) area.interior.push_back(on_ray((i + 0.5) / samples));
    area.boundary.push_back(on_ray(1.0));
    if (round.inner.x > 0) area.boundary.push_back(on_ray(0.0));
  }
  return area;
}

struct Bounds {
  Vec2 lowest;
  Vec2 highest;
};

Bounds bounds_of(const Shape& shape) {
  const std::vector<Loop> loops = boundary_loops(shape);
  if (loops.empty()) {
    const Vec2 outer = round_area(shape).outer;
    return {-outer, outer};
  }
  Bounds bounds{loops[0][0], loops[0][0]};
  for (const Loop& loop : loops) {
    for (const Vec2 r : loop) {
      bounds.lowest = {std::min(bounds.lowest.x, r.x), std::min(bounds.lowest.y, r.y)};
      bounds.highest = {std::max(bounds.highest.x, r.x), std::max(bounds.highest.y, r.y)};
    }
  }
  return bounds;
}

/// Smallest value of g·(r − centroid) over an area, g and r in the support's frame.
double least_linear_part(const Shape& shape, Vec2 g) {
  const std::vector<Loop> loops = boundary_loops(shape);
  if (loops.empty()) {
    const Vec2 outer = round_area(shape).outer;
    return -std::hypot(g.x * outer.x, g.y * outer.y);
  }
  const Vec2 centroid = loops_centroid(loops);
  double least = 0.0;
  for (const Loop& loop : loops) {
    for (const Vec2 r : loop) least = std::min(least, dot(g, r - centroid));
  }
  return least;
}

bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

struct PressureCheck {
  const Support& support;
  std::string key;  ///< such as "support[0].pressure"

  void operator()(const UniformPressure&) const {}

  void operator()(const LinearPressure& pressure) const {
    needs_area();
    const double least =
        1 + least_linear_part(support.shape, rotated_back(pressure.gradient, unit_vector(support.angle)));
    if (least >= -pressure_rounding) return;
    throw InvalidInput(key + ".gradient", number_text(pressure.gradient) + ": the pressure falls to " +
                                              number_text(least, 6) + " of its mean: must not be negative anywhere");
  }

  void operator()(const HertzPressure& pressure) const {
    const bool on_disk = std::holds_alternative<Disk>(support.shape);
    needs(on_disk || std::holds_alternative<Ellipse>(support.shape), "a disk or an ellipse");
    if (pressure.shift != 0 && !on_disk) {
      throw InvalidInput(key + ".shift", number_text(pressure.shift) + ": must be 0 on an ellipse; only a disk has it");
    }
  }

  void operator()(const PunchPressure&) const { needs(std::holds_alternative<Disk>(support.shape), "a disk"); }

  void operator()(const ExpressionPressure& pressure) const {
    needs_area();
    const std::string given = "\"" + pressure.value.text() + "\"";
    if (pressure.value.variables() != std::vector<std::string>{"x", "y"}) {
      throw InvalidInput(key + ".value", given + ": must be an expression of x and y");
    }
    const auto fail = [&](Vec2 r, double value, const std::string& allowed) {
      throw InvalidInput(key + ".value",
                         given + " is " + number_text(value, 6) + " at " + number_text(r, 6) + ": " + allowed);
    };
    const auto value_at = [&](Vec2 r) { return pressure.value(std::array{r.x, r.y}); };

    const AreaSamples area = sample_area(support.shape);
    double largest = 0.0, least = 0.0;
    Vec2 place_of_least;
    const auto note = [&](Vec2 r, double value) {
      largest = std::max(largest, value);
      if (value >= least) return;
      least = value;
      place_of_least = r;
    };
    for (const Vec2 r : area.interior) {
      const double value = value_at(r);
      if (!std::isfinite(value)) fail(r, value, "must be finite");
      note(r, value);
    }
    // On the boundary √(1−ρ²) may round to the root of a negative number and 1/√(1−ρ²) is infinite: no fault.
    for (const Vec2 r : area.boundary) {
      const double value = value_at(r);
      if (std::isfinite(value)) note(r, value);
    }
    if (least < -pressure_rounding * largest) fail(place_of_least, least, "must not be negative");
    if (largest == 0) throw InvalidInput(key + ".value", given + " is 0 everywhere: must be positive somewhere");
  }

  void operator()(const GridPressure& grid) const {
    needs_area();
    const std::string file = key + ".file";
    if (!is_finite(grid.origin)) throw InvalidInput(file, number_text(grid.origin) + ": must be finite [m]");
    if (!(grid.spacing.x > 0 && grid.spacing.y > 0 && is_finite(grid.spacing)))
      throw InvalidInput(file, "spacing " + number_text(grid.spacing) + ": both must be positive and finite [m]");
    const std::size_t rows = grid.columns == 0 ? 0 : grid.values.size() / grid.columns;
    if (grid.columns < 2 || rows < 2 || rows * grid.columns != grid.values.size()) {
      throw InvalidInput(file, std::to_string(grid.values.size()) + " values in rows of " +
                                   std::to_string(grid.columns) + ": at least 2 full rows of at least 2 are needed");
    }
    const Bounds bounds = bounds_of(support.shape);
    bool presses = false;
    for (std::size_t i = 0; i < grid.values.size(); ++i) {
      const std::size_t column = i % grid.columns, row = i / grid.columns;
      if (!(grid.values[i] >= 0 && std::isfinite(grid.values[i]))) {
        throw InvalidInput(file, number_text(grid.values[i]) + " in row " + std::to_string(row) + ", column " +
                                     std::to_string(column) + ": must not be negative and must be finite");
      }
      presses = presses || (grid.values[i] > 0 && reaches(bounds, grid, {column, row}));
    }
    if (!presses) throw InvalidInput(file, "zero pressure on the whole shape: must be positive somewhere");
  }

 private:
  void needs(bool fits, const std::string& shapes) const {
    if (fits) return;
    throw InvalidInput(key, std::string(word_of(support.pressure)) + " on the shape " + word_of(support.shape) +
                                ": only on " + shapes);
  }
  void needs_area() const {
    needs(kind_of(support.shape) == ShapeKind::Area, "an area: rectangle, polygon, disk, annulus, ellipse");
  }

  /// True when the cells around a node (column, row) overlap a box.
  static bool reaches(const Bounds& box, const GridPressure& grid, std::array<std::size_t, 2> node) {
    const std::size_t rows = grid.values.size() / grid.columns;
    const auto position = [](double origin, double spacing, std::size_t index) {
      return origin + spacing * static_cast<double>(index);
    };
    const auto [column, row] = node;
    return position(grid.origin.x, grid.spacing.x, column - std::min<std::size_t>(column, 1)) < box.highest.x &&
           position(grid.origin.x, grid.spacing.x, std::min(column + 1, grid.columns - 1)) > box.lowest.x &&
           position(grid.origin.y, grid.spacing.y, row - std::min<std::size_t>(row, 1)) < box.highest.y &&
           position(grid.origin.y, grid.spacing.y, std::min(row + 1, rows - 1)) > box.lowest.y;
  }
};

}  // namespace

void check_pressure(const Support& support, const std::string& key) {
  std::visit(PressureCheck{support, key + ".pressure"}, support.pressure);
}

}  // namespace dryslip::detail
