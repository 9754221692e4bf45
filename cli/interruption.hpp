#pragma once

#include <string>

namespace dryslip::cli {

/// Ctrl-C and the like end the program at once, wherever it is, with 128 + the signal's number (130 for Ctrl-C), and take
/// unfinished output files along. A closed pipe (`| head`) becomes a failed write. For the program's main() only.
void remove_unfinished_files_when_interrupted();

// Files to take along; a few at a time.
void add_unfinished_file(const std::string& name);
void forget_unfinished_file(const std::string& name);

/// While it lives the first Ctrl-C only asks to stop, so that what is done can be written; the second ends at once.
class StopRequest {
 public:
  StopRequest();
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  bool is_made() const;
};

}  // namespace dryslip::cli
