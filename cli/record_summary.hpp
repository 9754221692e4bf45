#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip::cli {

/// What files can say of a described struct, as JSON: each key with its value, in the order of the description; what is absent has no member.
/// Overloads for single structs shorten what would be too long.
template <Described T>
nlohmann::ordered_json record_summary(const T& record);

namespace detail {

template <class T>
nlohmann::ordered_json value_summary(const T& value) {
  using Json = nlohmann::ordered_json;
  if constexpr (is_optional<T>) {
    return value ? value_summary(*value) : Json();
  } else if constexpr (Worded<T>) {
    if constexpr (is_flag_in_files<T>) return static_cast<bool>(value);
    return static_cast<std::size_t>(value) < first_word_in_files<T> ? Json() : Json(word_of(value));
  } else if constexpr (NumberTuple<T>) {
    return numbers_of(value);
  } else if constexpr (Formula<T>) {
    return value.text();
  } else if constexpr (is_formula_pair<T>) {
    return {value[0].text(), value[1].text()};
  } else if constexpr (NumberOrWorded<T>) {
    return std::visit([](const auto& given) { return Json(given); }, NumberOrWord<T>::as_number_or_word(value));
  } else if constexpr (Rowed<T>) {
    return NumberRow<T>::numbers_of(value);
  } else if constexpr (NumberMatrix<T>) {
    Json rows = Json::array();
    for (std::ptrdiff_t i = 0; i < value.rows(); ++i) {
      if constexpr (NumberColumn<T>) {
        rows.push_back(value(i, 0));
      } else {
        Json& row = rows.emplace_back(Json::array());
        for (std::ptrdiff_t j = 0; j < value.cols(); ++j) row.push_back(value(i, j));
      }
    }
    return rows;
  } else if constexpr (is_choice<T>) {
    Json summary{{std::string(choice<T>.tag), word_of(value)}};
    summary.update(std::visit([](const auto& chosen) { return record_summary(chosen); }, value));
    return summary;
  } else if constexpr (Described<T>) {
    return record_summary(value);
  } else if constexpr (is_list<T>) {
    Json elements = Json::array();
    for (const auto& element : value) elements.push_back(value_summary(element));
    return elements;
  } else {
    return value;
  }
}

}  // namespace detail

template <Described T>
nlohmann::ordered_json record_summary(const T& record) {
  nlohmann::ordered_json summary = nlohmann::ordered_json::object();
  for_each_field<T>([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    if (field.key.empty()) return;
    nlohmann::ordered_json value = detail::value_summary(field.of(record));
    if (is_choice<Value> && choice<Value>.is_inline)
      summary.update(value);
    else if (!value.is_null())
      summary[std::string(field.key)] = std::move(value);
  });
  return summary;
}

}  // namespace dryslip::cli
