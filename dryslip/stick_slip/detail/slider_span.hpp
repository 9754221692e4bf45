#pragma once

#include <algorithm>
#include <array>

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
  Span(const SliderSimulation& simulation, const Curve& curve) : simulation_(simulation) {
    for (Eigen::Index i = 0; i < 7; ++i) powers_[static_cast<std::size_t>(i)] = powers_of(curve.powers.row(i));
    // times closer than this are the same
    const double duration = curve.at(1.0)[0] - curve.powers(0, 0);
    smallest_ = std::max(1e-14, 4.0 * std::numeric_limits<double>::epsilon() *
                                    (std::abs(curve.powers(0, 0)) + duration) / std::max(duration, 1e-300));
  }

  double smallest() const { return smallest_; }

  SpanBounds bounds(double from, double to, std::vector<FormulaBound>* formulas = nullptr) const {
    const auto bound = [&](std::size_t i) {
      const Powers& p = powers_[i];
      const bool is_constant = std::all_of(p.begin() + 1, p.end(), [](double power) { return power == 0.0; });
      return is_constant ? constant_curve(p[0]) : bound_polynomial(p, from, to);
    };
    return simulation_.equations_.bounds(0.5 * (to - from), bound(0), {bound(1), bound(2), bound(3)},
                                         {bound(4), bound(5), bound(6)}, formulas);
  }

 private:
  const SliderSimulation& simulation_;
  std::array<Powers, 7> powers_;
  double smallest_ = 0.0;
};

}  // namespace dryslip::detail
