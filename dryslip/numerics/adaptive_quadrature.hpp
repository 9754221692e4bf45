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
  double error = 0.0;  ///< bound of the largest component's error, the integrand's own included
  bool converged = true;

  Integral& operator+=(const Integral& other) {
    for (std::size_t i = 0; i < N; ++i) value[i] += other.value[i];
    error += other.error;
    converged = converged && other.converged;
    return *this;
  }
};

/// What is known of an integrand, and so how the error of a panel is found from Δ = |Kronrod − Gauss|.
enum class Smoothness {
  Unknown,   ///< kinks and jumps anywhere: Δ, and not less than 1/1024 of what it was before the panel was halved
  Regular,   ///< analytic between the breaks: Δ
  Analytic,  ///< analytic also in a neighbourhood of the panels: S (10 Δ/S)^1.5 where that is less, S = ∫|f|, as long
             ///< as the halves of a panel confirm it, then Δ
};

/// Gauss-Kronrod (7, 15) over [a, b]; f(x) returns an Integral<N> (its integrand value and that value's error).
template <std::size_t N, class Function>
Integral<N> gauss_kronrod_panel(Function&& f, double a, double b, Smoothness smoothness = Smoothness::Regular) {
  using Rule = boost::math::quadrature::gauss_kronrod<double, 15>;
  using GaussRule = boost::math::quadrature::gauss<double, 7>;
  const auto& nodes = Rule::abscissa();
  const auto& weights = Rule::weights();
  const auto& gauss_weights = GaussRule::weights();
  const double center = 0.5 * (a + b);
  const double half = 0.5 * (b - a);
  Integral<N> kronrod;
  std::array<double, N> gauss{}, sizes{};
  const auto add = [&](double x, double weight, double gauss_weight) {
    const Integral<N> y = f(x);
    for (std::size_t i = 0; i < N; ++i) {
      kronrod.value[i] += weight * y.value[i];
      gauss[i] += gauss_weight * y.value[i];
      if (smoothness == Smoothness::Analytic) sizes[i] += weight * std::abs(y.value[i]);
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
  double difference = 0.0, size = 0.0;
  for (std::size_t i = 0; i < N; ++i) {
    difference = std::max(difference, std::abs(kronrod.value[i] - gauss[i]));
    size = std::max(size, sizes[i]);
    kronrod.value[i] *= half;
  }
  if (smoothness == Smoothness::Analytic && difference > 0.0) {
    // Gauss is exact to degree 13, Kronrod to 22: the error of analytic functions falls with the power 23/14
    const double ratio = 10.0 * difference / size;
    difference = std::min(difference, size * ratio * std::sqrt(ratio));
  }
  kronrod.error = half * (kronrod.error + difference);
  return kronrod;
}

/// Place and slope of a substitution x(t).
struct MappedNode {
  double x = 0.0;
  double slope = 0.0;  ///< dx/dt
};

/// x = a + (b−a)(3t²−2t³): square-root ends become smooth.
struct SmoothEnds {
  double from = 0.0;
  double width = 0.0;
  MappedNode operator()(double t) const {
    // measured from the nearer end, so that both ends are resolved alike
    const double x = t < 0.5 ? from + width * t * t * (3.0 - 2.0 * t)
                             : from + width - width * (1.0 - t) * (1.0 - t) * (1.0 + 2.0 * t);
    return {x, 6.0 * t * (1.0 - t) * width};
  }
};

/// Integral of f over panels, each given by a substitution t → x, dx/dt with 0 ≤ t ≤ 1, bisecting the worst panel until the error
/// bound is below `tolerance` (absolute, on the largest component), or else rounding is reached or `max_panels` are in
/// use (then not converged).
///
/// The bound is verified for functions that are smooth between the breaks; for kinks and jumps elsewhere it is an
/// estimate.
template <std::size_t N, class Function, class Map>
Integral<N> integrate_panels(Function&& f, const std::vector<Map>& maps, double tolerance, Smoothness smoothness,
                             std::size_t max_panels = 1000) {
  struct Panel {
    const Map* map;
    double a, b;  // part of it, in t
    Smoothness smoothness;
    Integral<N> integral;
    bool operator<(const Panel& other) const { return integral.error < other.integral.error; }
    /// True where only rounding is left: halving would not help.
    bool is_rounding() const {
      double largest = 0.0;
      for (const double component : integral.value) largest = std::max(largest, std::abs(component));
      return integral.error <= 64.0 * std::numeric_limits<double>::epsilon() * largest;
    }
    /// Its halves differ from it by less than its error.
    bool is_confirmed_by(const std::array<Panel, 2>& halves) const {
      double difference = 0.0;
      for (std::size_t i = 0; i < N; ++i) {
        const double sum = halves[0].integral.value[i] + halves[1].integral.value[i];
        difference = std::max(difference, std::abs(integral.value[i] - sum));
      }
      return difference <= 0.1 * integral.error;
    }
  };
  const auto make_panel = [&](const Map& map, double a, double b, Smoothness how) {
    const auto mapped = [&](double t) {
      const auto node = map(t);
      Integral<N> y = f(node.x);
      for (double& component : y.value) component *= node.slope;
      y.error *= node.slope;
      return y;
    };
    return Panel{&map, a, b, how, gauss_kronrod_panel<N>(mapped, a, b, how)};
  };
  std::vector<Panel> panels;
  double error = 0.0;
  for (const Map& map : maps) {
    panels.push_back(make_panel(map, 0.0, 1.0, smoothness));
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
    std::array<Panel, 2> halves{make_panel(*worst.map, worst.a, middle, worst.smoothness),
                                make_panel(*worst.map, middle, worst.b, worst.smoothness)};
    if (worst.smoothness == Smoothness::Analytic && !worst.is_confirmed_by(halves)) {
      for (Panel& half : halves) half = make_panel(*half.map, half.a, half.b, Smoothness::Regular);
    }
    for (Panel& half : halves) {
      // a kink between the nodes of a half may hide there: the error does not fall faster than it does for smooth f
      double& half_error = half.integral.error;
      if (worst.smoothness == Smoothness::Unknown) half_error = std::max(half_error, worst.integral.error / 1024.0);
      error += half_error;
      panels.push_back(half);
      std::push_heap(panels.begin(), panels.end());
    }
  }
  Integral<N> total;
  for (const Panel& panel : panels) total += panel.integral;
  total.converged = total.error <= tolerance * (1.0 + 1e-6);
  return total;
}

/// The panels between consecutive `breaks`, ascending; empty ones are left out.
inline std::vector<SmoothEnds> smooth_panels(std::span<const double> breaks) {
  std::vector<SmoothEnds> maps;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    if (breaks[i + 1] > breaks[i]) maps.push_back({breaks[i], breaks[i + 1] - breaks[i]});
  }
  return maps;
}

/// Integral of f between consecutive `breaks`, with square-root ends allowed at each.
template <std::size_t N, class Function>
Integral<N> integrate_adaptively(Function&& f, std::span<const double> breaks, double tolerance,
                                 std::size_t max_panels = 1000) {
  return integrate_panels<N>(f, smooth_panels(breaks), tolerance, Smoothness::Unknown, max_panels);
}

}  // namespace dryslip
