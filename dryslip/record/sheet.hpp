#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

// Rows of described structs as columns of cells: what CSV, JSON, HDF5 and arrays are made of. Only fields with a key have columns. A field of
// several values has one column each: spring_0, spring_1, … for the key "spring_*"; other keys are numbered where there are several values.
// Truth is 0 or 1.

/// A value under a column: nothing, a number, a count, a truth value, or a word. Words belong to the row.
using Cell = std::variant<std::monostate, double, long, bool, std::string_view>;

/// What stands at the head of a column.
struct Column {
  std::string name;
  std::string_view unit{};       ///< empty: none
  std::string_view meaning{};    ///< a phrase
  std::size_t longest_word = 0;  ///< of those that may stand in it; 0: numbers do
};

/// Columns, and the rows below them one after the other.
struct Sheet {
  std::vector<Column> columns;
  std::vector<Cell> cells;

  std::size_t rows() const { return columns.empty() ? 0 : cells.size() / columns.size(); }
  std::span<const Cell> row(std::size_t i) const {
    return std::span(cells).subspan(i * columns.size(), columns.size());
  }
};

/// Which fields of a row have columns: of an answer, JSON has all and CSV those that are required.
enum class Columns { All, Required };

namespace detail {

template <class T>
concept OneValue = Worded<T> || std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;
template <class T>
concept ManyValues = !OneValue<T> && requires(const T& values) {
  values.size();
  requires OneValue<std::remove_cvref_t<decltype(values[0])>>;
};

template <class T>
struct Unwrapped {
  using Type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
  using Type = T;
};

template <class T>
constexpr std::size_t longest_word_of() {
  std::size_t longest = 0;
  if constexpr (Worded<T>) {
    for (const std::string_view word : words<T>) longest = word.size() > longest ? word.size() : longest;
  }
  return longest;
}

/// Name of one of the columns of a key.
std::string column_name(std::string_view key, std::size_t index, std::size_t count);

/// Calls visit(field, value, index, count) for each value of a row that has a column.
template <Described Row, class Visit>
void for_each_value(const Row& row, Columns which, const Visit& visit) {
  for_each_field<Row>([&](const auto& field) {
    if (field.key.empty() || (which == Columns::Required && !field.is_required)) return;
    const auto& values = std::remove_cvref_t<decltype(field)>::of(row);
    using Values = std::remove_cvref_t<decltype(values)>;
    if constexpr (Described<Values>) {
      if (field.key == in_place_key) for_each_value(values, Columns::All, visit);
    } else if constexpr (OneValue<typename Unwrapped<Values>::Type>) {
      visit(field, values, std::size_t{0}, std::size_t{1});
    } else if constexpr (ManyValues<Values>) {
      const auto count = values.size();
      for (auto i = count - count; i < count; ++i)
        visit(field, values[i], static_cast<std::size_t>(i), static_cast<std::size_t>(count));
    }
  });
}

}  // namespace detail

/// The number, truth value or word as a cell.
template <class T>
Cell cell_of(const T& value) {
  if constexpr (is_optional<T>) {
    return value ? cell_of(*value) : Cell{};
  } else if constexpr (Worded<T>) {
    return std::string_view(word_of(value));
  } else if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T>) {
    return value;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<long>(value);
  } else {
    return std::string_view(value);
  }
}

namespace detail {

template <class T>
Cell cell_in_row(const T& value) {
  if constexpr (std::is_same_v<T, bool>)
    return long{value};
  else
    return cell_of(value);
}

}  // namespace detail

/// The number in a cell; NaN where it holds none.
double number_in(const Cell& cell);
/// The word in a cell; empty where it holds none.
std::string_view word_in(const Cell& cell);

/// The columns of rows with as many values as this one.
template <Described Row>
std::vector<Column> columns_of(const Row& row, Columns which = Columns::All) {
  std::vector<Column> columns;
  detail::for_each_value(row, which, [&](const auto& field, const auto& value, std::size_t index, std::size_t count) {
    using Value = typename detail::Unwrapped<std::remove_cvref_t<decltype(value)>>::Type;
    columns.push_back(
        {detail::column_name(field.key, index, count), field.unit, field.meaning, detail::longest_word_of<Value>()});
  });
  return columns;
}

/// Puts the values of a row behind others.
template <Described Row>
void append_cells(std::vector<Cell>& cells, const Row& row, Columns which = Columns::All) {
  detail::for_each_value(row, which, [&](const auto&, const auto& value, std::size_t, std::size_t) {
    cells.push_back(detail::cell_in_row(value));
  });
}

/// Rows that have as many values as the first; where there are none, the columns of a row with its defaults.
template <Described Row>
Sheet sheet_of(const std::vector<Row>& rows) {
  Sheet sheet{.columns = columns_of(rows.empty() ? Row{} : rows.front()), .cells = {}};
  sheet.cells.reserve(sheet.columns.size() * rows.size());
  for (const Row& row : rows) append_cells(sheet.cells, row);
  return sheet;
}

/// True if all numbers of a row are finite.
template <Described Row>
bool is_finite(const Row& row) {
  bool result = true;
  detail::for_each_value(row, Columns::All, [&](const auto&, const auto& value, std::size_t, std::size_t) {
    if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(value)>>) result &= std::isfinite(value);
  });
  return result;
}

}  // namespace dryslip
