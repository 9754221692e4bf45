#pragma once

#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

/// Text of a vector for messages: "[x, y]".
inline std::string number_text(Vec2 value, int digits = 17) {
  return "[" + number_text(value.x, digits) + ", " + number_text(value.y, digits) + "]";
}

}  // namespace dryslip
