#pragma once

#include <Eigen/Core>
#include <vector>

#include "dryslip/rolling_ball/ball.hpp"
#include "dryslip/rolling_ball/detail/slip_batch.hpp"

namespace dryslip {

/// What the contact does.
enum class BallMode {
  Slip,  ///< slides or spins on the table
  Roll,  ///< neither slides nor spins, its center moves over the table
  Stick  ///< moves with the table
};

/// Equations of motion of a ball on a table [Szewc, eqs. (15)-(19)], in the mode given.
///
/// With N = m g cos(tilt), the slip s = (v − u − r (ω_y, −ω_x), ω_z − Ω) and the rolling velocity v − u over the table's u, Ω:
///
///     dv/dt = −μ (N/m) T + g_t,   dω_x/dt = −(5/2)(N/m r)(μ T_y − (a/5r) d_s),   dω_y/dt = (5/2)(N/m r)(μ T_x − (a/5r) d_c),
///     dω_z/dt = −(5/2)(N/m r²) a μ M
///
/// T, M: the load of the contact, scaled. In Roll they are what keeps the slip at zero, in Stick the lean (d_c, d_s) is what keeps the
/// ball at its place as well (docs/theory/rolling_ball.md).
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
  /// In Slip with set-valued lean: the center moves with the table while the ball spins, so that the lean is what keeps it there.
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
  /// The state with this slip, by changing ω.
  State with_slip(State y, const Twist& slip) const;
  /// The state that rolls with this velocity over the table.
  State rolling_with(State y, Vec2 over_table) const;

  // ---- set-valued friction, in the modes Roll and Stick
  struct Limit {
    double reached = 0.0;  ///< part of its limit that the load which holds the contact has reached [-]
    Twist direction;       ///< of the slip that begins there, of slip_size() 1
  };
  Limit slip_limit(const State& y) const;
  /// Direction in which slip begins where that load is beyond its limit: parallel to its own rate.
  Twist start_of_slip(const State& y) const;
  /// g_t − du/dt: what moves a ball over its table [m/s²].
  Vec2 pull(const State& y) const;
  Vec2 center_acceleration(const State& y) const;  ///< of the center over the table [m/s²]
  /// Part of the limit that the pull on a ball has reached which moves with the table: |pull| 5r/(a d N/m) [-].
  double rolling_limit_reached(const State& y) const;

  /// The lean that keeps the center of a slipping ball at its place on the table: T(lean) = pull/(μN/m). Infinite where T does not
  /// depend on it.
  Vec2 lean_that_holds_center(const State& y) const;

  // ---- how set-valued motion comes to its kinks
  enum class Ending { None, Slip, Rolling };
  struct NextEnding {
    Ending which = Ending::None;
    double time_left = 0.0;  ///< [s]
  };
  /// Which of the speeds would be zero first as it falls now, and when.
  NextEnding next_ending(const State& y) const;
  double speed_of(Ending ending, const State& y) const;  ///< slip_size() or rolling velocity [m/s]

  // ---- energy
  double kinetic_energy(const State& y) const;  ///< [J]
  double work_of_weight(const State& y) const;  ///< since the start [J]
  using Powers = detail::BallPowers<double>;
  Powers powers(const State& y) const;

  // ---- stiffness
  /// Rate at which friction and lean change the velocities, about (7/2) μN/(m √(s² + (aε)²)) [1/s].
  double stiffness(const State& y) const;
  using Jacobian = Eigen::Matrix<double, size, size>;
  /// ∂slope/∂y of what feeds back: without the rates of the works, and the table's acceleration taken as constant.
  Jacobian jacobian(const State& y) const;

  // ---- many moments at once
  /// Whether the mode is that of detail::SlipStep: slip with the Padé formula.
  bool has_slip_steps() const {
    return mode == BallMode::Slip && !holds_center && ball_.friction == Ball::Friction::Pade;
  }
  /// The table's motion at the points of a step from t on.
  void set_table(detail::SlipStep& step, double t) const;

  // ---- switches of the table's formulas
  /// Choices of the formulas at a time; between changes of them the formulas are smooth.
  std::vector<double> choices(double t) const;
  void hold_choices(double t) { held_ = choices(t); }
  const std::vector<double>& held_choices() const { return held_; }
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
  /// ∂(T_x, T_y, M, d_c, d_s)/∂(slip) and /∂(rolling velocity).
  struct ContactRates {
    using Column = Eigen::Matrix<double, 5, 1>;
    Eigen::Matrix<double, 5, 3> by_slip = Eigen::Matrix<double, 5, 3>::Zero();
    Eigen::Matrix<double, 5, 2> by_rolling = Eigen::Matrix<double, 5, 2>::Zero();
  };
  /// Loads (T, M) of this size are inside every limit surface: T·v + Mω ≥ 0.36 on the unit sphere, d ≤ 1.
  static constexpr double surely_held = 0.36;

  /// The choices held, of one formula.
  std::span<const double> held(const Expression& formula) const;
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
  std::vector<double> held_;
};

}  // namespace dryslip
