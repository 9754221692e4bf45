#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "cli/output_file.hpp"

namespace dryslip::cli {

/// Text that has to wait for what stands before it: in memory, and beyond some megabytes in a file without a name.
class Spool {
 public:
  /// `folder`: of that file.
  explicit Spool(std::string folder) : folder_(std::move(folder)) {}

  /// Throws CommandError where the disk is full.
  void write(const std::string& text);
  /// Writes all of it there, in pieces.
  void copy_to(OutputFile& output);

 private:
  void open_file();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string folder_, memory_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace dryslip::cli
