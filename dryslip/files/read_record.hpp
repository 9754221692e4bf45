#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "dryslip/files/section_reader.hpp"
#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip::detail {

// Described structs from the sections of a file: keys, types, ranges and words follow from the description. What is special about a struct
// is an overload of read_fields() for it, or a reader of values that knows more than ValueReader.

/// Reads T from a section that holds the keys of T and no others.
template <Described T>
T read_record(const SectionReader& section);

/// The key of a field within a section: mu for "contact.mu" in contact; empty where the field stands elsewhere.
constexpr std::string_view key_in(std::string_view section, std::string_view key) {
  if (!section.empty()) {
    if (!key.starts_with(section) || key.size() == section.size() || key[section.size()] != '.') return {};
    key.remove_prefix(section.size() + 1);
  }
  return key.find('.') == std::string_view::npos ? key : std::string_view{};
}

/// Adds the keys of a struct, in the order of its description.
template <Described T>
void add_keys(std::vector<std::string_view>& keys, std::string_view table = {}) {
  const auto add = [&](std::string_view key) {
    if (!key.empty() && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  };
  for_each_field<T>([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    if (is_choice<Value> && choice<Value>.is_inline) add(choice<Value>.tag);
    if (!is_choice<Value> || !choice<Value>.is_inline) add(key_in(table, field.key));
  });
  add(file_key<T>.key);
}

template <class>
struct Alternatives;
template <class... T>
struct Alternatives<std::variant<T...>> {
  static constexpr std::array<const char*, sizeof...(T)> words{description<T>.word...};
  template <class One>
  static std::variant<T...> make_one() {
    return One{};
  }
  static std::variant<T...> make(std::size_t index) {
    constexpr std::array<std::variant<T...> (*)(), sizeof...(T)> makers{&make_one<T>...};
    return makers[index]();
  }
  static void add_all_keys(std::vector<std::string_view>& keys) { (add_keys<T>(keys), ...); }
};

/// Reads the values of fields from their nodes; `key` is the one to blame.
struct ValueReader {
  const SectionReader& section;

  void read(const std::string& key, const TomlNode& node, double& value) const { value = section.number(key, node); }
  void read(const std::string& key, const TomlNode& node, bool& value) const { value = section.flag(key, node); }
  void read(const std::string& key, const TomlNode& node, std::string& value) const { value = section.text(key, node); }

  template <Worded Enum>
  void read(const std::string& key, const TomlNode& node, Enum& value) const {
    constexpr std::size_t first = first_word_in_files<Enum>;
    if constexpr (is_flag_in_files<Enum>)
      value = static_cast<Enum>(section.flag(key, node));
    else
      value = static_cast<Enum>(first + section.word(key, node, std::span(words<Enum>).subspan(first)));
  }

  template <NumberTuple T>
  void read(const std::string& key, const TomlNode& node, T& value) const {
    const std::vector<double> numbers = section.row(key, node, number_count<T>, number_count<T>);
    const auto places = places_of(value);
    for (std::size_t i = 0; i < numbers.size(); ++i) *places[i] = numbers[i];
  }

  template <Formula T>
  void read(const std::string& key, const TomlNode& node, T& value) const {
    value = section.expression(key, node, value.variables());
  }
  template <Formula T>
  void read(const std::string& key, const TomlNode& node, std::array<T, 2>& value) const {
    const TomlNode::Array& elements = section.array(key, node, needed(value));
    if (elements.size() != 2) section.fail_type(key, node, needed(value));
    for (std::size_t i = 0; i < 2; ++i) read(indexed(key, i), elements[i], value[i]);
  }

  template <NumberOrWorded T>
  void read(const std::string& key, const TomlNode& node, T& value) const {
    const auto& words = NumberOrWord<T>::words;
    if (!std::holds_alternative<std::string>(node.value))
      value = NumberOrWord<T>::from_number(section.number(key, node));
    else
      value = NumberOrWord<T>::from_word(
          section.word(key, node, words, "must be " + std::string(NumberOrWord<T>::number) + " or one of "));
  }

  template <Rowed T>
  void read(const std::string& key, const TomlNode& node, T& value) const {
    value = NumberRow<T>::from(section.row(key, node, NumberRow<T>::least, NumberRow<T>::most));
  }

  template <class T>
  void read(const std::string& key, const TomlNode& node, std::optional<T>& value) const {
    read(key, node, value.emplace());
  }

  template <class T>
  void read(const std::string& key, const TomlNode& node, std::vector<T>& value) const {
    const std::string sections = "an array of sections: [[" + section.full_key(key) + "]]";
    const TomlNode::Array& elements = section.array(key, node, Described<T> ? sections : needed(value));
    for (std::size_t i = 0; i < elements.size(); ++i) read(indexed(key, i), elements[i], value.emplace_back());
  }

  template <Described T>
  void read(const std::string& key, const TomlNode& node, T& value) const {
    value = read_record<T>(section.section(key, node));
  }

  /// One of several structs, in a section of its own.
  template <class T>
  requires is_choice<T>
  void read(const std::string& key, const TomlNode& node, T& value) const;

  /// What a value must be, for messages.
  template <class T>
  static std::string needed(const T& value) {
    if constexpr (NumberTuple<T>)
      return numbers_needed(number_count<T>, number_count<T>);
    else if constexpr (Formula<T>)
      return "an expression of " + listed(value.variables()) + " in quotes";
    else if constexpr (is_formula_pair<T>)
      return "an array of 2 expressions";
    else if constexpr (std::is_same_v<T, double>)
      return "a number";
    else if constexpr (is_list<T>)
      return needed_elements(typename T::value_type{});
    else
      return "a string";
  }
  template <class T>
  static std::string needed_elements(const T& element) {
    if constexpr (is_list<T>)
      return "an array of loops, each an array of points [x, y]";
    else if constexpr (Rowed<T>)
      return "an array whose elements are each " + numbers_needed(NumberRow<T>::least, NumberRow<T>::most);
    else
      return "an array whose elements are each " + needed(element);
  }
};

/// Reads the fields whose keys stand in the section `within`, except those that are `settled` already. Optional ones keep their values
/// where the key is absent.
template <class Reader, Described T>
void read_fields_by(const Reader& reader, T& record, std::string_view within = {},
                    std::span<const std::string_view> settled = {}) {
  const SectionReader& section = reader.section;
  for_each_field<T>([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    Value& value = field.of(record);
    if constexpr (is_choice<Value> && choice<Value>.is_inline)
      return std::visit([&](auto& chosen) { read_fields(section, chosen); }, value);
    const std::string key(key_in(within, field.key));
    if (key.empty() || std::find(settled.begin(), settled.end(), key) != settled.end()) return;
    const TomlNode* node = section.find(key);
    if (node == nullptr) {
      if (field.is_required_in_files) section.required(key, reader.needed(value));
      return;
    }
    reader.read(key, *node, value);
    section.within([&] { check_value(field, value, key); });
  });
}

/// Reads the fields of a struct, keys of which are known to be allowed.
template <Described T>
void read_fields(const SectionReader& section, T& record) {
  read_fields_by(ValueReader{section}, record);
}

/// The alternative that a word in the section chooses; the first where it may be left out.
template <class Variant>
Variant chosen_in(const SectionReader& section, bool is_required) {
  constexpr auto& words = Alternatives<Variant>::words;
  constexpr std::string_view tag = choice<Variant>.tag;
  const std::vector<std::string_view> names(words.begin(), words.end());
  const TomlNode* node = is_required ? &section.required(tag, "one of " + joined(names)) : section.find(tag);
  return Alternatives<Variant>::make(node == nullptr ? 0 : section.word(tag, *node, words));
}

template <class T>
requires is_choice<T>
void ValueReader::read(const std::string& key, const TomlNode& node, T& value) const {
  const SectionReader inner = section.section(key, node);
  value = chosen_in<T>(inner, false);
  const auto read_chosen = [&]<class A>(A& chosen) {
    std::vector<std::string_view> keys{choice<T>.tag};
    add_keys<A>(keys);
    inner.allow_keys(keys, "keys of the " + key + " " + description<A>.word);
    read_fields(inner, chosen);
  };
  std::visit(read_chosen, value);
}

/// Chooses the alternative of an inline choice, whose keys stand among those of the struct.
template <Described T, class Value>
void choose_inline(const SectionReader& section, std::vector<std::string_view> keys, Value& value) {
  constexpr std::string_view tag = choice<Value>.tag;
  if (!section.has(tag)) {
    // every key that some alternative has, so that a misspelt tag is found as such
    Alternatives<Value>::add_all_keys(keys);
    section.allow_keys(keys, "keys of [" + section.path() + "]");
  }
  value = chosen_in<Value>(section, true);
  const auto allow = [&]<class A>(const A&) {
    std::vector<std::string_view> own{tag};
    add_keys<A>(own);
    own.insert(own.end(), keys.begin() + 1, keys.end());
    section.allow_keys(own, "keys of the " + std::string(tag) + " " + description<A>.word);
  };
  std::visit(allow, value);
}

template <Described T>
T read_record(const SectionReader& section) {
  T record{};
  std::vector<std::string_view> keys;
  add_keys<T>(keys);
  bool has_inline_choice = false;
  for_each_field<T>([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    if constexpr (is_choice<Value> && choice<Value>.is_inline) {
      has_inline_choice = true;
      choose_inline<T>(section, keys, field.of(record));
    }
  });
  if (!has_inline_choice) section.allow_keys(keys, "keys of [" + section.path() + "]");
  read_fields(section, record);
  return record;
}

}  // namespace dryslip::detail
