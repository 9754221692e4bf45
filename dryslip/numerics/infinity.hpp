#pragma once

#include <limits>

namespace dryslip {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace dryslip
