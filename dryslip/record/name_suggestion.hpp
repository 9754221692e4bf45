#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dryslip {

/// "did you mean 'size'? " with the nearest of the known names, or nothing where none is near.
std::string suggestion(std::string_view given, std::span<const std::string_view> known);

/// "a, b, c"
std::string joined(std::span<const std::string_view> names);

}  // namespace dryslip
