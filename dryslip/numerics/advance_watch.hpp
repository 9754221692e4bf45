#pragma once

#include <string>

#include "dryslip/record/number_text.hpp"

namespace dryslip {

/// Watches whether repeated work still makes progress in time.
struct AdvanceWatch {
  int many = 20000;
  double little = 1e-5;  ///< of the run, or of a long part of it
  int count = 0;
  double before = 0.0, least = 0.0;  ///< time at the last check, and the progress that was due since the one before [s]
  bool is_due() { return ++count % many == 0; }  ///< called each time

  /// Whether the calls since the last check made less progress than is due.
  bool is_none(double t, double run) {
    least = little * run;
    const bool result = t - before < least;
    before = t;
    return result;
  }

  /// The message about it.
  std::string text(const char* what) const {
    return std::to_string(many) + " " + what + " led on by less than " + number_text(least, 3) + " s";
  }
};

}  // namespace dryslip
