#pragma once

#include <string>
#include <string_view>

#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {

/// Does work that knows its part of a file only: InvalidInput from it gets the whole key, with that of the section in front.
template <class Work>
auto in_section(std::string_view section, const Work& work) {
  if (section.empty()) return work();
  try {
    return work();
  } catch (const InvalidInput& error) {
    throw InvalidInput(joined_key(section, error.key()), error.explanation());
  }
}

}  // namespace dryslip
