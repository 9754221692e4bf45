#pragma once

#include <fstream>
#include <iosfwd>
#include <string>

namespace dryslip::cli {

/// Where data goes: standard output, or a file that appears under its name only when it is complete.
class OutputFile {
 public:
  /// `name` empty or "-": `standard_output`. Throws CommandError where the file cannot be made.
  OutputFile(const std::string& name, std::ostream& standard_output);
  /// Removes what was not finished.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws CommandError where the disk is full, OutputClosed where nobody reads any more.
  void write(const std::string& text);
  /// Name of a file that a library may write by itself: its content becomes the output.
  const std::string& file_for_library();
  /// Gives the file its name.
  void finish();

  const std::string& name() const { return name_; }  ///< empty: standard output
  /// Where a large file may lie for a while: beside the output, or where the system has its temporary files.
  std::string folder() const;

 private:
  void check_written();

  std::string name_;
  std::string temporary_;  ///< empty: written in place
  std::string copied_;     ///< of a library, to be copied to what is written in place
  std::ofstream file_;
  std::ostream* stream_;
};

}  // namespace dryslip::cli
