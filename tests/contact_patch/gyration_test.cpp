// Mean squared distance from a point: closed forms, sums over cells of the shape, and the parallel-axis theorem.

#include "dryslip/contact_patch/gyration.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "dryslip/numerics/polygon_geometry.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

using std::numbers::pi;

ContactPatch patch_of(const Shape& shape) { return {.normal_force = 0.0, .mu = {}, .supports = {{.shape = shape}}}; }
double about_origin(const Shape& shape) { return squared_gyration_radius(patch_of(shape), {}); }

TEST(SquaredGyrationRadius, IsTheClosedFormOfEveryShape) {
  EXPECT_DOUBLE_EQ(about_origin(Rectangle{.size = {0.03, 0.01}}),
                   1e-3 / 12);  // Kardan's block: 1.95e-6 kg m² / 0.0234 kg
  EXPECT_DOUBLE_EQ(about_origin(Disk{.radius = 3.0}), 4.5);
  EXPECT_DOUBLE_EQ(about_origin(Ring{.radius = 3.0}), 9.0);
  EXPECT_DOUBLE_EQ(about_origin(Annulus{.radii = {1.0, 3.0}}), 5.0);
  EXPECT_DOUBLE_EQ(about_origin(Ellipse{.semi_axes = {4.0, 2.0}}), 5.0);
  EXPECT_DOUBLE_EQ(about_origin(Segment{.from = {0, 0}, .to = {3, 4}, .ends = {0, 1}}), 25.0 / 3);
  EXPECT_DOUBLE_EQ(about_origin(Points{.points = {{{1, 2}, 1.0}, {{-3, 0}, 3.0}}}), (5.0 + 3 * 9.0) / 4);
  // right triangle about its right angle; square of side 4 with a hole of side 2, about the common center
  EXPECT_DOUBLE_EQ(about_origin(Polygon{.loops = {{{0, 0}, {3, 0}, {0, 2}}}}), (9.0 + 4.0) / 6);
  const Polygon frame{.loops = {{{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}}};
  EXPECT_DOUBLE_EQ(about_origin(frame), (16 * 32.0 / 12 - 4 * 8.0 / 12) / 12);
}

TEST(SquaredGyrationRadius, KeepsItsDigitsFarAwayAndOnThinFrames) {
  const double far = 1048576.0;  // a power of two: the corners are exact
  const Polygon away{.loops = {{{far, far}, {far + 0.5, far}, {far + 0.5, far + 0.25}, {far, far + 0.25}}}};
  EXPECT_DOUBLE_EQ(squared_gyration_radius(patch_of(away), {far + 0.25, far + 0.125}), 0.3125 / 12);
  const double b = 1.0 - 0x1p-20;  // side lengths 2 and 2b
  const Polygon thin{.loops = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {{-b, -b}, {-b, b}, {b, b}, {b, -b}}}};
  EXPECT_NEAR(about_origin(thin), (2.0 / 3) * (1 + b * b), 1e-12);
}

TEST(SquaredGyrationRadius, WeighsSupportsByTheirShareOfTheNormalForce) {
  ContactPatch patch{.normal_force = 0.0,
                     .mu = 0.3,
                     .supports = {{.shape = Disk{.radius = 1.0}, .center = {3, 4}},
                                  {.shape = Rectangle{.size = {2 * pi, 1.0}}, .center = {1, 1}, .angle = 0.7}}};
  const double disk = 0.5 + 25.0, plate = (4 * pi * pi + 1) / 12 + 2.0;
  EXPECT_DOUBLE_EQ(squared_gyration_radius(patch, {}), (disk + 2 * plate) / 3);  // areas π and 2π
  patch.supports[0].share = 3.0;
  patch.supports[1].share = 1.0;
  EXPECT_DOUBLE_EQ(squared_gyration_radius(patch, {}), (3 * disk + plate) / 4);
  patch.supports[0].pressure = HertzPressure{};
  patch.supports[1].pressure = LinearPressure{{0.1, 0.2}};
  EXPECT_DOUBLE_EQ(squared_gyration_radius(patch, {}), (3 * disk + plate) / 4);
}

