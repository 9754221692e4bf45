#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "dryslip/record/range.hpp"

namespace dryslip {

// Describes once what users see of a plain struct: its fields with names, units, meanings and ranges. Files, messages, results, the Python
// package and the reference pages follow from the description. Defaults are those of the struct.

/// A step of a path into an array.
template <std::size_t index>
struct Element {};

namespace detail {

template <class Object, class Value>
constexpr auto& step(Object& object, Value std::remove_const_t<Object>::*member) {
  return object.*member;
}
template <class Object, std::size_t index>
constexpr auto& step(Object& object, Element<index>) {
  return object[index];
}

template <class Object>
constexpr Object& at_path(Object& object) {
  return object;
}
template <class Object, class First, class... Rest>
constexpr auto& at_path(Object& object, First first, Rest... rest) {
  return at_path(step(object, first), rest...);
}

/// What stands last in the compiler's text for a template argument: "mass" of "… argument = &dryslip::Ball::mass; …".
constexpr std::string_view last_name(std::string_view text) {
  constexpr std::string_view before = "argument = ";
  text = text.substr(text.find(before) + before.size());
  text = text.substr(0, text.find_first_of(";]"));
  return text.substr(text.rfind(':') + 1);
}
template <auto argument>
constexpr std::string_view name_of_member() {
  return last_name(__PRETTY_FUNCTION__);
}
template <class argument>
constexpr std::string_view name_of_type() {
  constexpr std::string_view name = last_name(__PRETTY_FUNCTION__);
  static_assert(!name.ends_with('>'), "a specialised template has no name of its own: give one");
  return name;
}

template <class>
struct MemberOf;
template <class T, class P>
struct MemberOf<P T::*> {
  using Struct = T;
};

}  // namespace detail

/// A field of a struct: a member, or a member of a member.
template <auto first, auto... rest>
struct Field {
  using Struct = typename detail::MemberOf<decltype(first)>::Struct;
  using Value = std::remove_cvref_t<decltype(detail::at_path(std::declval<Struct&>(), first, rest...))>;

  std::string_view name;     ///< in C++ and Python
  std::string_view unit;     ///< "m"; "-" for a pure number, empty where none makes sense
  std::string_view meaning;  ///< a phrase
  Range range{};             ///< of its numbers
  bool is_required = false;  ///< nothing can stand for it
  std::string_view key{};    ///< in files; empty: not a key. With a dot: in another section than its neighbours
  bool is_required_in_files = is_required;

  static constexpr Value& of(Struct& record) { return detail::at_path(record, first, rest...); }
  static constexpr const Value& of(const Struct& record) { return detail::at_path(record, first, rest...); }

