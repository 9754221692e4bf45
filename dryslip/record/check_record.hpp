#pragma once

#include <span>
#include <string>

#include "dryslip/record/field_kinds.hpp"

namespace dryslip {

/// Throws InvalidInput for the first number of a described struct that its description does not allow, with the whole key: `key` is that of
/// the struct. Fields that files do not have, and conditions on several fields together, are not checked.
template <Described T>
void check_record(const T& record, const std::string& key);

namespace detail {

/// Throws as check_number(): of several numbers the one that is not finite, or all of them.
void check_numbers(std::span<const double> values, const Range& range, std::string_view unit, const std::string& key);

/// Checks the value of a field, or a part of it, by the description of the field.
template <class F, class T>
void check_value(const F& field, const T& value, const std::string& key) {
  if constexpr (std::is_same_v<T, double>) {
    check_number(value, field.range, field.unit, key);
  } else if constexpr (is_optional<T>) {
    if (value) check_value(field, *value, key);
  } else if constexpr (NumberTuple<T>) {
    check_numbers(numbers_of(value), field.range, field.unit, key);
  } else if constexpr (Rowed<T>) {
    check_numbers(NumberRow<T>::numbers_of(value), field.range, field.unit, key);
  } else if constexpr (NumberOrWorded<T>) {
    const auto given = NumberOrWord<T>::as_number_or_word(value);
    if (const double* number = std::get_if<double>(&given)) check_number(*number, field.range, field.unit, key);
  } else if constexpr (NumberColumn<T>) {
    for (std::ptrdiff_t i = 0; i < value.rows(); ++i)
      check_value(field, value(i, 0), indexed(key, static_cast<std::size_t>(i)));
  } else if constexpr (NumberMatrix<T>) {
    for (std::ptrdiff_t i = 0; i < value.rows(); ++i)
      for (std::ptrdiff_t j = 0; j < value.cols(); ++j)
        check_value(field, value(i, j),
                    indexed(indexed(key, static_cast<std::size_t>(i)), static_cast<std::size_t>(j)));
  } else if constexpr (is_choice<T>) {
    std::visit([&](const auto& chosen) { check_record(chosen, key); }, value);
  } else if constexpr (Described<T>) {
    check_record(value, key);
  } else if constexpr (is_list<T>) {
    for (std::size_t i = 0; i < value.size(); ++i) check_value(field, value[i], indexed(key, i));
  }
}

}  // namespace detail

template <Described T>
void check_record(const T& record, const std::string& key) {
  for_each_field<T>([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    const bool is_part = is_choice<Value> && choice<Value>.is_inline;
    if (!field.key.empty()) detail::check_value(field, field.of(record), is_part ? key : joined_key(key, field.key));
  });
}

}  // namespace dryslip
