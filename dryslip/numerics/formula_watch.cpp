#include "dryslip/numerics/formula_watch.hpp"

#include <algorithm>
#include <cmath>

#include "dryslip/numerics/chebyshev_rule.hpp"
#include "dryslip/numerics/look_along.hpp"

namespace dryslip {
namespace {

/// How far it may be off the line through its center, by its rate: what is narrower than the span counts, whatever its height.
double off_line(const CurveBound& b, double half_width) { return 0.5 * half_width * (b.rate.upper - b.rate.lower); }

}  // namespace

bool FormulaWatch::is_as_seen(const AddBounds& add, double from, double to, double factor, double part) {
  const double h = 0.5 * (to - from);
  auto& [whole, first, last] = seen_;
  whole.clear();
  first.clear();
  last.clear();
  add(from, to, whole);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    constexpr double nothing = 1e-280;
    const double off = off_line(whole[i].bound, h), center = middle_of(whole[i].bound);
    const double matters = part * (whole[i].scale + std::abs(center)) + nothing;
    if (off <= matters) continue;
    if (first.empty()) {
      add(from, from, first);
      add(to, to, last);
    }
    const double a = middle_of(first[i].bound), b = middle_of(last[i].bound);
    if (!(off <= matters + factor * (std::abs(b - a) + std::abs(center - 0.5 * (a + b))))) return false;
  }
  return true;
}

/// Whether polynomials through eight values show every formula along a step.
bool FormulaWatch::is_resolved(const AddBounds& add, double part) {
  const ChebyshevRule& rule = ChebyshevRule::get();
  constexpr int count = ChebyshevRule::count;
  auto& values = seen_[0];
  values.clear();
  for (const double x : rule.at) add(x, x, values);
  const std::size_t formulas = values.size() / count;
  for (std::size_t i = 0; i < formulas; ++i) {
    Eigen::Matrix<double, 1, count> value;
    for (int j = 0; j < count; ++j) value[j] = middle_of(values[i + static_cast<std::size_t>(j) * formulas].bound);
    const Eigen::Matrix<double, 1, count> series = value * rule.to_series;
    const double matters = part * (values[i].scale + std::abs(series[0]));
    constexpr double small = 1e-3;
    const double tail = std::abs(series[count - 1]) + std::abs(series[count - 2]);
    if (!(tail <= small * series.tail<count - 1>().cwiseAbs().sum() + matters)) return false;
  }
  return true;
}

double FormulaWatch::known_part(const AddBounds& add, double part) {
  constexpr double nearly_straight = 0.5, one_bend = 2.5;
  if (is_as_seen(add, 0.0, 1.0, nearly_straight, part)) return 1.0;
  constexpr int parts = 8;
  for (int i = 0; i < parts; ++i) {
    const double from = static_cast<double>(i) / parts, to = static_cast<double>(i + 1) / parts;
    if (!is_as_seen(add, from, to, one_bend, part)) return std::max(from, 1.0 / parts);
  }
  return is_resolved(add, part) ? 1.0 : 0.5;
}

}  // namespace dryslip
