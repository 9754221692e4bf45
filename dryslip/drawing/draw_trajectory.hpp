#pragma once

#include <string>

#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip {

struct TrajectoryPicture {
  std::string title;
  int outlines = 12;  ///< of the body along its path, about
};

/// A motion in time as an SVG file: the path of the body with its outline at some times, the friction force inside the
/// friction circle, velocities and the forces of springs against time, with the times of stick and of pivot shaded.
std::string draw_trajectory(const PreparedSlider& slider, const SliderRun& run, const TrajectoryPicture& picture = {});

}  // namespace dryslip
