#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "dryslip/files/run_file.hpp"

namespace dryslip {

// Rows of described structs as HDF5. The library is optional: without it all of these throw Hdf5Error, in one line.

/// A file that cannot be written.
class Hdf5Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// True where the build has HDF5.
bool has_hdf5();

/// A file with one data set a column, of its name: numbers with their unit as attribute, then words.
std::string hdf5_bytes(const Sheet& sheet);

/// A run as an HDF5 file: one data set a column, the group `events`, and as attributes of the root title, dryslip_version, outcome,
/// converged (0, 1) and further facts of the run. Memory is constant: what goes beyond the first 16384 rows makes its columns data sets
/// that grow. Throws Hdf5Error where the file cannot be written.
class Hdf5RunFile : public RunFile {
 public:
  Hdf5RunFile(std::string file, std::string title);
  ~Hdf5RunFile() override;
  Hdf5RunFile(const Hdf5RunFile&) = delete;
  Hdf5RunFile& operator=(const Hdf5RunFile&) = delete;
  void begin(std::vector<Column> columns) override;
  void add(std::span<const Cell> row) override;
  void finish(const RunSummary& summary) override;

 private:
  struct GrowingColumns;
  void write_block();

  std::string file_, title_;
  Sheet block_;
  std::unique_ptr<GrowingColumns> growing_;  ///< once there is more than one block
};

}  // namespace dryslip
