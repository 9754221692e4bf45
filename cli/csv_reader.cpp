#include "cli/csv_reader.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <istream>
#include <optional>

#include "cli/command_error.hpp"
#include "dryslip/record/counted.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::cli {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;  // also the longest line

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string_view unquoted(std::string_view field) {
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') return field.substr(1, field.size() - 2);
  return field;
}

/// A field as a message shows it: short, and without control characters.
std::string shown(std::string_view field) {
  std::string text(field.substr(0, 60));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return "'" + text + (field.size() > 60 ? "..." : "") + "'";
}

}  // namespace

CsvReader::CsvReader(const std::string& name, std::istream& standard_input, std::vector<std::string> columns)
    : name_(name == "-" ? "<stdin>" : name),
      stream_(name == "-" ? standard_input : file_),
      columns_(std::move(columns)),
      buffer_(buffer_bytes) {
  if (name != "-") {
    std::error_code error;
    if (std::filesystem::is_directory(name, error)) throw CommandError(name_ + ": is a folder, not a file");
    file_.open(name, std::ios::binary);
    if (!file_) throw CommandError(name_ + ": cannot be opened");
    if (std::filesystem::is_regular_file(name, error)) size_ = std::filesystem::file_size(name, error);
  }
  read_header();
}

void CsvReader::fail(const std::string& explanation) const {
  throw CommandError(name_ + ":" + std::to_string(line_number_) + ": " + explanation);
}

/// Takes what the stream has ready, at least one byte; false at its end.
bool CsvReader::refill() {
  if (at_end_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size())
    fail("a line longer than " + std::to_string(buffer_bytes) + " bytes: is this a CSV file?");
  std::streambuf& source = *stream_.rdbuf();
  if (source.sgetc() == std::char_traits<char>::eof()) {
    at_end_ = true;
    return false;
  }
  const std::streamsize ready = std::max<std::streamsize>(1, source.in_avail());
  const std::streamsize room = static_cast<std::streamsize>(buffer_.size() - end_);
  end_ += static_cast<std::size_t>(source.sgetn(buffer_.data() + end_, std::min(ready, room)));
  return true;
}

/// The next line without its end; false after the last one.
bool CsvReader::next_line() {
  std::size_t searched = 0;
  while (true) {
    const char* const start = buffer_.data() + begin_;
    const void* const feed = std::memchr(start + searched, '\n', end_ - begin_ - searched);
    if (feed != nullptr) {
      const std::size_t length = static_cast<std::size_t>(static_cast<const char*>(feed) - start);
      line_ = {start, length};
      begin_ += length + 1;
      position_ += length + 1;
      ++line_number_;
      return true;
    }
    searched = end_ - begin_;
    if (refill()) continue;
    // The last line may lack its line feed.
    line_ = {buffer_.data() + begin_, end_ - begin_};
    position_ += line_.size();
    begin_ = end_;
    if (!line_.empty()) ++line_number_;
    return !line_.empty();
  }
}

/// The fields of the line; commas inside double quotes do not count.
void CsvReader::split() {
  fields_.clear();
  std::string_view rest = line_;
  while (true) {
    std::size_t comma = rest.find(',');
    if (const std::size_t quote = rest.find_first_not_of(" \t"); quote < rest.size() && rest[quote] == '"') {
      const std::size_t close = rest.find('"', quote + 1);
      if (close == std::string_view::npos) fail("quotation mark not closed: a field in quotes begins and ends with \"");
      comma = rest.find(',', close);
    }
    fields_.push_back(trimmed(rest.substr(0, comma)));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

void CsvReader::read_header() {
  std::vector<std::string_view> needed(columns_.begin(), columns_.end());
  bool found = false;
  while (!found && next_line()) {
    if (line_number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.remove_prefix(3);
    found = !trimmed(line_).empty();
  }
  if (!found) {
    line_number_ = std::max<std::size_t>(line_number_, 1);
    fail("empty: the first line must name the columns " + joined(needed));
  }
  split();
  for (std::string_view& field : fields_) field = unquoted(field);
  for (const std::string& column : columns_) {
    const auto place = std::find(fields_.begin(), fields_.end(), column);
    if (place == fields_.end())
      fail(column + ": no such column: the first line must name " + joined(needed) + "; it is " + shown(line_));
    if (std::find(place + 1, fields_.end(), column) != fields_.end()) fail(column + ": two columns of this name");
    places_.push_back(static_cast<std::size_t>(place - fields_.begin()));
  }
  field_count_ = fields_.size();
}

void CsvReader::read_row(CsvRows& rows) {
  split();
  if (fields_.size() == field_count_ + 1 && fields_.back().empty()) fields_.pop_back();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i] >= fields_.size()) fail(columns_[i] + ": missing: the row has " + counted(fields_.size(), "field"));
    const std::string_view field = unquoted(fields_[places_[i]]);
    const std::optional<double> value = parse_number(field);
    if (!value) fail(columns_[i] + ": " + shown(field) + ": not a number (finite, decimal point)");
    rows.values.push_back(*value);
    if (i > 0) rows.text += ',';
    rows.text += field;
  }
  if (fields_.size() > field_count_)
    fail(counted(fields_.size(), "field") + ": the first line names " + counted(field_count_, "column"));
  rows.ends.push_back(rows.text.size());
}

void CsvReader::read(CsvRows& rows, std::size_t most) {
  rows.width = columns_.size();
  rows.values.clear();
  rows.text.clear();
  rows.ends.clear();
  while (rows.size() < most) {
    // Rather answer what is there than wait for a writer who may be waiting for us.
    const bool line_is_ready = std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) != nullptr;
    if (rows.size() > 0 && !line_is_ready && !at_end_ && stream_.rdbuf()->in_avail() <= 0) return;
    if (!next_line()) return;
    if (!trimmed(line_).empty()) read_row(rows);
  }
}

}  // namespace dryslip::cli
