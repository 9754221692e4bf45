#include "reproduce/Dupont1992/load_sweep.hpp"

namespace dryslip::reproduce {

ItemResult dupont_fig_7(const ScenarioTexts& scenarios) {
  const auto [sweep, found, all, unloaded, critical_mu] =
      screw_figure(scenarios.forward_problem("forward_dynamics/screw_fig_7"));
  const LoadRange lost = loads_with_count(sweep, sweep.problem.velocity[0], 0);
  const Basis evaluated = Basis::other_program("eqs. 11 to 14 of our data, evaluated by another program");
  return {
      .comparisons =
          {{"efficiency when lifting", 0.355999623, 1.0 / found.inverse_efficiency[0], 1e-8, evaluated},
           {"efficiency when lowering", -1.314741774, 1.0 / found.inverse_efficiency[1], 1e-8, evaluated},
           {"effective inertia, lifting [kg mm²]", 122.359670, 1e6 * found.effective_inertia[0], 1e-6, evaluated},
           {"effective inertia, lowering [kg mm²]", -20.4242253, 1e6 * found.effective_inertia[1], 1e-6, evaluated},
           {"A, start at zero acceleration [N m]", -0.149230825, found.static_band.low, 1e-8, evaluated},
           {"static band: upper end [N m]", 0.551124180, found.static_band.high, 1e-8, evaluated},
           {"B, free fall: acceleration [rad/s²]", -4905.0, found.vertex_acceleration, 1e-6, Basis::equations("−g/l")},
           {"B, free fall: torque [N m]", -0.04905, found.vertex_tau, 1e-9, Basis::equations("−I g/l")},
           {"accelerations, lowering, tau = −0.1", 2, count_of(all), 0,
            Basis::equations("eq. 14 does not hold: A to B and B to C")},
           {"on B to C [rad/s²]", -5321.395371, all.solutions.at(0).acceleration, 1e-5, evaluated},
           {"on A to B [rad/s²]", -2410.413344, all.solutions.at(1).acceleration, 1e-5, evaluated},
           {"least torque without acceleration, lowering [N m]", -0.04905, lost.low, 1e-8,
            Basis::equations("above B there is none; found by halving")},
           {"without torque from rest: stays (1: yes)", 1, unloaded.static_possible ? 1.0 : 0.0, 0,
            Basis::equations("self-locking")},
           {"friction at which uniqueness is lost", 0.106080421, critical_mu, 1e-8,
            Basis::other_program("eq. 14 of our data, evaluated by another program")}},
      .pictures = {answer_picture(
          sweep.problem, "Torque against acceleration of a self-locking screw that is lowered: two accelerations.")},
      .data = {sweep_file(sweep), answer_file(sweep.problem)}};
}

}  // namespace dryslip::reproduce
