#pragma once

#include <string>

#include "dryslip/record/number_text.hpp"

namespace dryslip {

/// Watches whether repeated work still makes progress in time.
struct AdvanceWatch {
  int many = 20000;
  double little = 1e-5;  ///< of the run, or of a long part of it
  int count = 0;
  double before = 0.0, least = 0.0;  ///< time at the last check, and how far it must have advanced since [s]
  bool is_due() { return ++count % many == 0; }  ///< called each time

  /// At such a call: whether the last `many` calls together advanced by less than `little`.
  bool is_none(double t, double run) {
    least = little * run;
    const bool result = t - before < least;
    before = t;
    return result;
  }

  /// The reason as a message.
  std::string text(const char* what) const {
    return std::to_string(many) + " " + what + " advanced the time by less than " + number_text(least, 3) + " s";
  }
};

}  // namespace dryslip
