#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dryslip {

// Numbers as text and back, whatever the locale: the one way for files, messages and the command line.

/// Appends the shortest text that reads back to the same double.
void append_number(std::string& text, double value);

/// What append_number() appends. Fewer digits round it, for places and other computed values in messages.
std::string number_text(double value, int digits = 17);

/// The number a text spells: digits, a decimal point, an exponent, a leading sign. Nothing for anything else: other text before or
/// after, "nan", "inf", hexadecimal, and numbers too large for a double. What is too small for a double is zero.
std::optional<double> parse_number(std::string_view text);

/// The double nearest to a decimal number such as -1.5e-3; infinite where it overflows. Expects the text to be a number: the caller has
/// matched it.
double nearest_double(std::string_view number);

}  // namespace dryslip
