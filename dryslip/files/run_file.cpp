#include "dryslip/files/run_file.hpp"

#include "dryslip/files/write_sheet.hpp"

namespace dryslip {
namespace {

constexpr std::size_t bytes_per_piece = std::size_t{1} << 18;

void append_events(std::string& text, const Sheet& events, EventLayout layout) {
  const std::string end_of_line = layout == EventLayout::Lines ? "\n" : "";
  text += "\"events\":[";
  for (std::size_t i = 0; i < events.rows(); ++i) {
    text += (i == 0 ? "" : ",") + end_of_line;
    JsonText json(text);
    write_row(events.columns, events.row(i), json);
  }
  text += end_of_line + "]";
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
  text_ += std::exchange(is_first_, false) ? "\n" : ",\n";
  JsonText json(text_);
  write_row(columns_, row, json);
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
  head += layout_ == EventLayout::Lines ? ",\n" : ",";
  append_events(head, summary.events, layout_);
  sink_(head + ",\n\"rows\":[");
  rows_->add(text_);
  rows_->write_to(sink_);
  sink_("\n]}\n");
}

std::string json_of_events(const Sheet& events, EventLayout layout) {
  std::string text = "{";
  append_events(text, events, layout);
  return text + "}\n";
}

}  // namespace dryslip
