#pragma once

#include <fmt/format.h>

#include <string>

namespace dryslip {

/// fmt::vformat, compiled in one file: fmt is header-only here, and each file that formats by itself compiles all of it.
std::string format_values(fmt::string_view pattern, fmt::format_args values);

/// fmt::format: the pattern is checked against the values when compiled.
template <class... T>
std::string format_text(fmt::format_string<T...> pattern, const T&... values) {
  return format_values(pattern, fmt::make_format_args(values...));
}

}  // namespace dryslip
