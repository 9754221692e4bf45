#include "cli/convergence_report.hpp"

#include <algorithm>
#include <ostream>

#include "dryslip/record/number_text.hpp"

namespace dryslip::cli {

void ConvergenceReport::add(const FrictionState& state) {
  ++rows_;
  if (state.converged) return;
  if (missed_ == 0) first_row_ = rows_;
  ++missed_;
  worst_bound_ = std::max(worst_bound_, state.error_bound);
}

Outcome ConvergenceReport::outcome(std::ostream& messages) const {
  if (missed_ == 0) return Outcome::Done;
  messages << "dryslip: not converged: " << missed_ << " of " << rows_ << " rows, the first is row " << first_row_
           << "; relative error up to " << number_text(worst_bound_) << ", tolerance " << number_text(tolerance_)
           << "\n";
  return Outcome::NotConverged;
}

}  // namespace dryslip::cli
