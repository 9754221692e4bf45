#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dryslip {

/// The number a text spells, whatever the locale: digits, a decimal point, an exponent, a leading sign. Nothing for
/// anything else: other text before or after, "nan", "inf", hexadecimal, and numbers too large for a double. What is too
/// small for a double is zero.
std::optional<double> parse_number(std::string_view text);

/// Appends the shortest text that reads back to the same double, whatever the locale.
void append_number(std::string& text, double value);

}  // namespace dryslip
