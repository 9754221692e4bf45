// Limit surface: points by motions, certified meshes, and the motion that belongs to a load.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "bench/measure.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/limit_surface/surface_mesh.hpp"
#include "dryslip/limit_surface/surface_points.hpp"

namespace {

using namespace dryslip;
using namespace dryslip::bench;

constexpr double mu = 0.3;
constexpr double normal_force = 10.0;  // [N]
constexpr double seconds_per_row = 2.0;

ContactPatch uniform(Shape shape) {
  return {.normal_force = normal_force, .mu = mu, .mu_static = {}, .supports = {{.shape = std::move(shape)}}};
}

/// A star-shaped polygon with 100 vertices.
Polygon polygon_of_100() {
  Polygon polygon{{{}}};
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> radius(0.03, 0.05);
  for (int i = 0; i < 100; ++i) polygon.loops[0].push_back(radius(random) * unit_vector(i * 0.02 * std::numbers::pi));
  return polygon;
}

/// Loads of random directions, in units of the contact's scale.
std::vector<FrictionLoad> random_loads(std::size_t count, const LoadScale& scale) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::vector<FrictionLoad> loads;
  for (std::size_t i = 0; i < count; ++i) {
    loads.push_back({{scale.force * normal(random), scale.force * normal(random)}, scale.moment * normal(random)});
  }
  return loads;
}

void time_motions(Report& report, const std::string& work, const ContactPatch& patch, double allowed_ns) {
  const LimitSurface surface(patch);
  const auto loads = random_loads(256, surface.model().scale());
  double width = 0.0;
  for (const FrictionLoad& P : loads) {
    const MotionOfLoad found = surface.motion_of(P);
    width = std::max(width, (found.upper - found.lower) / found.factor);
  }
  constexpr std::size_t size = 32;
  double kept = 0.0;
  const auto times = time_in_turn({Task{.run =
                                            [&](std::size_t part) {
                                              for (std::size_t i = size * part; i < size * (part + 1); ++i)
                                                kept += surface.motion_of(loads[i]).factor;
                                              keep(&kept);
                                            },
                                        .parts = loads.size() / size,
                                        .calls = loads.size()}},
                                  seconds_per_row);
  report.add({.work = work,
              .ours = "motion_of: convex problem with bounds",
              .rival = "",
              .time = times[0],
              .error = width,
              .reference = "largest distance of the bounds, of the factor",
              .required = {.time_ns = allowed_ns, .error = 1e-10}});
}

void time_points(Report& report, const ContactPatch& patch) {
  constexpr std::size_t count = 1600;
  const auto model = friction_model(patch);
  const SurfacePoints points = surface_points(*model, count);
  double error = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const FrictionLoad off = points.loads[i] - model->load(points.motions[i]);
    error = std::max(error, std::hypot(off.force.x, off.force.y) / model->scale().force);
    error = std::max(error, std::abs(off.moment) / model->scale().moment);
  }
  std::size_t kept = 0;
  const auto times =
      time_in_turn({Task{.run = [&](std::size_t) { keep(kept += surface_points(*model, count).loads.size()); },
                         .parts = 1,
                         .calls = 1}},
                   seconds_per_row);
  report.add({.work = "rectangle 30 x 10 mm, surface of 1600 points",
              .ours = "surface_points: loads of all motions at once",
              .rival = "",
              .time = times[0],
              .error = error,
              .reference = "loads one by one",
              .required = {.time_ns = 2e5, .error = 1e-12}});
}

void time_mesh(Report& report, const ContactPatch& patch) {
  const LimitSurface surface(patch);
  const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 1e-2});
  std::size_t kept = 0;
  const auto times = time_in_turn(
      {Task{.run = [&](std::size_t) { keep(kept += make_surface_mesh(surface, {.gap = 1e-2}).points.size()); },
            .parts = 1,
            .calls = 1}},
      seconds_per_row);
  report.add({.work = "rectangle 30 x 10 mm, mesh of " + std::to_string(mesh.points.size()) + " points, gap 1e-2",
              .ours = "make_surface_mesh: directions refined, gap proven",
              .rival = "",
              .time = times[0],
              .error = mesh.gap,
              .reference = "the certified gap, relative to LoadScale",
              .required = {}});
}

}  // namespace

int main(int argument_count, char** arguments) {
  Report report("limit_surface", "Limit surface: time of one answer");
  const ContactPatch block = uniform(Rectangle{{0.03, 0.01}});
  time_points(report, block);
  time_mesh(report, block);
  time_motions(report, "rectangle 30 x 10 mm, motion of a load", block, 1e4);
  time_motions(report, "polygon of 100 vertices, motion of a load", uniform(polygon_of_100()), 1e6);
  time_motions(report, "disk, motion of a load", uniform(Disk{0.05}), 0.0);
  time_motions(report, "dumbbell, motion of a load", uniform(Points{{{{0.0, 0.05}, 1.0}, {{0.0, -0.05}, 1.0}}}), 0.0);
  report.write(argument_count, arguments);
}
