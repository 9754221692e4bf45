#include "dryslip/slider/detail/formula_without_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/numerics/formula_fault.hpp"

namespace dryslip::detail {
namespace {

/// All formulas, by their keys in the scenario file.
std::vector<KeyedFormula> formulas_of(const Slider& slider) {
  using Use = KeyedFormula::Use;
  const SliderDrive& drive = slider.drive;
  std::vector<KeyedFormula> formulas{{"drive.fx", &drive.fx}, {"drive.fy", &drive.fy}, {"drive.moment", &drive.moment}};
  for (std::size_t i = 0; i < drive.forces.size(); ++i) {
    for (const Expression& force : drive.forces[i].force)
      formulas.push_back({"drive.force[" + std::to_string(i) + "].force", &force});
  }
  for (std::size_t i = 0; i < drive.springs.size(); ++i) {
    for (const Expression& anchor : drive.springs[i].anchor)
      formulas.push_back({"drive.spring[" + std::to_string(i) + "].anchor", &anchor, Use::ValueAndRate});
  }
  for (const Expression& velocity : slider.table.velocity)
    formulas.push_back({"table.velocity", &velocity, Use::ValueAndRate});
  formulas.push_back({"table.omega", &slider.table.omega, Use::ValueAndRate});
  return formulas;
}

std::array<double, 7> values_of(double t, const SliderState& state) {
  return {t, state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y, state.omega};
}

}  // namespace

std::optional<InvalidInput> formula_without_value(const Slider& slider, double t, const SliderState& state,
                                                  double ahead, double next_to_pole) {
  const std::vector<KeyedFormula> formulas = formulas_of(slider);
  const auto values_after = [&](double time) {
    SliderState next = state;
    next.position = next.position + time * next.velocity;
    next.angle += time * next.omega;
    return values_of(t + time, next);
  };
  const auto fault_after = [&](double time) { return formula_fault(formulas, values_after(time)); };
  std::optional<InvalidInput> fault = fault_after(0.0);
  constexpr int looks = 64;
  for (int i = 1; i <= looks && !fault && ahead > 0.0; ++i) {
    double before = ahead * (i - 1) / looks, after = ahead * i / looks;
    fault = fault_after(after);
    // the first moment of it
    while (fault && after - before > 1e-9 * std::max(1.0, t)) {
      const double middle = 0.5 * (before + after);
      const auto found = fault_after(middle);
      (found ? after : before) = middle;
      if (found) fault = found;
    }
  }
  if (fault) return fault;
  // poles between two doubles; on either side of a switch, the last of the formula before it and the first of the one behind it
  const double close = next_to_pole * std::max(1.0, t), closer = 1e-3 * close;
  for (const auto& [from, to] : {std::pair(0.0, close), std::pair(-close, closer), std::pair(-closer, close)}) {
    if (t + from < 0.0) continue;
    if ((fault = formula_fault_between(formulas, values_after(from), values_after(to)))) return fault;
  }
  return std::nullopt;
}

std::optional<InvalidInput> formula_without_value_at_rest(const Slider& slider, double t, const SliderState& state,
                                                          const SliderState& carried, const SliderState& slow) {
  const std::vector<KeyedFormula> formulas = formulas_of(slider);
  const std::array<double, 7> here = values_of(t, state), there = values_of(t, carried), little = values_of(t, slow);
  constexpr unsigned first = 4, count = 3;  // of the velocities
  for (unsigned which = 1; which < 1u << count; ++which) {
    std::array<double, 7> values = here;
    for (unsigned i = first; i < first + count; ++i)
      if ((which >> (i - first) & 1u) != 0 && std::abs(here[i] - there[i]) <= little[i]) values[i] = there[i];
    if (auto fault = formula_fault(formulas, values)) return fault;
  }
  return std::nullopt;
}

void check_formulas_at_start(const Slider& slider, const SliderState& initial) {
  std::vector<KeyedFormula> formulas = formulas_of(slider);
  for (KeyedFormula& formula : formulas) formula.use = KeyedFormula::Use::Value;  // not every run needs the rate there
  constexpr double just_after = std::numeric_limits<double>::min();               // formulas may choose anew there
  for (const double t : {0.0, just_after})
    if (const auto fault = formula_fault(formulas, values_of(t, initial))) throw *fault;
}

}  // namespace dryslip::detail
