#include "reproduce/Dupont1992/load_sweep.hpp"

#include <algorithm>
#include <stdexcept>

#include "dryslip/drawing/draw_forward_answer.hpp"
#include "dryslip/scenario/write_forward.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {

JointAccelerations accelerations(const ForwardProblem& problem, double tau, double velocity) {
  if (const auto* screw = std::get_if<ScrewDrive>(&problem.model)) return solve_screw(*screw, tau, velocity);
  return solve_joint(std::get<ScalarJoint>(problem.model), tau, velocity);
}

JointAccelerations accelerations(const ForwardProblem& problem) {
  return accelerations(problem, problem.tau.at(0).value, problem.velocity[0]);
}

double count_of(const JointAccelerations& all) { return static_cast<double>(all.solutions.size()); }

LoadSweep sweep_loads(const ForwardProblem& problem, double low, double high, int steps) {
  LoadSweep sweep{problem, {}};
  for (const double velocity : {1.0, 0.0, -1.0}) {
    for (int i = 0; i <= steps; ++i) {
      const double tau = low + (high - low) * i / steps;
      sweep.cases.push_back({tau, velocity, accelerations(problem, tau, velocity)});
    }
  }
  return sweep;
}

LoadRange loads_with_count(const LoadSweep& sweep, double velocity, std::size_t count) {
  constexpr int halvings = 30;
  const auto has_count = [&](double tau) {
    return accelerations(sweep.problem, tau, velocity).solutions.size() == count;
  };
  const auto end_between = [&](double inside, double outside) {
    for (int i = 0; i < halvings; ++i) {
      const double middle = 0.5 * (inside + outside);
      (has_count(middle) ? inside : outside) = middle;
    }
    return inside;
  };
  std::vector<double> loads;
  for (const LoadCase& one : sweep.cases)
    if (one.velocity == velocity) loads.push_back(one.tau);
  const auto first = std::find_if(loads.begin(), loads.end(), has_count);
  const auto last = std::find_if(loads.rbegin(), loads.rend(), has_count);
  if (first == loads.end()) throw std::runtime_error("no load has " + std::to_string(count) + " accelerations");
  return {first == loads.begin() ? *first : end_between(*first, *(first - 1)),
          last == loads.rbegin() ? *last : end_between(*last, *(last - 1))};
}

double cases_without_count(const LoadSweep& sweep, std::size_t count) {
  return static_cast<double>(std::count_if(sweep.cases.begin(), sweep.cases.end(),
                                           [count](const LoadCase& one) { return one.all.solutions.size() != count; }));
}

ScrewFigure screw_figure(const ForwardProblem& problem) {
  const ScrewDrive screw = std::get<ScrewDrive>(problem.model);
  const ScrewProperties found = screw_properties(screw);
  return {.sweep = sweep_loads(problem, -0.4, 0.8, 480),
          .found = found,
          .all = accelerations(problem),
          .unloaded = accelerations(problem, 0.0, 0.0),
          .critical_mu = screw.mu * found.margin};
}

ItemFile sweep_file(const LoadSweep& sweep) {
  std::vector<std::vector<double>> rows;
  for (const LoadCase& one : sweep.cases) {
    for (const JointAcceleration& solution : one.all.solutions) {
      const double is_static = solution.mode == JointMode::Static ? 1.0 : 0.0;
      rows.push_back({one.tau, one.velocity, solution.acceleration, solution.normal_force, is_static});
    }
  }
  return csv_file("accelerations.csv", "tau,velocity,acceleration,normal_force,is_static", rows);
}

ItemFile answer_picture(const ForwardProblem& problem, const std::string& caption, const std::string& name) {
  return {name, draw_forward_answer(solve(problem), problem.title), caption};
}

ItemFile answer_file(const ForwardProblem& problem, const std::string& name) {
  return {name, json_text(solve(problem)) + "\n"};
}

}  // namespace dryslip::reproduce
