#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dryslip/record/record.hpp"

namespace dryslip {

// What kinds of values the fields of records hold, for all that reads, checks, writes and binds them.

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

/// A variant of described structs, one of which a word chooses.
template <class T>
inline constexpr bool is_choice = false;
template <Described... T>
inline constexpr bool is_choice<std::variant<T...>> = true;

/// A vector in the plane.
template <class T>
concept PlaneVector = requires(T v) {
  { v.x } -> std::same_as<double&>;
  { v.y } -> std::same_as<double&>;
};

/// How many numbers a value of fixed size holds; 0 for all others.
template <class T>
inline constexpr std::size_t number_count = 0;
template <std::size_t n>
inline constexpr std::size_t number_count<std::array<double, n>> = n;
template <PlaneVector T>
inline constexpr std::size_t number_count<T> = 2;

/// Some numbers in a fixed order.
template <class T>
concept NumberTuple = number_count<T> >
0;

/// A formula of named variables.
template <class T>
concept Formula = requires(const T& formula) {
  { formula.text() } -> std::convertible_to<std::string_view>;
  formula.variables();
};
template <class T>
inline constexpr bool is_formula_pair = false;
template <Formula T>
inline constexpr bool is_formula_pair<std::array<T, 2>> = true;

/// A matrix, or a column of numbers.
template <class T>
concept NumberMatrix = requires(T matrix) {
  { matrix.rows() } -> std::convertible_to<std::ptrdiff_t>;
  { matrix(0, 0) } -> std::same_as<double&>;
};
/// A column of numbers of any length.
template <class T>
concept NumberColumn = NumberMatrix<T> &&(T::ColsAtCompileTime == 1);

template <class T>
concept Rowed = requires {
  NumberRow<T>::least;
};
template <class T>
concept NumberOrWorded = requires {
  NumberOrWord<T>::words;
};

/// The numbers of a tuple, to be changed.
template <NumberTuple T>
std::array<double*, number_count<T>> places_of(T& value) {
  std::array<double*, number_count<T>> places{};
  if constexpr (PlaneVector<T>)
    places = {&value.x, &value.y};
  else
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = &value[i];
  return places;
}
template <NumberTuple T>
std::array<double, number_count<T>> numbers_of(T value) {
  std::array<double, number_count<T>> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = *places_of(value)[i];
  return numbers;
}

/// How messages and results call a field: by its key, where files have it.
template <class F>
constexpr std::string_view shown_name(const F& field) {
  return field.key.empty() ? field.name : field.key;
}

/// "key[2]"
inline std::string indexed(std::string_view key, std::size_t index) {
  return std::string(key) + "[" + std::to_string(index) + "]";
}
/// "section.key"; one of them where the other is empty.
inline std::string joined_key(std::string_view section, std::string_view key) {
  if (section.empty() || key.empty()) return std::string(section) + std::string(key);
  return std::string(section) + "." + std::string(key);
}

}  // namespace dryslip
