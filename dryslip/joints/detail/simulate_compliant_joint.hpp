#pragma once

#include "dryslip/joints/simulate_joint.hpp"

namespace dryslip::detail {

/// Joints with contacts of finite stiffness in time: steps of the fourth order, no longer than a part of the time in which
/// the normal forces follow; a joint that comes to rest stops at the end of a step cut there.
JointRun simulate_compliant_joint(const DrivenJoints& joints, const JointRunOptions& options, const Progress& progress,
                                  const RowSink<JointSample>& sink);

}  // namespace dryslip::detail
