#pragma once

#include <string>

namespace dryslip::cli {

/// Ctrl-C and the like end the program at once, wherever it is, with 128 + the signal's number (130 for Ctrl-C), and take
/// the unfinished output file along. A closed pipe (`| head`) becomes a failed write. For the program's main() only.
void remove_unfinished_files_when_interrupted();

/// The file to take along; an empty name for none.
void set_unfinished_file(const std::string& name);

}  // namespace dryslip::cli
