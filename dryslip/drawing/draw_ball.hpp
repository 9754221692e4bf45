#pragma once

#include <string>

#include "dryslip/ball/simulate_ball.hpp"

namespace dryslip {

/// The motion of a ball as an SVG file: the path of its center over the table plane with the ball at start and end, its slip as
/// a path of velocities, and slip, rolling velocity and spin against time, with the times of roll and of stick shaded.
std::string draw_ball(const Ball& ball, const BallRun& run, const std::string& title);

}  // namespace dryslip
