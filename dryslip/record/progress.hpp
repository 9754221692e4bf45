#pragma once

#include <exception>
#include <functional>

namespace dryslip {

/// Called now and then in a call that may last, with the part done, 0 to 1, or in a motion the time reached [s]; false stops the call.
using Progress = std::function<bool(double reached)>;

/// Thrown by a stopped call that has no part of its answer to return. A stopped motion is no error: its outcome is RunOutcome::Interrupted.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

/// Tells how far a call is. Throws Cancelled where it is to stop.
inline void tell(const Progress& progress, double reached) {
  if (progress && !progress(reached)) throw Cancelled();
}

}  // namespace dryslip
