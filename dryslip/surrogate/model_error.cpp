#include "dryslip/surrogate/model_error.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>

#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/limit_surface/smooth_motion.hpp"
#include "dryslip/record/progress_part.hpp"

namespace dryslip {

using detail::vector_of;

namespace {

/// Angle between two vectors, accurate for small ones.
double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

double part_of(double value, double unit) { return unit > 0.0 ? value / unit : 0.0; }

/// |ΔF| or |ΔM|, whichever is more, relative to LoadScale.
double size_of(const FrictionLoad& off, const LoadScale& scale) {
  return std::max(part_of(length(off.force), scale.force), part_of(std::abs(off.moment), scale.moment));
}

/// Follows the error of the load uphill among the motions, in steps that shrink from the distance of the samples on.
void search_largest(const Surrogate& model, const FrictionModel& exact, const ContactFrame& frame,
                    const Progress& progress, ModelError& error) {
  Eigen::Vector3d x = vector_of(frame.scaled(error.largest_at));
  constexpr double first_step = 0.05, last_step = 1e-4;  // [rad]
  for (double step = first_step; step > last_step;) {
    tell(progress, std::log(first_step / step) / std::log(first_step / last_step));
    const Eigen::Vector3d e1 = x.unitOrthogonal(), e2 = x.cross(e1);
    Eigen::Vector3d best = x;
    for (int i = 0; i < 8; ++i) {
      const Vec2 u = unit_vector(i * 0.25 * std::numbers::pi);
      const Eigen::Vector3d next = (x + step * (u.x * e1 + u.y * e2)).normalized();
      const Twist V = frame.unscaled(detail::twist_of(next));
      const double size = size_of(model.load(V) - exact.load(V), model.scale());
      if (size <= error.largest) continue;
      error.largest = size;
      error.largest_at = V;
      best = next;
    }
    if (best == x) step *= 0.5;
    x = best;
  }
}

}  // namespace

ModelError measure_error(const Surrogate& model, const FrictionModel& exact, const ContactSamples& samples,
                         const Progress& progress) {
  constexpr double samples_part = 0.8;  // of the time, about; the rest is the search
  const Progress of_samples = part_of(progress, 0.0, samples_part);
  const double count = static_cast<double>(samples.all.size());
  const ContactFrame& frame = samples.frame;
  const Eigen::Vector3d units(1.0, 1.0, 1.0 / frame.length);
  ModelError error{.least_power = std::numeric_limits<double>::infinity()};
  double sum = 0.0, done = 0.0;
  for (const ContactSample& sample : samples.all) {
    tell(of_samples, done++ / count);
    const Twist V = frame.unscaled(sample.motion);
    const FrictionLoad known = frame.unscaled(sample.load), P = model.load(V);
    const double size = size_of(P - known, model.scale());
    sum += size * size;
    if (size > error.largest) {
      error.largest = size;
      error.largest_at = V;
    }
    const double ratio = power(frame.scaled(P), sample.motion) / sample.D;
    error.dissipation = std::max(error.dissipation, std::abs(ratio - 1.0));
    error.least_power = std::min(error.least_power, ratio);
    const MotionOfLoad found = smooth_motion(model, known, frame.length);
    error.gauge = std::max(error.gauge, std::abs(1.0 / found.factor - 1.0));
    error.center_of_rotation = std::max(error.center_of_rotation,
                                        angle_between(vector_of(frame.scaled(found.motion)), vector_of(sample.motion)));
    error.converged = error.converged && found.converged;
    const Mat3 J = units.asDiagonal() * model.hessian(V) * units.asDiagonal();
    error.asymmetry = std::max(error.asymmetry, (J - J.transpose()).norm() / (J + J.transpose()).norm());
  }
  search_largest(model, exact, frame, part_of(progress, samples_part, 1.0), error);
  error.rms = std::sqrt(sum / count);
  return error;
}

LoadCost measure_cost(const FrictionModel& model, const ContactFrame& frame, const Progress& progress) {
  using Clock = std::chrono::steady_clock;
  std::vector<Twist> motions = even_motions(1024);
  for (Twist& motion : motions) motion = frame.unscaled(motion);
  std::vector<FrictionLoad> loads(motions.size());
  const auto least_time = [&](const Progress& told, const auto& work) {
    constexpr double long_enough = 2e-3;  // [s] of a run, against the grain of the clock
    constexpr int runs = 5;
    double least = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
      tell(told, static_cast<double>(run) / runs);
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
  cost.one_by_one = least_time(part_of(progress, 0.0, 0.5), [&] {
    for (std::size_t i = 0; i < motions.size(); ++i) loads[i] = model.load(motions[i]);
  });
  cost.in_batch = least_time(part_of(progress, 0.5, 1.0), [&] { model.loads(motions, loads); });
  return cost;
}

}  // namespace dryslip
