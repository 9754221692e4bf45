#pragma once

#include <string>
#include <string_view>

namespace dryslip {

/// Text escaped for SVG and HTML, between tags or in quotes; control characters become spaces.
std::string escaped_markup(std::string_view text);

}  // namespace dryslip
