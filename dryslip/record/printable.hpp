#pragma once

#include <string>
#include <string_view>

namespace dryslip {

/// The text on one line, without control characters, shortened where it is very long.
std::string printable(std::string_view text);

}  // namespace dryslip
