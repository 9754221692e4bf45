#include "dryslip/scenario/forward_answer.hpp"

#include "dryslip/record/in_section.hpp"

namespace dryslip {
namespace {

JointAccelerations accelerations(const ForwardProblem& problem, const ScalarJoint& joint) {
  return solve_joint(joint, problem.tau[0].value, problem.velocity[0]);
}
JointAccelerations accelerations(const ForwardProblem& problem, const ScrewDrive& screw) {
  return solve_screw(screw, problem.tau[0].value, problem.velocity[0]);
}
MechanismAccelerations accelerations(const ForwardProblem& problem, const Mechanism& mechanism,
                                     const Progress& progress = {}) {
  return solve_mechanism(mechanism, initial_tau(problem), problem.velocity, progress);
}

/// The answer for a joint with all its accelerations, and the one selected.
JointAnswer joint_answer(const ForwardProblem& problem, const ScalarJoint& joint, JointAccelerations all) {
  JointAnswer answer{.joint = joint,
                     .tau = problem.tau[0].value,
                     .velocity = problem.velocity[0],
                     .accelerations = std::move(all),
                     .static_band = {},
                     .selected = {}};
  JointSelectionOptions options{.rule = problem.rule};
  if (problem.previous_acceleration) options.previous_acceleration = (*problem.previous_acceleration)[0];
  answer.selected = select_acceleration(joint, answer.tau, answer.velocity, answer.accelerations, options);
  return answer;
}

struct Solver {
  const ForwardProblem& problem;
  const Progress& progress;

  ForwardAnswer operator()(const ScalarJoint& joint) const {
    JointAnswer answer = joint_answer(problem, joint, accelerations(problem, joint));
    answer.margin = uniqueness_margin(joint, answer.velocity);
    answer.static_band = static_band(joint);
    return {problem.rule, std::move(answer)};
  }

  ForwardAnswer operator()(const ScrewDrive& screw) const {
    ScrewAnswer answer{joint_answer(problem, scalar_equivalent(screw), accelerations(problem, screw)),
                       screw_properties(screw)};
    answer.as_joint.margin = uniqueness_margin(screw, problem.velocity[0]);
    answer.as_joint.static_band = answer.properties.static_band;
    return {problem.rule, std::move(answer)};
  }

  ForwardAnswer operator()(const Mechanism& mechanism) const {
    MechanismAnswer answer{.mechanism = mechanism,
                           .tau = initial_tau(problem),
                           .velocity = problem.velocity,
                           .accelerations = accelerations(problem, mechanism, progress),
                           .bound = bound_uniqueness(mechanism, problem.velocity, progress),
                           .selected = {}};
    answer.selected =
        select_acceleration(mechanism, answer.tau, answer.velocity, answer.accelerations,
                            {.rule = problem.rule, .previous_acceleration = problem.previous_acceleration});
    return {problem.rule, std::move(answer)};
  }
};

}  // namespace

ForwardAnswer solve(const ForwardProblem& problem, const Progress& progress) {
  return in_section(problem.section, [&] { return std::visit(Solver{problem, progress}, problem.model); });
}

int count_accelerations(const ForwardProblem& problem) {
  const auto count = [&](const auto& model) {
    const auto all = accelerations(problem, model);
    return all.count == AccelerationCount::Continuum ? continuum_count : static_cast<int>(all.solutions.size());
  };
  return std::visit(count, problem.model);
}

int count_accelerations(ForwardProblem problem, std::span<const ParameterValue> values) {
  try {
    set_parameters(problem, values);
    return count_accelerations(problem);
  } catch (const UnknownParameter&) {
    throw;
  } catch (const InvalidInput&) {
    return undefined_count;
  }
}

}  // namespace dryslip
