#include "dryslip/friction_load/weighted_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "dryslip/record/invalid_input.hpp"

namespace dryslip {

namespace {

Vec2 slip_at(const Twist& V, Vec2 r) { return V.velocity + V.omega * turned_left(r); }

/// Even-odd rule: is the point inside the loops?
bool is_inside(const std::vector<std::vector<Vec2>>& loops, Vec2 r) {
  bool inside = false;
  for (const auto& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
      if ((a.y > r.y) != (b.y > r.y) && r.x < a.x + (r.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
  }
  return inside;
}

/// A shape as points with their measure, the midpoints of its parts, in the support's own frame.
std::vector<WeightedPoints::Point> sample_ellipse(Vec2 semi_axes, double hole, int count) {
  std::vector<WeightedPoints::Point> points;
  const double n = count;
  for (int i = 0; i < count; ++i) {  // rings of equal width, equal angles
    const double rho = hole + (1.0 - hole) * (i + 0.5) / n;
    for (int j = 0; j < 4 * count; ++j) {
      const Vec2 e = unit_vector(2.0 * std::numbers::pi * (j + 0.5) / (4.0 * n));
      points.push_back({{rho * semi_axes.x * e.x, rho * semi_axes.y * e.y}, rho});
    }
  }
  return points;
}

std::vector<WeightedPoints::Point> sample_loops(const std::vector<std::vector<Vec2>>& loops, int count) {
  std::vector<WeightedPoints::Point> points;
  Vec2 low = loops[0][0], high = low;
  for (const auto& loop : loops) {
    for (const Vec2& vertex : loop) {
      low = {std::min(low.x, vertex.x), std::min(low.y, vertex.y)};
      high = {std::max(high.x, vertex.x), std::max(high.y, vertex.y)};
    }
  }
  const double n = count;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      const Vec2 r{low.x + (high.x - low.x) * (i + 0.5) / n, low.y + (high.y - low.y) * (j + 0.5) / n};
      if (is_inside(loops, r)) points.push_back({r, 1.0});
    }
  }
  return points;
}

std::vector<WeightedPoints::Point> sample_shape(const Shape& shape, int count) {
  if (const auto* disk = std::get_if<Disk>(&shape)) return sample_ellipse({disk->radius, disk->radius}, 0.0, count);
  if (const auto* ellipse = std::get_if<Ellipse>(&shape)) return sample_ellipse(ellipse->semi_axes, 0.0, count);
  if (const auto* annulus = std::get_if<Annulus>(&shape)) {
    const auto& [inner, outer] = annulus->radii;
    return sample_ellipse({outer, outer}, inner / outer, count);
  }
  std::vector<WeightedPoints::Point> points;
  const double n = count;
  if (const auto* ring = std::get_if<Ring>(&shape)) {
    for (int i = 0; i < count; ++i) {
      points.push_back({ring->radius * unit_vector(2.0 * std::numbers::pi * (i + 0.5) / n), 1.0});
    }
    return points;
  }
  if (const auto* segment = std::get_if<Segment>(&shape)) {
    for (int i = 0; i < count; ++i) {
      const double t = (i + 0.5) / n;
      points.push_back(
          {segment->from + t * (segment->to - segment->from), (1.0 - t) * segment->ends[0] + t * segment->ends[1]});
    }
    return points;
  }
  if (const auto* given = std::get_if<Points>(&shape)) {
    for (const WeightedPoint& point : given->points) points.push_back({point.position, point.weight});
    return points;
  }
  return sample_loops(boundary_loops(shape), count);
}

/// Value of a grid between its nodes, zero outside.
double grid_value(const GridPressure& grid, Vec2 r) {
  const double x = (r.x - grid.origin.x) / grid.spacing.x, y = (r.y - grid.origin.y) / grid.spacing.y;
  const std::size_t rows = grid.values.size() / grid.columns;
  if (!(x >= 0.0 && y >= 0.0 && x <= static_cast<double>(grid.columns - 1) && y <= static_cast<double>(rows - 1)))
    return 0.0;
  const std::size_t i = std::min(static_cast<std::size_t>(x), grid.columns - 2);
  const std::size_t j = std::min(static_cast<std::size_t>(y), rows - 2);
  const double u = x - static_cast<double>(i), v = y - static_cast<double>(j);
  const auto at = [&](std::size_t a, std::size_t b) { return grid.values[b * grid.columns + a]; };
  return (1 - u) * (1 - v) * at(i, j) + u * (1 - v) * at(i + 1, j) + (1 - u) * v * at(i, j + 1) +
         u * v * at(i + 1, j + 1);
}

/// Pressure up to a factor, at a point of the support's own frame.
double pressure_at(const Support& support, Vec2 centroid, Vec2 r) {
  const auto scaled_radius2 = [&]() {
    Vec2 a{1.0, 1.0};
    if (const auto* disk = std::get_if<Disk>(&support.shape)) a = {disk->radius, disk->radius};
    if (const auto* ellipse = std::get_if<Ellipse>(&support.shape)) a = ellipse->semi_axes;
    return r.x * r.x / (a.x * a.x) + r.y * r.y / (a.y * a.y);
  };
  if (const auto* linear = std::get_if<LinearPressure>(&support.pressure)) {
    return 1.0 + dot(rotated_back(linear->gradient, unit_vector(support.angle)), r - centroid);
  }
  if (const auto* hertz = std::get_if<HertzPressure>(&support.pressure)) {
    const auto* disk = std::get_if<Disk>(&support.shape);
    const double shift = disk ? hertz->shift / disk->radius * dot(unit_vector(hertz->direction), r) : 0.0;
    return std::sqrt(std::max(0.0, 1.0 - scaled_radius2())) * (1.0 + shift);
  }
  if (std::holds_alternative<PunchPressure>(support.pressure)) return 1.0 / std::sqrt(1.0 - scaled_radius2());
  if (const auto* expression = std::get_if<ExpressionPressure>(&support.pressure)) {
    return expression->value(std::array{r.x, r.y});
  }
  if (const auto* grid = std::get_if<GridPressure>(&support.pressure)) return grid_value(*grid, r);
  return 1.0;
}

}  // namespace

WeightedPoints::WeightedPoints(std::vector<Point> points) : points_(std::move(points)) {}

FrictionState WeightedPoints::state(const Twist& V) const {
  FrictionState result;
  for (const Point& point : points_) {
    const Vec2 slip = slip_at(V, point.position);
    const double speed = length(slip);
    if (speed == 0.0) continue;
    result.load = result.load + load_at(point.position, (point.weight / speed) * slip);
    result.dissipation += point.weight * speed;
  }
  result.error_bound = 1e-16 * static_cast<double>(points_.size());
  return result;
}

Mat3 WeightedPoints::hessian(const Twist& V) const {
  Mat3 sum = Mat3::Zero();
  for (const Point& point : points_) {
    const Vec2 slip = slip_at(V, point.position);
    const double speed = length(slip);
    if (speed == 0.0) continue;
    const Vec2 nu = (1.0 / speed) * turned_left(slip);
    const Eigen::Vector3d a(nu.x, nu.y, cross(point.position, nu));
    sum += point.weight / speed * a * a.transpose();
  }
  return sum;
}

LoadSet WeightedPoints::load_set(const Twist& V) const {
  LoadSet result{.base = state(V).load, .terms = {}, .is_all = V == Twist{}};
  for (const Point& point : points_) {
    if (result.is_all || slip_at(V, point.position) != Vec2{} || point.weight == 0.0) continue;
    result.terms.push_back(
        LoadEllipse{{load_at(point.position, {point.weight, 0.0}), load_at(point.position, {0.0, point.weight})}});
  }
  return result;
}

bool WeightedPoints::is_unique(const Twist& V) const {
  return V != Twist{} && std::none_of(points_.begin(), points_.end(), [&](const Point& point) {
           return point.weight != 0.0 && slip_at(V, point.position) == Vec2{};
         });
}

LoadScale WeightedPoints::scale() const {
  LoadScale result;
  for (const Point& point : points_) {
    result.force += point.weight;
    result.moment += point.weight * length(point.position);
  }
  return result;
}

WeightedPoints sample_patch(const ContactPatch& patch, int count) {
  check_patch(patch);
  if (count < 1) throw InvalidInput("count", std::to_string(count) + ": must be at least 1");
  const std::vector<double> forces = normal_forces(patch);
  std::vector<WeightedPoints::Point> all;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const Support& support = patch.supports[i];
    const auto* law = std::get_if<IsotropicLaw>(&support.law);
    if (!law) throw InvalidInput("support[" + std::to_string(i) + "].law", "sampling takes the isotropic law only");
    auto points = sample_shape(support.shape, count);
    Vec2 centroid;
    double area = 0.0, total = 0.0;
    for (const auto& point : points) {
      centroid = centroid + point.weight * point.position;
      area += point.weight;
    }
    centroid = (1.0 / area) * centroid;
    for (auto& point : points) total += point.weight *= pressure_at(support, centroid, point.position);
    const double factor = resolve_coefficient(law->coefficients, patch, Coefficient::Kinetic) * forces[i] / total;
    for (auto& point : points) {
      all.push_back({support.center + rotated(point.position, unit_vector(support.angle)), factor * point.weight});
    }
  }
  return WeightedPoints(std::move(all));
}

}  // namespace dryslip
