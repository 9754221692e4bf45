// A slender rod that slides along a wall (Painlevé): number of accelerations over angle and friction, drawn to a file.
#include <dryslip/drawing/draw_forward.hpp>
#include <dryslip/joints/slender_rod.hpp>
#include <fstream>

int main(int argc, char** argv) {
  const auto map = [](const char* subtitle, double angular_velocity) {
    dryslip::SolutionMap result{.title = "Slender rod on a wall",
                                .subtitle = subtitle,
                                .x = {"angle to the wall [rad]", ""},
                                .y = {"mu", ""},
                                .curve_name = "critical mu"};
    for (double angle = 0.1; angle < 1.5; angle += 0.005)
      result.curve.push_back({angle, dryslip::critical_mu_of_rod(angle)});
    const dryslip::SolutionCounts region{.low = {0.1, 0.0}, .high = {1.5, 4.0}, .columns = 280, .rows = 280};
    result.cells = dryslip::count_solutions(region, [&](double angle, double mu) {
      const dryslip::SlenderRod rod{.angle = angle, .angular_velocity = angular_velocity, .mu = mu, .force_y = -9.81};
      return static_cast<int>(dryslip::solve_joint(dryslip::rod_joint(rod), 0.0, -1.0).solutions.size());
    });
    return result;
  };
  std::ofstream file(argc > 1 ? argv[1] : "painleve_rod.svg");
  file << dryslip::draw_solution_maps({map("pressed: one or none", 0.0), map("spinning fast: one or two", 12.0)});
  return file ? 0 : 1;
}
