#pragma once

#include <string>
#include <vector>

namespace dryslip {

/// Round numbers (steps of 1, 2 or 5 times a power of ten) strictly inside the range, about as many as asked for; at least three if three or
/// more are asked for.
std::vector<double> round_values(double low, double high, int count);

/// A unit with a prefix that keeps the numbers between 1 and 1000.
struct PrefixedUnit {
  std::string name;     ///< "mm", "mN m"
  double factor = 1.0;  ///< number in this unit per number in SI
};

/// For values of this size: prefixes from nano to mega, none for zero; without a unit a power of ten such as 10^-5.
PrefixedUnit prefixed_unit(double size, const std::string& unit);

/// Text of a round value, with as many digits as the step between neighbours needs.
std::string round_value_text(double value, double step);

}  // namespace dryslip
