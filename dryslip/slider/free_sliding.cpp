#include "dryslip/slider/free_sliding.hpp"

#include <cmath>

namespace dryslip {

MissingBound missing_bound(const StopTimeBracket& bracket) {
  if (std::isinf(bracket.earliest)) return MissingBound::Friction;
  if (!std::isinf(bracket.latest)) return MissingBound::None;
  return bracket.range.has_free_motion() ? MissingBound::Resistance : MissingBound::LatestTime;
}

FreeSliding free_sliding(const PreparedSlider& slider) {
  return {.terminal = find_terminal_motions(slider), .stop_time = bracket_stop_time(slider)};
}

}  // namespace dryslip
