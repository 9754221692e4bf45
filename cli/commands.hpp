#pragma once

#include <string>

#include "cli/entry.hpp"

namespace dryslip::cli {

/// What every command takes.
struct CommonOptions {
  std::string scenario;  ///< file, or "-" for standard input
  std::string out;       ///< file; empty: standard output
  bool json = false;
  bool quiet = false;
};

struct LoadOptions : CommonOptions {
  std::string twists;  ///< CSV file, or "-"
};

struct MomentOptions : CommonOptions {
  // what to do; empty: not that. At most one of the first three, which all write data.
  std::string centers;   ///< CSV file, or "-"
  std::string grid;      ///< "NX,NY": nodes along x and y
  std::string contours;  ///< "N": number of contour lines, about
  std::string plot;      ///< SVG file
};

struct CheckOptions : CommonOptions {};

// One function per command, each in its own file; they throw ScenarioError and CommandError for bad input.
Outcome load_command(const LoadOptions& options, const Streams& streams);
Outcome moment_command(const MomentOptions& options, const Streams& streams);
Outcome check_command(const CheckOptions& options, const Streams& streams);

}  // namespace dryslip::cli
