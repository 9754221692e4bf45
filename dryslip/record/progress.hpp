#pragma once

#include <exception>
#include <functional>

namespace dryslip {

/// Called now and then during a long call with the part done, 0 to 1, or for a motion with the time reached [s]; return false to stop.
using Progress = std::function<bool(double reached)>;

/// Thrown by a stopped call that has no part of its answer to return. A stopped motion is no error: its outcome is RunOutcome::Interrupted.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

/// Reports how far a call has come. Throws Cancelled if it is to stop.
inline void tell(const Progress& progress, double reached) {
  if (progress && !progress(reached)) throw Cancelled();
}

}  // namespace dryslip
