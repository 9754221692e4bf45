#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "dryslip/numerics/detail/runge_kutta_853_weights.hpp"

namespace dryslip {

/// One step of an explicit Runge-Kutta method of order 8 for y′ = f(y) with N unknowns, its error estimate, and the curve
/// between its ends to order 7 [Hairer1993, sec. II.10].
template <int N>
class RungeKutta853 {
 public:
  using State = Eigen::Matrix<double, N, 1>;

  /// From y with slope f(y) over h; f may be called at places beyond the end.
  template <class Slope>
  void step(const Slope& f, const State& y, const State& slope, double h) {
    start_ = y;
    h_ = h;
    slopes_[0] = slope;
    stages<1>(f, std::make_index_sequence<detail::runge_kutta_stages>{});
    end_ = place<detail::runge_kutta_stages>();  // whose slope is that of the last stage computed
    has_interpolant_ = false;
  }

  const State& start() const { return start_; }
  const State& end() const { return end_; }
  const State& end_slope() const { return slopes_[detail::runge_kutta_stages]; }
  double size() const { return h_; }

  /// Error of the step in units of `allowed` per component: at most 1 is good. It falls with h⁸.
  double error(const State& allowed) const {
    const State e5 = h_ * sum<12>(detail::error_weights_5).cwiseQuotient(allowed);
    const State e5_beside = h_ * sum<12>(detail::error_weights_5_beside).cwiseQuotient(allowed);
    const State e3 = ((end_ - start_) - h_ * sum<12>(detail::solution_weights_3)).cwiseQuotient(allowed);
    const double five = std::hypot(0.9 * norm(e5), 0.4 * norm(e5_beside)), three = norm(e3);
    if (five == 0.0) return 0.0;
    return five * (five / std::hypot(five, 0.1 * three)) / std::sqrt(static_cast<double>(N));
  }

  /// Step that would have the error 1 with a margin, seen from one with this error.
  static double next_size(double h, double error) {
    return h * std::clamp(0.9 * std::pow(std::max(error, 1e-12), -1.0 / 8.0), 0.3, 5.0);
  }

  /// Step times the largest rate of the equations, as far as the last two stages show it, with components in units of `scale`: the
  /// method is stable up to about 6 [Hairer1996, sec. IV.2].
  double stiffness(const State& scale) const {
    const State change = (end_slope() - slopes_[detail::runge_kutta_stages - 1]).cwiseQuotient(scale);
    const State way = (end_ - place<detail::runge_kutta_stages - 1>()).cwiseQuotient(scale);
    const double length = norm(way);
    return length > 0.0 ? std::abs(h_) * norm(change) / length : 0.0;
  }

  /// y at the part x of the step as Σ powers[i] xⁱ.
  template <class Slope>
  Eigen::Matrix<double, N, 8> powers(const Slope& f) {
    if (!has_interpolant_) make_interpolant(f);
    Eigen::Matrix<double, N, 8> sum;
    sum.col(0) = start_;
    // x, x (1 − x), x² (1 − x), x² (1 − x)², …
    const auto& c = curve_;
    sum.col(1) = c[0] + c[1];
    sum.col(2) = c[2] + c[3] - c[1];
    sum.col(3) = c[4] + c[5] - c[2] - 2.0 * c[3];
    sum.col(4) = c[6] + c[3] - 2.0 * c[4] - 3.0 * c[5];
    sum.col(5) = c[4] + 3.0 * (c[5] - c[6]);
    sum.col(6) = 3.0 * c[6] - c[5];
    sum.col(7) = -c[6];
    return sum;
  }

  /// y at the part x of the step, 0 ≤ x ≤ 1. The first call takes three more values of f.
  template <class Slope>
  State at(const Slope& f, double x) {
    if (!has_interpolant_) make_interpolant(f);
    State sum = State::Zero();
    for (std::size_t i = curve_.size(); i-- > 0;) sum = (i % 2 == 0 ? x : 1.0 - x) * (curve_[i] + sum);
    return start_ + sum;
  }

 private:
  /// Euclidean norm; squares that overflow or underflow, as after a step far too long, do no harm.
  static double norm(const State& a) {
    const double square = a.squaredNorm();
    constexpr double small = 1e-200, large = 1e200;
    return square > small && square < large ? std::sqrt(square) : a.stableNorm();
  }

  template <std::size_t Stages>
  State sum(const detail::StageWeights& weights) const {
    State result = State::Zero();
    for (std::size_t j = 0; j < Stages; ++j) {
      if (weights[j] != 0.0) result += weights[j] * slopes_[j];
    }
    return result;
  }

  template <std::size_t Stage>
  State place() const {
    return place_of<Stage>(std::make_index_sequence<used(Stage)>{});
  }
  /// In one pass over the unknowns.
  template <std::size_t Stage, std::size_t... I>
  State place_of(std::index_sequence<I...>) const {
    return start_ + h_ * (... + (detail::stage_weights[Stage][nth_used(Stage, I)] * slopes_[nth_used(Stage, I)]));
  }
  static constexpr std::size_t used(std::size_t stage) {
    std::size_t count = 0;
    for (const double weight : detail::stage_weights[stage]) count += weight != 0.0 ? 1 : 0;
    return count;
  }
  static constexpr std::size_t nth_used(std::size_t stage, std::size_t n) {
    std::size_t j = 0;
    for (;; ++j) {
      if (detail::stage_weights[stage][j] != 0.0 && n-- == 0) return j;
    }
  }
  template <std::size_t First, class Slope, std::size_t... I>
  void stages(const Slope& f, std::index_sequence<I...>) {
    ((slopes_[First + I] = f(place<First + I>())), ...);
  }

  template <class Slope>
  void make_interpolant(const Slope& f) {
    stages<detail::runge_kutta_stages + 1>(f, std::make_index_sequence<3>{});
    const State change = end_ - start_;
    curve_[0] = change;
    curve_[1] = h_ * slopes_[0] - change;
    curve_[2] = 2.0 * change - h_ * (slopes_[0] + end_slope());
    for (std::size_t i = 0; i < 4; ++i) {
      curve_[3 + i] = h_ * sum<detail::runge_kutta_all_stages>(detail::interpolant_weights[i]);
    }
    has_interpolant_ = true;
  }

  State start_ = State::Zero(), end_ = State::Zero();
  double h_ = 0.0;
  std::array<State, detail::runge_kutta_all_stages> slopes_;
  std::array<State, 7> curve_;
  bool has_interpolant_ = false;
};

}  // namespace dryslip
