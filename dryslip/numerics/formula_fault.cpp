#include "dryslip/numerics/formula_fault.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

bool has_value(const Expression& formula, std::span<const double> values) { return std::isfinite(formula(values)); }

bool has_rate(const Expression& formula, std::span<const double> values) {
  std::vector<double> choices(formula.branch_count());
  formula.branches(values, choices);
  return std::isfinite(formula.derivative_with(values, 0, choices));
}

/// The values of what the formula depends on, the time first: "t = 0.5 s, x = 0.2".
std::string place_text(const Expression& formula, std::span<const double> values) {
  constexpr double just_after_zero = std::numeric_limits<double>::min();
  std::string text = "t = " + number_text(values[0] <= just_after_zero ? 0.0 : values[0], 6) + " s";
  for (std::size_t i = 1; i < formula.variables().size(); ++i)
    if (!formula.is_independent_of(i)) text += ", " + formula.variables()[i] + " = " + number_text(values[i], 6);
  return text;
}

InvalidInput fault_of(const KeyedFormula& keyed, bool is_value, std::span<const double> values) {
  const std::string what = is_value ? "not finite at about " : "its rate of change is not finite at about ";
  return {keyed.key,
          "\"" + keyed.formula->text() + "\": " + what + place_text(*keyed.formula, values) + ": must be finite"};
}

/// What is no number is not the formula's doing.
bool is_place(std::span<const double> values) {
  return std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

std::vector<double> middle_of(std::span<const double> from, std::span<const double> to) {
  std::vector<double> middle;
  for (std::size_t i = 0; i < from.size(); ++i) middle.push_back(0.5 * from[i] + 0.5 * to[i]);
  return middle;
}

/// Whether the formula grows without bound towards a switch on the way, so fast that its integral does too, as if(t < 0.25, 1/(t - 0.25), 0):
/// a pole that none of its values is at.
bool grows_towards_switch(const Expression& formula, std::span<const double> from, std::span<const double> to) {
  const auto choices_at = [&](std::span<const double> values) {
    std::vector<double> choices(formula.branch_count());
    formula.branches(values, choices);
    return choices;
  };
  const std::vector<double> first = choices_at(from);
  std::vector<double> before(from.begin(), from.end()), after(to.begin(), to.end());
  if (choices_at(after) == first) return false;
  for (;;) {
    std::vector<double> middle = middle_of(before, after);
    if (middle == before || middle == after) break;
    (choices_at(middle) == first ? before : after) = std::move(middle);
  }
  const auto size = [&](std::span<const double> values) { return std::abs(formula(values)); };
  const auto grows = [&](std::span<const double> far, std::span<const double> near, std::span<const double> beyond) {
    constexpr double far_larger = 1e4;  // over a way of 1e-9 of the time: 1/sqrt(t) grows by less
    if (!(size(near) > far_larger * std::max(size(far), size(middle_of(far, near))))) return false;
    // up to the last digits, unlike a steep ramp
    std::vector<double> a_little_before;
    constexpr double roundings = 16.0;
    for (std::size_t i = 0; i < near.size(); ++i)
      a_little_before.push_back(near[i] + roundings * (near[i] - beyond[i]));
    constexpr double larger = 4.0;
    return size(near) > larger * size(a_little_before);
  };
  return grows(from, before, after) || grows(to, after, before);
}

}  // namespace

std::optional<InvalidInput> formula_fault(std::span<const KeyedFormula> formulas, std::span<const double> values) {
  if (!is_place(values)) return std::nullopt;
  for (const KeyedFormula& keyed : formulas) {
    const bool is_value = !has_value(*keyed.formula, values);
    if (!is_value && (keyed.use == KeyedFormula::Use::Value || has_rate(*keyed.formula, values))) continue;
    return fault_of(keyed, is_value, values);
  }
  return std::nullopt;
}

std::optional<InvalidInput> formula_fault_between(std::span<const KeyedFormula> formulas, std::span<const double> from,
                                                  std::span<const double> to) {
  if (!is_place(from) || !is_place(to)) return std::nullopt;
  for (const std::span<const double> values : {from, to})
    if (const auto fault = formula_fault(formulas, values)) return fault;
  const double duration = to[0] - from[0];
  const std::vector<double> middle = middle_of(from, to);
  std::vector<CurveBound> variables;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Interval rate = point(duration > 0.0 ? (to[i] - from[i]) / duration : 0.0);
    variables.push_back({point(middle[i]), {std::min(from[i], to[i]), std::max(from[i], to[i])}, rate, 0.0});
  }
  variables[0].rate = point(1.0);
  const double half_width = std::max(to[0] - middle[0], middle[0] - from[0]);
  for (const KeyedFormula& keyed : formulas) {
    std::vector<double> choices(keyed.formula->branch_count());
    keyed.formula->branches(middle, choices);
    const auto [bound, choices_hold, is_finite] = keyed.formula->bounds_with(variables, half_width, choices);
    // next to a switch the formula that is held may have no value where another one holds; what is about to overflow has none either
    constexpr double large = 1e290;
    const bool overflows = std::abs((*keyed.formula)(middle)) > large && !is_bounded(bound.rate);
    const bool has_pole = choices_hold ? !is_finite : grows_towards_switch(*keyed.formula, from, to);
    const bool is_value = has_pole || overflows;
    if (!is_value && (keyed.use == KeyedFormula::Use::Value || (is_finite && is_bounded(bound.rate)))) continue;
    return fault_of(keyed, is_value, middle);
  }
  return std::nullopt;
}

std::optional<InvalidInput> formula_fault_between(std::span<const KeyedFormula> formulas, double t0, double t1) {
  std::size_t count = 1;
  for (const KeyedFormula& keyed : formulas) count = std::max(count, keyed.formula->variables().size());
  std::vector<double> from(count), to(count);  // what is beside the time does not matter
  from[0] = t0;
  to[0] = t1;
  return formula_fault_between(formulas, from, to);
}

}  // namespace dryslip
