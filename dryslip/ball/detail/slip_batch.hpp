#pragma once

#include <array>
#include <span>

#include "dryslip/ball/detail/ball_rates.hpp"
#include "dryslip/numerics/gauss_collocation.hpp"
#include "dryslip/surrogate/pade_kernel.hpp"

namespace dryslip::detail {

/// A step of a ball that slips with the Padé formula, for one solver: collocation at Gauss points, solved by Picard's iteration. All
/// slopes of a round are computed at once, in lanes.
struct SlipStep {
  /// Of what is integrated: position, velocity, ω_x, ω_y, ω_z; and the works of slip, of rolling and of the table.
  enum Place { X = 0, VX = 2, WX = 4, WZ = 6 };
  static constexpr std::size_t moving = 7, size = 10;
  using AtPoints = GaussCollocation::Row;

  explicit SlipStep(const Ball& of)
      : ball(of),
        for_T(pade_term(of.pade.b_T, of.pade.m_T)),
        for_M(pade_term(of.pade.b_M, of.pade.m_M)),
        rolling_shift(of.rolling_shift),
        epsilon_slip(of.epsilon_slip),
        epsilon_roll(of.contact_radius * of.epsilon_roll) {}

  BallConstants ball;
  PadeBatchTerm for_T, for_M;
  double rolling_shift;  ///< d
  double epsilon_slip;   ///< [1/s]
  double epsilon_roll;   ///< [m/s]

  double h = 0.0;  ///< [s]
  bool table_turns = false;
  std::array<double, moving> start{};
  std::array<double, moving> per_allowed{};  ///< 1/(error allowed)
  // the table's velocity without its turning, and its turning
  alignas(64) AtPoints table_x{}, table_y{}, table_omega{};

  // ---- result
  alignas(64) std::array<AtPoints, size> slopes;
  bool is_solved = false;
  double error = 0.0;  ///< at most 1 is good
};

/// Solves a step for its slopes; gives up where the step is too long.
using SolveSlip = void (*)(SlipStep& step);

/// For every instruction set of this processor, the fastest last.
std::span<const SolveSlip> slip_batches();

}  // namespace dryslip::detail
