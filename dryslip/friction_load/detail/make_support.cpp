#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "dryslip/friction_load/detail/support_friction.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip::detail {

namespace {

using Loops = std::vector<std::vector<Vec2>>;

Loops scaled(Loops loops, double factor) {
  for (auto& loop : loops) {
    for (Vec2& vertex : loop) vertex = factor * vertex;
  }
  return loops;
}

/// Largest distance of the shape from the origin of its own frame.
double radius_of(const Shape& shape) {
  double largest = 0.0;
  for (const auto& loop : boundary_loops(shape)) {
    for (const Vec2& vertex : loop) largest = std::max(largest, length(vertex));
  }
  // a power of two for polygons: scaling then changes no digit of their vertices, which matters for slivers
  if (largest > 0.0) return std::ldexp(1.0, std::ilogb(largest) + 1);
  if (const auto* disk = std::get_if<Disk>(&shape)) return disk->radius;
  if (const auto* ring = std::get_if<Ring>(&shape)) return ring->radius;
  if (const auto* annulus = std::get_if<Annulus>(&shape)) return annulus->radii[1];
  if (const auto* ellipse = std::get_if<Ellipse>(&shape)) return std::max(ellipse->semi_axes.x, ellipse->semi_axes.y);
  if (const auto* segment = std::get_if<Segment>(&shape)) return std::max(length(segment->from), length(segment->to));
  if (const auto* points = std::get_if<Points>(&shape)) {
    for (const WeightedPoint& point : points->points) largest = std::max(largest, length(point.position));
  }
  return largest;
}

/// A loop cut to the half plane where side(vertex) ≥ 0 (Sutherland-Hodgman); signed integrals stay right for any loop.
template <class Side>
std::vector<Vec2> cut_loop(const std::vector<Vec2>& loop, Side&& side) {
  std::vector<Vec2> result;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
    const double at_a = side(a), at_b = side(b);
    if (at_a >= 0.0) result.push_back(a);
    if ((at_a >= 0.0) != (at_b >= 0.0)) result.push_back(a + (at_a / (at_a - at_b)) * (b - a));
  }
  return result;
}

Loops cut_to_box(const Loops& loops, Vec2 low, Vec2 high) {
  Loops result;
  for (const auto& loop : loops) {
    auto cut = cut_loop(loop, [&](Vec2 r) { return r.x - low.x; });
    cut = cut_loop(cut, [&](Vec2 r) { return high.x - r.x; });
    cut = cut_loop(cut, [&](Vec2 r) { return r.y - low.y; });
    cut = cut_loop(cut, [&](Vec2 r) { return high.y - r.y; });
    if (cut.size() >= 3) result.push_back(std::move(cut));
  }
  return result;
}

/// A cell of a grid, in units of the kernel.
struct GridCell {
  Vec2 low, size;
  PressurePolynomial<double> pressure;

  Vec2 high() const { return low + size; }
  std::vector<Vec2> corners() const { return {low, {high().x, low.y}, high(), {low.x, high().y}}; }
};

/// None where there is no pressure on the cell.
std::optional<GridCell> cell_of(const GridPressure& grid, std::size_t i, std::size_t j, double unit) {
  const auto value = [&](std::size_t di, std::size_t dj) { return grid.values[(j + dj) * grid.columns + i + di]; };
  const double p00 = value(0, 0), p10 = value(1, 0), p01 = value(0, 1), p11 = value(1, 1);
  if (p00 == 0.0 && p10 == 0.0 && p01 == 0.0 && p11 == 0.0) return std::nullopt;
  const Vec2 size = (1.0 / unit) * grid.spacing;
  const Vec2 low = (1.0 / unit) * (grid.origin + Vec2{static_cast<double>(i) * grid.spacing.x,
                                                      static_cast<double>(j) * grid.spacing.y});
  // p00 + gx ξ + gy η + t ξη with ξ, η from the low corner, written about the origin
  const double t = (p11 - p10 - p01 + p00) / (size.x * size.y);
  const double gx = (p10 - p00) / size.x - t * low.y, gy = (p01 - p00) / size.y - t * low.x;
  const double p0 = p00 - (p10 - p00) / size.x * low.x - (p01 - p00) / size.y * low.y + t * low.x * low.y;
  return GridCell{low, size, {.value = p0, .gradient = {gx, gy}, .twist = t}};
}