/// Cells of equal measure (points: with their weights) that fill a shape, in its own frame.
std::vector<WeightedPoint> cells_of(const Shape& shape, int count) {
  std::vector<WeightedPoint> cells;
  if (const auto* points = std::get_if<Points>(&shape)) return points->points;
  const auto* ring = std::get_if<Ring>(&shape);
  const auto* segment = std::get_if<Segment>(&shape);
  const auto loops = boundary_loops(shape);
  for (int i = 0; i < count; ++i) {
    const double part = (i + 0.5) / count;
    if (ring) cells.push_back({ring->radius * unit_vector(2 * pi * part), 1.0});
    if (segment) cells.push_back({segment->from + part * (segment->to - segment->from), 1.0});
    if (ring || segment || !loops.empty()) continue;
    // circles of equal area around each other, stretched for the ellipse
    double inner = 0.0;
    Vec2 axes{1.0, 1.0};
    if (const auto* disk = std::get_if<Disk>(&shape)) axes = {disk->radius, disk->radius};
    if (const auto* ellipse = std::get_if<Ellipse>(&shape)) axes = ellipse->semi_axes;
    if (const auto* annulus = std::get_if<Annulus>(&shape)) {
      inner = annulus->radii[0] / annulus->radii[1];
      axes = {annulus->radii[1], annulus->radii[1]};
    }
    const double radius = std::sqrt(inner * inner + part * (1 - inner * inner));
    for (int j = 0; j < 8; ++j) {
      const Vec2 r = radius * unit_vector(pi * (j + 0.5) / 4);
      cells.push_back({{axes.x * r.x, axes.y * r.y}, 1.0});
    }
  }
  // rows of a polygon: the squares on them lie on chords, so that each chord counts by its length
  constexpr int per_chord = 64;
  const std::vector<Vec2> inside = interior_points(loops, loops.empty() ? 0 : count, per_chord);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const std::size_t row = i / per_chord * per_chord;
    cells.push_back({inside[i], length(inside[row + 1] - inside[row])});
  }
  return cells;
}

TEST(SquaredGyrationRadius, AgreesWithASumOverCells) {
  Random random(30);
  for (int i = 0; i < test_cases(0.05); ++i) {
    const NamedPatch item = several_supports(random);
    SCOPED_TRACE(item.name);
    const Vec2 about = uniform_in_square(random, reach(item.patch));
    const std::vector<double> shares = normal_force_shares(item.patch);
    double sum = 0.0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const Support& support = item.patch.supports[k];
      double total = 0.0, squares = 0.0;
      for (const auto& [position, weight] : cells_of(support.shape, 400)) {
        const Vec2 r = support.center + rotated(position, unit_vector(support.angle)) - about;
        total += weight;
        squares += weight * dot(r, r);
      }
      sum += shares[k] * squares / total;
    }
    // 400 rows or rings, 64 cells a row: errors of 1/64² / 12 of the squared width and of rows cut by slanted edges
    EXPECT_NEAR(squared_gyration_radius(item.patch, about), sum, 2e-4 * sum);
  }
}

TEST(SquaredGyrationRadius, ObeysTheParallelAxisTheoremAndTurnsWithTheBody) {
  Random random(31);
  for (const NamedPatch& item : every_contact(random)) {
    SCOPED_TRACE(item.name);
    const auto k2 = [&](Vec2 about) { return squared_gyration_radius(item.patch, about); };
    const double size = reach(item.patch), angle = uniform(random, -pi, pi);
    // |r − a|² is a quadratic function of a with second derivative 2: its minimum is the centroid
    const double at_origin = k2({});
    const Vec2 centroid{(at_origin - k2({size, 0})) / (2 * size) + size / 2,
                        (at_origin - k2({0, size})) / (2 * size) + size / 2};
    const Vec2 a = uniform_in_square(random, 3 * size);
    EXPECT_NEAR(k2(a), k2(centroid) + dot(a - centroid, a - centroid), 1e-13 * size * size);
    EXPECT_NEAR(squared_gyration_radius(turned(item.patch, angle), rotated(a, unit_vector(angle))), k2(a),
                1e-13 * size * size);
  }
}

}  // namespace
}  // namespace dryslip::tests
