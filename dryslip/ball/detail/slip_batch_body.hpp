#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "dryslip/ball/detail/slip_batch.hpp"
#include "dryslip/numerics/simd_pack.hpp"

namespace dryslip::detail {

/// The computation of SolveSlip for one instruction set.
template <class Set>
class SlipBatch {
 public:
  explicit SlipBatch(SlipStep& step) : step_(step), gauss_(GaussCollocation::table()) {}

  void solve() {
    // first round: from motion without acceleration
    for (std::size_t p = 0; p < packs; ++p) {
      for (std::size_t k = 0; k < SlipStep::moving; ++k) states_[k][p] = step_.start[k];
      const Real t = step_.h * Real::load(&gauss_.places[p * Real::count]);
      for (std::size_t k = 0; k < 2; ++k) states_[SlipStep::X + k][p] += t * step_.start[SlipStep::VX + k];
    }
    double rounding = 0.0;
    for (std::size_t k = SlipStep::VX; k < SlipStep::moving; ++k)
      rounding = std::max(rounding, 4e-16 * std::abs(step_.start[k]) * step_.per_allowed[k]);
    const double close = std::max(solved, rounding);
    step_.is_solved = false;
    double before = 0.0;
    for (int round = 0; round < most_rounds; ++round) {
      for (std::size_t p = 0; p < packs; ++p) set_slopes(p);
      if (round == 0 && !((step_.error = error()) < surely_too_long)) return;
      const double change = step_.table_turns ? set_states<0>() : set_states<SlipStep::VX>();
      if (!std::isfinite(change)) return;
      // the next changes would be smaller by the same factor
      if (change < close || (round > 0 && change * change < close * (before - change))) {
        finish();
        return;
      }
      before = change;
    }
  }

 private:
  using Real = Pack<Set>;
  static constexpr std::size_t points = GaussCollocation::points, packs = points / Real::count;
  static constexpr int most_rounds = 12;
  static constexpr double solved = 0.05;          // in units of the error allowed
  static constexpr double curve_part = 10.0;      // likewise: errors of the curve do not add up as those of the ends do
  static constexpr double surely_too_long = 1.5;  // error of a first round from which the others will not mend it

  void finish() {
    step_.is_solved = true;
    step_.error = error();
    // velocities as they are now
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t p = 0; p < packs; ++p)
        states_[SlipStep::VX + k][p].store(&step_.slopes[SlipStep::X + k][p * Real::count]);
    }
  }

  [[gnu::always_inline]] void set_slopes(std::size_t p) {
    const std::size_t at = p * Real::count;
    const BallConstants& ball = step_.ball;
    const auto pair = [&](std::size_t k) -> BasicVec2<Real> { return {states_[k][p], states_[k + 1][p]}; };
    const BallMotion<Real> motion{pair(SlipStep::VX), pair(SlipStep::WX), states_[SlipStep::WZ][p]};
    const Real turn = Real::load(&step_.table_omega[at]);
    const PlaneMotion<Real> table{BasicVec2<Real>{Real::load(&step_.table_x[at]), Real::load(&step_.table_y[at])} +
                                      turn * turned_left(pair(SlipStep::X)),
                                  turn};
    const PlaneMotion<Real> slip = slip_of(ball, motion, table);
    const BasicVec2<Real> over = motion.velocity - table.velocity;
    const Real square = dot(over, over) + step_.epsilon_roll * step_.epsilon_roll;  // as rolling_shift()
    const BasicVec2<Real> lean = (step_.rolling_shift * inverse_root(larger(square, Real(smallest_square)))) * over;
    const auto [T, M] = pade_load(step_.for_T, step_.for_M, hertz_pade_moments(lean),
                                  Real(ball.per_contact_radius) * slip.velocity, slip.omega, Real(step_.epsilon_slip));
    const BallContact<Real> contact{T, M, lean};
    const BallMotion<Real> rates = ball_rates(ball, contact);
    const BallPowers<Real> powers = ball_powers(ball, motion.roll, slip, table, contact);
    const Real slopes[SlipStep::size]{motion.velocity.x, motion.velocity.y, rates.velocity.x, rates.velocity.y,
                                      rates.roll.x,      rates.roll.y,      rates.spin,       powers.slip,
                                      powers.rolling,    powers.table};
    for (std::size_t k = 0; k < SlipStep::size; ++k) slopes[k].store(&step_.slopes[k][at]);
  }

  /// From the slopes; the largest change, in units of what is allowed.
  template <std::size_t first>
  double set_states() {
    Real largest(0.0);
    constexpr std::size_t at_once = Real::count == 8 ? 2 : 1;  // as the registers allow
    for (std::size_t from = 0; from < packs; from += at_once) {
      Real sums[SlipStep::moving][at_once];
      for (std::size_t j = 0; j < points; ++j) {
        for (std::size_t p = 0; p < at_once; ++p) {
          const Real integral = Real::load(&gauss_.integrals[j][(from + p) * Real::count]);
          for (std::size_t k = first; k < SlipStep::moving; ++k) sums[k][p] += Real(step_.slopes[k][j]) * integral;
        }
      }
      for (std::size_t k = first; k < SlipStep::moving; ++k) {
        for (std::size_t p = 0; p < at_once; ++p) {
          const Real state = step_.start[k] + step_.h * sums[k][p];
          const Real change = step_.per_allowed[k] * (state - states_[k][from + p]);
          largest = larger(largest, larger(change, Real(-change)));
          states_[k][from + p] = state;
        }
      }
    }
    return largest_lane(largest);
  }

  /// Of the curve: coefficients of the slopes' polynomials fall by some factor every four orders, and what follows the last ones is
  /// left out. The end of the step is exact to twice the order, unless a corner is in the step.
  double error() const {
    double sizes[points / 2];  // of the coefficients of the upper half
    for (std::size_t at = 0; at < points / 2; at += Real::count) {
      Real largest(0.0);
      for (std::size_t k = SlipStep::VX; k < SlipStep::moving; ++k) {
        Real sum(0.0);
        for (std::size_t j = 0; j < points; ++j) {
          sum += Real(step_.slopes[k][j]) * Real::load(&gauss_.of_polynomial[j][points / 2 + at]);
        }
        sum = (step_.h * step_.per_allowed[k]) * sum;
        largest = larger(largest, larger(sum, Real(-sum)));
      }
      largest.store(&sizes[at]);
    }
    const auto of_four = [&](const double* four) {
      return std::max(std::max(four[0], four[1]), std::max(four[2], four[3]));
    };
    const double last = of_four(&sizes[4]), fall = std::min(1.0, last / std::max(of_four(&sizes[0]), 1e-300));
    return last * fall / (2.0 * points * curve_part);
  }

  SlipStep& step_;
  const GaussCollocation& gauss_;
  Real states_[SlipStep::moving][packs];
};

template <class Set>
void solve_slip(SlipStep& step) {
  SlipBatch<Set>(step).solve();
}

}  // namespace dryslip::detail
