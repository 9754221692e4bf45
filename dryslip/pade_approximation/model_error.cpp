#include "dryslip/pade_approximation/model_error.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "dryslip/limit_surface/smooth_motion.hpp"
#include "dryslip/pade_approximation/detail/scaled_vector.hpp"

namespace dryslip {

using detail::vector_of;

namespace {

/// Angle between two vectors, accurate for small ones.
double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

double part_of(double value, double unit) { return unit > 0.0 ? value / unit : 0.0; }

}  // namespace

ModelError measure_error(const StandIn& model, const ContactSamples& samples) {
  const ContactFrame& frame = samples.frame;
  const LoadScale scale = model.scale();
  const Eigen::Vector3d units(1.0, 1.0, 1.0 / frame.length);
  ModelError error{.least_power = std::numeric_limits<double>::infinity()};
  double sum = 0.0;
  for (const ContactSample& sample : samples.all) {
    const Twist V = frame.unscaled(sample.motion);
    const FrictionLoad exact = frame.unscaled(sample.load), P = model.load(V), off = P - exact;
    const double size = std::max(part_of(length(off.force), scale.force), part_of(std::abs(off.moment), scale.moment));
    sum += size * size;
    if (size > error.largest) {
      error.largest = size;
      error.largest_at = V;
    }
    const double ratio = power(frame.scaled(P), sample.motion) / sample.D;
    error.dissipation = std::max(error.dissipation, std::abs(ratio - 1.0));
    error.least_power = std::min(error.least_power, ratio);
    const MotionOfLoad found = smooth_motion(model, exact, frame.length);
    error.gauge = std::max(error.gauge, std::abs(1.0 / found.factor - 1.0));
    error.center_of_rotation = std::max(error.center_of_rotation,
                                        angle_between(vector_of(frame.scaled(found.motion)), vector_of(sample.motion)));
    error.converged = error.converged && found.converged;
    const Mat3 J = units.asDiagonal() * model.hessian(V) * units.asDiagonal();
    error.asymmetry = std::max(error.asymmetry, (J - J.transpose()).norm() / (J + J.transpose()).norm());
  }
  error.rms = std::sqrt(sum / static_cast<double>(samples.all.size()));
  return error;
}

LoadCost measure_cost(const FrictionModel& model, const ContactFrame& frame) {
  using Clock = std::chrono::steady_clock;
  std::vector<Twist> motions = even_motions(1024);
  for (Twist& motion : motions) motion = frame.unscaled(motion);
  std::vector<FrictionLoad> loads(motions.size());
  const auto least_time = [&](const auto& work) {
    constexpr double long_enough = 2e-3;  // [s] of a run, against the grain of the clock
    constexpr int runs = 5;
    double least = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
      const auto start = Clock::now();
      double time = 0.0;
      std::size_t count = 0;
      for (; time < long_enough; time = std::chrono::duration<double>(Clock::now() - start).count()) {
        work();
        count += motions.size();
      }
      least = std::min(least, 1e9 * time / static_cast<double>(count));
    }
    return least;
  };
  LoadCost cost;
  cost.one_by_one = least_time([&] {
    for (std::size_t i = 0; i < motions.size(); ++i) loads[i] = model.load(motions[i]);
  });
  cost.in_batch = least_time([&] { model.loads(motions, loads); });
  return cost;
}

}  // namespace dryslip
