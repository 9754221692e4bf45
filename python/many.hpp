#pragma once

#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"
#include "python/record.hpp"

namespace dryslip::python {

/// One value of each answer: numbers, truths, twists, loads and vectors as an array, words and lists as a list; of a single answer (no
/// leading axes) the value itself.
template <class T, class Get>
nb::object column_of(std::span<const T> answers, const AxisLengths& leading, const Get& get) {
  using Value = std::remove_cvref_t<decltype(get(answers[0]))>;
  if constexpr (std::is_same_v<Value, bool>) {
    std::vector<char> values;
    for (const T& answer : answers) values.push_back(get(answer));
    return truths(values, leading);
  } else if constexpr (std::is_same_v<Value, double>) {
    const NewArray made = new_array(leading);
    for (std::size_t i = 0; i < answers.size(); ++i) made.values[i] = get(answers[i]);
    return number_or_array(made, leading);
  } else if constexpr (std::is_same_v<Value, Twist> || std::is_same_v<Value, FrictionLoad> ||
                       std::is_same_v<Value, Vec2>) {
    const NewArray made = new_array(leading, {sizeof(Value) / sizeof(double)});
    for (std::size_t i = 0; i < answers.size(); ++i) reinterpret_cast<Value*>(made.values)[i] = get(answers[i]);
    return made.array;
  } else {
    const auto object = [&](const T& answer) {
      if constexpr (std::is_enum_v<Value>)
        return nb::object(nb::str(dryslip::word_of(get(answer))));
      else
        return nb::cast(get(answer));
    };
    if (leading.empty()) return object(answers[0]);
    nb::list made;
    for (const T& answer : answers) made.append(object(answer));
    return made;
  }
}

/// Many answers of the library as one object of Python: a column for each described field.
template <Described T>
struct Many {
  static constexpr std::size_t size = std::tuple_size_v<decltype(description<T>.fields)>;
  AnyObject columns[size];

  Many() = default;
  Many(std::span<const T> answers, const AxisLengths& leading) {
    std::size_t k = 0;
    for_each_field<T>([&](const auto& field) {
      columns[k++] = column_of(
          answers, leading, [&](const T& answer) -> const auto& { return field.of(answer); });
    });
  }
};

/// The column of a field.
template <Described T>
AnyObject column_named(const Many<T>& answers, std::string_view name) {
  std::size_t k = 0, found = Many<T>::size;
  for_each_field<T>([&](const auto& field) {
    if (field.name == name) found = k;
    ++k;
  });
  return answers.columns[found];
}

/// The columns as fields.
template <Described T, std::size_t... index>
constexpr auto column_fields(std::index_sequence<index...>) {
  const auto& all = description<T>.fields;
  return std::tuple{Field<&Many<T>::columns, Element<index>{}>{std::get<index>(all).name, std::get<index>(all).unit,
                                                               std::get<index>(all).meaning}...};
}

}  // namespace dryslip::python

template <dryslip::Described T>
inline constexpr auto dryslip::description<dryslip::python::Many<T>> = dryslip::python::described_as<T>(
    dryslip::python::column_fields<T>(std::make_index_sequence<dryslip::python::Many<T>::size>()));
