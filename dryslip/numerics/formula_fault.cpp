#include "dryslip/numerics/formula_fault.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "dryslip/numerics/number_text.hpp"

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

}  // namespace

std::optional<InvalidInput> formula_fault(std::span<const KeyedFormula> formulas, std::span<const double> values) {
  for (const auto& [key, formula, use] : formulas) {
    const bool is_value = !has_value(*formula, values);
    if (!is_value && (use == KeyedFormula::Use::Value || has_rate(*formula, values))) continue;
    const std::string what = is_value ? "not finite at about " : "its rate of change is not finite at about ";
    return InvalidInput(key,
                        "\"" + formula->text() + "\": " + what + place_text(*formula, values) + ": must be finite");
  }
  return std::nullopt;
}

}  // namespace dryslip
