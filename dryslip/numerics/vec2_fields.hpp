#pragma once

#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

/// Both components of a vector as fields of the struct that holds it.
template <auto... path>
constexpr auto components(std::string_view x, std::string_view y, std::string_view unit, std::string_view meaning) {
  return std::tuple_cat(field<path..., &Vec2::x>(x, unit, meaning), field<path..., &Vec2::y>(y, unit, meaning));
}

}  // namespace dryslip
