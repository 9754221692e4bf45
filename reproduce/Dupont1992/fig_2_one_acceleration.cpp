#include "reproduce/Dupont1992/load_sweep.hpp"

namespace dryslip::reproduce {

ItemResult dupont_fig_2(const ScenarioTexts& scenarios) {
  const ForwardProblem problem = scenarios.forward_problem("forward_dynamics/joint_fig_2");
  const ScalarJoint joint = std::get<ScalarJoint>(problem.model);
  const StaticBand band = static_band(joint);
  const double velocity = problem.velocity[0];
  constexpr double apex_tau = -5.0, holding_tau = 1.0;  // apex of the printed graph for our data; inside the band
  const JointAcceleration moving = accelerations(problem).solutions.at(0),
                          apex = accelerations(problem, apex_tau, velocity).solutions.at(0),
                          before = accelerations(problem, holding_tau, velocity).solutions.at(0),
                          stopped = accelerations(problem, holding_tau, 0.0).solutions.at(0);
  const LoadSweep sweep = sweep_loads(problem, -12.0, 12.0, 480);
  const Basis exact = Basis::equations("eqs. 7 to 9 with a = 2, b = 1, c = 1, d = 3, μ = 0.5");
  constexpr double tolerance = 1e-9;
  return {.comparisons = {{"apex of both Vs: acceleration at tau = −5", -3.0, apex.acceleration, tolerance, exact},
                          {"apex of both Vs: normal force", 0.0, apex.normal_force, tolerance, exact},
                          {"static segment: lower end", -0.5, band.low, tolerance, exact},
                          {"static segment: upper end", 2.5, band.high, tolerance, exact},
                          {"acceleration, moving forwards, tau = 3.5", 0.4, moving.acceleration, tolerance, exact},
                          {"B, before the stop, tau = 1", -0.6, before.acceleration, tolerance, exact},
                          {"B', after it", 0.0, stopped.acceleration, tolerance,
                           Basis::equations("inside the band it sticks")},
                          {"friction at which uniqueness is lost", 2.0, joint.mu * uniqueness_margin(joint, velocity),
                           tolerance, Basis::equations("eq. 10: a/c")},
                          {"loads with other than one acceleration", 0, cases_without_count(sweep, 1), 0,
                           Basis::equations("one for every load, forwards, backwards and from rest")}},
          .pictures = {answer_picture(
              problem, "Torque against acceleration: upper V forwards, lower V backwards, static segment at rest.")},
          .data = {sweep_file(sweep), answer_file(problem)}};
}

}  // namespace dryslip::reproduce
