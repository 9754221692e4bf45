#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/record/sheet.hpp"

namespace dryslip {

// Rows of described structs as text. Numbers read back to the same double whatever the locale.

/// Appends the names of the columns as a line of CSV.
void append_csv_header(std::string& text, std::span<const Column> columns);
/// Appends a row as a line of CSV; a cell with nothing is empty. Columns that `given` holds, text of the first of them, are not written anew.
void append_csv_row(std::string& text, std::span<const Cell> cells, std::string_view given = {},
                    std::size_t given_columns = 0);
/// Header and rows.
std::string csv_text(const Sheet& sheet);

void write(const Cell& cell, ResultSink& sink);
/// A row as an object whose members are called as the columns.
void write_row(std::span<const Column> columns, std::span<const Cell> cells, ResultSink& sink);

/// Adds the values of a row to an object.
template <Described Row>
void write_members(const Row& row, ResultSink& sink) {
  const auto add = [&](const auto& field, const auto& value, std::size_t index, std::size_t count) {
    const bool is_alone =
        count == 1 && !field.key.ends_with('*');  // its name then needs no text of its own, which costs time
    is_alone ? sink.key(field.key) : sink.key(detail::column_name(field.key, index, count));
    write(detail::cell_in_row(value), sink);
  };
  detail::for_each_value(row, Columns::All, add);
}

}  // namespace dryslip
