#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/surrogate/pade_formula.hpp"

namespace dryslip {

// A ball on a moving table as plain data, in the words of the scenario file.

struct BallState {
  Vec2 position;                               ///< of the center, world frame [m]
  Vec2 velocity;                               ///< of the center [m/s]
  std::array<double, 3> omega{0.0, 0.0, 0.0};  ///< about x, y, z [rad/s]
};

/// Motion and tilt of the plane under the ball. Its point at r moves with velocity + omega ẑ×r.
struct VibratingTable {
  enum class TiltAxis { X, Y };
  std::array<Expression, 2> velocity{Expression("0", {"t"}), Expression("0", {"t"})};  ///< of t [m/s]
  Expression omega{"0", {"t"}};                                                        ///< of t [rad/s]
  double tilt = 0.0;  ///< about y pulls along +x, about x along −y [rad]
  TiltAxis tilt_axis = TiltAxis::Y;
  double gravity = 9.81;  ///< [m/s²]
};

/// A homogeneous ball with its contact: a circle of Hertz pressure that leans towards where the ball rolls [Szewc, eqs. (1), (2)].
struct Ball {
  enum class Friction { Pade, Integral };
  double mass = 1.0;            ///< cancels in the motion; energies are in proportion to it [kg]
  double radius = 0.0;          ///< [m]
  double contact_radius = 0.0;  ///< a [m]
  double mu = 0.0;              ///< [-]
  double rolling_shift = 0.0;   ///< d, 0 to 1: lean of the pressure, and with it the rolling resistance [-]
  double epsilon_slip =
      0.0;  ///< slip below which friction fades, of velocity/a [1/s]; zero with the next: set-valued friction
  double epsilon_roll = 0.0;  ///< rolling below which the lean fades, of velocity/a [1/s]
  Friction friction = Friction::Pade;
  PadeParameters pade = szewc_parameters;
  BallState initial;
  VibratingTable table;
};

/// Whether a formula of the table is 0 at any time.
bool is_zero(const Expression& formula);

/// Throws InvalidInput, with the key of the scenario, for values that no ball can have.
void check_ball(const Ball& ball);

}  // namespace dryslip
