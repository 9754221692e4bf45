#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>

#include "dryslip/numerics/curve_bound.hpp"
#include "dryslip/stick_slip/detail/slider_simulation.hpp"

namespace dryslip::detail {

using Powers = std::array<double, 8>;

template <class Row>
Powers powers_of(const Row& row) {
  Powers result;
  for (Eigen::Index i = 0; i < 8; ++i) result[static_cast<std::size_t>(i)] = row[i];
  return result;
}

/// Polynomials through values at eight places of 0 ≤ x ≤ 1.
struct ChebyshevRule {
  static constexpr int count = 8;
  using Matrix = Eigen::Matrix<double, count, count>;
  std::array<double, count> at;
  Matrix to_series;  // values times this: factors of Chebyshev's polynomials
  Matrix to_powers;  // those times this: of powers of x

  ChebyshevRule() {
    // T_k(2x − 1) by powers of x
    to_powers.setZero();
    to_powers(0, 0) = 1.0;
    to_powers(1, 0) = -1.0, to_powers(1, 1) = 2.0;
    for (int k = 2; k < count; ++k) {
      for (int j = 0; j < count; ++j) {
        const double times_x = j > 0 ? to_powers(k - 1, j - 1) : 0.0;
        to_powers(k, j) = 4.0 * times_x - 2.0 * to_powers(k - 1, j) - to_powers(k - 2, j);
      }
    }
    for (int j = 0; j < count; ++j) {
      const double angle = std::numbers::pi * (j + 0.5) / count;
      at[static_cast<std::size_t>(j)] = 0.5 * (1.0 + std::cos(angle));
      for (int k = 0; k < count; ++k) to_series(j, k) = (k == 0 ? 1.0 : 2.0) / count * std::cos(k * angle);
    }
  }
  static const ChebyshevRule& get() {
    static const ChebyshevRule rule;
    return rule;
  }
};

/// Bounds of the equations along parts of a curve, and of the load that slides.
class SliderSimulation::Span {
 public:
  Span(const SliderSimulation& simulation, const Curve& curve) : simulation_(simulation), curve_(curve) {
    // times closer than this are the same
    const double duration = curve.powers.row(0).tail<7>().sum();
    smallest_ = std::max(1e-14, 4.0 * std::numeric_limits<double>::epsilon() *
                                    (std::abs(curve.powers(0, 0)) + duration) / std::max(duration, 1e-300));
  }

  double smallest() const { return smallest_; }

  SpanBounds bounds(double from, double to) const { return equations().bounds(0.5 * (to - from), state(from, to)); }
  /// Adds the bounds of all formulas.
  void add_formulas(double from, double to, std::vector<FormulaBound>& formulas) const {
    equations().add_formulas(0.5 * (to - from),
                             equations().are_of_time() ? StateBounds{.t = bound(0, from, to)} : state(from, to),
                             formulas);
  }

  /// Adds the values of all formulas at one place.
  void add_values(double x, std::vector<double>& values) const {
    const Unknowns y = curve_.at(x);
    equations().add_values(y[0], equations().are_of_time() ? SliderState{} : simulation_.state(y), values);
  }

 private:
  const SliderEquations& equations() const { return simulation_.equations_; }
  CurveBound bound(Eigen::Index i, double from, double to) const {
    return bound(powers_of(curve_.powers.row(i)), from, to);
  }
  static CurveBound bound(const Powers& p, double from, double to) {
    std::size_t count = p.size();
    while (count > 1 && p[count - 1] == 0.0) --count;
    return count == 1 ? constant_curve(p[0]) : bound_polynomial(std::span(p).first(count), from, to);
  }
  StateBounds state(double from, double to) const {
    StateBounds result{.t = bound(0, from, to),
                       .pose = {bound(1, from, to), bound(2, from, to), bound(3, from, to)},
                       .slip = {bound(4, from, to), bound(5, from, to), bound(6, from, to)}};
    if (!equations().are_of_time() && !curve_.powers.middleRows<3>(4).isZero(0.0)) {
      if (!velocity_) velocity_ = velocity_along();
      BoundVector& velocity = result.velocity.emplace(
          BoundVector{bound(velocity_->powers[0], from, to), bound(velocity_->powers[1], from, to)});
      velocity.x.stray += velocity_->off[0];
      velocity.y.stray += velocity_->off[1];
    }
    return result;
  }

  /// The velocity in world axes as polynomials: bounds of its parts in body axes would not show that they cancel.
  struct Velocity {
    std::array<Powers, 2> powers;
    std::array<double, 2> off;
  };
  Velocity velocity_along() const {
    const ChebyshevRule& rule = ChebyshevRule::get();
    constexpr int count = ChebyshevRule::count;
    Eigen::Matrix<double, 2, count> values;
    for (int j = 0; j < count; ++j)
      values.col(j) = simulation_.relative_velocity(curve_.at(rule.at[static_cast<std::size_t>(j)])).head<2>();
    const Eigen::Matrix<double, 2, count> series = values * rule.to_series, powers = series * rule.to_powers;
    const auto off = [&](Eigen::Index i) {
      return 0.5 * (std::abs(series(i, count - 1)) + std::abs(series(i, count - 2)));
    };
    return {{powers_of(powers.row(0)), powers_of(powers.row(1))}, {off(0), off(1)}};
  }

  const SliderSimulation& simulation_;
  const Curve& curve_;
  double smallest_ = 0.0;
  mutable std::optional<Velocity> velocity_;
};

}  // namespace dryslip::detail
