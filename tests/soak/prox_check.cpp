#include "tests/soak/prox_check.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/number_text.hpp"
#include "tests/soak/compare_runs.hpp"

namespace dryslip::soak {
namespace {

/// Steps of the whole run. Halves would have their ends in common, and a switch just behind such an end the same error for all.
constexpr std::array<int, 7> step_counts{2500, 5003, 10007, 20011, 40031, 80021, 160033};

/// Stick and motion only: the prox method has no row for a reversal, and knows a pivot by its speed.
SliderRun with_stick_events(SliderRun run) {
  std::vector<SliderEvent> events;
  for (const SliderEvent& event : run.events) {
    const bool sticks = event.to == MotionMode::Stick;
    if (!events.empty() && (events.back().to == MotionMode::Stick) == sticks) continue;
    events.push_back(event);
    if (!sticks) events.back().to = MotionMode::Slip;
  }
  run.events = events;
  return run;
}

/// Last row before this time.
std::size_t last_row(const SliderRun& run, double until) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    if (run.samples[i].t < until) last = i;
  }
  return last;
}

SliderState extrapolated(const SliderState& fine, const SliderState& coarse) {
  return {2.0 * fine.position - coarse.position, 2.0 * fine.angle - coarse.angle, 2.0 * fine.velocity - coarse.velocity,
          2.0 * fine.omega - coarse.omega};
}

/// What friction changes in a step: a body so slow may have come to rest in one. Way and turn in a time with that.
Groups lost_in_step(const Slider& slider, double step, double time) {
  const LoadScale scale = friction_model(slider.contact)->scale();
  const double velocity = step * scale.force / slider.mass, omega = step * scale.moment / slider.inertia;
  return {time * velocity, time * omega, velocity, omega};
}

/// The two conditions for one row of the runs of all steps so far, at least three.
Finding compare(const SliderState& end, const std::vector<SliderState>& by_step, const Groups& largest,
                const Groups& unavoidable) {
  const std::size_t n = by_step.size();
  const Groups last = distances(by_step[n - 1], by_step[n - 2]), before = distances(by_step[n - 2], by_step[n - 3]);
  const Groups beyond = distances(end, extrapolated(by_step[n - 1], by_step[n - 2])),
               error = distances(end, by_step[n - 1]);
  for (std::size_t i = 0; i < 4; ++i) {
    const double floor = std::max(1e-6 * largest[i], unavoidable[i]), uncertainty = std::max(last[i], 0.5 * before[i]);
    double error_before = 0.0;
    for (std::size_t k = 0; k + 1 < n; ++k) error_before = std::max(error_before, distances(end, by_step[k])[i]);
    const std::string name = group_names[i];
    if (beyond[i] > std::max(10.0 * uncertainty, floor))
      return name + " is " + number_text(beyond[i], 3) + " from where prox goes, to " + number_text(uncertainty, 3);
    if (error[i] > std::max(0.6 * error_before, floor))
      return name + " does not come closer by prox: " + number_text(error_before, 3) + ", then " +
             number_text(error[i], 3);
  }
  return {};
}

/// Square of about the largest frequency of springs [1/s²].
double stiffest(const Slider& slider) {
  double sum = 0.0;
  for (const Spring& spring : slider.drive.springs) {
    const Vec2 r = spring.point - slider.center_of_mass;
    sum += spring.stiffness * (1.0 / slider.mass + dot(r, r) / slider.inertia);
  }
  return sum;
}

}  // namespace

ProxFinding check_prox(const Slider& slider, const SliderRunOptions& options, const SliderRun& run,
                       const ProxTime& time, const Spread& spread) {
  ProxFinding result;
  const Groups largest = largest_values(slider, run);
  const SliderRun by_event = with_stick_events(run);
  SliderRunOptions prox = options;
  prox.method = SliderRunOptions::Method::Prox;
  std::vector<SliderRun> runs;
  double until = 1e300;
  int last_count = 25;  // of a run to see how long others take
  prox.step = *options.duration / last_count;
  time.begin();
  simulate_slider(slider, prox);
  for (std::size_t i = 0; i < step_counts.size(); ++i) {
    prox.step = *options.duration / step_counts[i];
    const bool would_take_long = time.spent() * step_counts[i] / last_count > time.most;
    if (!would_take_long) {
      time.begin();
      runs.push_back(simulate_slider(slider, prox, [&](double) { return time.spent() < time.most; }));
      last_count = step_counts[i];
    }
    if (would_take_long || runs.back().outcome == RunOutcome::Interrupted) {
      result.gave_up = true;
      result.finding.reset();
      return result;
    }
    if (i < 2) continue;
    until = comparable_until(slider, by_event, with_stick_events(runs.back()), 1.0, 20.0 * prox.step);
    const std::size_t row = last_row(run, until);
    std::vector<SliderState> ends;
    for (const SliderRun& each : runs) ends.push_back(each.samples[row].state);
    const SliderSample& at = run.samples[row];
    const bool rests_by_prox_only = runs.back().samples[row].mode == MotionMode::Stick && at.mode != MotionMode::Stick;
    Groups unavoidable = spread.size() == run.samples.size() ? spread[row] : Groups{};
    if (rests_by_prox_only) {
      const Groups lost = lost_in_step(slider, prox.step, at.t);
      for (std::size_t k = 0; k < lost.size(); ++k) unavoidable[k] = std::max(unavoidable[k], lost[k]);
    }
    result.finding = compare(at.state, ends, largest, unavoidable);
    result.is_cut = row + 1 < run.samples.size();
    if (result.finding)
      *result.finding += " at t = " + number_text(run.samples[row].t);
    else
      return result;
  }
  // steps of h damp a spring of frequency w by w² h/2: nothing is known where that has not become little yet
  constexpr double little = 0.1;
  if (0.5 * stiffest(slider) * prox.step * *options.duration > little) {
    result.gave_up = true;
    result.finding.reset();
  }
  return result;
}

}  // namespace dryslip::soak
