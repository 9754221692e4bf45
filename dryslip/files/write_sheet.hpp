#pragma once

#include <span>
#include <string>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/record/sheet.hpp"

namespace dryslip {

// Rows of described structs as text. Numbers read back to the same double whatever the locale.

/// Appends the names of the columns as a line of CSV.
void append_csv_header(std::string& text, std::span<const Column> columns);
/// Appends a row as a line of CSV; a cell with nothing is empty.
void append_csv_row(std::string& text, std::span<const Cell> cells);
/// Header and rows.
std::string csv_text(const Sheet& sheet);

void write(const Cell& cell, ResultSink& sink);
/// A row as an object whose members are called as the columns.
void write_row(std::span<const Column> columns, std::span<const Cell> cells, ResultSink& sink);

}  // namespace dryslip
