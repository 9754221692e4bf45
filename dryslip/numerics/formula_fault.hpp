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

/// The first of these formulas of t [s] and what follows it in `values` that is not finite there; none where one of `values` is no
/// number. Its message is one line:
///
///     drive.fx: "sqrt(0.1 - x)": not finite at about t = 0.5 s, x = 0.2: must be finite
std::optional<InvalidInput> formula_fault(std::span<const KeyedFormula> formulas, std::span<const double> values);

/// The first of these formulas that is not finite somewhere on the straight way between two places, given as above, or may be so for all
/// that bounds can tell: for places that are close together, where a pole may lie between two doubles. Rates are those along the way.
std::optional<InvalidInput> formula_fault_between(std::span<const KeyedFormula> formulas, std::span<const double> from,
                                                  std::span<const double> to);
/// The first formula of t alone that is not finite somewhere between two times, or may be so for all that bounds can tell.
std::optional<InvalidInput> formula_fault_between(std::span<const KeyedFormula> formulas, double t0, double t1);

/// What a run says that ends because of a number and not of a formula.
inline constexpr const char* number_not_finite = "a load or a velocity became infinite or not a number";

}  // namespace dryslip
