#pragma once

#include <optional>
#include <span>
#include <string>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {

/// A formula of the user with its key in the scenario.
struct KeyedFormula {
  enum class Use { Value, ValueAndRate };
  std::string key;  ///< such as drive.fx
  const Expression* formula = nullptr;
  Use use = Use::Value;  ///< ValueAndRate: its derivative by t as well
};

/// The first formula that is not finite at `values`: the time t [s], then the other variables of the formulas. None where one of `values` is
/// NaN. Its message is one line:
///
///     drive.fx: "sqrt(0.1 - x)": not finite at about t = 0.5 s, x = 0.2: must be finite
std::optional<InvalidInput> formula_fault(std::span<const KeyedFormula> formulas, std::span<const double> values);

/// The first formula that is not finite, or may not be as far as bounds can tell, somewhere on the straight line between two places, given as
/// above. For places close together: a pole may lie between two doubles. Rates are those along the line.
std::optional<InvalidInput> formula_fault_between(std::span<const KeyedFormula> formulas, std::span<const double> from,
                                                  std::span<const double> to);
/// The first formula of t alone that is not finite, or may not be as far as bounds can tell, somewhere between two times.
std::optional<InvalidInput> formula_fault_between(std::span<const KeyedFormula> formulas, double t0, double t1);

/// Reason of a run that ends because of a number, not of a formula.
inline constexpr const char* number_not_finite = "a load or a velocity became infinite or not a number";

}  // namespace dryslip
