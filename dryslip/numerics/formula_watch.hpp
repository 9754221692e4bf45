#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "dryslip/numerics/chebyshev_rule.hpp"
#include "dryslip/numerics/curve_bound.hpp"

namespace dryslip {

/// A formula along a span of a curve, and a size of it that matters.
struct FormulaBound {
  CurveBound bound;
  double scale = 0.0;
};

/// Formulas along a step, 0 ≤ x ≤ 1: a step sees them at a few places only, bounds show what they do between. `Along` has
/// add_formulas(from, to, bounds), which adds the bounds of all formulas, and add_values(x, values), their values in the same order.
class FormulaWatch {
 public:
  /// Part of a step over which the formulas do nothing that eight values of them do not show; `part` of their scale and value does not
  /// matter. At least 1/8: the part is looked at anew, until it is 1.
  template <class Along>
  double known_part(const Along& along, double part);

  /// Whether every formula stays as near to a line as its values at both ends and in the middle let expect: off it by `factor` times
  /// their differences, and by a part of what matters.
  template <class Along>
  bool is_as_seen(const Along& along, double from, double to, double factor, double part);

 private:
  /// Whether polynomials through eight values show every formula along a step.
  template <class Along>
  bool is_resolved(const Along& along, double part);

  std::vector<FormulaBound> seen_;  // of the span that is being looked at
  std::array<std::vector<double>, 2> values_;
};

template <class Along>
bool FormulaWatch::is_as_seen(const Along& along, double from, double to, double factor, double part) {
  auto& [first, last] = values_;
  seen_.clear();
  first.clear();
  last.clear();
  along.add_formulas(from, to, seen_);
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    constexpr double nothing = 1e-280;
    const CurveBound& bound = seen_[i].bound;
    // how far it may be off the line through its center, by its rate: what is narrower than the span counts, whatever its height
    // where the rate is not known, as in the corners of asin(sin(t)), by its values
    const double by_rate = 0.25 * (to - from) * (bound.rate.upper - bound.rate.lower), center = middle_of(bound);
    const double off = std::isfinite(by_rate) ? by_rate : bound.value.upper - bound.value.lower;
    const double matters = part * (seen_[i].scale + std::abs(center)) + nothing;
    if (off <= matters) continue;
    if (first.empty()) {
      along.add_values(from, first);
      along.add_values(to, last);
    }
    const double a = first[i], b = last[i];
    if (!(off <= matters + factor * (std::abs(b - a) + std::abs(center - 0.5 * (a + b))))) return false;
  }
  return true;
}

template <class Along>
bool FormulaWatch::is_resolved(const Along& along, double part) {
  const ChebyshevRule& rule = ChebyshevRule::get();
  constexpr int count = ChebyshevRule::count;
  auto& values = values_[0];
  values.clear();
  for (const double x : rule.at) along.add_values(x, values);
  seen_.clear();
  along.add_formulas(0.0, 0.0, seen_);
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    Eigen::Matrix<double, 1, count> value;
    for (int j = 0; j < count; ++j) value[j] = values[i + static_cast<std::size_t>(j) * seen_.size()];
    const Eigen::Matrix<double, 1, count> series = value * rule.to_series;
    const double matters = part * (seen_[i].scale + std::abs(series[0]));
    constexpr double small = 1e-3;
    const double tail = std::abs(series[count - 1]) + std::abs(series[count - 2]);
    if (!(tail <= small * series.tail<count - 1>().cwiseAbs().sum() + matters)) return false;
  }
  return true;
}

template <class Along>
double FormulaWatch::known_part(const Along& along, double part) {
  constexpr double nearly_straight = 0.5, one_bend = 2.5;
  if (is_as_seen(along, 0.0, 1.0, nearly_straight, part)) return 1.0;
  constexpr int parts = 8;
  for (int i = 0; i < parts; ++i) {
    const double from = static_cast<double>(i) / parts, to = static_cast<double>(i + 1) / parts;
    if (!is_as_seen(along, from, to, one_bend, part)) return std::max(from, 1.0 / parts);
  }
  return is_resolved(along, part) ? 1.0 : 0.5;
}

}  // namespace dryslip
