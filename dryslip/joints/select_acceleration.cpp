#include "dryslip/joints/select_acceleration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dryslip/joints/compliant_contact.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {
namespace {

using By = Selection::By;

/// Index of the smallest distance; nothing for an empty list.
template <class Solutions, class Distance>
std::optional<std::size_t> nearest(const Solutions& solutions, const Distance& distance) {
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < solutions.size(); ++k) {
    const double mine = distance(solutions[k]);
    if (!(mine < least)) continue;
    least = mine;
    best = k;
  }
  return best;
}

void require_previous(bool is_given) {
  if (!is_given)
    throw InvalidInput("previous_acceleration", "missing: the rule \"continuity\" needs the acceleration before");
}

}  // namespace

Selection select_acceleration(const Mechanism& mechanism, const Eigen::VectorXd& tau, const Eigen::VectorXd& velocity,
                              const MechanismAccelerations& all, const SelectionOptions& options) {
  const auto& solutions = all.solutions;
  const Eigen::VectorXd scale = mechanism.A.diagonal().cwiseSqrt();
  const auto distance_to = [&](const Eigen::VectorXd& x) {
    return
        [&, x](const MechanismAcceleration& s) { return scale.cwiseProduct(s.acceleration - x).cwiseAbs().maxCoeff(); };
  };
  if (options.rule == SelectionRule::Continuity) {
    require_previous(options.previous_acceleration.has_value());
    const auto index = nearest(solutions, distance_to(*options.previous_acceleration));
    return {By::Continuity, index, !index && (velocity.array() != 0.0).any()};
  }
  if (options.rule == SelectionRule::Static) {
    if (all.count == AccelerationCount::One) return {By::Only, 0u, false};
    const auto stays = std::find_if(solutions.begin(), solutions.end(), [&](const MechanismAcceleration& s) {
      for (Eigen::Index i = 0; i < velocity.size(); ++i)
        if (velocity[i] == 0.0 && s.modes[static_cast<std::size_t>(i)] != JointMode::Static) return false;
      return true;
    });
    if (all.static_possible) return {By::Static, static_cast<std::size_t>(stays - solutions.begin()), false};
  }
  const CompliantLimit limit = compliant_limit(mechanism, tau, velocity, options.normal_force.value_or(mechanism.d));
  if (limit.outcome == CompliantLimit::Outcome::Settles && !solutions.empty())
    return {By::Compliance, nearest(solutions, distance_to(limit.acceleration)), false};
  return {By::Compliance, {}, limit.outcome == CompliantLimit::Outcome::Jams};
}

Selection select_acceleration(const ScalarJoint& joint, double tau, double velocity, const JointAccelerations& all,
                              const JointSelectionOptions& options) {
  const auto& solutions = all.solutions;
  const auto with_mode = [&](JointMode mode) -> std::optional<std::size_t> {
    for (std::size_t k = 0; k < solutions.size(); ++k)
      if (solutions[k].mode == mode) return k;
    return {};
  };
  if (options.rule == SelectionRule::Continuity) {
    require_previous(options.previous_acceleration.has_value());
    const auto index = nearest(solutions, [&](const JointAcceleration& s) {
      return std::abs(s.acceleration - *options.previous_acceleration);
    });
    return {By::Continuity, index, !index && velocity != 0.0};
  }
  if (options.rule == SelectionRule::Static) {
    if (all.count == AccelerationCount::One) return {By::Only, 0u, false};
    if (all.static_possible) return {By::Static, with_mode(JointMode::Static), false};
  }
  if (velocity == 0.0) {
    // in closed form only where the force before is that of rest: it holds while it can
    const double force = options.normal_force.value_or(joint.d);
    if (all.static_possible && force == joint.d) return {By::Compliance, with_mode(JointMode::Static), false};
    MechanismAccelerations many;
    many.count = all.count;
    for (const JointAcceleration& s : solutions)
      many.solutions.push_back(
          {Eigen::VectorXd::Constant(1, s.acceleration), Eigen::VectorXd::Constant(1, s.normal_force), {s.mode}, 0.0});
    const auto one = [](double value) -> Eigen::VectorXd { return Eigen::VectorXd::Constant(1, value); };
    return select_acceleration(mechanism_of(joint), one(tau), one(velocity), many,
                               {.rule = SelectionRule::Compliance, .normal_force = one(force)});
  }
  const auto branch = compliant_branch(joint, tau, velocity, options.normal_force.value_or(joint.d));
  if (!branch) return {By::Compliance, {}, true};
  if (*branch == 0) return {By::Compliance, with_mode(JointMode::Separation), false};
  const auto index = nearest(solutions, [&](const JointAcceleration& s) {
    return s.mode == JointMode::Slip ? -static_cast<double>(*branch) * (joint.c * s.acceleration + joint.d) : 1e300;
  });
  return {By::Compliance, index, false};
}

}  // namespace dryslip
