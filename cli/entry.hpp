#pragma once

#include <iosfwd>

namespace dryslip::cli {

/// What a command reads and writes; a front end that is not a terminal program gives its own.
struct Streams {
  std::istream& in;
  std::ostream& out;                  ///< data
  std::ostream& messages;             ///< messages and progress
  bool messages_on_terminal = false;  ///< a person may watch the progress
  bool out_on_terminal = false;       ///< data would run through the progress bar
};

/// How a command ended; the exit status of the program.
enum class Outcome { Done = 0, BadInput = 1, NotConverged = 2, Interrupted = 130 };

/// The whole command line: `dryslip <command> scenario.toml ...`. Never throws for bad input, never exits.
int run(int argc, const char* const* argv, const Streams& streams);

}  // namespace dryslip::cli
