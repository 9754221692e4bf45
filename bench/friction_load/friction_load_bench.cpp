// Loads of contacts with a closed form, and of the others at the default tolerance: one call, and many at once.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bench/friction_load/midpoint_sum.hpp"
#include "bench/friction_load/precise_load.hpp"
#include "bench/friction_load/twist_sample.hpp"
#include "bench/measure.hpp"
#include "dryslip/friction_load/patch_friction.hpp"

namespace {

using namespace dryslip;
using namespace dryslip::bench;

constexpr double mu = 0.3;
constexpr double normal_force = 10.0;       // [N]
constexpr std::size_t twist_count = 16384;  // too many for the branch predictor to learn
constexpr std::size_t rival_count = 4096;   // of them for the sums, whose cost does not depend on the twist
constexpr double seconds_per_row = 1.0;
using Loads = std::vector<FrictionLoad>;

ContactPatch patch_of(Support support) {
  return {.normal_force = normal_force, .mu = mu, .mu_static = {}, .supports = {std::move(support)}};
}

/// One load after the other, the first `count` twists in so many parts.
template <class Load>
Task one_by_one(const std::vector<Twist>& V, Loads& P, std::size_t count, std::size_t parts, Load load) {
  const std::size_t size = count / parts;
  return {.run =
              [&V, &P, size, load](std::size_t part) {
                for (std::size_t i = part * size; i < (part + 1) * size; ++i) P[i] = load(V[i]);
                keep(P.data());
              },
          .parts = parts,
          .calls = parts * size};
}

/// Largest error of every `stride`-th load.
template <class Exact>
double largest_error(const std::vector<Twist>& V, const Loads& P, const LoadScale& scale, std::size_t stride,
                     Exact&& exact) {
  double largest = 0.0;
  for (std::size_t i = 0; i < V.size(); i += stride)
    largest = std::max(largest, scaled_error(P[i], exact(V[i]), scale));
  return largest;
}

// The rectangle against the sum.

void compare_rectangle(Report& report) {
  const Vec2 size{0.03, 0.01};  // [m]
  const auto model = friction_model(patch_of({.shape = Rectangle{size}}));
  const LoadScale scale = model->scale();
  const MidpointGrid grid(size, 20, 20, mu * normal_force);
  const auto V = random_twists(twist_count, {Outline::Form::Rectangle, 0.5 * size});
  const auto exact = [&](const Twist& twist) { return mu * normal_force * precise_rectangle_load(size, twist); };
  const std::string reference = "antiderivatives at the corners, 50 digits, every 16th twist";

  Loads P(V.size()), Q(V.size());
  const auto times =
      time_in_turn({one_by_one(V, P, V.size(), 4, [&](const Twist& twist) { return model->load(twist); }),
                    one_by_one(V, Q, rival_count, 16, [&](const Twist& twist) { return midpoint_sum(grid, twist); })},
                   3.0 * seconds_per_row);
  for (std::size_t i = 0; i < V.size(); ++i) Q[i] = midpoint_sum(grid, V[i]);
  report.add({.work = "uniform rectangle, one call",
              .ours = "closed form",
              .rival = "20x20 midpoint sum",
              .time = times[0],
              .rival_time = times[1],
              .error = largest_error(V, P, scale, 16, exact),
              .rival_error = largest_error(V, Q, scale, 16, exact),
              .reference = reference,
              .required = {.ratio = 15.0, .error = 1e-12}});

  // many at once; the rival is the faster of its kernels
  const auto many = random_twists(65536, {Outline::Form::Rectangle, 0.5 * size});
  Loads many_P(many.size()), many_Q(many.size());
  for (const Root root : {Root::Division, Root::Newton}) {
    std::vector<Task> tasks{{.run =
                                 [&](std::size_t) {
                                   model->loads(many, many_P);
                                   keep(many_P.data());
                                 },
                             .calls = many.size()}};
    const auto batches = midpoint_batches(root);
    for (const MidpointBatch& batch : batches) {
      constexpr std::size_t part_size = 512;
      tasks.push_back({.run =
                           [&, loads = batch.loads](std::size_t part) {
                             loads(grid, std::span(many).subspan(part_size * part, part_size),
                                   std::span(many_Q).subspan(part_size * part, part_size));
                             keep(many_Q.data());
                           },
                       .parts = rival_count / part_size,
                       .calls = rival_count});
    }
    if (batches.empty()) continue;
    const auto batch_times = time_in_turn(tasks, 3.0 * seconds_per_row);
    const auto fastest = std::min_element(batch_times.begin() + 1, batch_times.end(),
                                          [](const Timing& a, const Timing& b) { return a.best < b.best; });
    const MidpointBatch& rival = batches[static_cast<std::size_t>(fastest - batch_times.begin() - 1)];
    rival.loads(grid, many, many_Q);
    report.add(
        {.work = root == Root::Division ? "uniform rectangle, 65536 at once" : "  against a sum without division",
         .ours = "closed form, SIMD",
         .rival = std::string("20x20 midpoint sum, ") + rival.name,
         .time = batch_times[0],
         .rival_time = *fastest,
         .error = largest_error(many, many_P, scale, 64, exact),
         .rival_error = largest_error(many, many_Q, scale, 64, exact),
         .reference = reference,
         .required = root == Root::Division ? Requirement{.ratio = 50.0, .error = 1e-12} : Requirement{}});
  }
}

// Other contacts: time of one call, error against 50 digits or against the library's second route.

struct Case {
  std::string work;
  Support support;
  Outline outline;
  double limit_ns = 0.0;  ///< 0: none
  /// Reference with μN = 1 in units of the disk's radius; empty: second route.
  std::function<FrictionLoad(const Twist&)> exact = {};
  std::string reference = {};
  std::size_t twists = twist_count;  ///< fewer where a load costs microseconds
};

constexpr double radius = 0.01;  // [m]

/// Load of a disk of that radius from the reference for radius 1.
FrictionLoad scaled_disk_load(RadialPressure pressure, const Twist& V) {
  FrictionLoad P = precise_disk_load(pressure, {V.velocity, radius * V.omega});
  P.moment *= radius;
  return P;
}

GridPressure bump() {
  GridPressure grid{.origin = {-radius, -radius}, .spacing = {radius / 4.0, radius / 4.0}, .columns = 9, .values = {}};
  for (int j = -4; j <= 4; ++j) {
    for (int i = -4; i <= 4; ++i) grid.values.push_back(1.0 + 0.1 * i + 0.02 * i * j + 0.05 * j * j);
  }
  return grid;
}

std::vector<Case> cases() {
  const Outline disk{Outline::Form::Ellipse, {radius, radius}};
  const Outline plate{Outline::Form::Rectangle, {0.015, 0.005}};
  const Points feet{{{{0.01, 0.01}}, {{-0.01, 0.01}}, {{-0.01, -0.01}}, {{0.01, -0.01}}}};
  const Polygon angle{{{{-0.01, -0.01}, {0.02, -0.01}, {0.02, 0.0}, {0.0, 0.0}, {0.0, 0.02}, {-0.01, 0.02}}}};
  const std::string rings = "rings by K and E, tanh-sinh, 50 digits";
  const auto exact_disk = [](RadialPressure pressure) {
    return [pressure](const Twist& V) { return scaled_disk_load(pressure, V); };
  };
  return {
      {.work = "Hertz disk",
       .support = {.shape = Disk{radius}, .pressure = HertzPressure{}},
       .outline = disk,
       .limit_ns = 25.0,
       .exact = exact_disk(RadialPressure::Hertz),
       .reference = rings},
      {.work = "uniform disk",
       .support = {.shape = Disk{radius}},
       .outline = disk,
       .limit_ns = 80.0,
       .exact = exact_disk(RadialPressure::Uniform),
       .reference = rings},
      {.work = "punch",
       .support = {.shape = Disk{radius}, .pressure = PunchPressure{}},
       .outline = disk,
       .exact = exact_disk(RadialPressure::Punch),
       .reference = rings},
      {.work = "ring", .support = {.shape = Ring{radius}}, .outline = disk},
      {.work = "annulus", .support = {.shape = Annulus{{0.5 * radius, radius}}}, .outline = disk},
      {.work = "segment, linear line pressure",
       .support = {.shape = Segment{.from = {-0.01, -0.002}, .to = {0.01, 0.004}, .ends = {1.0, 2.0}}},
       .outline = disk},
      {.work = "points, 4",
       .support = {.shape = feet},
       .outline = disk,
       .exact = [feet](const Twist& V) { return precise_points_load(feet, V); },
       .reference = "direct sum, 50 digits"},
      {.work = "L-shaped polygon, 6 edges", .support = {.shape = angle}, .outline = plate},
      {.work = "rectangle, linear pressure",
       .support = {.shape = Rectangle{{0.03, 0.01}}, .pressure = LinearPressure{{40.0, 20.0}}},
       .outline = plate},
      {.work = "rectangle, pressure on a 9x9 grid",
       .support = {.shape = Rectangle{{0.02, 0.02}}, .pressure = bump()},
       .outline = disk,
       .twists = 1024},
      {.work = "Hertz disk with shift, 1e-10",
       .support = {.shape = Disk{radius}, .pressure = HertzPressure{.shift = 0.3, .direction = 0.4}},
       .outline = disk,
       .twists = 240},
      {.work = "uniform ellipse, 1e-10",
       .support = {.shape = Ellipse{{radius, 0.6 * radius}}},
       .outline = {Outline::Form::Ellipse, {radius, 0.6 * radius}},
       .twists = 240},
      {.work = "elliptic Hertz, 1e-10",
       .support = {.shape = Ellipse{{radius, 0.6 * radius}}, .pressure = HertzPressure{}},
       .outline = {Outline::Form::Ellipse, {radius, 0.6 * radius}},
       .twists = 240},
  };
}

void time_case(Report& report, const Case& contact) {
  const auto model = friction_model(patch_of(contact.support));
  const auto V = random_twists(contact.twists, contact.outline);
  Loads P(V.size());
  const auto load = [&](const Twist& twist) { return model->load(twist); };
  const auto times = time_in_turn({one_by_one(V, P, V.size(), 4, load)}, seconds_per_row);

  // the second route: an elliptic law with equal axes is the isotropic one, but is integrated
  Support integrated = contact.support;
  integrated.law = EllipticLaw{.mu = {mu, mu}, .mu_static = {}, .heading = {}};
  const auto second_route = contact.exact ? nullptr : friction_model(patch_of(integrated), {.tolerance = 1e-13});
  const auto exact = [&](const Twist& twist) {
    return contact.exact ? mu * normal_force * contact.exact(twist) : second_route->load(twist);
  };
  const std::size_t stride = std::max<std::size_t>(1, V.size() / 60);
  for (std::size_t i = 0; i < V.size(); i += stride) P[i] = load(V[i]);
  const bool is_integrated = contact.work.find("1e-10") != std::string::npos;
  report.add({.work = contact.work,
              .ours = is_integrated ? "integration about the center of rotation" : "closed form",
              .rival = {},
              .time = times[0],
              .rival_time = {},
              .error = largest_error(V, P, model->scale(), stride, exact),
              .rival_error = 0.0,
              .reference = contact.exact ? contact.reference : "integrated at 1e-13",
              .required = {.time_ns = contact.limit_ns, .error = contact.limit_ns > 0.0 ? 1e-12 : 0.0}});
}

}  // namespace

int main(int argument_count, char** arguments) {
  Report report("friction_load", "Friction load of a twist, one core; errors are the largest, relative to LoadScale");
  compare_rectangle(report);
  for (const Case& contact : cases()) time_case(report, contact);
  report.write(argument_count, arguments);
}