  /// This field as a member of an outer struct.
  template <auto outer>
  constexpr auto inside() const {
    return Field<outer, first, rest...>{name, unit, meaning, range, is_required, key, is_required_in_files};
  }
  /// This field without a default in files, and perhaps nowhere.
  constexpr Field as_required(bool everywhere) const {
    return Field{name, unit, meaning, range, everywhere, key, true};
  }
  /// This field with another name in files.
  constexpr Field as_key(std::string_view other) const {
    return Field{name, unit, meaning, range, is_required, other, is_required_in_files};
  }
};

namespace detail {

template <auto... path>
constexpr Field<path...> described(std::string_view name, std::string_view unit, std::string_view meaning,
                                   Range range = {}) {
  return {name, unit, meaning, range, false, name};
}
template <auto member>
constexpr Field<member> described(std::string_view unit, std::string_view meaning, Range range = {}) {
  return described<member>(name_of_member<member>(), unit, meaning, range);
}

}  // namespace detail

// What is said of a field: name, unit, meaning, range. A name left out is that of the member, a range left out holds all numbers.

/// A field that may be left out.
template <auto... path, class... Said>
constexpr auto field(const Said&... said) {
  return std::tuple{detail::described<path...>(said...)};
}
/// A field without a default.
template <auto... path, class... Said>
constexpr auto required(const Said&... said) {
  return std::tuple{detail::described<path...>(said...).as_required(true)};
}
/// A field with a default that files have to give all the same.
template <auto... path, class... Said>
constexpr auto required_key(const Said&... said) {
  return std::tuple{detail::described<path...>(said...).as_required(false)};
}
/// A field with another key in files; none where that is empty.
template <class F>
constexpr auto keyed(std::string_view key, const std::tuple<F>& named) {
  return std::tuple{std::get<0>(named).as_key(key)};
}
template <class F>
constexpr auto outside_files(const std::tuple<F>& named) {
  return keyed({}, named);
}
/// The key of a described struct whose fields stand in its place, under their own keys.
inline constexpr std::string_view in_place_key = "*";
template <class F>
constexpr auto in_place(const std::tuple<F>& named) {
  return keyed(in_place_key, named);
}

template <class... F>
struct RecordDescription {
  std::string_view name;     ///< of the class in C++ and Python
  const char* word;          ///< in files, of one of several alternatives; else empty
  std::string_view meaning;  ///< a sentence
  std::tuple<F...> fields;
};

/// Describes a struct by its fields; users call it by its own name where none is given.
template <class... Tuples>
constexpr auto record(std::string_view name, const char* word, std::string_view meaning, const Tuples&... fields) {
  return std::apply(
      [&](const auto&... all) {
        return RecordDescription<std::remove_cvref_t<decltype(all)>...>{name, word, meaning, {all...}};
      },
      std::tuple_cat(fields...));
}

template <class T, class... Tuples>
constexpr auto record(std::string_view meaning, const Tuples&... fields) {
  return record(detail::name_of_type<T>(), "", meaning, fields...);
}
/// Describes one of several structs among which files choose by a word.
template <class T, class... Tuples>
constexpr auto alternative(const char* word, std::string_view meaning, const Tuples&... fields) {
  return record(detail::name_of_type<T>(), word, meaning, fields...);
}

/// The description of a struct. Specialised beside each one.
template <class T>
inline constexpr std::nullptr_t description = nullptr;

template <class T>
concept Described = !std::is_same_v<std::remove_cvref_t<decltype(description<T>)>, std::nullptr_t>;

/// The fields of a member as fields of the struct that holds it.
template <auto member>
constexpr auto embedded() {
  using Inner = std::remove_cvref_t<decltype(detail::at_path(
      std::declval<typename detail::MemberOf<decltype(member)>::Struct&>(), member))>;
  return std::apply([](const auto&... fields) { return std::tuple{fields.template inside<member>()...}; },
                    description<Inner>.fields);
}

/// Calls visit(field) for each field in turn.
template <Described T, class Visit>
constexpr void for_each_field(const Visit& visit) {
  std::apply([&](const auto&... fields) { (visit(fields), ...); }, description<T>.fields);
}

/// How files choose one of several described structs: by a word, in the section that holds its keys or in a section of its own.
struct Choice {
  std::string_view tag;  ///< key of the word
  bool is_inline = false;
};
/// Specialised for each variant of described structs.
template <class Variant>
inline constexpr Choice choice{};

/// The word of the alternative that a variant of described structs holds.
template <Described... T>
constexpr const char* word_of(const std::variant<T...>& alternatives) {
  constexpr const char* all[] = {description<T>.word...};
  return all[alternatives.index()];
}

/// A struct that files hold as a number or as one of some words. Specialised with
/// words, from_number(double), from_word(index), and as_number_or_word(value).
template <class T>
struct NumberOrWord;

/// A struct that files hold as an array of some numbers. Specialised with least, most, from(span of numbers), and numbers_of(value).
template <class T>
struct NumberRow;

/// A file that holds what could stand in fields. Specialised where there is one.
struct FileKey {
  std::string_view key, meaning;
};
template <class T>
inline constexpr FileKey file_key{};

}  // namespace dryslip
