#include "dryslip/drawing/draw_forward_answer.hpp"
#include "reproduce/Dupont1992/load_sweep.hpp"

namespace dryslip::reproduce {
namespace {

ItemResult run(const ScenarioTexts& scenarios) {
  const ForwardProblem problem = scenarios.forward_problem("forward_dynamics/screw_fig_6");
  const ScrewDrive screw = std::get<ScrewDrive>(problem.model);
  const ScrewProperties found = screw_properties(screw);
  const double tau = problem.tau.at(0).value, velocity = problem.velocity[0];
  const JointAccelerations all = accelerations(problem, tau, velocity), unloaded = accelerations(problem, 0.0, 0.0);
  const std::vector<LoadCase> cases = sweep_loads(problem, -0.4, 0.8, 480);
  const Basis evaluated = Basis::other_program("eqs. 11 to 15 of our data, evaluated by another program");
  return {.comparisons = {{"efficiency when lifting", 0.62596892, 1.0 / found.inverse_efficiency[0], 1e-7, evaluated},
                          {"1/efficiency when lowering", 0.40785195, found.inverse_efficiency[1], 1e-7, evaluated},
                          {"static band: lower end [N m]", 0.080020553, found.static_band.low, 1e-8, evaluated},
                          {"static band: upper end [N m]", 0.313434092, found.static_band.high, 1e-8, evaluated},
                          {"vertex: acceleration [rad/s²]", -4905.0, found.vertex_acceleration, 1e-6,
                           Basis::equations("−g/l")},
                          {"vertex: torque [N m]", -0.04905, found.vertex_tau, 1e-9, Basis::equations("−I g/l")},
                          {"acceleration, lowering, tau = 0.1 [rad/s²]", 759.268371, all.solutions.at(0).acceleration,
                           1e-5, evaluated},
                          {"without torque from rest: starts down (1: yes)", 1,
                           unloaded.solutions.at(0).mode == JointMode::IncipientMinus ? 1.0 : 0.0, 0,
                           Basis::equations("overhauling: the mass sinks by itself")},
                          {"loads with other than one acceleration", 0, cases_without_count(cases, 1), 0,
                           Basis::equations("eq. 15: overhauling is sufficient")},
                          {"friction at which uniqueness is lost", 0.106080421, screw.mu * found.margin, 1e-8,
                           Basis::other_program("eq. 14 of our data, evaluated by another program")}},
          .pictures = {{"graph.svg", draw_forward_answer(solve(problem), problem.title),
                        "Torque against acceleration of an overhauling screw: the whole band is above zero."}},
          .data = {sweep_file(cases), answer_file(problem)}};
}

}  // namespace

Item dupont_fig_6() {
  return {.name = "dupont_fig_6",
          .paper = "Dupont1992",
          .place = "Fig. 6",
          .title = "Overhauling screw: one acceleration for every torque",
          .remark =
              "The vertex is at −I g/l, printed −I g l/l. The paper has no numeric example: I = 1e-5 kg m², m = 10 kg, "
              "l = 2 mm/rad, α = 5°, θ = 14.5°, μ = 0.05 are ours.",
          .scenarios = {"forward_dynamics/screw_fig_6"},
          .run = run};
}

}  // namespace dryslip::reproduce
