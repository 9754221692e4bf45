#include "tests/soak/compare_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::soak {

Groups distances(const SliderState& a, const SliderState& b) {
  return {length(a.position - b.position), std::abs(a.angle - b.angle), length(a.velocity - b.velocity),
          std::abs(a.omega - b.omega)};
}

namespace {

/// k, 1, √(μgk), √(μg/k), k the radius of gyration.
Groups natural_values(const Slider& slider) {
  const double k = std::sqrt(slider.inertia / slider.mass);
  // μg, of a coefficient that is not zero [m/s²]
  const double force = std::max(friction_model(slider.contact)->scale().force, 0.01 * slider.contact.normal_force);
  const double friction = force / slider.mass;
  return {k, 1.0, std::sqrt(friction * k), std::sqrt(friction / k)};
}

}  // namespace

Groups largest_values(const Slider& slider, const SliderRun& run) {
  // of what is natural, so that a ten-millionth of it is ten tolerances of the run
  constexpr double least = 1e-2;
  Groups result = natural_values(slider);
  for (double& value : result) value *= least;
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

Spread spread_of(const Slider& slider, const SliderRunOptions& options) {
  SliderRunOptions fine = options;
  fine.tolerance *= 1e-2;
  const SliderRun run = simulate_slider(slider, fine);
  const double change = 100.0 * options.tolerance;  // small enough for the motion to follow in proportion
  const Groups natural = natural_values(slider);
  Spread spread(run.samples.size(), Groups{});
  for (const double sign : {1.0, -1.0}) {
    Slider other = slider;
    other.mass *= 1.0 + change;
    other.inertia *= 1.0 + sign * change;
    other.initial.position = other.initial.position + change * natural[0] * Vec2{1.0, sign};
    other.initial.angle += change * sign * natural[1];
    other.initial.velocity = other.initial.velocity + change * natural[2] * Vec2{sign, 1.0};
    other.initial.omega += change * natural[3];
    const SliderRun moved = simulate_slider(other, fine);
    if (moved.outcome != run.outcome || moved.samples.size() != spread.size()) return {};
    Groups most{};
    for (std::size_t k = 0; k < spread.size(); ++k) {
      const Groups apart = distances(run.samples[k].state, moved.samples[k].state);
      for (std::size_t i = 0; i < most.size(); ++i) {
        most[i] = std::max(most[i], apart[i]);
        spread[k][i] = std::max(spread[k][i], most[i]);
      }
    }
  }
  return spread;
}

Likeness compare_rows(const Slider& slider, const SliderRun& run, const SameMotion& motion, const SliderRun& other,
                      double part, const Spread& spread) {
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
  for (std::size_t k = 0; k < run.samples.size(); ++k) {
    const SliderSample& row = run.samples[k];
    if (row.t >= until) break;
    const std::string when = " at t = " + number_text(row.t);
    const auto is_at_row = [&](const SliderSample& candidate) {
      return std::abs(candidate.t / motion.time - row.t) <= 1e-9 * end;
    };
    match = std::find_if(match, other.samples.end(), is_at_row);
    if (match == other.samples.end()) return {.difference = "has no row" + when};
    const Groups difference = distances(row.state, motion.back(match->state));
    for (std::size_t i = 0; i < 4; ++i) {
      const double unavoidable = spread.size() == run.samples.size() ? spread[k][i] : 0.0;
      if (difference[i] <= std::max(part * largest[i], unavoidable)) continue;
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
