#pragma once

#include <cstddef>
#include <iosfwd>

#include "cli/entry.hpp"
#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip::cli {

/// Counts the loads whose error bound missed the tolerance.
class ConvergenceReport {
 public:
  explicit ConvergenceReport(double tolerance) : tolerance_(tolerance) {}

  void add(const FrictionState& state);

  /// Outcome of the command; one line of message where some load missed.
  Outcome outcome(std::ostream& messages) const;

 private:
  double tolerance_;          ///< relative to LoadScale [-]
  double worst_bound_ = 0.0;  ///< relative to LoadScale [-]
  std::size_t missed_ = 0;
  std::size_t first_row_ = 0;  ///< from 1, of those that missed
  std::size_t rows_ = 0;
};

}  // namespace dryslip::cli
