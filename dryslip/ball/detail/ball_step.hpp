#pragma once

#include "dryslip/ball/detail/gathered_step.hpp"
#include "dryslip/numerics/radau_step.hpp"
#include "dryslip/numerics/runge_kutta_853.hpp"

namespace dryslip::detail {

/// Steps of a ball's motion with error control, and the curve of the last one.
///
/// - Explicit (order 8) as long as its steps are those that accuracy needs.
/// - Gathered (order 32) instead where all slopes of a step can be computed at once, in lanes: slip with the Padé formula.
/// - Implicit (Radau, order 9) where stability would keep explicit steps short: a regularised contact that holds has the rate
///   (7/2) μg/(aε), 2·10⁵ 1/s for the paper's ball, and one that just begins to slip has it at any ε.
/// - With set-valued friction and a slip or rolling that dies out: explicit, in a time scaled by that speed, so that the end is
///   approached evenly and never crossed.
class BallStep {
 public:
  using State = BallEquations::State;

  BallStep(const BallEquations& equations, double tolerance);

  /// From y, not much beyond the time `end`; false where steps become too short.
  bool take(const State& y, double end);
  /// Forgets what was learnt of good lengths: the mode is another one.
  void restart();

  const State& end() const { return end_; }
  State at(double part) const;        ///< of the last step, 0 to 1
  double time_at(double part) const;  ///< [s]
  double part_at(double t) const;     ///< where the curve has this time, bracketed to the last digit
  bool is_implicit() const { return kind_ == Kind::Implicit; }
  bool is_scaled() const { return kind_ == Kind::Scaled; }  ///< time is not in proportion to the part of the step

 private:
  enum class Kind { Explicit, Gathered, Scaled, Implicit };
  State allowed_error(const State& y) const;
  State scaled_slope(const State& y) const;
  double first_size(const State& y) const;
  Kind choose_kind(const State& y);
  bool try_step(const State& y, const State& slope, double h, const State& allowed, double& error);
  double next_size(double h, double error) const;
  void learn(double h, double error);

  const BallEquations& equations_;
  double tolerance_;
  Kind kind_ = Kind::Explicit;
  BallEquations::Ending ending_ = BallEquations::Ending::None;  ///< of a scaled step
  double start_speed_ = 0.0;                                    ///< [m/s]
  mutable RungeKutta853<BallEquations::size> explicit_;         // makes its curve when it is asked for
  GatheredStep gathered_;
  RadauStep<BallEquations::size> implicit_;
  double start_time_ = 0.0;  ///< of the last step [s]
  State end_ = State::Zero();
  double h_explicit_ = 0.0, h_implicit_ = 0.0;  ///< next lengths; 0: not known
  double rate_ = 0.0;                           ///< at the end of the last step [1/s]
  bool gathers_ = true;
  bool prefers_implicit_ = false;
  int stiff_steps_ = 0, short_steps_ = 0;  ///< in a row
  int patience_ = 0;
};

}  // namespace dryslip::detail
