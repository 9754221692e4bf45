#pragma once

#include <optional>

#include "dryslip/ball/detail/ball_step.hpp"

namespace dryslip::detail {

/// Whether what holds a ball is beyond its limit: the load of its contact, the pull on one at rest, or the lean that keeps the center of
/// a slipping one at its place.
class BallLimits {
 public:
  explicit BallLimits(const BallEquations& equations);

  bool load_leaves(const BallEquations::State& y) const;
  bool pull_leaves(const BallEquations::State& y) const;

  /// Part of the step, up to `last`, at which one of them first is, by bounds along the whole step; none where nothing surely is.
  std::optional<double> first_exit(const BallStep& step, double last) const;

  /// Part of its limit up to which a load is borne: more than rounding, so that slip then grows.
  double bearable() const { return bearable_; }

 private:
  struct Curve;
  bool surely_holds(const Curve& curve, double from, double to) const;
  bool bears(const std::array<double, 3>& load, const std::array<double, 2>& lean, double load_off,
             double lean_off) const;

  const BallEquations& equations_;
  double bearable_;
};

}  // namespace dryslip::detail
