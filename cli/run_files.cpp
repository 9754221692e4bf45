#include "cli/run_files.hpp"

#include <utility>

#include "cli/answer_stream.hpp"
#include "cli/command_error.hpp"
#include "cli/spool.hpp"
#include "dryslip/files/hdf5_file.hpp"
#include "dryslip/files/write_sheet.hpp"

namespace dryslip::cli {
namespace {

/// The rows of an HDF5 file, whose errors name the output.
class Hdf5Rows : public RunFile {
 public:
  Hdf5Rows(OutputFile& output, const std::string& title)
      : name_(output.name()), file_(output.file_for_library(), title) {}
  void begin(std::vector<Column> columns) override { file_.begin(std::move(columns)); }
  void add(std::span<const Cell> row) override {
    checked([&] { file_.add(row); });
  }
  void finish(const RunSummary& summary) override {
    checked([&] { file_.finish(summary); });
  }

 private:
  template <class Work>
  void checked(const Work& work) const {
    try {
      work();
    } catch (const Hdf5Error& error) {
      throw CommandError(name_ + ": " + error.what());
    }
  }

  std::string name_;
  Hdf5RunFile file_;
};

std::unique_ptr<RunFile> rows_of(const RunOutputs& outputs, OutputFile& output) {
  if (outputs.out_format == FileFormat::Hdf5) return std::make_unique<Hdf5Rows>(output, outputs.title);
  const auto write = [&output](const std::string& piece) { output.write(piece); };
  if (outputs.out_format != FileFormat::Json) return std::make_unique<CsvRunFile>(write);
  return std::make_unique<JsonRunFile>(write, std::make_unique<Spool>(output.folder()), outputs.layout);
}

std::string text_of_events(const RunOutputs& outputs, const Sheet& events) {
  if (outputs.events_format == FileFormat::Hdf5) return hdf5_bytes(events);
  return outputs.events_format == FileFormat::Json ? json_of_events(events, outputs.layout) : csv_text(events);
}

}  // namespace

RunOutputs run_outputs(const std::string& command, const CommonOptions& options, const std::string& events,
                       const std::string& plot, std::initializer_list<FileFormat> writable) {
  const std::string program = "dryslip " + command + ": ";
  if (events == "-" && is_standard_output(options.out))
    throw CommandError(program + "--events -: the rows go to standard output: give --out FILE");
  if (plot == "-") throw CommandError(program + "--plot -: needs a file name");
  if (is_same_file(options.out, events) || is_same_file(options.out, plot) || is_same_file(events, plot))
    throw CommandError(program + "--out, --events and --plot: must be different files");
  check_plot(command, plot);
  // by the ending of the name; CSV where it says nothing
  const auto format = [&](const std::string& option, const std::string& name) {
    const FileFormat by_name = format_of({command, option, name}, writable);
    const std::string file = program + option + " " + name;
    if (by_name == FileFormat::Hdf5 && options.json) throw CommandError(file + ": .h5 or --json, not both");
    if (by_name == FileFormat::Hdf5 && !has_hdf5())
      throw CommandError(file + ": this program is built without HDF5: write .csv or .json");
    return options.json ? FileFormat::Json : by_name;
  };
  return {.command = command,
          .out = options.out,
          .events = events,
          .plot = plot,
          .out_format = format("--out", options.out),
          .events_format = format("--events", events),
          .wants_rows = plot.empty() || !events.empty() || !options.out.empty() || options.json};
}

RunFiles::RunFiles(const RunOutputs& outputs, const Streams& streams) : outputs_(outputs) {
  if (outputs.wants_rows) table_.emplace(outputs.out, streams.out);
  if (!outputs.events.empty()) events_.emplace(outputs.events, streams.out);
  if (!outputs.plot.empty()) plot_.emplace(outputs.plot, streams.out);
  if (table_) rows_ = rows_of(outputs, *table_);
}

void RunFiles::finish(const RunSummary& summary, const std::function<std::string()>& picture) {
  if (rows_) rows_->finish(summary);
  if (events_) events_->write(text_of_events(outputs_, summary.events));
  if (plot_) plot_->write(picture());
  for (std::optional<OutputFile>* file : {&table_, &events_, &plot_})
    if (*file) (*file)->finish();
}

RunWatch::RunWatch(std::optional<double> end, double output_step, const CommonOptions& options, const Streams& streams)
    : end_(end), output_step_(output_step), bar_(streams.messages, progress_visibility(options, streams)) {}

Progress RunWatch::progress() {
  return [this](double t) {
    bar_.show(static_cast<std::size_t>(t / output_step_), end_ ? t / *end_ : -1.0);
    return !stop_.is_made();
  };
}

}  // namespace dryslip::cli
