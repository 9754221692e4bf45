#include "dryslip/files/run_file.hpp"

#include "dryslip/files/write_sheet.hpp"

namespace dryslip {
namespace {

constexpr std::size_t bytes_per_piece = std::size_t{1} << 18;

void write_events(const Sheet& events, EventLayout layout, JsonText& json) {
  const auto separate = [&] {
    if (layout == EventLayout::Lines) json.new_line();
  };
  json.key("events");
  json.begin_list();
  for (std::size_t i = 0; i < events.rows(); ++i) {
    separate();
    write_row(events.columns, events.row(i), json);
  }
  separate();
  json.end_list();
}

}  // namespace

void CsvRunFile::begin(std::vector<Column> columns) { append_csv_header(text_, columns); }

void CsvRunFile::add(std::span<const Cell> row) {
  append_csv_row(text_, row);
  if (text_.size() < bytes_per_piece) return;
  sink_(text_);
  text_.clear();
}

void CsvRunFile::finish(const RunSummary&) { sink_(text_); }

void JsonRunFile::begin(std::vector<Column> columns) { columns_ = std::move(columns); }

void JsonRunFile::add(std::span<const Cell> row) {
  json_.new_line();
  write_row(columns_, row, json_);
  if (text_.size() < bytes_per_piece) return;
  rows_->add(text_);
  text_.clear();
}

void JsonRunFile::finish(const RunSummary& summary) {
  std::string head;
  JsonText json(head);
  json.begin_object();
  for (const auto& [name, value] : summary.facts) {
    json.key(name);
    write(value, json);
  }
  if (layout_ == EventLayout::Lines) json.new_line();
  write_events(summary.events, layout_, json);
  json.new_line();
  json.key("rows");
  sink_(head);
  json_.new_line();
  json_.end_list();
  rows_->add(text_ + "}\n");
  rows_->write_to(sink_);
}

std::string json_of_events(const Sheet& events, EventLayout layout) {
  std::string text;
  JsonText json(text);
  json.begin_object();
  write_events(events, layout, json);
  json.end_object();
  return text + "\n";
}

}  // namespace dryslip
