#pragma once

#include <cstddef>
#include <optional>

#include "dryslip/joints/multi_dof_joints.hpp"

namespace dryslip {

/// How one of several consistent accelerations is chosen.
enum class SelectionRule {
  Static,      ///< rest where rest is possible [Dupont1992, sec. 4]; else the only solution, else that of compliance
  Continuity,  ///< the one nearest to the acceleration before
  Compliance   ///< the one that contacts with a little elasticity come to, in the limit of infinite stiffness
};
template <>
inline constexpr std::array words<SelectionRule>{"static", "continuity", "compliance"};

/// The acceleration that was chosen, and by what.
struct Selection {
  enum class By { Only, Static, Continuity, Compliance };
  By by = By::Only;
  std::optional<std::size_t> index;
  bool is_impulsive_stop = false;
};
template <>
inline constexpr std::array words<Selection::By>{"only", "static", "continuity", "compliance"};
template <>
inline constexpr auto description<Selection> = record<Selection>(
    "Which of several accelerations is chosen, and by what.", field<&Selection::by>("", "what chose it"),
    field<&Selection::index>("", "of the solution, where one is chosen"),
    field<&Selection::is_impulsive_stop>("", "no solution is reached: the velocity jumps to zero"));

struct SelectionOptions {
  SelectionRule rule = SelectionRule::Static;
  std::optional<Eigen::VectorXd> previous_acceleration{};  ///< needed by continuity
  std::optional<Eigen::VectorXd> normal_force{};  ///< before, for compliance; default: d, that of constant velocity
};

/// Chooses among all accelerations of the mechanism for this load and velocity. Nothing is chosen where none exists at rest, or where
/// compliance does not decide. Throws InvalidInput for continuity without an acceleration before.
Selection select_acceleration(const Mechanism& mechanism, const Eigen::VectorXd& tau, const Eigen::VectorXd& velocity,
                              const MechanismAccelerations& all, const SelectionOptions& options = {});

/// Options of select_acceleration() for one joint, which is solved in closed form.
struct JointSelectionOptions {
  SelectionRule rule = SelectionRule::Static;
  std::optional<double> previous_acceleration{};
  std::optional<double> normal_force{};
};
Selection select_acceleration(const ScalarJoint& joint, double tau, double velocity, const JointAccelerations& all,
                              const JointSelectionOptions& options = {});

}  // namespace dryslip
