#pragma once

#include <string>

#include "dryslip/slider/simulate_slider.hpp"

// Sliders of 1 kg that many tests start from.

namespace dryslip::tests {

constexpr double g = 9.81;

inline Expression drive(const std::string& text) { return {text, drive_variables}; }
inline Expression of_time(const std::string& text) { return {text, time_variable}; }

inline Slider block(double mu) {
  return {.contact = {.normal_force = g, .mu = mu, .supports = {{.shape = Rectangle{{0.1, 0.06}}}}},
          .mass = 1.0,
          .inertia = (0.1 * 0.1 + 0.06 * 0.06) / 12.0};
}

/// A point of 1 kg at O, with N = 10 N.
inline Slider mass_point(double mu) {
  return {.contact = {.normal_force = 10.0, .mu = mu, .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}}}},
          .mass = 1.0,
          .inertia = 1.0};
}

/// Three points that lock backwards along x, as seen from the center of mass in balance.
inline Slider on_ratchets(double heading) {
  return {
      .contact = {.normal_force = g,
                  .mu = 0.4,
                  .supports = {{.shape = Points{{{{0.05, 0.0}, 1.0}, {{-0.025, 0.04}, 1.0}, {{-0.025, -0.04}, 1.0}}},
                                .law = RatchetLaw{.heading = {.angle = heading}}}}},
      .mass = 1.0,
      .inertia = 0.002};
}

}  // namespace dryslip::tests
