#pragma once

#include <map>
#include <string>

#include "dryslip/numerics/expression.hpp"

namespace dryslip::soak {

/// Variables and the terms that take their place.
using Terms = std::map<std::string, std::string>;

/// Text of the formula with all variables replaced at once, in brackets.
std::string substituted(const Expression& formula, const Terms& terms);

/// The number, in brackets.
std::string number(double value);

/// a·x + b·y of two formulas' texts.
std::string combined(double a, const std::string& x, double b, const std::string& y);

}  // namespace dryslip::soak