/// The outline of a disk, annulus or ellipse, in units of the kernel.
struct RoundOutline {
  Vec2 semi_axes{1.0, 1.0};
  double hole = 0.0;  // its radius

  /// 1 on the outline.
  double radius2(Vec2 r) const {
    return dot(Vec2{r.x / semi_axes.x, r.y / semi_axes.y}, Vec2{r.x / semi_axes.x, r.y / semi_axes.y});
  }
  enum class Overlap { None, Part, Whole };
  Overlap overlap(const GridCell& cell) const {
    double farthest = 0.0;
    for (const Vec2& corner : cell.corners()) farthest = std::max(farthest, radius2(corner));
    const Vec2 low = cell.low, high = cell.high();
    const Vec2 nearest{std::clamp(0.0, low.x, high.x), std::clamp(0.0, low.y, high.y)};
    if (radius2(nearest) >= 1.0 || farthest <= hole * hole) return Overlap::None;
    return farthest <= 1.0 && radius2(nearest) >= hole * hole ? Overlap::Whole : Overlap::Part;
  }
};

/// A grid is bilinear in each cell: straight-sided cells have a closed form, those that a round boundary cuts are integrated.
struct GridParts {
  std::vector<PolygonClosedForm::Source> straight;
  std::vector<AreaPiece> curved;
};

/// Everything that a kernel of a support needs, in the support's own frame scaled with `unit`.
class KernelMaker {
 public:
  KernelMaker(const Support& support, double normal_force, const LimitCurve& law, double tolerance)
      : support_(support),
        law_(law),
        normal_force_(normal_force),
        tolerance_(tolerance),
        unit_(radius_of(support.shape)) {}

  std::vector<SupportFriction> make() {
    if (std::holds_alternative<Points>(support_.shape)) {
      add_points();
    } else if (kind_of(support_.shape) == ShapeKind::Line) {
      add_line();
    } else if (std::holds_alternative<GridPressure>(support_.pressure)) {
      add_grid();
    } else if (!law_.isotropic_coefficient() || !add_closed_area()) {
      add_integral({{region(), profile()}}, normal_force_);
    }
    return std::move(parts_);
  }

 private:
  double local_heading() const { return law_.heading().angle - support_.angle; }

  void add(SupportFriction::Kernel kernel, double strength, double normal_force) {
    parts_.push_back({.kernel = std::move(kernel),
                      .center = support_.center,
                      .axis = support_.angle == 0.0 ? Vec2{1.0, 0.0} : unit_vector(support_.angle),
                      .unit = unit_,
                      .strength = strength,
                      .scale = normal_force * law_.largest_force(),
                      .reach = unit_ + length(support_.center)});
  }
  void add_closed(SupportFriction::Kernel kernel, double normal_force) {
    add(std::move(kernel), *law_.isotropic_coefficient() * normal_force, normal_force);
  }
  void add_integral(std::vector<AreaPiece> pieces, double normal_force) {
    add(AreaIntegral(std::move(pieces), law_, local_heading(), tolerance_), normal_force, normal_force);
  }

  void add_points() {
    const auto& points = std::get<Points>(support_.shape).points;
    const Vec2 axis = unit_vector(support_.angle);
    double total = 0.0;
    for (const WeightedPoint& point : points) total += point.weight;
    PointSupports kernel{.points = {}, .law = law_, .heading = unit_vector(law_.heading().angle)};
    for (const WeightedPoint& point : points) {
      const Vec2 turned = support_.angle == 0.0 ? point.position : rotated(point.position, axis);
      const Vec2 position = support_.center + turned;
      kernel.points.push_back({position, point.weight / total, length(position)});
    }
    add(std::move(kernel), normal_force_, normal_force_);
  }

