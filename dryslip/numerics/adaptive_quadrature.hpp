#pragma once

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace dryslip {

/// Value and error bound of an integral with N components.
template <std::size_t N>
struct Integral {
  std::array<double, N> value{};
  double error = 0.0;  ///< bound of the largest component's error: Σ |Kronrod − Gauss| over the panels, plus the
                       ///< integrand's own
  bool converged = true;

  Integral& operator+=(const Integral& other) {
    for (std::size_t i = 0; i < N; ++i) value[i] += other.value[i];
    error += other.error;
    converged = converged && other.converged;
    return *this;
  }
};

/// Gauss-Kronrod (7, 15) over [a, b]; f(x) returns an Integral<N> (its integrand value and that value's error).
template <std::size_t N, class Function>
Integral<N> gauss_kronrod_panel(Function&& f, double a, double b) {
  using Rule = boost::math::quadrature::gauss_kronrod<double, 15>;
  using GaussRule = boost::math::quadrature::gauss<double, 7>;
  const auto& nodes = Rule::abscissa();
  const auto& weights = Rule::weights();
  const auto& gauss_weights = GaussRule::weights();
  const double center = 0.5 * (a + b);
  const double half = 0.5 * (b - a);
  Integral<N> kronrod;
  std::array<double, N> gauss{};
  const auto add = [&](double x, double weight, double gauss_weight) {
    const Integral<N> y = f(x);
    for (std::size_t i = 0; i < N; ++i) {
      kronrod.value[i] += weight * y.value[i];
      gauss[i] += gauss_weight * y.value[i];
    }
    kronrod.error += weight * y.error;
    kronrod.converged = kronrod.converged && y.converged;
  };
  add(center, weights[0], gauss_weights[0]);
  for (std::size_t k = 1; k < nodes.size(); ++k) {
    const double gauss_weight = k % 2 == 0 ? gauss_weights[k / 2] : 0.0;  // every other node belongs to both rules
    add(center - half * nodes[k], weights[k], gauss_weight);
    add(center + half * nodes[k], weights[k], gauss_weight);
  }
  double difference = 0.0;
  for (std::size_t i = 0; i < N; ++i) {
    difference = std::max(difference, std::abs(kronrod.value[i] - gauss[i]));
    kronrod.value[i] *= half;
  }
  kronrod.error = half * (kronrod.error + difference);
  return kronrod;
}

/// Integral of f over the panels between consecutive `breaks` (ascending), bisecting the worst panel until the error
/// bound is below `tolerance` (absolute, on the largest component), or else rounding is reached or `max_panels` are in
/// use (then not converged).
///
/// The bound is verified for functions that are smooth between the breaks; for kinks and jumps elsewhere it is an estimate.
/// Each panel is mapped by x = a + (b−a)(3t²−2t³), which also makes square-root ends smooth.
template <std::size_t N, class Function>
Integral<N> integrate_adaptively(Function&& f, std::span<const double> breaks, double tolerance,
                                 std::size_t max_panels = 1000) {
  struct Panel {
    double from, width;  // the whole interval between two breaks
    double a, b;         // part of it, in t
    Integral<N> integral;
    bool operator<(const Panel& other) const { return integral.error < other.integral.error; }
    /// Nothing but rounding is left: halving would not help.
    bool is_rounding() const {
      double largest = 0.0;
      for (const double component : integral.value) largest = std::max(largest, std::abs(component));
      return integral.error <= 64.0 * std::numeric_limits<double>::epsilon() * largest;
    }
  };
  const auto make_panel = [&](double from, double width, double a, double b) {
    const auto mapped = [&](double t) {
      const double slope = 6.0 * t * (1.0 - t) * width;
      // measured from the nearer end, so that both ends are resolved alike
      const double x = t < 0.5 ? from + width * t * t * (3.0 - 2.0 * t)
                               : from + width - width * (1.0 - t) * (1.0 - t) * (1.0 + 2.0 * t);
      Integral<N> y = f(x);
      for (double& component : y.value) component *= slope;
      y.error *= slope;
      return y;
    };
    return Panel{from, width, a, b, gauss_kronrod_panel<N>(mapped, a, b)};
  };
  std::vector<Panel> panels;
  double error = 0.0;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    if (!(breaks[i + 1] > breaks[i])) continue;
    panels.push_back(make_panel(breaks[i], breaks[i + 1] - breaks[i], 0.0, 1.0));
    error += panels.back().integral.error;
  }
  std::make_heap(panels.begin(), panels.end());
  while (error > tolerance && panels.size() < max_panels && !panels.empty()) {
    std::pop_heap(panels.begin(), panels.end());
    const Panel worst = panels.back();
    panels.pop_back();
    const double middle = 0.5 * (worst.a + worst.b);
    if (!(middle > worst.a && middle < worst.b) || worst.is_rounding()) {
      panels.push_back(worst);
      break;
    }
    error -= worst.integral.error;
    for (const auto& [a, b] : {std::array{worst.a, middle}, std::array{middle, worst.b}}) {
      panels.push_back(make_panel(worst.from, worst.width, a, b));
      // a kink between the nodes of a half may hide there: the error does not fall faster than it does for smooth f
      Integral<N>& half = panels.back().integral;
      half.error = std::max(half.error, worst.integral.error / 1024.0);
      error += panels.back().integral.error;
      std::push_heap(panels.begin(), panels.end());
    }
  }
  Integral<N> total;
  for (const Panel& panel : panels) total += panel.integral;
  total.converged = total.error <= tolerance * (1.0 + 1e-6);
  return total;
}

}  // namespace dryslip
