#pragma once

#include <Eigen/Core>
#include <vector>

#include "dryslip/ball/ball.hpp"
#include "dryslip/ball/ball_mode.hpp"
#include "dryslip/ball/detail/slip_batch.hpp"
#include "dryslip/numerics/time_formulas.hpp"

namespace dryslip {

/// Equations of motion of a ball on a table [Szewc, eqs. (15)-(19)], in the mode given.
///
/// With N = m g cos(tilt), the slip s = (v − u − r (ω_y, −ω_x), ω_z − Ω) and the rolling velocity v − u over the table's u, Ω:
///
///     dv/dt = −μ (N/m) T + g_t,   dω_x/dt = −(5/2)(N/m r)(μ T_y − (a/5r) d_s),   dω_y/dt = (5/2)(N/m r)(μ T_x − (a/5r) d_c),
///     dω_z/dt = −(5/2)(N/m r²) a μ M
///
/// T, M: the load of the contact, scaled. In Roll they take the value that keeps the slip at zero; in Stick the lean (d_c, d_s) also takes
/// the value that keeps the ball in place (docs/theory/rolling_ball.md).
class BallEquations {
 public:
  /// t; x, y; v; ω; and the works on the ball of sliding with spinning, of rolling resistance and of the moving table.
  static constexpr int size = 11;
  using State = Eigen::Matrix<double, size, 1>;
  enum Place { T = 0, X = 1, VX = 3, WX = 5, WZ = 7, WorkOfSlip = 8, WorkOfRolling = 9, WorkOfTable = 10 };

  /// `load_tolerance`: of loads that are integrated. Throws as check_ball().
  explicit BallEquations(const Ball& ball, double load_tolerance = 1e-12);

  State initial_state() const;
  State slope(const State& y) const;

  BallMode mode = BallMode::Slip;
  /// In Slip with set-valued lean: the center moves with the table while the ball spins, held there by the lean.
  bool holds_center = false;
  /// True where the epsilons are zero.
  bool is_set_valued() const { return is_set_valued_; }
  /// The table has no velocity at any time.
  bool table_is_at_rest() const { return table_is_at_rest_; }
  const Ball& ball() const { return ball_; }

  // ---- velocities over the table
  Twist slip(const State& y) const;             ///< [m/s], [rad/s]
  Vec2 rolling_velocity(const State& y) const;  ///< [m/s]
  double slip_size(const Twist& slip) const;    ///< √(|s|² + (a s_z)²) [m/s]
  double velocity_scale(const State& y) const;  ///< of the motion, for tolerances [m/s]
  /// Largest change of slip and rolling velocity within the last digit of time: they are not known more finely [m/s].
  double rounding_of_velocity(const State& y) const;
  /// The state with this slip; only ω changes.
  State with_slip(State y, const Twist& slip) const;
  /// The state that rolls with this velocity over the table.
  State rolling_with(State y, Vec2 over_table) const;
  /// The state with the velocities that Roll and Stick keep at zero set to zero, free of errors of the steps.
  State held(const State& y) const;

  // ---- set-valued friction, in the modes Roll and Stick
  struct Limit {
    double reached = 0.0;  ///< part of its limit that the load which holds the contact has reached [-]
    Twist direction;       ///< of the slip that begins there, of slip_size() 1
  };
  Limit slip_limit(const State& y) const;
  Limit slip_limit(const FrictionLoad& load, Vec2 lean) const;  ///< of a scaled load
  /// Loads (T, M) of this size are inside every limit surface: T·v + Mω ≥ 0.36 on the unit sphere, d ≤ 1.
  static constexpr double surely_held = 0.36;
  double load_tolerance() const { return ball_.friction == Ball::Friction::Integral ? load_tolerance_ : 0.0; }
  /// Direction in which slip begins where that load is beyond its limit: parallel to its own rate.
  Twist start_of_slip(const State& y) const;
  /// g_t − du/dt, which moves a ball over its table [m/s²].
  Vec2 pull(const State& y) const;
  Vec2 center_acceleration(const State& y) const;  ///< of the center over the table [m/s²]
  /// For a ball that moves with the table: the pull on it as a part of its limit, |pull| 5r/(a d N/m) [-].
  double rolling_limit_reached(const State& y) const;
  double largest_pull() const;  ///< that limit [m/s²]

  /// The lean that keeps the center of a slipping ball in place on the table: T(lean) = pull/(μN/m). Infinite where T does not
  /// depend on it.
  Vec2 lean_that_holds_center(const State& y) const;
  /// That lean as a function of the pull, for one slip: lean = by_x pull_x + by_y pull_y + without.
  struct CenterLean {
    Vec2 by_x, by_y, without;
  };
  CenterLean center_lean(const State& y) const;

