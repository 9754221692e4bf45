#include <algorithm>
#include <cmath>
#include <variant>

#include "dryslip/drawing/draw_forward.hpp"
#include "dryslip/joints/slender_rod.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

constexpr int cells = 280;  // along each side of a map

/// Number of accelerations over angle and friction.
SolutionMap map_of(const std::string& subtitle, double angular_velocity) {
  SolutionMap map{.title = "Slender rod on a wall",
                  .subtitle = subtitle,
                  .x = {"angle to the wall [rad]", ""},
                  .y = {"mu", ""},
                  .cells = {.low = {0.1, 0.0}, .high = {1.5, 4.0}, .columns = cells, .rows = cells},
                  .curve = {},
                  .curve_name = "critical mu"};
  for (double angle = map.cells.low.x; angle < map.cells.high.x; angle += 0.005)
    map.curve.push_back({angle, critical_mu_of_rod(angle)});
  map.cells = count_solutions(map.cells, [&](double angle, double mu) {
    const SlenderRod rod{.angle = angle, .angular_velocity = angular_velocity, .mu = mu, .force_y = -9.81};
    return static_cast<int>(solve_joint(rod_joint(rod), 0.0, -1.0).solutions.size());
  });
  return map;
}

Vec2 middle_of(const SolutionCounts& map, std::size_t cell) {
  const double column = static_cast<double>(cell % cells), row = static_cast<double>(cell / cells);
  return {map.low.x + (column + 0.5) / cells * (map.high.x - map.low.x),
          map.low.y + (row + 0.5) / cells * (map.high.y - map.low.y)};
}

/// The lowest cell of a map with other than one acceleration; of several in its row the middle one.
Vec2 lowest_other_count(const SolutionCounts& map) {
  const auto is_other = [](int count) { return count != 1; };
  const auto first = std::find_if(map.counts.begin(), map.counts.end(), is_other);
  const std::size_t cell = static_cast<std::size_t>(first - map.counts.begin());
  const auto row_end = map.counts.begin() + static_cast<std::ptrdiff_t>((cell / cells + 1) * cells);
  const auto count = std::count_if(first, row_end, is_other);
  return middle_of(map, cell + static_cast<std::size_t>(count / 2));
}

double number_of(const SolutionCounts& map, int count) {
  return static_cast<double>(std::count(map.counts.begin(), map.counts.end(), count));
}

ItemFile table_of(const SolutionCounts& pressed, const SolutionCounts& spinning) {
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < pressed.counts.size(); ++i) {
    const Vec2 place = middle_of(pressed, i);
    rows.push_back({place.x, place.y, static_cast<double>(pressed.counts[i]), static_cast<double>(spinning.counts[i])});
  }
  return csv_file("counts.csv", "angle_rad,mu,pressed,spinning", rows);
}

}  // namespace

ItemResult beyond_rod(const ScenarioTexts& scenarios) {
  const ForwardProblem problem = scenarios.forward_problem("forward_dynamics/painleve_rod");
  const ScalarJoint joint = std::get<ScalarJoint>(problem.model);
  const SolutionMap pressed = map_of("pressed: one or none", 0.0), spinning = map_of("spinning fast: one or two", 12.0);
  const Vec2 lowest = lowest_other_count(pressed.cells);
  const double cell = 4.0 / cells;
  const double count =
      static_cast<double>(solve_joint(joint, problem.tau.at(0).value, problem.velocity[0]).solutions.size());
  return {
      .comparisons = {{"critical friction of the scenario's joint", 4.0 / 3.0,
                       joint.mu * uniqueness_margin(joint, problem.velocity[0]), 1e-9,
                       Basis::equations("closed form at tan θ = 2")},
                      {"accelerations of the scenario's joint", 0, count, 0,
                       Basis::equations("above the critical friction, pressed: none")},
                      {"least friction without a single acceleration", 4.0 / 3.0, lowest.y, cell,
                       Basis::equations("closed form, a cell of the map")},
                      {"angle where it is least [rad]", std::atan(2.0), lowest.x, 0.02,
                       Basis::equations("closed form, the minimum is flat")},
                      {"cells with two accelerations, pressed", 0, number_of(pressed.cells, 2), 0,
                       Basis::equations("the load decides: one or none")},
                      {"cells without acceleration, spinning", 0, number_of(spinning.cells, 0), 0,
                       Basis::equations("the load decides: one or two")}},
      .pictures = {{"counts.svg", draw_solution_maps({pressed, spinning}),
                    "Number of accelerations over angle and friction, for a rod that is pressed and one that spins."}},
      .data = {table_of(pressed.cells, spinning.cells)}};
}

}  // namespace dryslip::reproduce
