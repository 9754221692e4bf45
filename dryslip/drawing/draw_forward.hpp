#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/record/progress.hpp"
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

/// Numbers of solutions over two parameters.
struct SolutionMap {
  std::string title{}, subtitle{};
  PlotAxis x{}, y{};
  Vec2 low{}, high{};  ///< corners of the region
  int columns = 0, rows = 0;
  std::vector<int>
      counts{};  ///< row by row from the lowest y, at the middles of the cells; −1: a continuum, −2: not defined
  std::vector<Vec2> curve{};  ///< drawn over it
  std::string curve_name{};
};

/// Counts by a function of both parameters, cell by cell. Throws Cancelled where progress says so.
void count_solutions(SolutionMap& map, const std::function<int(double x, double y)>& count,
                     const Progress& progress = {});

/// One or several maps side by side.
std::string draw_solution_maps(const std::vector<SolutionMap>& maps);

/// Torque, velocity, acceleration and normal force of joints against time, with the times of stick and of open contacts shaded
/// and jumps of the velocity marked.
std::string draw_joint_run(const JointRun& run, const std::string& title);

}  // namespace dryslip
