#pragma once

#include <algorithm>
#include <array>
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

  SpanBounds bounds(double from, double to) const {
    return equations().bounds(0.5 * (to - from), bound(0, from, to), pose(from, to), slip(from, to));
  }
  /// Adds the bounds of all formulas.
  void add_formulas(double from, double to, std::vector<FormulaBound>& formulas) const {
    const bool is_time_enough = equations().are_of_time();
    equations().add_formulas(0.5 * (to - from), bound(0, from, to), is_time_enough ? Three{} : pose(from, to),
                             is_time_enough ? Three{} : slip(from, to), formulas);
  }

  /// Adds the values of all formulas at one place.
  void add_values(double x, std::vector<double>& values) const {
    const Unknowns y = curve_.at(x);
    equations().add_values(y[0], equations().are_of_time() ? SliderState{} : simulation_.state(y), values);
  }

 private:
  const SliderEquations& equations() const { return simulation_.equations_; }
  CurveBound bound(Eigen::Index i, double from, double to) const {
    const Powers p = powers_of(curve_.powers.row(i));
    std::size_t count = p.size();
    while (count > 1 && p[count - 1] == 0.0) --count;
    return count == 1 ? constant_curve(p[0]) : bound_polynomial(std::span(p).first(count), from, to);
  }
  using Three = std::array<CurveBound, 3>;
  Three pose(double from, double to) const { return {bound(1, from, to), bound(2, from, to), bound(3, from, to)}; }
  Three slip(double from, double to) const { return {bound(4, from, to), bound(5, from, to), bound(6, from, to)}; }

  const SliderSimulation& simulation_;
  const Curve& curve_;
  double smallest_ = 0.0;
};

}  // namespace dryslip::detail
