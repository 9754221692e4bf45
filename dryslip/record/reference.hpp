#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

struct RecordReference;

/// What reference pages and docstrings say of a field.
struct FieldReference {
  std::string name;                  ///< in C++ and Python
  std::string unit;                  ///< "m"; "-" for a pure number
  std::string meaning;               ///< a phrase
  std::string range;                 ///< "must be greater than 0"; empty where every finite number is allowed
  std::vector<std::string> words{};  ///< that it can hold

  std::string key{};                          ///< in files; empty: not a key
  std::string type{};                         ///< in files: "number", "[number, number]", "formula of t"
  std::vector<std::string> words_in_files{};  ///< those that files spell
  std::string standard{};    ///< the default as files have it; empty where the meaning says what stands for it
  bool is_required = false;  ///< in files
  std::vector<RecordReference> sections;  ///< that it can hold: one, or the alternatives of a choice
  std::string tag{};                      ///< key of the word that chooses one of several sections
  bool is_inline = false;  ///< the chosen section has its keys, and the tag, beside the other keys of the record
  bool is_list = false;    ///< of sections
};

/// What reference pages and docstrings say of a described struct.
struct RecordReference {
  std::string name;     ///< of the class
  std::string word;     ///< in files, of one of several alternatives
  std::string meaning;  ///< a sentence
  std::vector<FieldReference> fields{};
  std::string file_key{}, file_meaning{};  ///< of a file that holds what could stand in fields
};

template <Described T>
RecordReference reference_of(const T& standard = {});

