#include "dryslip/surrogate/contact_samples.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dryslip {

std::vector<Twist> even_motions(std::size_t count) {
  const std::size_t parts = (count + 15) / 16;
  std::vector<Twist> motions;
  const double turn = 2.0 * std::numbers::pi * (std::numbers::phi - 1.0);
  for (std::size_t i = 0; i < parts; ++i) {
    const double omega = 1.0 - (2.0 * static_cast<double>(i) + 1.0) / static_cast<double>(2 * parts);
    const Vec2 v = std::sqrt(1.0 - omega * omega) * unit_vector(turn * static_cast<double>(i));
    for (const double x : {1.0, -1.0}) {
      for (const double y : {1.0, -1.0}) {
        for (const double spin : {1.0, -1.0}) {
          motions.push_back({{x * v.x, y * v.y}, spin * omega});
          motions.push_back({{x * v.y, y * v.x}, spin * omega});
        }
      }
    }
  }
  return motions;
}

namespace {

ContactSample sample_at(const FrictionModel& exact, const ContactFrame& frame, const Twist& x) {
  const FrictionLoad y = frame.scaled(exact.load(frame.unscaled(x)));
  return {x, y, power(y, x)};
}

/// Whether D is unchanged for a motion whose velocity is turned by odd angles, and for the opposite spin.
bool is_axisymmetric(const FrictionModel& exact, const ContactFrame& frame) {
  constexpr double alike = 1e-9;  // integrated loads are good to 1e-10
  for (const double omega : {0.0, 0.4, 0.9, 2.0}) {
    const double D = sample_at(exact, frame, {{1.0, 0.0}, omega}).D;
    for (const double angle : {0.7, 1.9, 3.3, 4.4, 5.9}) {
      for (const double sign : {1.0, -1.0}) {
        if (std::abs(sample_at(exact, frame, {unit_vector(angle), sign * omega}).D - D) > alike * D) return false;
      }
    }
  }
  return true;
}

}  // namespace

ContactSamples sample_contact(const FrictionModel& exact, Vec2 reference, std::size_t count, const Progress& progress) {
  ContactSamples samples{.frame = frame_about(exact, reference), .all = {}, .along_axes = {}};
  const auto at = [&](const Twist& x) { return sample_at(exact, samples.frame, x); };
  const std::vector<Twist> motions = even_motions(count);
  for (const Twist& x : motions) {
    tell(progress, static_cast<double>(samples.all.size()) / static_cast<double>(motions.size()));
    samples.all.push_back(at(x));
  }
  samples.along_axes = {at({{1.0, 0.0}, 0.0}), at({{0.0, 1.0}, 0.0}), at({{}, 1.0})};
  samples.is_axisymmetric = is_axisymmetric(exact, samples.frame);
  return samples;
}

}  // namespace dryslip
