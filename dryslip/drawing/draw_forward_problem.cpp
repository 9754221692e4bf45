#include "dryslip/drawing/draw_forward_problem.hpp"

#include "dryslip/drawing/draw_forward.hpp"
#include "dryslip/forward_dynamics/select_acceleration.hpp"

namespace dryslip {
namespace {

std::string joint_graph(const ForwardProblem& problem) {
  const double tau = problem.tau[0].value, velocity = problem.velocity[0];
  JointGraph graph{.title = problem.title, .tau = tau, .velocity = velocity};
  if (const auto* screw = std::get_if<ScrewDrive>(&problem.model)) {
    graph.joint = scalar_equivalent(*screw);
    graph.band = screw_properties(*screw).static_band;
    graph.margin = uniqueness_margin(*screw, velocity);
    graph.acceleration_axis = {"acceleration", "rad/s²"};
    graph.tau_axis = {"tau", "N m"};
  } else {
    graph.joint = std::get<ScalarJoint>(problem.model);
    graph.band = static_band(graph.joint);
    graph.margin = uniqueness_margin(graph.joint, velocity);
  }
  graph.all = solve_joint(graph.joint, graph.band, tau, velocity);
  JointSelectionOptions selection{.rule = problem.rule};
  if (problem.previous_acceleration) selection.previous_acceleration = (*problem.previous_acceleration)[0];
  graph.selected = select_acceleration(graph.joint, tau, velocity, graph.all, selection).index;
  return draw_joint_graph(graph);
}

}  // namespace

std::string draw_forward_problem(const ForwardProblem& problem) {
  const auto* mechanism = std::get_if<Mechanism>(&problem.model);
  if (mechanism == nullptr) return joint_graph(problem);
  const Eigen::VectorXd tau = initial_tau(problem);
  return draw_constraint_lines(*mechanism, tau, problem.velocity, solve_mechanism(*mechanism, tau, problem.velocity),
                               problem.title);
}

}  // namespace dryslip
