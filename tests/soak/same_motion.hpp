#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dryslip/slider/slider.hpp"

namespace dryslip::soak {

/// A motion seen by somebody else: another slider, and how its states read in the first one's terms.
struct SameMotion {
  std::string name;
  Slider slider;
  SliderRunOptions options;
  std::function<SliderState(SliderState)> back = [](const SliderState& state) { return state; };
  double time = 1.0;  ///< unit of the other's time [s]
};

/// Units of the other in those of the first.
struct Units {
  double length = 1.0, mass = 1.0, time = 1.0;
};

SameMotion turned_world(const Slider& slider, const SliderRunOptions& options, double angle);
SameMotion mirrored_world(const Slider& slider, const SliderRunOptions& options);
SameMotion shifted_world(const Slider& slider, const SliderRunOptions& options, Vec2 step);
/// The frame of the body turned by an angle and shifted; its center of mass stays where it is in the world.
SameMotion other_body_frame(const Slider& slider, const SliderRunOptions& options, double angle, Vec2 step);
/// Every number multiplied according to its dimension: lengths by units.length, …
SameMotion other_units(const Slider& slider, const SliderRunOptions& options, const Units& units);

/// All of them, with values that have nothing to do with the case.
std::vector<SameMotion> same_motions(const Slider& slider, const SliderRunOptions& options);

}  // namespace dryslip::soak
