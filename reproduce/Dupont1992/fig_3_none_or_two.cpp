#include "reproduce/Dupont1992/load_sweep.hpp"

namespace dryslip::reproduce {

ItemResult dupont_fig_3(const ScenarioTexts& scenarios) {
  const ForwardProblem problem = scenarios.forward_problem("forward_dynamics/joint_fig_3"),
                       rest = scenarios.forward_problem("forward_dynamics/joint_at_rest");
  ForwardProblem low = problem;
  set_parameter(low, "tau", -6.0);
  low.title += ", a load below the apex";
  const ScalarJoint joint = std::get<ScalarJoint>(problem.model);
  const JointAccelerations two = accelerations(problem), none = accelerations(low), three = accelerations(rest);
  const LoadSweep sweep = sweep_loads(rest, -14.0, 14.0, 560);
  const LoadRange coexisting = loads_with_count(sweep, 0.0, 3), unsolved = loads_with_count(sweep, 1.0, 0);
  const Basis exact = Basis::equations("eqs. 7 to 9 with a = 2, b = 1, c = 1, d = 3, μ = 3.5");
  constexpr double tolerance = 1e-9, halved = 1e-8;
  return {
      .comparisons = {{"accelerations, forwards, tau = 2", 2, count_of(two), 0,
                       Basis::equations("one for each sign of the normal force")},
                      {"the one with F_n < 0", -23.0 / 3.0, two.solutions.at(0).acceleration, tolerance, exact},
                      {"the one with F_n > 0", -19.0 / 11.0, two.solutions.at(1).acceleration, tolerance, exact},
                      {"accelerations, forwards, tau = −6", 0, count_of(none), 0,
                       Basis::equations("below the apex: none")},
                      {"largest load without acceleration, forwards", -5.0, unsolved.high, halved,
                       Basis::equations("b − a d/c, found by halving")},
                      {"accelerations from rest, tau = −7", 3, count_of(three), 0,
                       Basis::equations("static, and two starts backwards")},
                      {"the start with F_n < 0", -37.0 / 11.0, three.solutions.at(0).acceleration, tolerance, exact},
                      {"the start with F_n > 0", -5.0 / 3.0, three.solutions.at(1).acceleration, tolerance, exact},
                      {"three from rest: least load", -9.5, coexisting.low, halved,
                       Basis::equations("b − μ d, found by halving")},
                      {"three from rest: largest load", -5.0, coexisting.high, halved,
                       Basis::equations("b − a d/c, found by halving")},
                      {"critical friction", 2.0, joint.mu * uniqueness_margin(joint, problem.velocity[0]), tolerance,
                       Basis::equations("eq. 10: a/c")}},
      .pictures = {answer_picture(problem, "Moving forwards: the load line meets the upper V twice."),
                   answer_picture(low, "A load below the apex: no acceleration.", "graph_none.svg"),
                   answer_picture(rest, "From rest: static, and two starts backwards.", "graph_rest.svg")},
      .data = {sweep_file(sweep), answer_file(problem), answer_file(rest, "answer_rest.json")}};
}

}  // namespace dryslip::reproduce
