#pragma once

#include <cstddef>
#include <fstream>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "dryslip/record/record.hpp"

namespace dryslip::cli {

/// Rows of a CSV file: numbers, and their text as it was written, "0.1,2,3".
struct CsvRows {
  std::size_t width = 0;          ///< columns
  std::vector<double> values;     ///< row by row, in the order of the columns asked for
  std::string text;               ///< all rows, one after the other
  std::vector<std::size_t> ends;  ///< of each row in the text

  std::size_t size() const { return ends.size(); }
  /// The record whose fields are the columns.
  template <Described Record>
  Record record(std::size_t row) const {
    Record result{};
    const double* value = values.data() + row * width;
    for_each_field<Record>([&](const auto& field) { field.of(result) = *value++; });
    return result;
  }
  std::string_view text_of(std::size_t row) const {
    const std::size_t begin = row == 0 ? 0 : ends[row - 1];
    return std::string_view(text).substr(begin, ends[row] - begin);
  }
};

/// A CSV file read in pieces at constant memory: the columns asked for, found by name in any order.
///
/// The first line that is not blank names the columns; further columns are ignored. CRLF, a byte-order mark, blank lines,
/// spaces around a field and fields in double quotes are accepted. Every mistake throws CommandError "FILE:LINE: ...".
class CsvReader {
 public:
  /// `name` is a file, or "-" for `standard_input`.
  CsvReader(const std::string& name, std::istream& standard_input, std::vector<std::string> columns);

  /// Reads up to `most` rows; none at the end. Fewer where a slow writer pauses, so that its rows are answered.
  void read(CsvRows& rows, std::size_t most);

  /// Part of the input that has been read, 0 to 1; negative where its size is not known.
  double part_done() const { return size_ == 0 ? -1.0 : static_cast<double>(position_) / static_cast<double>(size_); }

 private:
  bool next_line();
  bool refill();
  void read_header();
  void split();
  void read_row(CsvRows& rows);
  [[noreturn]] void fail(const std::string& explanation) const;

  std::string name_;
  std::ifstream file_;
  std::istream& stream_;
  std::vector<std::string> columns_;
  std::vector<std::size_t> places_;  ///< of the columns asked for among the fields
  std::size_t field_count_ = 0;      ///< of the header

  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  ///< of the bytes not used yet
  bool at_end_ = false;
  std::string_view line_;
  std::vector<std::string_view> fields_;
  std::size_t line_number_ = 0;
  std::size_t position_ = 0, size_ = 0;
};

}  // namespace dryslip::cli
