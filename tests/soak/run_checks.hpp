#pragma once

#include <functional>
#include <optional>
#include <string>

#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::soak {

// Checks of one run. Each returns what is wrong, or nothing.
using Finding = std::optional<std::string>;

/// The run ends as asked: finished, all numbers finite, rows at the output steps, events in order, each from the mode of the last, and
/// the modes of the rows are those of the events.
Finding check_end(const SliderRunOptions& options, const SliderRun& run);

/// The first row is [initial] bit for bit.
Finding check_start(const Slider& slider, const SliderRun& run);

/// The change of the kinetic energy is the sum of the works, to 1e-8 of the largest energy or work turned over. That counts
/// as at least 1e-9 of the normal force times the radius of gyration.
Finding check_balance(const Slider& slider, const SliderRun& run);

/// In every row the load is a friction load: inside the static limit surface as far as 60 motions can tell, without slip in
/// stick, of the power D(V) in slip. On a table at rest friction takes energy from row to row.
Finding check_friction(const Slider& slider, const SliderRun& run);

/// True where static coefficients differ from kinetic ones: then the motion jumps with its data where a load just reaches the
/// static surface, or just does not.
bool has_static_coefficients(const Slider& slider);

/// True where a support can hold or roll by itself while the body moves: points, and laws with straight sides.
bool can_hold_supports(const Slider& slider);

/// True for a body left to itself on a level table at rest.
bool is_free(const Slider& slider);

}  // namespace dryslip::soak
