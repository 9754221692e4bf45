#pragma once

#include <cmath>

#include "dryslip/record/progress.hpp"

namespace dryslip {

/// The progress of a part of a call that makes up from `from` to `to` of the whole, 0 to 1; itself goes from 0 to 1.
inline Progress part_of(const Progress& progress, double from, double to) {
  if (!progress) return {};
  return [progress, from, to](double done) { return progress(std::lerp(from, to, done)); };
}

}  // namespace dryslip
