#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_error.hpp"
#include "cli/output_file.hpp"
#include "cli/spool.hpp"
#include "dryslip/scenario/write_run_hdf5.hpp"

namespace dryslip::cli {

/// The table of a run while the run is made: rows are written as they come, so that memory does not grow with them.
template <class Run>
struct RunTable {
  using Sample = typename decltype(Run::samples)::value_type;
  std::function<void(const Sample& row)> add;
  std::function<void(const Run& run)> finish;  ///< what is known at the end only; the run itself has no rows
};

constexpr std::size_t bytes_per_piece = std::size_t{1} << 18;  ///< of rows that are written at once

/// A line of the header and one a row. The output outlives the table.
template <class Run, class RowText>
RunTable<Run> csv_table(RowText row_text, OutputFile& output) {
  auto text = std::make_shared<std::string>(row_text.csv_header());
  const auto write = [text, &output] {
    output.write(*text);
    text->clear();
  };
  return {.add =
              [=](const auto& row) {
                row_text.append_csv(row, *text);
                if (text->size() >= bytes_per_piece) write();
              },
          .finish = [=](const Run&) { write(); }};
}

/// One object. What stands before the rows is known at the end, so they wait.
template <class Run, class RowText>
RunTable<Run> json_table(RowText row_text, OutputFile& output) {
  auto rows = std::make_shared<Spool>(output.folder());
  auto text = std::make_shared<std::string>("\n");
  const auto spool = [=] {
    rows->write(*text);
    text->clear();
  };
  return {.add =
              [=, is_first = true](const auto& row) mutable {
                if (!is_first) *text += ",\n";
                is_first = false;
                row_text.append_json(row, *text);
                if (text->size() >= bytes_per_piece) spool();
              },
          .finish =
              [=, &output](const Run& run) {
                spool();
                output.write(json_start(run));
                rows->copy_to(output);
                output.write(json_end);
              }};
}

/// Data sets that grow.
template <class Run>
RunTable<Run> hdf5_table(std::vector<BasicRunColumn<typename RunTable<Run>::Sample>> columns, std::string title,
                         OutputFile& output) {
  const std::string name = output.file_for_library();
  auto file = std::make_shared<Hdf5RunFile<Run>>(name, std::move(columns));
  const auto checked = [name = output.name()](const auto& work) {
    try {
      work();
    } catch (const std::runtime_error& error) {
      throw CommandError(name + ": " + error.what());
    }
  };
  return {.add = [=](const auto& row) { checked([&] { file->add(row); }); },
          .finish = [=](const Run& run) { checked([&] { file->finish(run, title); }); }};
}

}  // namespace dryslip::cli