  void add_line() {
    if (const auto* segment = std::get_if<Segment>(&support_.shape)) {
      const Vec2 step = segment->to - segment->from;
      const double size = length(step), sum = segment->ends[0] + segment->ends[1];
      unit_ = 0.5 * size;
      const Vec2 start = (1.0 / unit_) * segment->from, tangent = (1.0 / size) * step;
      const std::array<double, 2> ends{segment->ends[0] / sum, segment->ends[1] / sum};  // over a length of 2
      if (law_.isotropic_coefficient()) {
        add_closed(SegmentClosedForm(SegmentKernel{start, tangent, 2.0, {ends[0], ends[1]}}), normal_force_);
      } else {
        const LineIntegral::Straight line{
            .start = start, .tangent = tangent, .length = 2.0, .ends = {ends[0], ends[1]}};
        add(LineIntegral::segment(line, law_, local_heading(), tolerance_), normal_force_, normal_force_);
      }
      return;
    }
    if (law_.isotropic_coefficient()) {
      add_closed(DiskClosedForm(DiskPressure::Ring), normal_force_);
    } else {
      // a heading along the ring turns with the support's frame
      const bool is_body = law_.heading().reference == Heading::Reference::Body;
      const double heading = is_body ? local_heading() : law_.heading().angle;
      add(LineIntegral::ring(law_, heading, tolerance_), normal_force_, normal_force_);
    }
  }

  /// Closed form of an area with an isotropic law, if one is known.
  bool add_closed_area() {
    const bool is_uniform = std::holds_alternative<UniformPressure>(support_.pressure);
    if (std::holds_alternative<Disk>(support_.shape)) {
      const auto* hertz = std::get_if<HertzPressure>(&support_.pressure);
      if (is_uniform) {
        add_closed(DiskClosedForm(DiskPressure::Uniform), normal_force_);
      } else if (hertz && hertz->shift == 0.0) {
        add_closed(DiskClosedForm(DiskPressure::Hertz), normal_force_);
      } else if (std::holds_alternative<PunchPressure>(support_.pressure)) {
        add_closed(DiskClosedForm(DiskPressure::Punch), normal_force_);
      } else {
        return false;
      }
      return true;
    }
    if (const auto* annulus = std::get_if<Annulus>(&support_.shape); annulus && is_uniform) {
      const double inner = annulus->radii[0] / annulus->radii[1];
      if (inner < 1e-9) {  // the hole is less than 1e-18 of the disk
        add_closed(DiskClosedForm(DiskPressure::Uniform), normal_force_);
      } else {
        add_closed(AnnulusClosedForm{inner}, normal_force_);
      }
      return true;
    }
    const Loops loops = boundary_loops(support_.shape);
    if (loops.empty() || std::holds_alternative<ExpressionPressure>(support_.pressure)) return false;
    const PolygonClosedForm::Source source{scaled(loops, 1.0 / unit_), polynomial()};
    add_closed(PolygonClosedForm(std::array{source}, is_uniform ? 0 : 1), normal_force_);
    return true;
  }

  /// Uniform or linear pressure.
  PressurePolynomial<double> polynomial() const {
    const auto* linear = std::get_if<LinearPressure>(&support_.pressure);
    if (!linear) return {.value = 1.0};
    const Vec2 gradient = rotated_back(linear->gradient, unit_vector(support_.angle));
    const Loops loops = boundary_loops(support_.shape);
    const Vec2 centroid = loops.empty() ? Vec2{} : loops_centroid(loops);
    return {.value = 1.0 - dot(gradient, centroid), .gradient = unit_ * gradient};
  }

  PressureProfile profile() const {
    if (const auto* hertz = std::get_if<HertzPressure>(&support_.pressure)) {
      return HertzProfile{hertz->shift * unit_vector(hertz->direction)};
    }
    if (std::holds_alternative<PunchPressure>(support_.pressure)) return PunchProfile{};
    if (const auto* expression = std::get_if<ExpressionPressure>(&support_.pressure)) {
      return ExpressionProfile{.value = expression->value, .unit = unit_};
    }
    return polynomial();
  }

  ChordRegion region() const {
    if (const auto* ellipse = std::get_if<Ellipse>(&support_.shape)) {
      return ChordRegion::ellipse((1.0 / unit_) * ellipse->semi_axes, 0.0);
    }
    if (const auto* annulus = std::get_if<Annulus>(&support_.shape)) {
      return ChordRegion::ellipse({1.0, 1.0}, annulus->radii[0] / annulus->radii[1]);
    }
    if (std::holds_alternative<Disk>(support_.shape)) return ChordRegion::ellipse({1.0, 1.0}, 0.0);
    return ChordRegion::polygon(scaled(boundary_loops(support_.shape), 1.0 / unit_));
  }

