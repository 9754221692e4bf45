#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dryslip/joints/screw_drive.hpp"
#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/numerics/expression.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/set_number.hpp"

namespace dryslip {

/// A torque: a number, or a formula of the time t.
struct JointTorque {
  double value = 0.0;  ///< at t = 0
  std::optional<Expression> formula{};
};

/// A problem of forward dynamics: a section [joint], [screw] or [mechanism], and [run] for motion in time.
struct ForwardProblem {
  std::string title{};
  std::variant<ScalarJoint, ScrewDrive, Mechanism> model{};
  std::vector<JointTorque> tau{};  ///< one per joint
  Eigen::VectorXd velocity{}, position{};
  SelectionRule rule = SelectionRule::Static;
  std::optional<Eigen::VectorXd> previous_acceleration{};
  std::optional<double> stiffness{};
  std::optional<JointRunOptions> run{};
  std::string section{};  ///< of the file that it was read from, which messages put in front of its keys
};
template <>
inline constexpr Choice choice<decltype(ForwardProblem::model)>{.tag = ""};
template <>
inline constexpr auto description<ForwardProblem> = record<ForwardProblem>(
    "A problem of forward dynamics: a section [joint], [screw] or [mechanism], and [run]. The keys of the load "
    "stand in the "
    "table of the model.",
    outside_files(field<&ForwardProblem::title>("", "of pictures and results")),
    outside_files(required<&ForwardProblem::model>("", "whose accelerations are asked for")),
    required_key<&ForwardProblem::tau>("N m or N", "torques, numbers or formulas of t"),
    required_key<&ForwardProblem::velocity>("rad/s or m/s", "of the joints; 0 is rest"),
    field<&ForwardProblem::position>("rad or m", "of the joints at t = 0"),
    field<&ForwardProblem::stiffness>("N/m", "of the contacts, for motion in time", positive),
    keyed("selection", field<&ForwardProblem::rule>("", "chooses among several accelerations")),
    field<&ForwardProblem::previous_acceleration>("rad/s² or m/s²", "needed by selection = \"continuity\""),
    outside_files(field<&ForwardProblem::run>("", "motion in time")));

/// Torques at t = 0.
Eigen::VectorXd initial_tau(const ForwardProblem& problem);

/// Joints of any of the three kinds in time.
DrivenJoints driven_joints(const ForwardProblem& problem);

/// Options of the motion of joints. Throws InvalidInput with the full key where nothing says how long it lasts.
JointRunOptions joint_run_options(const ForwardProblem& problem);

/// Throws InvalidInput if the motion would have too many rows, or if contacts are so stiff that it would take far longer than with rigid ones.
void check_size_of_run(const ForwardProblem& problem);

/// A number of a problem, by its key: "mu" or "joint.mu", for a mechanism "mu[1]", "tau[0]".
struct ParameterValue {
  std::string key;
  double value = 0.0;
};
/// Gives numbers of the problem other values, all of them before the model is checked. Throws UnknownParameter, and InvalidInput where
/// the model does not allow the values.
void set_parameters(ForwardProblem& problem, std::span<const ParameterValue> values);
/// Gives one number of the problem another value. Throws as set_parameters().
void set_parameter(ForwardProblem& problem, const std::string& key, double value);

/// True where the text of a scenario has one of the three sections. Throws ScenarioError for what is not TOML.
bool is_forward_problem(std::string_view text, const std::string& name);

/// Problem of a TOML text; `name` stands for the file in messages. Throws ScenarioError.
ForwardProblem parse_forward_problem(std::string_view text, const std::string& name);

/// Problem of one JSON object, {"kind": "joint", "a": …}, on this line of a file. Throws ScenarioError.
ForwardProblem parse_forward_case(std::string_view text, const std::string& name, int line);

}  // namespace dryslip
