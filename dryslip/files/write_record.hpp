#pragma once

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

// What files can say of a described struct, as members of an object: each key with its value, in the order of the description; what is absent
// has no member. Overloads of write_keys() and write_value() for single structs, found by their namespace, say what would be too long.

using Keys = std::vector<std::string_view>;

/// Adds the keys of a record, but those in `without`, to an object.
template <Described T>
void write_keys(const T& record, ResultSink& sink, const Keys& without = {});

/// The keys of the alternative that a variant holds.
template <Described... T>
void write_keys(const std::variant<T...>& alternatives, ResultSink& sink) {
  std::visit([&](const auto& chosen) { write_keys(chosen, sink); }, alternatives);
}

template <class T>
void write_value(const T& value, ResultSink& sink) {
  const auto write_list = [&](const auto& elements) {
    sink.begin_list();
    for (const auto& element : elements) write_value(element, sink);
    sink.end_list();
  };
  if constexpr (is_optional<T>) {
    value ? write_value(*value, sink) : sink.nothing();
  } else if constexpr (std::is_same_v<T, bool> || (Worded<T> && is_flag_in_files<T>)) {
    sink.flag(static_cast<bool>(value));
  } else if constexpr (Worded<T>) {
    sink.word(word_of(value));
  } else if constexpr (std::is_integral_v<T>) {
    sink.count(static_cast<std::size_t>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    sink.number(value);
  } else if constexpr (Formula<T>) {
    sink.word(value.text());
  } else if constexpr (PlaneVector<T>) {
    sink.place({value.x, value.y});
  } else if constexpr (NumberTuple<T> || is_formula_pair<T> || is_list<T>) {
    write_list(value);
  } else if constexpr (NumberOrWorded<T>) {
    std::visit([&](const auto& given) { write_value(given, sink); }, NumberOrWord<T>::as_number_or_word(value));
  } else if constexpr (Rowed<T>) {
    write_list(NumberRow<T>::numbers_of(value));
  } else if constexpr (NumberColumn<T>) {
    sink.numbers(value);
  } else if constexpr (NumberMatrix<T>) {
    sink.begin_list();
    for (std::ptrdiff_t i = 0; i < value.rows(); ++i) sink.numbers(value.row(i).transpose());
    sink.end_list();
  } else if constexpr (is_choice<T> || Described<T>) {
    sink.begin_object();
    if constexpr (is_choice<T>) sink.member(choice<T>.tag, word_of(value));
    write_keys(value, sink);
    sink.end_object();
  } else {
    sink.word(value);
  }
}

/// True where files say a value by leaving its key out.
template <class T>
bool is_left_out(const T& value) {
  if constexpr (is_optional<T>)
    return !value;
  else if constexpr (Worded<T> && !is_flag_in_files<T>)
    return static_cast<std::size_t>(value) < first_word_in_files<T>;
  else
    return false;
}

template <Described T>
void write_keys(const T& record, ResultSink& sink, const Keys& without) {
  const auto has = [&](std::string_view key) {
    return std::find(without.begin(), without.end(), key) == without.end();
  };
  for_each_field<T>([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    const Value& value = field.of(record);
    if (field.key.empty()) return;
    if constexpr (choice<Value>.is_inline) {
      if (has(choice<Value>.tag)) sink.member(choice<Value>.tag, word_of(value));
      write_keys(value, sink);
    } else if (has(field.key) && !is_left_out(value)) {
      sink.key(field.key);
      write_value(value, sink);
    }
  });
}

}  // namespace dryslip
