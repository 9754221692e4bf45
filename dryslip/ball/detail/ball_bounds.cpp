#include "dryslip/ball/ball_equations.hpp"

namespace dryslip {

// By the formulas of table_motion() and contact().
BallEquations::HoldBounds BallEquations::hold_bounds(double half_width, const CurveBound& t,
                                                     const std::array<CurveBound, 2>& position,
                                                     const std::array<CurveBound, 2>& velocity) const {
  const CurveSpan span(half_width);
  std::array<CurveBound, 2> acceleration{formulas_.rate_bound(0, t), formulas_.rate_bound(1, t)};
  CurveBound omega = constant_curve(0.0), omega_rate = constant_curve(0.0);
  if (table_turns_) {
    omega = formulas_.bound(2, t, half_width);
    omega_rate = formulas_.rate_bound(2, t);
    acceleration[0] = span.difference(
        acceleration[0], span.sum(span.product(omega_rate, position[1]), span.product(omega, velocity[1])));
    acceleration[1] =
        span.sum(acceleration[1], span.sum(span.product(omega_rate, position[0]), span.product(omega, velocity[0])));
  }
  HoldBounds result;
  result.pull = {span.shifted(span.negated(acceleration[0]), constants_.weight.x),
                 span.shifted(span.negated(acceleration[1]), constants_.weight.y)};
  if (mode == BallMode::Slip) return result;

  const double r = ball_.radius, a = ball_.contact_radius, n = constants_.normal;
  result.load[2] = span.scaled(omega_rate, -r * r / (2.5 * n * a * ball_.mu));
  if (mode == BallMode::Stick) {
    for (std::size_t i = 0; i < 2; ++i) {
      result.lean[i] = span.scaled(result.pull[i], 5.0 * r / (n * a));
      result.load[i] = span.divided(result.pull[i], constants_.force_slows);
    }
    return result;
  }
  // rolls: the velocity over the table
  std::array<CurveBound, 2> over{span.difference(velocity[0], formulas_.bound(0, t, half_width)),
                                 span.difference(velocity[1], formulas_.bound(1, t, half_width))};
  if (table_turns_) {
    over[0] = span.sum(over[0], span.product(omega, position[1]));
    over[1] = span.difference(over[1], span.product(omega, position[0]));
  }
  bound_rolling(span, over, result);
  return result;
}

void BallEquations::bound_rolling(const CurveSpan& span, const std::array<CurveBound, 2>& over,
                                  HoldBounds& result) const {
  const double r = ball_.radius, a = ball_.contact_radius, n = constants_.normal;
  // the lean is along that velocity; the components of its direction are surely at most 1
  const CurveBound speed = span.square_root(span.sum(span.square(over[0]), span.square(over[1])));
  const double d = ball_.rolling_shift;
  for (std::size_t i = 0; i < 2; ++i) {
    const CurveBound along = span.quotient(over[i], speed);
    constexpr Interval most{-1.0, 1.0};
    result.lean[i] = d == 0.0                  ? constant_curve(0.0)
                     : is_bounded(along.value) ? span.scaled(along, d)
                                               : CurveBound{most * d, most * d, whole_line, 0.0};
    result.load[i] = span.divided(span.sum(result.pull[i], span.scaled(result.lean[i], n * a / (2.0 * r))),
                                  3.5 * constants_.force_slows);
  }
}

}  // namespace dryslip
