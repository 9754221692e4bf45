#pragma once

#include <string>

#include "dryslip/scenario/forward_answer.hpp"

namespace dryslip {

/// The picture of an answer, as an SVG file: draw_joint_graph() of a joint or a screw, draw_constraint_lines() of two joints.
/// Expects at most two joints.
std::string draw_forward_answer(const ForwardAnswer& answer, const std::string& title);

}  // namespace dryslip
