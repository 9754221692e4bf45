#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

// Answers as rows: JSON members and CSV columns come from the description. Each field with a key is a member; required fields are columns
// too. A record without a key stands for its own fields. True is 1, false is 0.

/// Calls visit(name, value, is_column) for each member in turn.
template <Described Answer, class Visit>
constexpr void for_each_member(const Answer& answer, const Visit& visit) {
  for_each_field<Answer>([&](const auto& field) {
    const auto& value = field.of(answer);
    if constexpr (Described<std::remove_cvref_t<decltype(value)>>) {
      for_each_member(value,
                      [&](std::string_view name, const auto& inner, bool) { visit(name, inner, field.is_required); });
    } else if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>> ||
                         std::is_enum_v<std::remove_cvref_t<decltype(value)>>) {
      if (!field.key.empty()) visit(field.key, value, field.is_required);
    }
  });
}

/// Adds all members to an object.
template <Described Answer>
void write_members(const Answer& answer, ResultSink& sink) {
  for_each_member(answer, [&](std::string_view name, const auto& value, bool) {
    using Value = std::remove_cvref_t<decltype(value)>;
    sink.key(name);
    if constexpr (std::is_integral_v<Value>)
      sink.count(static_cast<std::size_t>(value));
    else if constexpr (std::is_enum_v<Value>)
      sink.word(word_of(value));
    else
      sink.number(value);
  });
}

/// Names of the columns of an answer.
template <Described Answer>
std::vector<std::string> column_names() {
  std::vector<std::string> names;
  for_each_member(Answer{}, [&](std::string_view name, const auto&, bool is_column) {
    if (is_column) names.emplace_back(name);
  });
  return names;
}

/// Names of all members: the columns that a question is read from.
template <Described Question>
std::vector<std::string> member_names() {
  std::vector<std::string> names;
  for_each_member(Question{}, [&](std::string_view name, const auto&, bool) { names.emplace_back(name); });
  return names;
}

/// Appends "a,b,c\n". The first `given_columns` columns are taken as text from `given`.
template <Described Answer>
void append_csv_row(std::string& text, const Answer& answer, std::string_view given = {},
                    std::size_t given_columns = 0) {
  std::size_t column = 0;
  text += given;
  for_each_member(answer, [&](std::string_view, const auto& value, bool is_column) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if (!is_column || column++ < given_columns) return;
    if (column > 1) text += ',';
    if constexpr (std::is_same_v<Value, bool>)
      text += value ? '1' : '0';
    else if constexpr (std::is_integral_v<Value>)
      text += std::to_string(value);
    else if constexpr (std::is_enum_v<Value>)
      text += word_of(value);
    else
      std::isinf(value) ? void(text += infinity_word(value)) : append_number(text, value);
  });
  text += '\n';
}

/// "a,b,c\n": the first line of a CSV file.
template <Described Answer>
std::string csv_header() {
  std::string text;
  for (const std::string& name : column_names<Answer>()) text += (text.empty() ? "" : ",") + name;
  return text + "\n";
}

}  // namespace dryslip
