#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "dryslip/numerics/chebyshev_rule.hpp"
#include "dryslip/numerics/curve_bound.hpp"
#include "dryslip/slider/detail/slider_simulation.hpp"

namespace dryslip::detail {

using Powers = ChebyshevRule::Powers;

template <class Row>
Powers powers_of(const Row& row) {
  Powers result;
  for (Eigen::Index i = 0; i < 8; ++i) result[static_cast<std::size_t>(i)] = row[i];
  return result;
}

inline CurveBound bound_powers(const Powers& p, double from, double to) {
  std::size_t count = p.size();
  while (count > 1 && p[count - 1] == 0.0) --count;
  return count == 1 ? constant_curve(p[0]) : bound_polynomial(std::span(p).first(count), from, to);
}

/// Three numbers along a step as polynomials through their values at eight places, and how far these may be off.
struct ThreePolynomials {
  std::array<Powers, 3> powers{};
  std::array<double, 3> off{};
  std::array<double, 3> rounding{};  ///< of the values and of the sums that make the polynomials

  template <class ValueAt>
  static ThreePolynomials through(const ValueAt& value_at) {
    const ChebyshevRule& rule = ChebyshevRule::get();
    constexpr int count = ChebyshevRule::count;
    Eigen::Matrix<double, 3, count> values;
    for (int j = 0; j < count; ++j) values.col(j) = value_at(rule.at[static_cast<std::size_t>(j)]);
    const Eigen::Matrix<double, 3, count> series = values * rule.to_series, all_powers = series * rule.to_powers;
    ThreePolynomials result;
    for (Eigen::Index i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      result.powers[k] = powers_of(all_powers.row(i));
      result.off[k] = 0.5 * (std::abs(series(i, count - 1)) + std::abs(series(i, count - 2)));
      constexpr double some = 16.0;
      result.rounding[k] = some * std::numeric_limits<double>::epsilon() * values.row(i).cwiseAbs().maxCoeff();
    }
    return result;
  }
  static ThreePolynomials constant(const Vector3& values) {
    ThreePolynomials result;
    for (std::size_t i = 0; i < 3; ++i) result.powers[i][0] = values[static_cast<Eigen::Index>(i)];
    return result;
  }

  std::array<CurveBound, 3> bounds(double from, double to) const {
    std::array<CurveBound, 3> result;
    for (std::size_t i = 0; i < 3; ++i) {
      result[i] = bound_powers(powers[i], from, to);
      const Interval about{-rounding[i], rounding[i]};
      result[i].center = result[i].center + about;
      result[i].value = result[i].value + about;
      result[i].stray += off[i] + rounding[i];
    }
    return result;
  }
};

/// Bounds of the equations along parts of a curve, and of the load that slides.
class SliderSimulation::Span {
 public:
  Span(const SliderSimulation& simulation, const Curve& curve) : simulation_(simulation), curve_(curve) {
    // times closer than this are the same
    const double duration = curve.powers.row(0).tail<7>().sum();
    smallest_ = std::max(1e-15, 4.0 * std::numeric_limits<double>::epsilon() *
                                    (std::abs(curve.powers(0, 0)) + duration) / std::max(duration, 1e-300));
  }

  double smallest() const { return smallest_; }

  /// Throws LooksWithoutEnd.
  SpanBounds bounds(double from, double to) const {
    if (simulation_.looks_.is_due() && simulation_.looks_.is_none(curve_.at(from)[0], simulation_.part_of_run()))
      throw LooksWithoutEnd();
    return equations().bounds(0.5 * (to - from), state(from, to));
  }
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
    return bound_powers(powers_of(curve_.powers.row(i)), from, to);
  }
  StateBounds state(double from, double to) const {
    StateBounds result{.t = bound(0, from, to),
                       .pose = {bound(1, from, to), bound(2, from, to), bound(3, from, to)},
                       .slip = {bound(4, from, to), bound(5, from, to), bound(6, from, to)}};
    if (!equations().are_of_time() && !curve_.powers.middleRows<3>(4).isZero(0.0)) {
      // as polynomials in world axes: bounds of its parts would not show that they cancel
      if (!velocity_) {
        velocity_ = ThreePolynomials::through([this](double x) -> Vector3 {
          const SliderState at = simulation_.state(curve_.at(x));
          return {at.velocity.x, at.velocity.y, at.omega};
        });
      }
      result.velocity = velocity_->bounds(from, to);
    }
    return result;
  }

  const SliderSimulation& simulation_;
  const Curve& curve_;
  double smallest_ = 0.0;
  mutable std::optional<ThreePolynomials> velocity_;
};

}  // namespace dryslip::detail
