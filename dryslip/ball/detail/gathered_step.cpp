#include "dryslip/ball/detail/gathered_step.hpp"

#include <algorithm>
#include <cmath>

namespace dryslip::detail {

bool GatheredStep::step(const State& y, double h, const State& allowed) {
  start_ = y;
  slip_.h = h;
  for (std::size_t k = 0; k < SlipStep::moving; ++k) {
    const int place = BallEquations::X + static_cast<int>(k);
    slip_.start[k] = y[place];
    slip_.per_allowed[k] = 1.0 / allowed[place];
  }
  equations_.set_table(slip_, y[BallEquations::T]);
  slip_batches().back()(slip_);
  if (slip_.is_solved) end_ = from_start(1.0, GaussCollocation::table().weights);
  return slip_.is_solved;
}

double GatheredStep::next_size(double h, double error) {
  return h * std::clamp(0.85 * std::pow(std::max(error, 1e-12), -1.0 / 17.0), 0.3, 1.6);
}

GatheredStep::State GatheredStep::at(double x) const {
  return from_start(x, GaussCollocation::table().integrals_to(x));
}

/// The start with the slopes times these weights.
GatheredStep::State GatheredStep::from_start(double x, const GaussCollocation::Row& weights) const {
  State y = start_;
  y[BallEquations::T] += x * slip_.h;
  using Slopes = Eigen::Matrix<double, GaussCollocation::points, SlipStep::size>;
  using Weights = Eigen::Matrix<double, GaussCollocation::points, 1>;
  y.tail<SlipStep::size>() += slip_.h * (Eigen::Map<const Slopes>(slip_.slopes[0].data()).transpose() *
                                         Eigen::Map<const Weights>(weights.data()));
  return y;
}

}  // namespace dryslip::detail