namespace detail {

/// "a, b" of the texts of the elements.
template <class Elements, class TextOf>
std::string joined_texts(const Elements& elements, const TextOf& text_of) {
  std::string text;
  for (const auto& element : elements) text += (text.empty() ? "" : ", ") + text_of(element);
  return text;
}

/// What files can hold for a value; `like` is one, which knows the variables of a formula.
template <class V>
std::string type_text(const V& like) {
  if constexpr (std::is_same_v<V, bool>) {
    return "true or false";
  } else if constexpr (Worded<V>) {
    return is_flag_in_files<V> ? "true or false" : "word";
  } else if constexpr (std::is_arithmetic_v<V>) {
    return std::is_integral_v<V> ? "whole number" : "number";
  } else if constexpr (NumberOrWorded<V>) {
    return "number or word";
  } else if constexpr (Rowed<V>) {
    return "[" + std::to_string(NumberRow<V>::least) + " to " + std::to_string(NumberRow<V>::most) + " numbers]";
  } else if constexpr (Formula<V>) {
    return "formula of " + joined_texts(like.variables(), [](const auto& name) { return std::string(name); });
  } else if constexpr (is_formula_pair<V>) {
    return "[formula, formula] of" + type_text(like[0]).substr(std::string_view("formula of").size());
  } else if constexpr (NumberTuple<V>) {
    return "[" + joined_texts(numbers_of(like), [](double) { return std::string("number"); }) + "]";
  } else if constexpr (NumberMatrix<V>) {
    return NumberColumn<V> ? "list of numbers" : "list of rows of numbers";
  } else if constexpr (is_optional<V>) {
    return type_text(like.value_or(typename V::value_type{}));
  } else if constexpr (Described<V> || is_choice<V>) {
    return "section";
  } else if constexpr (is_list<V>) {
    return "list of " + type_text(typename V::value_type{});
  } else {
    return "text";
  }
}

/// A value as files spell it; empty where it says nothing or is a section of its own.
template <class V>
std::string value_text(const V& value) {
  if constexpr (std::is_same_v<V, bool>) {
    return value ? "true" : "false";
  } else if constexpr (Worded<V>) {
    const auto index = static_cast<std::size_t>(value);
    if (is_flag_in_files<V>) return index == 0 ? "false" : "true";
    return index < first_word_in_files<V> ? "" : std::string("\"") + word_of(value) + "\"";
  } else if constexpr (std::is_arithmetic_v<V>) {
    return number_text(static_cast<double>(value));
  } else if constexpr (NumberOrWorded<V>) {
    const std::variant<double, std::string> held = NumberOrWord<V>::as_number_or_word(value);
    const auto* number = std::get_if<double>(&held);
    return number != nullptr ? number_text(*number) : "\"" + std::get<std::string>(held) + "\"";
  } else if constexpr (Formula<V>) {
    return "\"" + std::string(value.text()) + "\"";
  } else if constexpr (is_formula_pair<V>) {
    return "[" + joined_texts(value, [](const auto& formula) { return value_text(formula); }) + "]";
  } else if constexpr (NumberTuple<V>) {
    return "[" + joined_texts(numbers_of(value), [](double number) { return number_text(number); }) + "]";
  } else if constexpr (is_optional<V>) {
    return value ? value_text(*value) : "";
  } else if constexpr (Described<V>) {
    return *description<V>.word == '\0' ? "" : std::string("\"") + description<V>.word + "\"";
  } else if constexpr (is_choice<V>) {
    return std::visit([](const auto& held) { return value_text(held); }, value);
  } else if constexpr (std::is_same_v<V, std::string>) {
    return value.empty() ? "" : "\"" + value + "\"";
  } else {
    return {};
  }
}

/// Adds the words that a value, or each value of a list, can be. What can be a number too says in its meaning when it is a word.
template <class V>
void add_words(FieldReference& field) {
  if constexpr (Worded<V>) {
    field.words = {words<V>.begin(), words<V>.end()};
    if (!is_flag_in_files<V>) field.words_in_files = {words<V>.begin() + first_word_in_files<V>, words<V>.end()};
  } else if constexpr (is_optional<V> || is_list<V>) {
    add_words<typename V::value_type>(field);
  }
}

template <class Choice>
struct ReferencesOf;
template <class... T>
struct ReferencesOf<std::variant<T...>> {
  static std::vector<RecordReference> all() { return {reference_of<T>()...}; }
};

/// Adds the sections that a value, or each value of a list, can be; `like` is one.
template <class V>
void add_sections(FieldReference& field, const V& like) {
  if constexpr (Described<V>) {
    field.sections = {reference_of<V>(like)};
  } else if constexpr (is_choice<V>) {
    field.sections = ReferencesOf<V>::all();
    field.tag = choice<V>.tag;
    field.is_inline = choice<V>.is_inline;
  } else if constexpr (is_optional<V> || is_list<V>) {
    add_sections(field, typename V::value_type{});
    field.is_list = is_list<V> && !field.sections.empty();
  }
}

}  // namespace detail

/// What can be said of one field; `record` has its default.
template <class F>
FieldReference reference_of(const F& field, const typename F::Struct& record) {
  const auto& standard = F::of(record);
  FieldReference made{.name = std::string(field.name),
                      .unit = std::string(field.unit),
                      .meaning = std::string(field.meaning),
                      .range = field.range.text == any_number.text ? "" : std::string(field.range.text),
                      .key = std::string(field.key),
                      .type = detail::type_text(standard),
                      .standard = field.is_required_in_files ? "" : detail::value_text(standard),
                      .is_required = field.is_required_in_files};
  detail::add_words<typename F::Value>(made);
  detail::add_sections(made, standard);
  return made;
}

/// What can be said of a described struct with these defaults, and of those that its fields hold.
template <Described T>
RecordReference reference_of(const T& standard) {
  RecordReference made{.name = std::string(description<T>.name),
                       .word = description<T>.word,
                       .meaning = std::string(description<T>.meaning),
                       .file_key = std::string(file_key<T>.key),
                       .file_meaning = std::string(file_key<T>.meaning)};
  for_each_field<T>([&](const auto& field) { made.fields.push_back(reference_of(field, standard)); });
  return made;
}

}  // namespace dryslip
