#pragma once

#include <string>

#include "dryslip/scenario/forward_problem.hpp"

namespace dryslip {

/// The picture of a problem at t = 0, as an SVG file: draw_joint_graph() of a joint or a screw, draw_constraint_lines() of two
/// joints. Expects no more joints than two.
std::string draw_forward_problem(const ForwardProblem& problem);

}  // namespace dryslip
