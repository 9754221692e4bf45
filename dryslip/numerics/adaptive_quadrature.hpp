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

/// A part of a panel, with its integral.
template <std::size_t N, class Map>
struct PanelPart {
  const Map* map;
  double a, b;  ///< in t
  Smoothness smoothness;
  Integral<N> integral;

  template <class Function>
  static PanelPart of(Function&& f, const Map& map, std::array<double, 2> ends, Smoothness smoothness) {
    const auto mapped = [&](double t) {
      const auto node = map(t);
      Integral<N> y = f(node.x);
      for (double& component : y.value) component *= node.slope;
      y.error *= node.slope;
      return y;
    };
    const auto [a, b] = ends;
    return {&map, a, b, smoothness, gauss_kronrod_panel<N>(mapped, a, b, smoothness)};
  }

  bool operator<(const PanelPart& other) const { return integral.error < other.integral.error; }
  double middle() const { return 0.5 * (a + b); }
  /// Whether halving helps: there are numbers in between, and more than rounding is left.
  bool can_be_halved() const { return middle() > a && middle() < b && !is_rounding(); }
  bool is_rounding() const {
    double largest = 0.0;
    for (const double component : integral.value) largest = std::max(largest, std::abs(component));
    return integral.error <= 64.0 * std::numeric_limits<double>::epsilon() * largest;
  }

  /// Its halves; an error that they do not confirm is not trusted in them.
  template <class Function>
  std::array<PanelPart, 2> halves(Function&& f) const {
    std::array<PanelPart, 2> result{of(f, *map, {a, middle()}, smoothness), of(f, *map, {middle(), b}, smoothness)};
    if (smoothness == Smoothness::Analytic && !is_confirmed_by(result)) {
      for (PanelPart& half : result) half = of(f, *map, {half.a, half.b}, Smoothness::Regular);
    }
    // a kink between the nodes of a half may hide there: the error does not fall faster than it does for smooth f
    for (PanelPart& half : result) {
      double& error = half.integral.error;
      if (smoothness == Smoothness::Unknown) error = std::max(error, integral.error / 1024.0);
    }
    return result;
  }
  /// Its halves differ from it by less than its error.
  bool is_confirmed_by(const std::array<PanelPart, 2>& parts) const {
    double difference = 0.0;
    for (std::size_t i = 0; i < N; ++i) {
      const double sum = parts[0].integral.value[i] + parts[1].integral.value[i];
      difference = std::max(difference, std::abs(integral.value[i] - sum));
    }
    return difference <= 0.1 * integral.error;
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
  using Part = PanelPart<N, Map>;
  std::vector<Part> parts;
  double error = 0.0;
  for (const Map& map : maps) {
    parts.push_back(Part::of(f, map, {0.0, 1.0}, smoothness));
    error += parts.back().integral.error;
  }
  std::make_heap(parts.begin(), parts.end());
  while (error > tolerance && parts.size() < max_panels && !parts.empty()) {
    std::pop_heap(parts.begin(), parts.end());
    const Part worst = parts.back();
    if (!worst.can_be_halved()) break;
    parts.pop_back();
    error -= worst.integral.error;
    for (const Part& half : worst.halves(f)) {
      error += half.integral.error;
      parts.push_back(half);
      std::push_heap(parts.begin(), parts.end());
    }
  }
  Integral<N> total;
  for (const Part& part : parts) total += part.integral;
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
