#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

#include "dryslip/record/progress.hpp"

namespace dryslip::cli {

/// One line on a terminal with what is done, the rate and the time left; it appears only when the work is long.
class ProgressBar {
 public:
  enum class Visibility { Hidden, Shown };
  /// `unit` is what is counted.
  ProgressBar(std::ostream& terminal, Visibility visibility, const char* unit = "rows");
  /// Takes the line away.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `part` of the work is done, 0 to 1, or negative where the whole is not known.
  void show(std::size_t count, double part);
  /// For a call that reports only the part done.
  Progress progress();

 private:
  using Clock = std::chrono::steady_clock;
  /// Draws the line if it is time to: the part done, and between it and the time left `what(seconds)` says what has been done in that time.
  void draw(double part, const std::function<std::string(double seconds)>& what);

  std::ostream& terminal_;
  Visibility visibility_;
  const char* unit_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;  ///< time of the next drawing
};

}  // namespace dryslip::cli
