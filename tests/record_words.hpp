#pragma once

#include <array>

#include "dryslip/record/words.hpp"

namespace dryslip {

// Enums of the records that tests describe.

/// The first value has no word in files.
enum class Paint { Bare, Red, Green };
template <>
inline constexpr std::array words<Paint>{"bare", "red", "green"};
template <>
inline constexpr std::size_t first_word_in_files<Paint> = 1;

/// True or false in files.
enum class Side { Open, Closed };
template <>
inline constexpr std::array words<Side>{"open", "closed"};
template <>
inline constexpr bool is_flag_in_files<Side> = true;

}  // namespace dryslip
