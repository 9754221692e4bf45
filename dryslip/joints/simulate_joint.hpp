#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/joints/multi_dof_joints.hpp"
#include "dryslip/joints/select_acceleration.hpp"
#include "dryslip/numerics/expression.hpp"

namespace dryslip {

/// Joints with friction that depends on their accelerations, under torques that are formulas of the time t.
struct DrivenJoints {
  Mechanism mechanism;
  std::vector<Expression> tau;  ///< of `t`, one per joint
  Eigen::VectorXd position, velocity;
};

struct JointRunOptions {
  double duration = 1.0;
  double output_step = 1e-3;
  double tolerance = 1e-10;
  SelectionRule rule = SelectionRule::Static;
  std::optional<double> stiffness{};
};
inline constexpr Range joint_tolerance{
    .low = 0.0, .high = 0.1, .includes_low = false, .includes_high = false, .text = "must lie between 0 and 0.1"};
template <>
inline constexpr auto description<JointRunOptions> =
    record("JointRunOptions", "", "How a motion of joints is computed and how long it lasts.",
           required_key<&JointRunOptions::duration>("duration", "s", "of the motion", positive),
           field<&JointRunOptions::output_step>("output_step", "s", "between rows", positive),
           field<&JointRunOptions::tolerance>("tolerance", "-", "of the integration, relative", joint_tolerance),
           outside_files(field<&JointRunOptions::rule>("rule", "", "chooses among several accelerations")),
           outside_files(field<&JointRunOptions::stiffness>("stiffness", "N/m",
                                                            "of the contacts: then the compliant joints are simulated",
                                                            positive)));

/// A row of the result.
struct JointSample {
  double t = 0.0;  ///< [s]
  Eigen::VectorXd position, velocity, acceleration, normal_force, tau;
  std::vector<JointMode> modes;  ///< Static, Slip or Separation
};

/// True if all numbers of the row are finite; a run has no other rows.
bool is_finite(const JointSample& row);

/// A change of mode of one joint.
struct JointEvent {
  enum class Cause {
    Start,          ///< the mode just after t = 0
    Stop,           ///< the velocity has come to zero, and the joint stays
    Reversal,       ///< the velocity has come to zero, and the joint continues the other way
    LoadLeaves,     ///< what rest needs has left the static band
    ImpulsiveStop,  ///< no acceleration is consistent: the velocity jumps, here or in a joint coupled to it
    Separation,     ///< a unilateral contact would have to pull
    Contact         ///< an open contact is pushed again
  };
  double t = 0.0;  ///< [s]
  Eigen::Index joint = 0;
  std::optional<JointMode> from;  ///< none for the first
  JointMode to = JointMode::Slip;
  Cause cause = Cause::Start;
  double position = 0.0;        ///< of the joint
  double impulse = 0.0;         ///< of friction on the joint, where the velocity jumps
  double normal_impulse = 0.0;  ///< in its contact
};

enum class JointOutcome {
  Finished,
  NoAcceleration,    ///< even at rest none is consistent
  Undecided,         ///< several, and the rule does not choose
  Chattering,        ///< events without end at one time
  NotConverged,      ///< numbers became too large to go on
  FormulaNotFinite,  ///< a torque has no finite value
  Interrupted        ///< by the caller
};

struct JointRun {
  std::vector<JointSample> samples;  ///< empty where a JointSampleSink took them
  std::vector<JointEvent> events;
  JointOutcome outcome = JointOutcome::Finished;
  std::string reason;  ///< one line where the outcome does not say it all: which torque has no finite value, and when
  double end = 0.0;    ///< time that the run has reached; the last row may be earlier where it could not go on [s]
};

/// Receives the rows of a run as they are computed, instead of `samples`: a long run then needs no more memory than a short one.
using JointSampleSink = std::function<void(const JointSample& row)>;

/// Stick, slip, reversal, impulsive stops and separation in time [Dupont1992, sec. 4]: between events the pattern of friction
/// is constant, accelerations are linear in τ, and positions are integrals of τ alone (docs/theory/forward_dynamics.md).
///
/// A joint that slips stays on its branch while that exists; where none exists the velocity jumps to zero. At rest the rule
/// decides. An open unilateral contact closes as soon as it is pushed again: gaps are not followed. A torque without a finite value
/// on the way ends the run with its outcome and what is done; at the start it is InvalidInput.
JointRun simulate_joint(const DrivenJoints& joints, const JointRunOptions& options,
                        const std::function<bool(double t)>& progress = {}, const JointSampleSink& sink = {});

}  // namespace dryslip
