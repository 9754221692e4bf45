#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace dryslip {

/// The words of an enum in files, results and Python, in the order of its values. Specialised beside each enum.
template <class Enum>
inline constexpr std::array<const char*, 0> words{};

template <class Enum>
concept Worded = std::is_enum_v<Enum> && !words<Enum>.empty();

/// The values before this one have no word in files, which say them by leaving the key out.
template <class Enum>
inline constexpr std::size_t first_word_in_files = 0;

/// Whether files have true and false instead of the two words.
template <class Enum>
inline constexpr bool is_flag_in_files = false;

/// The word of a value.
template <Worded Enum>
constexpr const char* word_of(Enum value) {
  return words<Enum>[static_cast<std::size_t>(value)];
}

/// Place of a word in a list. Throws InvalidInput with the key, the nearest word and those allowed.
std::size_t index_of_word(std::string_view word, std::span<const char* const> allowed, const std::string& key);

/// The value of a word. Throws as index_of_word().
template <Worded Enum>
Enum value_of_word(std::string_view word, const std::string& key) {
  return static_cast<Enum>(index_of_word(word, words<Enum>, key));
}

}  // namespace dryslip
