#pragma once

#include "dryslip/slider/stop_time.hpp"
#include "dryslip/slider/terminal_motion.hpp"

namespace dryslip {

/// Why an end of the bounds on a stop time is missing.
enum class MissingBound {
  None,        ///< both are finite
  Friction,    ///< no friction: it never stops
  Resistance,  ///< some motion meets no friction: it may never stop
  LatestTime   ///< some motion meets hardly any friction, and no latest time is proven
};
MissingBound missing_bound(const StopTimeBracket& bracket);

/// How a slider that nothing drives comes to rest.
struct FreeSliding {
  TerminalMotions terminal;
  StopTimeBracket stop_time;
};

/// The answer of `dryslip terminal`. Drive and table are left out; throws as find_terminal_motions() and bracket_stop_time().
FreeSliding free_sliding(const PreparedSlider& slider);

}  // namespace dryslip
