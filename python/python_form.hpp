#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/words.hpp"
#include "python/arrays.hpp"

namespace dryslip::python {

// How Python has the values of the library's records: as they are, but for enums (their words), formulas (text or number), and
// what files hold as a number or a word; likewise in lists.

/// Index of a word among those of an enum. Throws InvalidInput, with the names, for another word.
std::size_t index_of(const std::string& word, std::span<const char* const> words, const std::string& key);

/// A formula: text, or a number.
using Formula = std::variant<std::string, double>;
/// Throws std::invalid_argument as Expression.
Expression expression_of(const Formula& formula, const std::vector<std::string>& variables);
/// Throws InvalidInput with the key in front, as a scenario file has it.
Expression expression_of(const Formula& formula, const std::vector<std::string>& variables, const std::string& key);

/// Type in Python, value in Python, and the value of what Python gives; `like` is another value of the same field, `key` the
/// one to blame.
template <class V>
struct PythonForm {
  using Type = V;
  static const V& of(const V& value) { return value; }
  static V from(Type given, const V&, const std::string&) { return given; }
};

template <Worded E>
struct PythonForm<E> {
  using Type = std::string;
  static Type of(E value) { return word_of(value); }
  static E from(const Type& word, E, const std::string& key) { return static_cast<E>(index_of(word, words<E>, key)); }
};

template <NumberOrWorded V>
struct PythonForm<V> {
  using Type = std::variant<double, std::string>;
  static Type of(const V& value) { return NumberOrWord<V>::as_number_or_word(value); }
  static V from(const Type& given, const V&, const std::string& key) {
    if (const auto* number = std::get_if<double>(&given)) return NumberOrWord<V>::from_number(*number);
    return NumberOrWord<V>::from_word(index_of(std::get<std::string>(given), NumberOrWord<V>::words, key));
  }
};

template <>
struct PythonForm<Expression> {
  using Type = Formula;
  static Type of(const Expression& value) { return value.text(); }
  static Expression from(const Type& given, const Expression& like, const std::string& key) {
    return expression_of(given, like.variables(), key);
  }
};

/// Whether the elements of a list or option change their type on the way.
template <class V>
concept Translated = !std::same_as<V, typename PythonForm<V>::Type>;

template <Translated V>
struct PythonForm<std::optional<V>> {
  using Type = std::optional<typename PythonForm<V>::Type>;
  static Type of(const std::optional<V>& value) { return value ? Type(PythonForm<V>::of(*value)) : std::nullopt; }
  static std::optional<V> from(Type given, const std::optional<V>&, const std::string& key) {
    if (!given) return std::nullopt;
    return PythonForm<V>::from(std::move(*given), V{}, key);
  }
};

template <Translated V>
struct PythonForm<std::vector<V>> {
  using Type = std::vector<typename PythonForm<V>::Type>;
  static Type of(const std::vector<V>& values) {
    Type given;
    for (const V& value : values) given.push_back(PythonForm<V>::of(value));
    return given;
  }
  static std::vector<V> from(Type given, const std::vector<V>&, const std::string& key) {
    std::vector<V> values;
    for (auto& each : given) values.push_back(PythonForm<V>::from(std::move(each), V{}, key));
    return values;
  }
};

template <Translated V, std::size_t count>
struct PythonForm<std::array<V, count>> {
  using Type = std::array<typename PythonForm<V>::Type, count>;
  static Type of(const std::array<V, count>& values) {
    Type given;
    for (std::size_t i = 0; i < count; ++i) given[i] = PythonForm<V>::of(values[i]);
    return given;
  }
  static std::array<V, count> from(Type given, const std::array<V, count>& like, const std::string& key) {
    std::array<V, count> values = like;
    for (std::size_t i = 0; i < count; ++i)
      values[i] = PythonForm<V>::from(std::move(given[i]), like[i], key + "[" + std::to_string(i) + "]");
    return values;
  }
};

}  // namespace dryslip::python
