#include "dryslip/surrogate/pade_fit.hpp"

#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dryslip/surrogate/hertz_contact.hpp"

namespace dryslip {

namespace {

using std::numbers::pi;

/// (|v|, ω) at the middles of equal parts of the region.
std::vector<Vec2> speeds_and_spins(const PadeRegion& region) {
  std::vector<Vec2> places;
  const int n = region.speeds;
  if (region.shape == PadeRegion::Shape::Circle) {
    for (int k = 0; k < n; ++k) places.push_back(unit_vector((k + 0.5) / n * 0.5 * pi));
    return places;
  }
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j) places.push_back({(k + 0.5) / n, (j + 0.5) / n});
  }
  return places;
}

template <class Visit>
void for_each_slip(const PadeRegion& region, const Visit& visit) {
  for (const Vec2& place : speeds_and_spins(region)) {
    for (int j = 0; j < region.directions; ++j) {
      visit(Twist{place.x * unit_vector((j + 0.5) / region.directions * 2.0 * pi), place.y});
    }
  }
}

/// The sum of squares of T or of M as a function of ln b and ln(m − 1), which keeps b > 0 and m > 1.
class Component {
 public:
  enum class Which { T, M };
  using Vector2 = Eigen::Vector2d;

  Component(std::span<const PadeSample> samples, Which which) : samples_(samples), which_(which) {}

  static Vector2 unknowns(double b, double m) { return {std::log(b), std::log(m - 1.0)}; }
  static double b(const Vector2& q) { return std::exp(q[0]); }
  static double m(const Vector2& q) { return 1.0 + std::exp(q[1]); }

  double sum_of_squares(const Vector2& q) const {
    const PadeFormula formula = formula_of(q);
    double sum = 0.0;
    for (const PadeSample& sample : samples_) {
      const Eigen::Vector3d r = residual(formula, sample);
      sum += sample.weight * r.squaredNorm();
    }
    return sum;
  }

  struct End {
    Vector2 at;
    double sum = 0.0;
    bool converged = false;
  };
  End descend(Vector2 q) const {
    constexpr int most_steps = 200;
    constexpr double converged = 1e-11;  // of b and m, relative
    double damping = 1e-3, sum = sum_of_squares(q);
    for (int step = 0; step < most_steps; ++step) {
      const auto [slope, curvature] = normal_equations(q);
      for (; damping < 1e12; damping *= 10.0) {
        Eigen::Matrix2d damped = curvature;
        damped.diagonal() *= 1.0 + damping;
        const Vector2 change = -damped.inverse() * slope;
        const Vector2 next = (q + change).cwiseMax(-5.0).cwiseMin(5.0);
        const double next_sum = sum_of_squares(next);
        if (!(next_sum <= sum)) continue;
        const bool is_done = change.norm() <= converged;
        q = next;
        sum = next_sum;
        damping = std::max(0.1 * damping, 1e-12);
        if (is_done) return {q, sum, true};
        break;
      }
      // no step lowers the sum by more than rounding: converged where the step itself is small
      if (!(damping < 1e12)) return {q, sum, (curvature.inverse() * slope).norm() <= 1e-7};
    }
    return {q, sum, false};
  }

 private:
  PadeFormula formula_of(const Vector2& q) const {
    PadeParameters parameters = szewc_parameters;
    (which_ == Which::T ? parameters.b_T : parameters.b_M) = b(q);
    (which_ == Which::T ? parameters.m_T : parameters.m_M) = m(q);
    return PadeFormula(parameters);
  }

  Eigen::Vector3d residual(const PadeFormula& formula, const PadeSample& sample) const {
    const FrictionLoad off = formula.load(sample.slip, sample.moments) - sample.exact;
    return which_ == Which::T ? Eigen::Vector3d(off.force.x, off.force.y, 0.0) : Eigen::Vector3d(0.0, 0.0, off.moment);
  }

  /// Half the slope of the sum, and Gauss's part of half its curvature.
  std::pair<Vector2, Eigen::Matrix2d> normal_equations(const Vector2& q) const {
    constexpr double h = 1e-5;  // central differences: truncation 1e-10, rounding 1e-11
    const PadeFormula here = formula_of(q);
    const PadeFormula up[2]{formula_of(q + Vector2(h, 0.0)), formula_of(q + Vector2(0.0, h))};
    const PadeFormula down[2]{formula_of(q - Vector2(h, 0.0)), formula_of(q - Vector2(0.0, h))};
    Vector2 slope = Vector2::Zero();
    Eigen::Matrix2d curvature = Eigen::Matrix2d::Zero();
    for (const PadeSample& sample : samples_) {
      Eigen::Matrix<double, 3, 2> J;
      for (int i = 0; i < 2; ++i) J.col(i) = (residual(up[i], sample) - residual(down[i], sample)) / (2.0 * h);
      slope += sample.weight * (J.transpose() * residual(here, sample));
      curvature += sample.weight * (J.transpose() * J);
    }
    return {slope, curvature};
  }

