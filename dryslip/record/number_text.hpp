#pragma once

#include <string>

namespace dryslip {

/// Text of a number for messages: short, and it reads back to the same double, whatever the locale. Fewer digits round
/// it, for places and other computed values.
std::string number_text(double value, int digits = 17);

/// The double nearest to a decimal number such as -1.5e-3, whatever the locale; infinite where it overflows.
/// Expects the text to be a number: the caller has matched it.
double nearest_double(const std::string& number);

}  // namespace dryslip
