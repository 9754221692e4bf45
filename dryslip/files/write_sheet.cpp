#include "dryslip/files/write_sheet.hpp"

#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

struct CsvCell {
  std::string& text;

  void operator()(std::monostate) const {}
  void operator()(double value) const { append_number(text, value); }
  void operator()(long value) const { text += std::to_string(value); }
  void operator()(bool value) const { text += value ? '1' : '0'; }
  void operator()(std::string_view value) const { text += value; }
};

struct SinkCell {
  ResultSink& sink;

  void operator()(std::monostate) const { sink.nothing(); }
  void operator()(double value) const { sink.number(value); }
  void operator()(long value) const { sink.count(static_cast<std::size_t>(value)); }
  void operator()(bool value) const { sink.flag(value); }
  void operator()(std::string_view value) const { sink.word(value); }
};

}  // namespace

void append_csv_header(std::string& text, std::span<const Column> columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) text += (i == 0 ? "" : ",") + columns[i].name;
  text += '\n';
}

void append_csv_row(std::string& text, std::span<const Cell> cells, std::string_view given, std::size_t given_columns) {
  text += given;
  for (std::size_t i = given_columns; i < cells.size(); ++i) {
    if (i > 0) text += ',';
    std::visit(CsvCell{text}, cells[i]);
  }
  text += '\n';
}

std::string csv_text(const Sheet& sheet) {
  std::string text;
  append_csv_header(text, sheet.columns);
  for (std::size_t i = 0; i < sheet.rows(); ++i) append_csv_row(text, sheet.row(i));
  return text;
}

void write(const Cell& cell, ResultSink& sink) { std::visit(SinkCell{sink}, cell); }

void write_row(std::span<const Column> columns, std::span<const Cell> cells, ResultSink& sink) {
  sink.begin_object();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    sink.key(columns[i].name);
    write(cells[i], sink);
  }
  sink.end_object();
}

}  // namespace dryslip
