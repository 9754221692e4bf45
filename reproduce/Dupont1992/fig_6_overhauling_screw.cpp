#include "reproduce/Dupont1992/load_sweep.hpp"

namespace dryslip::reproduce {

ItemResult dupont_fig_6(const ScenarioTexts& scenarios) {
  const auto [sweep, found, all, unloaded, critical_mu] =
      screw_figure(scenarios.forward_problem("forward_dynamics/screw_fig_6"));
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
                          {"loads with other than one acceleration", 0, cases_without_count(sweep, 1), 0,
                           Basis::equations("eq. 15: overhauling is sufficient")},
                          {"friction at which uniqueness is lost", 0.106080421, critical_mu, 1e-8,
                           Basis::other_program("eq. 14 of our data, evaluated by another program")}},
          .pictures = {answer_picture(
              sweep.problem, "Torque against acceleration of an overhauling screw: the whole band is above zero.")},
          .data = {sweep_file(sweep), answer_file(sweep.problem)}};
}

}  // namespace dryslip::reproduce