  /// Proven bounds along a span of a curve: pull [m/s²]; in Roll and Stick also the scaled load T, M and the lean.
  struct HoldBounds {
    std::array<CurveBound, 2> pull, lean;
    std::array<CurveBound, 3> load;
  };
  /// Bounds along a curve with these bounds of time, position and velocity of the center.
  HoldBounds hold_bounds(double half_width, const CurveBound& t, const std::array<CurveBound, 2>& position,
                         const std::array<CurveBound, 2>& velocity) const;
  bool table_turns() const { return table_turns_; }

  // ---- how set-valued motion arrives at its kinks
  enum class Ending { None, Slip, Rolling };
  struct NextEnding {
    Ending which = Ending::None;
    double time_left = 0.0;  ///< [s]
  };
  /// Which of the speeds would reach zero first at its present rate, and when.
  NextEnding next_ending(const State& y) const;
  double speed_of(Ending ending, const State& y) const;  ///< slip_size() or rolling velocity [m/s]
  /// Whether slip or rolling velocity has reversed in `after`.
  bool turns_back(Ending ending, const State& before, const State& after) const;

  // ---- energy
  double kinetic_energy(const State& y) const;  ///< [J]
  double work_of_weight(const State& y) const;  ///< since the start [J]
  using Powers = detail::BallPowers<double>;
  Powers powers(const State& y) const;

  // ---- stiffness
  /// Rate at which friction and lean change the velocities, about (7/2) μN/(m √(s² + (aε)²)) [1/s].
  double stiffness(const State& y) const;
  using Jacobian = Eigen::Matrix<double, size, size>;
  /// ∂slope/∂y without the rates of the works, and with the table's acceleration taken as constant.
  Jacobian jacobian(const State& y) const;

  // ---- many moments at once
  /// Whether the mode is that of detail::SlipStep: slip with the Padé formula.
  bool has_slip_steps() const {
    return mode == BallMode::Slip && !holds_center && ball_.friction == Ball::Friction::Pade;
  }
  /// The table's motion at the points of a step from t on.
  void set_table(detail::SlipStep& step, double t) const;

  // ---- formulas of the table: two of the velocity, and omega
  const TimeFormulas& formulas() const { return formulas_; }
  TimeFormulas& formulas() { return formulas_; }
  enum class Need { Values, Rates };  ///< of these formulas

 private:
  struct TableMotion {
    Vec2 velocity;
    double omega = 0.0;
    Vec2 acceleration;  ///< of what is under the ball, which moves
    double omega_rate = 0.0;
  };
  struct Contact {
    FrictionLoad load;  ///< scaled
    Vec2 lean;          ///< (d_c, d_s)
  };
  /// Adds load and lean of a ball that rolls with the velocity `over` the table.
  void bound_rolling(const CurveSpan& span, const std::array<CurveBound, 2>& over, HoldBounds& result) const;
  /// T is linear in the lean, as the pressure is: T = T₀ + K lean.
  struct LeanForce {
    Vec2 without, by_x, by_y;
  };
  LeanForce force_by_lean(const Twist& slip) const;
  /// ∂(T_x, T_y, M, d_c, d_s)/∂(slip) and /∂(rolling velocity).
  struct ContactRates {
    using Column = Eigen::Matrix<double, 5, 1>;
    Eigen::Matrix<double, 5, 3> by_slip = Eigen::Matrix<double, 5, 3>::Zero();
    Eigen::Matrix<double, 5, 2> by_rolling = Eigen::Matrix<double, 5, 2>::Zero();
  };

  TableMotion table_motion(const State& y, Need need) const;
  Twist slip_over(const State& y, const TableMotion& table) const;
  FrictionLoad scaled_load(const Twist& slip, Vec2 lean) const;
  Contact contact(const State& y, const TableMotion& table) const;
  Contact contact(const Twist& slip, Vec2 over, const TableMotion& table) const;
  ContactRates contact_rates(const Twist& slip, Vec2 over, const TableMotion& table) const;
  Vec2 lean_that_holds_center(const TableMotion& table, const Twist& slip) const;
  Powers powers(const State& y, const TableMotion& table, const Contact& contact) const;

  Ball ball_;
  PadeFormula pade_;
  double load_tolerance_;
  bool is_set_valued_;
  detail::BallConstants constants_;
  bool table_turns_;
  bool table_is_at_rest_;
  TimeFormulas formulas_;
};

}  // namespace dryslip
