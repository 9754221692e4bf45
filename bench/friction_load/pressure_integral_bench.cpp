// Pressures given by an expression, integrated to 1e-8, against generic cubature to the same tolerance.

#include <algorithm>
#include <iostream>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "bench/friction_load/cubature_load.hpp"
#include "bench/friction_load/precise_load.hpp"
#include "bench/friction_load/twist_sample.hpp"
#include "bench/measure.hpp"
#include "dryslip/friction_load/patch_friction.hpp"

namespace {

using namespace dryslip;
using namespace dryslip::bench;

constexpr double mu = 0.3;
constexpr double normal_force = 10.0;    // [N]
constexpr double tolerance = 1e-8;       // relative to LoadScale, ours and the rival's
constexpr std::size_t twist_count = 96;  // a third of them with the center of rotation inside
constexpr double seconds_per_row = 4.0;

struct Case {
  std::string work;
  Shape shape;
  Outline outline;
  std::vector<CubatureBox> boxes;
  std::string pressure;
};

std::vector<Case> cases() {
  const double R = 0.05, pi = std::numbers::pi;  // [m]
  const Outline round{Outline::Form::Ellipse, {R, R}}, plate{Outline::Form::Rectangle, {0.06, 0.03}};
  const std::vector<CubatureBox> polar{{CubatureBox::Map::Polar, {0.0, -pi}, {R, pi}}};
  const auto box = [](Vec2 low, Vec2 high) { return CubatureBox{CubatureBox::Map::Cartesian, low, high}; };
  const Polygon angle{{{{-0.06, -0.03}, {0.06, -0.03}, {0.06, 0.0}, {0.0, 0.0}, {0.0, 0.03}, {-0.06, 0.03}}}};
  const std::string parabola = "1 + 200*x^2 + 100*y^2 + 5*x", bell = "exp(-400*(x^2+y^2))",
                    wave = "2 + cos(60*x)*sin(40*y + 1)";
  std::vector<Case> result;
  for (const auto& [name, text] :
       {std::pair{"parabola", parabola}, std::pair{"bell", bell}, std::pair{"waves", wave}}) {
    result.push_back({std::string("disk, ") + name, Disk{R}, round, polar, text});
    result.push_back(
        {std::string("rectangle, ") + name, Rectangle{{0.12, 0.06}}, plate, {box({-0.06, -0.03}, {0.06, 0.03})}, text});
  }
  result.push_back({"L-shaped polygon, bell",
                    angle,
                    plate,
                    {box({-0.06, -0.03}, {0.06, 0.0}), box({-0.06, 0.0}, {0.0, 0.03})},
                    bell});
  return result;
}

void compare(Report& report, const Case& contact) {
  const Expression pressure(contact.pressure, {"x", "y"});
  const ContactPatch patch{.normal_force = normal_force,
                           .mu = mu,
                           .mu_static = {},
                           .supports = {{.shape = contact.shape, .pressure = ExpressionPressure{pressure}}}};
  const auto model = friction_model(patch, {.tolerance = tolerance});
  const auto precise = friction_model(patch, {.tolerance = 1e-13});
  const CubatureLoad cubature(contact.boxes, pressure, model->scale(), tolerance);
  const auto V = random_twists(twist_count, contact.outline);

  FrictionLoad kept;
  const auto task = [&](auto load) {
    constexpr std::size_t size = 4;
    return Task{.run =
                    [&V, &kept, load](std::size_t part) {
                      for (std::size_t i = size * part; i < size * (part + 1); ++i) kept = load(V[i]);
                      keep(&kept);
                    },
                .parts = V.size() / size,
                .calls = V.size()};
  };
  std::vector<Task> tasks{task([&](const Twist& twist) { return model->load(twist); })};
  if (CubatureLoad::is_available()) tasks.push_back(task([&](const Twist& twist) { return cubature(twist).load; }));
  const auto times = time_in_turn(tasks, seconds_per_row, 3);
  double error = 0.0, rival_error = 0.0;
  std::size_t not_converged = 0;
  for (const Twist& twist : V) {
    const FrictionLoad exact = precise->load(twist);
    error = std::max(error, scaled_error(model->load(twist), exact, model->scale()));
    if (!CubatureLoad::is_available()) continue;
    const CubatureResult result = cubature(twist);
    rival_error = std::max(rival_error, scaled_error(result.load, exact, model->scale()));
    if (!result.converged) ++not_converged;
  }
  if (not_converged > 0) std::cout << contact.work << ": the rival gave up on " << not_converged << " twists\n";
  report.add({.work = contact.work,
              .ours = "lines through the center of rotation",
              .rival = CubatureLoad::is_available() ? "libcubature hcubature at 1e-8" : "",
              .time = times[0],
              .rival_time = times.size() > 1 ? times[1] : Timing{},
              .error = error,
              .rival_error = rival_error,
              .reference = "ours at 1e-13; p = " + contact.pressure,
              .required = {.ratio = CubatureLoad::is_available() ? 20.0 : 0.0, .error = tolerance}});
}

}  // namespace

int main(int argument_count, char** arguments) {
  Report report("pressure_integral", "Pressure given by an expression, load to 1e-8 relative to LoadScale");
  if (!CubatureLoad::is_available()) std::cout << "MISSING: libcubature; nothing to compare with\n";
  for (const Case& contact : cases()) compare(report, contact);
  report.write(argument_count, arguments);
}
