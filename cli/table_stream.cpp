#include "cli/table_stream.hpp"

#include "cli/output_file.hpp"

namespace dryslip::cli {
namespace {

constexpr std::size_t rows_per_block = 8192;  // fits the second-level cache with its text

double part_done(const CsvReader& reader) {
  return reader.size() == 0 ? -1.0 : static_cast<double>(reader.position()) / static_cast<double>(reader.size());
}

}  // namespace

ProgressBar::Visibility progress_visibility(const CommonOptions& options, const Streams& streams) {
  const bool is_free = !options.out.empty() || !streams.out_on_terminal;
  const bool watched = streams.messages_on_terminal && is_free && !options.quiet;
  return watched ? ProgressBar::Visibility::Shown : ProgressBar::Visibility::Hidden;
}

void stream_table(const TableStream& table, const CommonOptions& options, const Streams& streams) {
  CsvReader reader(table.input, streams.in, table.columns);
  OutputFile output(options.out, streams.out);
  ProgressBar bar(streams.messages, progress_visibility(options, streams));

  CsvRows rows;
  std::string text = options.json ? "{\"rows\":[" : table.header + "\n";
  std::size_t done = 0;
  for (reader.read(rows, rows_per_block); rows.size() > 0; reader.read(rows, rows_per_block)) {
    const std::size_t start = text.size();
    table.answer(rows, text);
    if (options.json && done == 0) text.erase(start, 1);  // no comma before the first row
    output.write(text);
    text.clear();
    done += rows.size();
    bar.show(done, part_done(reader));
  }
  if (options.json) text += "\n]}\n";
  output.write(text);
  output.finish();
}

}  // namespace dryslip::cli
