#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

/// Thrown where no number has the path.
class UnknownParameter : public InvalidInput {
  using InvalidInput::InvalidInput;
};

/// A number among the fields of a struct: its path in files, such as support[0].size[1], and what may stand there.
struct NumberPlace {
  std::string path;
  const Range& range;
  std::string_view unit;
};

namespace detail {

/// Visits the numbers in the value of a field until `visit` returns true: it has changed one.
template <class T, class Visit>
bool visit_numbers(const NumberPlace& place, T& value, const Visit& visit);

/// Visits a number from which the value is then made anew, as a formula, an angle or a word.
template <class T, class Make, class Visit>
bool visit_instead(const NumberPlace& place, T& value, const Make& make, const Visit& visit) {
  double number = 0.0;
  if (!visit(place, number)) return false;
  value = make(number);
  return true;
}

template <class T, class Index, class Visit>
bool visit_elements(const NumberPlace& place, T& elements, Index count, const Visit& visit) {
  for (Index i = 0; i < count; ++i) {
    const NumberPlace element{indexed(place.path, static_cast<std::size_t>(i)), place.range, place.unit};
    if (visit_numbers(element, elements[i], visit)) return true;
  }
  return false;
}

}  // namespace detail

/// Calls visit(NumberPlace, double&) for each number of a described struct that files can give, absent ones too, until a call returns true
/// because it has changed the number. Returns whether one has. Fields with the keys `without` are left out.
template <Described T, class Visit>
bool for_each_number(T& record, const std::string& path, const Visit& visit,
                     std::span<const std::string_view> without = {}) {
  bool is_changed = false;
  for_each_field<T>([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    const bool is_part = is_choice<Value> && choice<Value>.is_inline;
    if (is_changed || field.key.empty()) return;
    if (std::find(without.begin(), without.end(), field.key) != without.end()) return;
    const NumberPlace place{is_part ? path : joined_key(path, field.key), field.range, field.unit};
    is_changed = detail::visit_numbers(place, field.of(record), visit);
  });
  return is_changed;
}

namespace detail {

template <class T, class Visit>
bool visit_optional(const NumberPlace& place, std::optional<T>& value, const Visit& visit) {
  if (value) return visit_numbers(place, *value, visit);
  T made{};
  if (!visit_numbers(place, made, visit)) return false;
  value = std::move(made);
  return true;
}

template <NumberTuple T, class Visit>
bool visit_tuple(const NumberPlace& place, T& value, const Visit& visit) {
  auto numbers = places_of(value);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (visit(NumberPlace{indexed(place.path, i), place.range, place.unit}, *numbers[i])) return true;
  return false;
}

template <Rowed T, class Visit>
bool visit_row(const NumberPlace& place, T& value, const Visit& visit) {
  auto numbers = NumberRow<T>::numbers_of(value);
  if (!visit_elements(place, numbers, numbers.size(), visit)) return false;
  value = NumberRow<T>::from(numbers);
  return true;
}

template <NumberMatrix T, class Visit>
bool visit_matrix(const NumberPlace& place, T& value, const Visit& visit) {
  for (std::ptrdiff_t i = 0; i < value.rows(); ++i) {
    auto row = value.row(i);
    const NumberPlace of_row{indexed(place.path, static_cast<std::size_t>(i)), place.range, place.unit};
    if (visit_elements(of_row, row, row.size(), visit)) return true;
  }
  return false;
}

template <class T, class Visit>
bool visit_numbers(const NumberPlace& place, T& value, const Visit& visit) {
  if constexpr (std::is_same_v<T, double>)
    return visit(place, value);
  else if constexpr (is_optional<T>)
    return visit_optional(place, value, visit);
  else if constexpr (NumberTuple<T>)
    return visit_tuple(place, value, visit);
  else if constexpr (Formula<T>)
    return visit_instead(
        place, value, [&](double number) { return T(number_text(number), value.variables()); }, visit);
  else if constexpr (is_formula_pair<T>)
    return visit_elements(place, value, std::size_t{2}, visit);
  else if constexpr (NumberOrWorded<T>)
    return visit_instead(place, value, NumberOrWord<T>::from_number, visit);
  else if constexpr (Rowed<T>)
    return visit_row(place, value, visit);
  else if constexpr (NumberColumn<T>)
    return visit_elements(place, value, value.rows(), visit);
  else if constexpr (NumberMatrix<T>)
    return visit_matrix(place, value, visit);
  else if constexpr (is_choice<T>)
    return std::visit([&](auto& chosen) { return for_each_number(chosen, place.path, visit); }, value);
  else if constexpr (Described<T>)
    return for_each_number(value, place.path, visit);
  else if constexpr (is_list<T>)
    return visit_elements(place, value, value.size(), visit);
  else
    return false;
}

}  // namespace detail

/// Looks for the number of a path among those of for_each_number(), and gives it another value.
class NumberSetter {
 public:
  NumberSetter(std::string path, double value) : path_(std::move(path)), value_(value) {}

  /// Throws InvalidInput for a value that the place does not allow.
  bool operator()(const NumberPlace& place, double& number);
  /// Throws UnknownParameter with the nearest of the paths that were visited: "not a numeric key of Scenario: did you mean 'contact.mu'? allowed: …".
  [[noreturn]] void fail(std::string_view whole) const;

 private:
  std::string path_;
  double value_;
  std::vector<std::string> visited_;
};

/// Gives a number of a described struct another value, by its path in files: "initial.omega", "contact.support[0].size[1]". A number stands for
/// a formula, too. Throws UnknownParameter with the nearest path, and InvalidInput for a value that the description does not allow.
template <Described T>
void set_number(T& record, const std::string& path, double value) {
  NumberSetter set(path, value);
  if (!for_each_number(record, "", std::ref(set))) set.fail(description<T>.name);
}

}  // namespace dryslip
