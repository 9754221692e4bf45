#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/joints/solution_counts.hpp"
#include "dryslip/scenario/forward_answer.hpp"

namespace dryslip {

/// Names and units of the axes of the graph of a joint.
struct JointAxes {
  PlotAxis acceleration{"acceleration", ""}, tau{"tau", ""};
};

/// Torque against acceleration as an SVG file [Dupont1992, Figs. 2 to 4, 6, 7]: the V of forward motion and the inverted one
/// of backward motion, their common apex, the static segment, and the solutions of the load, the selected one ringed. Of a unilateral joint
/// one arm of each, and the line of separation.
std::string draw_joint_graph(const JointAnswer& answer, const std::string& title, const JointAxes& axes = {});

/// The equations of two joints as lines in the plane of their accelerations [Dupont1992, Fig. 1]: kinked where a normal force
/// is zero; solutions are where they meet. For joints at rest: both lines of a start, and zero acceleration. Expects two joints.
std::string draw_constraint_lines(const MechanismAnswer& answer, const std::string& title);

/// A picture of the numbers of solutions over two parameters.
struct SolutionMap {
  std::string title{}, subtitle{};
  PlotAxis x{}, y{};
  SolutionCounts cells{};
  std::vector<Vec2> curve{};  ///< drawn over it
  std::string curve_name{};
};

/// One or several maps side by side.
std::string draw_solution_maps(const std::vector<SolutionMap>& maps);

/// Torque, velocity, acceleration and normal force of joints against time, with the times of stick and of open contacts shaded
/// and jumps of the velocity marked.
std::string draw_joint_run(const JointRun& run, const std::string& title);

}  // namespace dryslip
