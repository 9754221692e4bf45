#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/csv_reader.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_bar.hpp"
#include "dryslip/files/write_sheet.hpp"

namespace dryslip::cli {

/// Shown where messages go to a terminal and data go elsewhere.
ProgressBar::Visibility progress_visibility(const CommonOptions& options, const Streams& streams);

/// Rows of answers as they are written: CSV with a header, or for --json {"rows":[...]} with one object a line.
template <Described Answer>
class AnswerWriter {
 public:
  AnswerWriter(const CommonOptions& options, const Streams& streams)
      : output_(options.out, streams.out), is_json_(options.json) {
    if (!is_json_) {
      append_csv_header(text_, columns_of(Answer{}, Columns::Required));
      return;
    }
    json_.begin_object();
    json_.key("rows");
    json_.begin_list();
  }

  /// `given` holds the first columns as they were read.
  void add(const Answer& answer, std::string_view given = {}, std::size_t given_columns = 0) {
    if (is_json_) {
      json_.new_line();
      return write(answer, json_);
    }
    cells_.clear();
    append_cells(cells_, answer, Columns::Required);
    append_csv_row(text_, cells_, given, given_columns);
  }

  /// Writes what has been added.
  void flush() {
    output_.write(text_);
    text_.clear();
  }

  void finish() {
    if (is_json_) {
      json_.new_line();
      json_.end_list();
      json_.end_object();
      text_ += '\n';
    }
    flush();
    output_.finish();
  }

 private:
  OutputFile output_;
  bool is_json_;
  std::string text_;
  std::vector<Cell> cells_;
  JsonText json_{text_};
};

/// Whether an answer repeats its question in its first columns.
enum class Repeat { Question, Nothing };

/// Reads questions from a CSV file (or "-"), answers and writes them in blocks, at constant memory, until the input ends:
/// ask(questions, answers).
template <Described Question, Described Answer, class Ask>
void stream_answers(const std::string& input, Repeat repeat, const Ask& ask, const CommonOptions& options,
                    const Streams& streams) {
  constexpr std::size_t rows_per_block = 8192;  // fits the second-level cache with its text
  std::vector<std::string> names;
  for (const Column& column : columns_of(Question{})) names.push_back(column.name);
  CsvReader reader(input, streams.in, names);
  AnswerWriter<Answer> writer(options, streams);
  ProgressBar bar(streams.messages, progress_visibility(options, streams));
  CsvRows rows;
  std::vector<Question> questions;
  std::vector<Answer> answers;
  std::size_t done = 0;
  for (reader.read(rows, rows_per_block); rows.size() > 0; reader.read(rows, rows_per_block)) {
    questions.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) questions.push_back(rows.record<Question>(i));
    answers.resize(rows.size());
    ask(std::span<const Question>(questions), std::span<Answer>(answers));
    for (std::size_t i = 0; i < rows.size(); ++i)
      repeat == Repeat::Question ? writer.add(answers[i], rows.text_of(i), rows.width) : writer.add(answers[i]);
    writer.flush();
    done += rows.size();
    bar.show(done, reader.part_done());
  }
  writer.finish();
}

}  // namespace dryslip::cli
