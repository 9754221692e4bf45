#include "dryslip/joints/uniqueness_bound.hpp"
#include "reproduce/Dupont1992/load_sweep.hpp"

namespace dryslip::reproduce {
namespace {

MechanismAccelerations all_of(const ForwardProblem& problem) {
  return solve_mechanism(std::get<Mechanism>(problem.model), initial_tau(problem), problem.velocity);
}

}  // namespace

ItemResult dupont_fig_1(const ScenarioTexts& scenarios) {
  const ForwardProblem one = scenarios.forward_problem("forward_dynamics/two_joints_fig_1"),
                       four = scenarios.forward_problem("forward_dynamics/two_joints_four_solutions");
  const MechanismAccelerations met = all_of(one), often = all_of(four);
  const UniquenessBound bound = bound_uniqueness(std::get<Mechanism>(one.model), one.velocity),
                        lost = bound_uniqueness(std::get<Mechanism>(four.model), four.velocity);
  const Basis exact = Basis::other_program("eq. 4 of our data, solved in fractions by another program");
  constexpr double tolerance = 1e-9;
  return {
      .comparisons = {{"crossings of the two lines", 1, static_cast<double>(met.solutions.size()), 0,
                       Basis::equations("the lines meet once where friction is small")},
                      {"acceleration of joint 0", 1275.0 / 4084.0, met.solutions.at(0).acceleration[0], tolerance,
                       exact},
                      {"acceleration of joint 1", -2255.0 / 2042.0, met.solutions.at(0).acceleration[1], tolerance,
                       exact},
                      {"unique for every load (1: yes)", 1, bound.is_unique ? 1.0 : 0.0, 0,
                       Basis::own_geometry("own criterion: all four determinants have one sign")},
                      {"crossings with friction above the critical one", 4, static_cast<double>(often.solutions.size()),
                       0, Basis::equations("one in each quadrant of the normal forces")},
                      {"joint 0, both normal forces positive", -9595.0 / 6041.0, often.solutions.at(2).acceleration[0],
                       tolerance, exact},
                      {"unique for every load above it (1: yes)", 0, lost.is_unique ? 1.0 : 0.0, 0,
                       Basis::own_geometry("own criterion: two of the four determinants are negative")}},
      .pictures = {answer_picture(
                       one, "Each joint gives a line with one kink in the plane of the accelerations; they meet once.",
                       "lines.svg"),
                   answer_picture(four, "With much friction the kinks are so sharp that the lines meet four times.",
                                  "lines_four.svg")},
      .data = {answer_file(one), answer_file(four, "answer_four.json")}};
}

}  // namespace dryslip::reproduce
