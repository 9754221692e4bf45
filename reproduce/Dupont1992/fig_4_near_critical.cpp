#include "reproduce/Dupont1992/load_sweep.hpp"

namespace dryslip::reproduce {

ItemResult dupont_fig_4(const ScenarioTexts& scenarios) {
  const ForwardProblem below = scenarios.forward_problem("forward_dynamics/joint_fig_4_below"),
                       above = scenarios.forward_problem("forward_dynamics/joint_fig_4_above");
  constexpr double high_tau = -4.0;  // as far above the apex, −5, as the scenarios are below it
  const double velocity = above.velocity[0];
  const JointAccelerations huge = accelerations(below), none = accelerations(above),
                           two = accelerations(above, high_tau, velocity);
  const LoadSweep sweep = sweep_loads(below, -12.0, 12.0, 480);
  const ScalarJoint joint = std::get<ScalarJoint>(above.model);
  const Basis exact = Basis::equations("eq. 9 with a = 2, b = 1, c = 1, d = 3");
  constexpr double tolerance = 1e-8;
  return {
      .comparisons =
          {{"μ = a/c − 0.05, tau = −6: accelerations", 1, count_of(huge), 0, Basis::equations("unique below a/c")},
           {"μ = a/c − 0.05, tau = −6: deceleration", -23.0, huge.solutions.at(0).acceleration, tolerance, exact},
           {"μ = a/c − 0.05, tau = −6: normal force", -20.0, huge.solutions.at(0).normal_force, tolerance, exact},
           {"μ = a/c + 0.05, tau = −6: accelerations", 0, count_of(none), 0, Basis::equations("none above a/c")},
           {"μ = a/c + 0.05, tau = −4: accelerations", 2, count_of(two), 0, Basis::equations("two on the other side")},
           {"μ = a/c + 0.05, tau = −4: the second one", -23.0, two.solutions.at(0).acceleration, tolerance, exact},
           {"critical friction", 2.0, joint.mu * uniqueness_margin(joint, velocity), tolerance,
            Basis::equations("eq. 10: a/c")}},
      .pictures = {answer_picture(below,
                                  "Just below a/c the left arm is nearly level: a moderate load, a huge deceleration.",
                                  "graph_below.svg"),
                   answer_picture(above, "Just above a/c the same load meets nothing.", "graph_above.svg")},
      .data = {sweep_file(sweep), answer_file(below, "answer_below.json"), answer_file(above, "answer_above.json")}};
}

}  // namespace dryslip::reproduce
