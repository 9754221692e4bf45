#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/record/run.hpp"

namespace dryslip {

/// Receives a long text in pieces.
using TextSink = std::function<void(const std::string& piece)>;

/// A motion in time as a file that is written row by row during the run, so that memory does not grow with the rows.
class RunFile {
 public:
  virtual ~RunFile() = default;
  virtual void begin(std::vector<Column> columns) = 0;
  virtual void add(std::span<const Cell> row) = 0;
  /// Writes what is known only at the end, and what was held back.
  virtual void finish(const RunSummary& summary) = 0;
};

/// Header and rows.
class CsvRunFile : public RunFile {
 public:
  explicit CsvRunFile(TextSink sink) : sink_(std::move(sink)) {}
  void begin(std::vector<Column> columns) override;
  void add(std::span<const Cell> row) override;
  void finish(const RunSummary& summary) override;

 private:
  TextSink sink_;
  std::string text_;
};

/// Text that must wait for what precedes it; kept in memory.
class WaitingText {
 public:
  virtual ~WaitingText() = default;
  virtual void add(const std::string& piece) { text_ += piece; }
  virtual void write_to(const TextSink& sink) { sink(text_); }

 protected:
  std::string text_;
};

/// How the events of a run are laid out in JSON.
enum class EventLayout { Lines, OneLine };

/// One object: outcome, converged and further facts of the run, events, and rows, an object a line. The rows wait for what stands before them.
class JsonRunFile : public RunFile {
 public:
  JsonRunFile(TextSink sink, std::unique_ptr<WaitingText> rows, EventLayout layout)
      : sink_(std::move(sink)), rows_(std::move(rows)), layout_(layout) {
    json_.begin_list();
  }
  void begin(std::vector<Column> columns) override;
  void add(std::span<const Cell> row) override;
  void finish(const RunSummary& summary) override;

 private:
  TextSink sink_;
  std::unique_ptr<WaitingText> rows_;
  EventLayout layout_;
  std::vector<Column> columns_;
  std::string text_;
  JsonText json_{text_};  ///< of the rows
};

/// {"events":[…]}
std::string json_of_events(const Sheet& events, EventLayout layout);

/// Puts rows into a file, of which the first one says how many columns there are.
template <Described Sample>
class RowWriter {
 public:
  explicit RowWriter(RunFile& file) : file_(file) {}

  void operator()(const Sample& row) {
    if (!std::exchange(has_begun_, true)) file_.begin(columns_of(row));
    cells_.clear();
    append_cells(cells_, row);
    file_.add(cells_);
  }

 private:
  RunFile& file_;
  bool has_begun_ = false;
  std::vector<Cell> cells_;
};

}  // namespace dryslip
