#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "dryslip/files/run_file.hpp"

namespace dryslip::cli {

/// Text that must wait for what precedes it: kept in memory, and from 8 MiB on in an unnamed temporary file.
class Spool : public WaitingText {
 public:
  /// `folder`: where that file may lie.
  explicit Spool(std::string folder) : folder_(std::move(folder)) {}

  /// Throws CommandError where the disk is full.
  void add(const std::string& piece) override;
  void write_to(const TextSink& sink) override;

 private:
  void open_file();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string folder_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace dryslip::cli