  void add_grid();
  void add_cell_in_loops(const GridCell& cell, const Loops& loops, GridParts& parts) const;
  void add_cell_in_outline(const GridCell& cell, const RoundOutline& outline, GridParts& parts) const;
  void add_parts(GridParts parts);
  RoundOutline round_outline() const {
    RoundOutline result;
    if (const auto* annulus = std::get_if<Annulus>(&support_.shape)) result.hole = annulus->radii[0] / unit_;
    if (const auto* ellipse = std::get_if<Ellipse>(&support_.shape))
      result.semi_axes = (1.0 / unit_) * ellipse->semi_axes;
    return result;
  }

  const Support& support_;
  const LimitCurve& law_;
  double normal_force_;
  double tolerance_;
  double unit_;
  std::vector<SupportFriction> parts_;
};

void KernelMaker::add_grid() {
  const auto& grid = std::get<GridPressure>(support_.pressure);
  const std::size_t rows = grid.values.size() / grid.columns;
  const Loops loops = scaled(boundary_loops(support_.shape), 1.0 / unit_);
  const RoundOutline outline = round_outline();
  GridParts parts;
  for (std::size_t j = 0; j + 1 < rows; ++j) {
    for (std::size_t i = 0; i + 1 < grid.columns; ++i) {
      const auto cell = cell_of(grid, i, j, unit_);
      if (!cell) continue;
      loops.empty() ? add_cell_in_outline(*cell, outline, parts) : add_cell_in_loops(*cell, loops, parts);
    }
  }
  add_parts(std::move(parts));
}

void KernelMaker::add_cell_in_loops(const GridCell& cell, const Loops& loops, GridParts& parts) const {
  const double smallest = 1e-14 * cell.size.x * cell.size.y;
  Loops cut = cut_to_box(loops, cell.low, cell.high());
  if (cut.empty() || loops_area(cut) <= smallest) return;
  if (law_.isotropic_coefficient()) {
    parts.straight.push_back({std::move(cut), cell.pressure});
  } else {
    parts.curved.push_back({ChordRegion::polygon(std::move(cut)), cell.pressure});
  }
}

void KernelMaker::add_cell_in_outline(const GridCell& cell, const RoundOutline& outline, GridParts& parts) const {
  const RoundOutline::Overlap overlap = outline.overlap(cell);
  if (overlap == RoundOutline::Overlap::None) return;
  if (law_.isotropic_coefficient() && overlap == RoundOutline::Overlap::Whole) {
    parts.straight.push_back({{cell.corners()}, cell.pressure});
  } else {
    parts.curved.push_back({region().cut_to_box(cell.low, cell.high()), cell.pressure});
  }
}

/// Each part carries its share of the pressure.
void KernelMaker::add_parts(GridParts parts) {
  std::optional<PolygonClosedForm> closed;
  if (!parts.straight.empty()) closed.emplace(parts.straight, 2);
  std::optional<AreaIntegral> integral;
  if (!parts.curved.empty()) integral.emplace(std::move(parts.curved), law_, local_heading(), tolerance_);
  const double total = (closed ? closed->total() : 0.0) + (integral ? integral->total() : 0.0);
  if (closed) {
    const double part = normal_force_ * closed->total() / total;
    add_closed(std::move(*closed), part);
  }
  if (integral) {
    const double part = normal_force_ * integral->total() / total;
    add(std::move(*integral), part, part);
  }
}

}  // namespace

std::vector<SupportFriction> make_support_friction(const Support& support, double normal_force, const LimitCurve& law,
                                                   double tolerance) {
  return KernelMaker(support, normal_force, law, tolerance).make();
}

Vec2 center_of_pressure(const Support& support) {
  // in translation an isotropic contact with μN = 1 carries the unit force through that center
  const ContactPatch unit_patch{.normal_force = 1.0, .mu = 1.0, .mu_static = {}, .supports = {}};
  const LimitCurve isotropic(IsotropicLaw{}, unit_patch, Coefficient::Kinetic);
  FrictionState along_x, along_y;
  LoadScale error;
  for (const SupportFriction& part : make_support_friction(support, 1.0, isotropic, 1e-12)) {
    part.add_state({{1.0, 0.0}, 0.0}, along_x, error);
    part.add_state({{0.0, 1.0}, 0.0}, along_y, error);
  }
  return {along_y.load.moment, -along_x.load.moment};
}

}  // namespace dryslip::detail
