#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/csv_reader.hpp"
#include "cli/progress_bar.hpp"

namespace dryslip::cli {

/// A table in, a table out.
struct TableStream {
  std::string input;                 ///< CSV file, or "-" for standard input
  std::vector<std::string> columns;  ///< to read
  std::string header;                ///< of the CSV written
  /// Appends one line per row to the text. A CSV line ends in a line feed, a JSON object begins with a comma and one.
  std::function<void(const CsvRows& rows, std::string& text)> answer;
};

/// Shown where messages go to a terminal and data go elsewhere.
ProgressBar::Visibility progress_visibility(const CommonOptions& options, const Streams& streams);

/// Reads, answers and writes in blocks, at constant memory, until the input ends: CSV with a header, or for --json
/// {"rows":[...]} with one object a line.
void stream_table(const TableStream& table, const CommonOptions& options, const Streams& streams);

}  // namespace dryslip::cli
