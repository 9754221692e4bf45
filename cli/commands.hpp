#pragma once

#include <string>
#include <vector>

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
  // What to do; an empty text leaves it out. At most one of the first three may be given: each writes data.
  std::string centers;   ///< CSV file, or "-"
  std::string grid;      ///< "NX,NY": nodes along x and y
  std::string contours;  ///< "N": about this many contour lines
  std::string plot;      ///< SVG file
};

struct CheckOptions : CommonOptions {};

struct MotionOptions : CommonOptions {
  std::string loads;                ///< CSV file, or "-"
  std::string criterion = "exact";  ///< or "CA", Kardan's one-twist test
};

struct PointsOptions : CommonOptions {};

struct TerminalOptions : CommonOptions {};

struct SurfaceOptions : CommonOptions {
  double gap = 1e-3;                    ///< between inner and outer polytope, relative to LoadScale [-]
  std::vector<double> section;          ///< normal of a plane through O, nx, ny, nm; empty: the whole surface
  std::string plot;                     ///< SVG file; empty: none
  std::string coefficient = "kinetic";  ///< or "static"
};

struct SimulateOptions : CommonOptions {
  std::string events;  ///< file; empty: none
  std::string plot;    ///< SVG file; empty: none
};

struct ForwardOptions : CommonOptions {
  // What to do besides solving the scenario; an empty text leaves it out.
  std::string cases;      ///< file with one JSON object per line, or "-"; instead of a scenario
  std::string plot;       ///< SVG file
  std::string map;        ///< "mu=0:4,tau=-12:8": counts over two parameters
  std::string events;     ///< file for the events of --simulate
  bool simulate = false;  ///< motion in time
};

struct FitOptions : CommonOptions {
  std::string model = "all";  ///< or pade, ellipsoid, quartic, table
  std::string plot;           ///< SVG file; empty: none
};

struct ReproduceOptions : CommonOptions {
  std::vector<std::string> items;  ///< names of items and papers; none: all
  std::string scenarios;           ///< folder whose scenarios replace the built-in ones; empty: none
  bool list = false;
};

// One function per command, each in its own file; they throw ScenarioError and CommandError for bad input.
Outcome load_command(const LoadOptions& options, const Streams& streams);
Outcome moment_command(const MomentOptions& options, const Streams& streams);
Outcome check_command(const CheckOptions& options, const Streams& streams);
Outcome motion_command(const MotionOptions& options, const Streams& streams);
Outcome points_command(const PointsOptions& options, const Streams& streams);
Outcome terminal_command(const TerminalOptions& options, const Streams& streams);
Outcome surface_command(const SurfaceOptions& options, const Streams& streams);
Outcome forward_command(const ForwardOptions& options, const Streams& streams);
Outcome simulate_command(const SimulateOptions& options, const Streams& streams);
Outcome fit_command(const FitOptions& options, const Streams& streams);
Outcome reproduce_command(const ReproduceOptions& options, const Streams& streams);

}  // namespace dryslip::cli