  std::span<const PadeSample> samples_;
  Which which_;
};

Component::End fit_component(const Component& component, double b, double m) {
  Component::Vector2 best = Component::unknowns(0.7, 2.5);
  double least = std::numeric_limits<double>::infinity();
  for (const double grid_b : {0.25, 0.5, 0.8, 1.3}) {
    for (const double grid_m : {1.5, 2.2, 3.5, 6.0}) {
      const Component::Vector2 q = Component::unknowns(grid_b, grid_m);
      const double sum = component.sum_of_squares(q);
      if (sum < least) {
        least = sum;
        best = q;
      }
    }
  }
  const Component::End from_grid = component.descend(best), from_guess = component.descend(Component::unknowns(b, m));
  return from_guess.sum < from_grid.sum ? from_guess : from_grid;
}

void take(ComponentError& error, double size, const PadeSample& sample) {
  error.rms += sample.weight * size * size;
  if (size <= error.largest) return;
  error.largest = size;
  error.largest_at = sample.slip;
  error.center = sample.moments.center;
}

}  // namespace

std::vector<PadeSample> hertz_samples(const PadeRegion& region) {
  std::vector<PadeSample> samples;
  for_each_slip(region, [&](const Twist& slip) {
    // the pressure, and with it the load, is linear in the shift
    const FrictionLoad centered = hertz_integral(slip, {}).load;
    const FrictionLoad per_shift = hertz_integral(slip, {1.0, 0.0}).load - centered;
    for (int i = 0; i < region.shifts; ++i) {
      const double d = region.least_shift + (i + 0.5) / region.shifts * (region.largest_shift - region.least_shift);
      samples.push_back({.slip = slip,
                         .moments = hertz_moments({d, 0.0}),
                         .exact = centered + d * per_shift,
                         .weight = region.weight ? region.weight(slip, d) : 1.0});
    }
  });
  return samples;
}

std::vector<PadeSample> contact_samples_of(const FrictionModel& exact, const ContactFrame& frame,
                                           const PressureMoments& moments, const PadeRegion& region,
                                           const Progress& progress) {
  std::vector<PadeSample> samples;
  const double count = static_cast<double>(speeds_and_spins(region).size()) * region.directions;
  const double a = PadeQuotient::radius();
  for_each_slip(region, [&](const Twist& slip) {
    tell(progress, static_cast<double>(samples.size()) / count);
    const FrictionLoad y = frame.scaled(exact.load(frame.unscaled(Twist{slip.velocity, slip.omega / a})));
    samples.push_back({.slip = slip,
                       .moments = moments,
                       .exact = {y.force, y.moment / a},
                       .weight = region.weight ? region.weight(slip, 0.0) : 1.0});
  });
  return samples;
}

PadeFit rate_pade(std::span<const PadeSample> samples, const PadeParameters& parameters) {
  PadeFit fit{.parameters = parameters, .T = {}, .M = {}, .least_power = std::numeric_limits<double>::infinity()};
  const PadeFormula formula(parameters);
  double weights = 0.0;
  for (const PadeSample& sample : samples) {
    const FrictionLoad P = formula.load(sample.slip, sample.moments), off = P - sample.exact;
    take(fit.T, length(off.force), sample);
    take(fit.M, std::abs(off.moment), sample);
    weights += sample.weight;
    const double size = std::hypot(sample.slip.velocity.x, sample.slip.velocity.y, sample.slip.omega);
    fit.least_power = std::min(fit.least_power, power(P, sample.slip) / size);
    const Mat3 J = formula.jacobian(sample.slip, sample.moments);
    fit.asymmetry = std::max(fit.asymmetry, (J - J.transpose()).norm() / (J + J.transpose()).norm());
  }
  fit.T.rms = std::sqrt(fit.T.rms / weights);
  fit.M.rms = std::sqrt(fit.M.rms / weights);
  return fit;
}

PadeFit fit_pade(std::span<const PadeSample> samples, const PadeParameters& guess) {
  const PadeFormula checked(guess);  // throws for a guess that is none
  const auto T = fit_component(Component(samples, Component::Which::T), guess.b_T, guess.m_T);
  const auto M = fit_component(Component(samples, Component::Which::M), guess.b_M, guess.m_M);
  PadeFit fit = rate_pade(
      samples,
      {.b_T = Component::b(T.at), .m_T = Component::m(T.at), .b_M = Component::b(M.at), .m_M = Component::m(M.at)});
  fit.converged = T.converged && M.converged;
  return fit;
}

}  // namespace dryslip
