// Random bodies on random contacts: both methods tell the same motion, the works balance, and free sliding ends in the bracket.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "dryslip/record/number_text.hpp"
#include "dryslip/slider/simulate_slider.hpp"
#include "dryslip/slider/stop_time.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

/// A moving body on points, wheels, ratchets, … or areas, with its center of mass anywhere near.
Slider random_slider(Random& random) {
  Slider slider{.contact = random_contact(random).patch};
  const double size = reach(slider.contact), k = size * std::exp(uniform(random, -1.0, 1.0));
  slider.mass = slider.contact.normal_force / 9.81;
  slider.inertia = slider.mass * k * k;
  slider.center_of_mass = uniform_in_square(random, 0.3 * size);
  slider.initial = {.position = {},
                    .angle = uniform(random, -3.0, 3.0),
                    .velocity = uniform_in_square(random, 0.5),
                    .omega = uniform(random, -0.5, 0.5) / k};
  return slider;
}

void drive(Slider& slider, Random& random) {
  const double force = uniform(random, 0.1, 1.0) * slider.contact.normal_force;
  const double k = std::sqrt(slider.inertia / slider.mass);
  slider.drive.fx = Expression(number_text(force) + "*sin(3*t)", drive_variables);
  slider.drive.moment = Expression(number_text(0.2 * force * k) + "*cos(2*t)", drive_variables);
}

void expect_balance(const SliderRun& run) {
  const double start = run.samples.front().kinetic_energy;
  double scale = start, worst = 0.0;
  for (const SliderSample& row : run.samples) {
    scale = std::max({scale, row.kinetic_energy, std::abs(row.work_of_loads)});
    worst = std::max(worst, std::abs(row.kinetic_energy - start - row.work_of_loads - row.work_of_friction));
  }
  EXPECT_LT(worst, 1e-9 * scale);  // ten digits asked of the states
}

/// Largest difference of the last poses, in units of the contact's size and radians.
double distance(const SliderRun& a, const SliderRun& b, double size) {
  const SliderState &p = a.samples.back().state, &q = b.samples.back().state;
  return std::max(length(p.position - q.position) / size, std::abs(p.angle - q.angle));
}

TEST(RandomSliders, FreeSlidingEndsInTheBracketOfItsStopTime) {
  Random random(3);
  for (int i = 0; i < test_cases(0.3); ++i) {
    SCOPED_TRACE(i);
    const Slider slider = random_slider(random);
    const SliderRun run =
        simulate_slider(slider, {.duration = 3.0, .until = SliderRunOptions::Until::Rest, .output_step = 0.1});
    const StopTimeBracket bracket = bracket_stop_time(slider);
    const double end = run.samples.back().t;
    expect_balance(run);
    if (run.outcome == RunOutcome::NeverAtRest) {
      EXPECT_GE(bracket.latest, end);
      continue;
    }
    ASSERT_EQ(run.outcome, RunOutcome::AtRest);
    EXPECT_GE(end, bracket.earliest * (1.0 - 1e-9));
    EXPECT_LE(end, bracket.latest * (1.0 + 1e-9));
  }
}

TEST(RandomSliders, ADrivenBodyMovesAlikeByBothMethods) {
  Random random(2);
  for (int i = 0; i < test_cases(0.15); ++i) {
    SCOPED_TRACE(i);
    Slider slider = random_slider(random);
    drive(slider, random);
    const double size = reach(slider.contact);
    SliderRunOptions options{.duration = 0.5, .output_step = 0.05};
    const SliderRun exact = simulate_slider(slider, options);
    ASSERT_EQ(exact.outcome, RunOutcome::Finished);
    expect_balance(exact);
    options.method = SliderRunOptions::Method::Prox;
    options.step = 4e-4;
    const double coarse = distance(simulate_slider(slider, options), exact, size);
    options.step = 5e-5;
    const double fine = distance(simulate_slider(slider, options), exact, size);
    // first order: an eighth, but for the places where an event falls within its step
    EXPECT_LT(fine, 0.3 * coarse + 1e-9);
  }
}

}  // namespace
}  // namespace dryslip::tests
