#include "tests/soak/compare_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/number_text.hpp"

namespace dryslip::soak {

Groups distances(const SliderState& a, const SliderState& b) {
  return {length(a.position - b.position), std::abs(a.angle - b.angle), length(a.velocity - b.velocity),
          std::abs(a.omega - b.omega)};
}

Groups largest_values(const Slider& slider, const SliderRun& run) {
  const double k = std::sqrt(slider.inertia / slider.mass);
  // μg, of a coefficient that is not zero [m/s²]
  const double force = std::max(friction_model(slider.contact)->scale().force, 0.01 * slider.contact.normal_force);
  const double friction = force / slider.mass;
  // of what is natural, so that a ten-millionth of it is ten tolerances of the run
  constexpr double least = 1e-2;
  Groups result{least * k, least, least * std::sqrt(friction * k), least * std::sqrt(friction / k)};
  for (const SliderSample& row : run.samples) {
    const Groups values = distances(row.state, {});
    for (std::size_t i = 0; i < 4; ++i) result[i] = std::max(result[i], values[i]);
  }
  return result;
}

double comparable_until(const Slider& slider, const SliderRun& run, const SliderRun& other, double unit_of_time,
                        double same_time) {
  constexpr double for_ever = std::numeric_limits<double>::infinity();
  if (!has_static_coefficients(slider)) return for_ever;
  const std::size_t count = std::max(run.events.size(), other.events.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= run.events.size()) return other.events[i].t / unit_of_time;
    if (i >= other.events.size()) return run.events[i].t;
    const SliderEvent &a = run.events[i], &b = other.events[i];
    const double t = b.t / unit_of_time;
    if (a.to != b.to || std::abs(a.t - t) > same_time) return std::min(a.t, t);
  }
  return for_ever;
}

Likeness compare_rows(const Slider& slider, const SliderRun& run, const SameMotion& motion, const SliderRun& other,
                      double part) {
  const double end = run.samples.back().t;
  if (other.outcome != run.outcome) {
    return {.difference = "ends otherwise, at t = " + number_text(other.samples.back().t / motion.time)};
  }
  // what starts so much later is off by as much: a load that grows from nothing leaves when rounding says so
  const double same_time = 0.1 * part;
  const double until = comparable_until(slider, run, other, motion.time, same_time);
  Likeness result{.difference = {}, .is_cut = until <= end};
  const Groups largest = largest_values(slider, run);
  auto match = other.samples.begin();
  for (const SliderSample& row : run.samples) {
    if (row.t >= until) break;
    const std::string when = " at t = " + number_text(row.t);
    const auto is_at_row = [&](const SliderSample& candidate) {
      return std::abs(candidate.t / motion.time - row.t) <= 1e-9 * end;
    };
    match = std::find_if(match, other.samples.end(), is_at_row);
    if (match == other.samples.end()) return {.difference = "has no row" + when};
    const Groups difference = distances(row.state, motion.back(match->state));
    for (std::size_t i = 0; i < 4; ++i) {
      if (difference[i] <= part * largest[i]) continue;
      result.difference = std::string(group_names[i]) + " differs by " + number_text(difference[i], 3) + " of " +
                          number_text(largest[i], 3) + when;
      return result;
    }
  }
  return result;
}

Finding check_same_bits(const SliderRun& run, const SliderRun& other) {
  if (other.outcome != run.outcome) return "ends otherwise, at t = " + number_text(other.samples.back().t);
  for (const SliderSample& row : run.samples) {
    const auto match = std::find_if(other.samples.begin(), other.samples.end(),
                                    [&](const SliderSample& candidate) { return candidate.t == row.t; });
    if (match == other.samples.end()) continue;
    const SliderState &a = row.state, &b = match->state;
    const bool same = a.position == b.position && a.angle == b.angle && a.velocity == b.velocity && a.omega == b.omega;
    if (same && row.mode == match->mode) continue;
    const Groups difference = distances(a, b);
    return "other bits at t = " + number_text(row.t) + ", position by " + number_text(difference[0], 3) +
           ", velocity by " + number_text(difference[2], 3);
  }
  return {};
}

}  // namespace dryslip::soak
