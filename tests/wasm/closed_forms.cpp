// Prints, as one JSON object, the loads of every closed form under several twists. Built natively and as WebAssembly;
// compare.mjs holds the two outputs against each other.

#include <cstdio>
#include <utility>
#include <vector>

#include "dryslip/dryslip.hpp"

namespace {

using namespace dryslip;

struct Case {
  const char* name;
  Shape shape;
  Pressure pressure;
};

const std::vector<std::vector<Vec2>> l_shape_with_hole = {
    {{-0.03, -0.02}, {0.04, -0.02}, {0.04, 0.0}, {0.0, 0.0}, {0.0, 0.03}, {-0.03, 0.03}},
    {{-0.02, -0.01}, {-0.02, 0.01}, {-0.01, 0.01}, {-0.01, -0.01}}};

std::vector<Case> closed_forms() {
  return {{"rectangle, uniform", Rectangle{.size = {0.01, 0.03}}, UniformPressure{}},
          {"rectangle, linear", Rectangle{.size = {0.01, 0.03}}, LinearPressure{.gradient = {40.0, -25.0}}},
          {"polygon, uniform", Polygon{.loops = l_shape_with_hole}, UniformPressure{}},
          {"polygon, linear", Polygon{.loops = l_shape_with_hole}, LinearPressure{.gradient = {8.0, 5.0}}},
          {"disk, uniform", Disk{.radius = 0.05}, UniformPressure{}},
          {"disk, Hertz", Disk{.radius = 0.05}, HertzPressure{}},
          {"disk, punch", Disk{.radius = 0.05}, PunchPressure{}},
          {"annulus, uniform", Annulus{.radii = {0.02, 0.05}}, UniformPressure{}},
          {"ring", Ring{.radius = 0.05}, UniformPressure{}},
          {"segment", Segment{.from = {-0.02, 0.01}, .to = {0.03, 0.02}, .ends = {1.0, 2.5}}, UniformPressure{}},
          {"points", Points{.points = {{{0.02, 0.0}, 1.0}, {{-0.01, 0.02}, 2.0}, {{-0.01, -0.02}, 0.5}}},
           UniformPressure{}}};
}

// Spin, translation, and centers of rotation inside, near the rim and far away.
const std::vector<Twist> twists = {{.velocity = {0.0, 0.0}, .omega = -2.0},  {.velocity = {0.3, -0.2}, .omega = 0.0},
                                   {.velocity = {0.03, 0.01}, .omega = 4.0}, {.velocity = {0.2, -0.1}, .omega = 4.5},
                                   {.velocity = {0.3, 0.5}, .omega = -1e-3}, {.velocity = {1e-3, 2e-3}, .omega = 7.0}};

void print_case(const Case& item) {
  // Off-center and turned on purpose: no symmetry may hide a sign.
  const ContactPatch patch{
      .normal_force = 10.0,
      .mu = 0.3,
      .supports = {{.shape = item.shape, .center = {0.002, 0.001}, .angle = 0.3, .pressure = item.pressure}}};
  const auto model = friction_model(patch);
  const LoadScale scale = model->scale();
  std::printf("  {\"name\": \"%s\", \"scale\": [%.17g, %.17g, %.17g], \"loads\": [", item.name, scale.force,
              scale.force, scale.moment);
  for (std::size_t i = 0; i < twists.size(); ++i) {
    const FrictionLoad P = model->load(twists[i]);
    std::printf("%s[%.17g, %.17g, %.17g]", i == 0 ? "" : ", ", P.force.x, P.force.y, P.moment);
  }
  std::printf("]}");
}

}  // namespace

int main() {
  const std::vector<Case> cases = closed_forms();
  std::printf("{\"cases\": [\n");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    print_case(cases[i]);
    std::printf("%s\n", i + 1 < cases.size() ? "," : "");
  }
  std::printf("]}\n");
  return 0;
}
