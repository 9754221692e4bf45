#pragma once

#include "dryslip/ball/ball_equations.hpp"

namespace dryslip::detail {

/// One step of a ball that slips with the Padé formula, by collocation at Gauss points whose slopes are computed together.
class GatheredStep {
 public:
  using State = BallEquations::State;

  explicit GatheredStep(const BallEquations& equations) : equations_(equations), slip_(equations.ball()) {}

  /// From y over h; false where the iteration does not converge or the step is seen to be too long before it has.
  bool step(const State& y, double h, const State& allowed);

  const State& start() const { return start_; }
  const State& end() const { return end_; }
  /// At most 1 is good. It falls with h¹⁷.
  double error() const { return slip_.error; }
  static double next_size(double h, double error);

  /// y at the part x of the step, 0 ≤ x ≤ 1.
  State at(double x) const;

 private:
  State from_start(double x, const GaussCollocation::Row& weights) const;

  const BallEquations& equations_;
  SlipStep slip_;
  State start_ = State::Zero(), end_ = State::Zero();
};

}  // namespace dryslip::detail
