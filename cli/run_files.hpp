#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/file_format.hpp"
#include "cli/interruption.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_bar.hpp"
#include "dryslip/drawing/picture_rows.hpp"
#include "dryslip/files/run_file.hpp"
#include "dryslip/record/progress.hpp"

namespace dryslip::cli {

/// Output files of a motion in time. An empty name means none, except for `out`: standard output.
struct RunOutputs {
  std::string command{}, title{};
  std::string out{}, events{}, plot{};
  FileFormat out_format = FileFormat::Csv, events_format = FileFormat::Csv;
  bool wants_rows = true;
  EventLayout layout = EventLayout::Lines;  ///< in JSON
};

/// Output files that the options of a command name. Throws CommandError for names that do not go together, or promise a format that is not
/// `writable`.
RunOutputs run_outputs(const std::string& command, const CommonOptions& options, const std::string& events,
                       const std::string& plot, std::initializer_list<FileFormat> writable);

/// The files of a run. All are made before the work begins, and get their names when all are complete.
class RunFiles {
 public:
  RunFiles(const RunOutputs& outputs, const Streams& streams);

  RunFile* rows() { return rows_.get(); }  ///< none where they are not wanted
  void finish(const RunSummary& summary, const std::function<std::string()>& picture);

 private:
  const RunOutputs& outputs_;
  std::optional<OutputFile> table_, events_, plot_;
  std::unique_ptr<RunFile> rows_;
};

/// How far a run is: a bar, and whether Ctrl-C has asked it to stop.
class RunWatch {
 public:
  /// `end` [s]: none where it is not known.
  RunWatch(std::optional<double> end, double output_step, const CommonOptions& options, const Streams& streams);
  Progress progress();

 private:
  std::optional<double> end_;
  double output_step_;
  ProgressBar bar_;
  StopRequest stop_;
};

/// Makes the run `motion(sink)` and writes what is wanted; `draw(run)` makes the picture. A run without rows leaves no files. The run
/// that is returned has the rows of a picture.
template <class AnyRun, class Motion, class Draw>
AnyRun run_and_write(const RunOutputs& outputs, const Motion& motion, const Draw& draw, const Streams& streams) {
  using Sample = typename AnyRun::Sample;
  RunFiles files(outputs, streams);
  std::optional<RowWriter<Sample>> writer;
  if (files.rows() != nullptr) writer.emplace(*files.rows());
  PictureRows<Sample> picture;
  AnyRun run = motion([&](const Sample& row) {
    if (writer) (*writer)(row);
    picture.add(row);
  });
  run.samples = picture.take();
  if (!run.samples.empty()) files.finish(summary_of(run), [&] { return draw(run); });
  return run;
}

}  // namespace dryslip::cli
