#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/soak/run_checks.hpp"
#include "tests/soak/same_motion.hpp"

namespace dryslip::soak {

/// What states are compared in: position, angle, velocity, omega. Vectors go as a whole, as frames may be turned.
inline constexpr std::array<const char*, 4> group_names{"position", "angle", "velocity", "omega"};
using Groups = std::array<double, 4>;

/// Distances of two states.
Groups distances(const SliderState& a, const SliderState& b);

/// Largest value of each group in the run, at least a hundredth of the natural one (k, 1, √(μgk), √(μg/k), k the radius of gyration): errors
/// are allowed in these.
Groups largest_values(const Slider& slider, const SliderRun& run);

/// Until when two runs may be compared: for ever where the motion is continuous in its data; with static coefficients up to
/// the first switch that is not the same in both, mode and time to `same_time` [s].
double comparable_until(const Slider& slider, const SliderRun& run, const SliderRun& other, double unit_of_time,
                        double same_time);

/// How far the rows of two runs go together.
struct Likeness {
  Finding difference;
  bool is_cut = false;  ///< compared in part only: static coefficients
};

/// How far states have gone apart up to each row.
using Spread = std::vector<Groups>;

/// What a hundred tolerances of mass, inertia and start do to the motion: no two runs are closer than that. Empty where such runs end
/// otherwise. Runs at a hundredth of the tolerance see the motion itself, not errors of the method.
Spread spread_of(const Slider& slider, const SliderRunOptions& options);

/// Whether the rows of the other run are those of the first, to this part of the largest values, or to their spread.
Likeness compare_rows(const Slider& slider, const SliderRun& run, const SameMotion& motion, const SliderRun& other,
                      double part, const Spread& spread = {});

/// States and modes at common times are the same bits.
Finding check_same_bits(const SliderRun& run, const SliderRun& other);

}  // namespace dryslip::soak
