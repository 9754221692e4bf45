#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/joints/multi_dof_joints.hpp"
#include "dryslip/joints/select_acceleration.hpp"
#include "dryslip/numerics/expression.hpp"
#include "dryslip/record/progress.hpp"
#include "dryslip/record/run.hpp"

namespace dryslip {

/// Joints with friction that depends on their accelerations, under torques that are formulas of the time t.
struct DrivenJoints {
  Mechanism mechanism;
  std::vector<Expression> tau;  ///< of `t`, one per joint
  Eigen::VectorXd position, velocity;
  std::vector<std::string> tau_keys{};  ///< of the torques in messages; tau[0], tau[1], … where they are left out
};

struct JointRunOptions {
  double duration = 1.0;
  double output_step = 1e-3;
  double tolerance = 1e-10;
  SelectionRule rule = SelectionRule::Static;
  std::optional<double> stiffness{};
};
inline constexpr Range joint_tolerance{.low = 0.0,
                                       .high = 0.1,
                                       .includes_low = false,
                                       .includes_high = false,
                                       .text = "must lie strictly between 0 and 0.1"};
template <>
inline constexpr auto description<JointRunOptions> = record<JointRunOptions>(
    "How a motion of joints is computed and how long it lasts.",
    required_key<&JointRunOptions::duration>("s", "of the motion", positive),
    field<&JointRunOptions::output_step>("s", "between rows", positive),
    field<&JointRunOptions::tolerance>("-", "of the integration, relative", joint_tolerance),
    outside_files(field<&JointRunOptions::rule>("", "chooses among several accelerations")),
    outside_files(field<&JointRunOptions::stiffness>("N/m", "of the contacts: then the compliant joints are simulated",
                                                     positive)));

/// What a joint does in a motion.
enum class JointRunMode {
  Slip,
  Stick,
  Separation  ///< its unilateral contact is open
};
template <>
inline constexpr std::array words<JointRunMode>{"slip", "stick", "separation"};

/// A row of the result; vectors have one number per joint.
struct JointSample {
  double t = 0.0;  ///< [s]
  Eigen::VectorXd position, velocity, acceleration, normal_force, tau;
  std::vector<JointRunMode> modes;
};
template <>
inline constexpr auto description<JointSample> = record<JointSample>(
    "A row of the motion of joints.", field<&JointSample::t>("s", "time"), field<&JointSample::position>("", ""),
    field<&JointSample::velocity>("", ""), field<&JointSample::acceleration>("", ""),
    field<&JointSample::normal_force>("", "in the contact"),
    field<&JointSample::tau>("", "torque or force on the joint"),
    keyed("mode", field<&JointSample::modes>("", "what the joint does")));

enum class JointCause {
  Start,          ///< the mode just after t = 0
  Stop,           ///< the velocity has come to zero, and the joint stays
  Reversal,       ///< the velocity has come to zero, and the joint continues the other way
  LoadLeaves,     ///< what rest needs has left the static band
  ImpulsiveStop,  ///< no acceleration is consistent: the velocity jumps, here or in a joint coupled to it
  Separation,     ///< a unilateral contact would have to pull
  Contact         ///< an open contact is pushed again
};
template <>
inline constexpr std::array words<JointCause>{"start",          "stop",       "reversal", "load_leaves",
                                              "impulsive_stop", "separation", "contact"};

/// The joint of an event, where it is, and the impulses of its jump.
struct JointEventState {
  Eigen::Index joint = 0;
  double position = 0.0;
  double impulse = 0.0;         ///< of friction on the joint, where the velocity jumps
  double normal_impulse = 0.0;  ///< in its contact
};

/// A change of mode of one joint.
using JointEvent = RunEvent<JointRunMode, JointCause, JointEventState>;
template <>
inline constexpr auto description<JointEvent> =
    record("JointEvent", "", "A change of mode of one joint.", field<&JointEvent::t>("s", "time"),
           field<&JointEvent::state, &JointEventState::joint>("joint", "", "its index"), change_fields<JointEvent>(),
           field<&JointEvent::state, &JointEventState::position>("position", "", "of the joint"),
           field<&JointEvent::state, &JointEventState::impulse>("impulse", "",
                                                                "of friction on the joint, where the velocity jumps"),
           field<&JointEvent::state, &JointEventState::normal_impulse>("normal_impulse", "", "in its contact"));

struct JointRun : Run<JointSample, JointEvent> {};
template <>
inline constexpr auto description<JointRun> = record<JointRun>("The motion of joints in time.");

/// Stick, slip, reversal, impulsive stops and separation in time [Dupont1992, sec. 4]: between events the pattern of friction
/// is constant, accelerations are linear in τ, and positions are integrals of τ alone (docs/theory/forward_dynamics.md).
///
/// A joint that slips stays on its branch while that exists; where none exists the velocity jumps to zero. At rest the rule
/// decides. An open unilateral contact closes as soon as it is pushed again: gaps are not followed. If a torque loses its finite value on
/// the way, the run ends with that outcome and what is done so far; without one at the start, InvalidInput is thrown.
JointRun simulate_joint(const DrivenJoints& joints, const JointRunOptions& options, const Progress& progress = {},
                        const RowSink<JointSample>& sink = {});

}  // namespace dryslip
