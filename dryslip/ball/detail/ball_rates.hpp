#pragma once

#include <cmath>

#include "dryslip/ball/ball.hpp"

namespace dryslip::detail {

// The equations of motion of BallEquations, for one ball or, with a pack as Real, for several moments of its motion at once.

struct BallConstants {
  double radius = 0.0;        ///< [m]
  Vec2 weight;                ///< g_t, along the table [m/s²]
  double normal = 0.0;        ///< N/m [m/s²]
  double force_slows = 0.0;   ///< dv/dt by T: μN/m
  double force_turns = 0.0;   ///< dω_x/dt, dω_y/dt by T: (5/2) μN/(m r)
  double lean_turns = 0.0;    ///< the same by the lean: N a/(2 m r²)
  double moment_turns = 0.0;  ///< dω_z/dt by M: (5/2) a μN/(m r²)
  double force_power = 0.0;   ///< by T and velocity: μN
  double moment_power = 0.0;  ///< by M and turning: a μN
  double lean_power = 0.0;    ///< by lean and rolling: a N/5
  double per_contact_radius = 0.0;

  explicit BallConstants(const Ball& ball)
      : radius(ball.radius),
        weight(weight_along(ball.table)),
        normal(ball.table.gravity * std::cos(ball.table.tilt)),
        force_slows(ball.mu * normal),
        force_turns(2.5 * force_slows / radius),
        lean_turns(0.5 * normal * ball.contact_radius / (radius * radius)),
        moment_turns(force_turns * ball.contact_radius / radius),
        force_power(ball.mass * force_slows),
        moment_power(ball.contact_radius * force_power),
        lean_power(0.2 * ball.contact_radius * ball.mass * normal),
        per_contact_radius(1.0 / ball.contact_radius) {}

 private:
  static Vec2 weight_along(const Table& table) {
    const double along = table.gravity * std::sin(table.tilt);
    return table.tilt_axis == Table::TiltAxis::Y ? Vec2{along, 0.0} : Vec2{0.0, 0.0 - along};  // not −0
  }
};

/// A velocity in the plane with one of turning about z.
template <class Real>
struct PlaneMotion {
  BasicVec2<Real> velocity;
  Real omega{};
};

template <class Real>
struct BallMotion {
  BasicVec2<Real> velocity;  ///< of the center
  BasicVec2<Real> roll;      ///< ω_x, ω_y
  Real spin{};               ///< ω_z
};

template <class Real>
struct BallContact {
  BasicVec2<Real> force;  ///< T, scaled
  Real moment{};          ///< M, scaled
  BasicVec2<Real> lean;   ///< (d_c, d_s)
};

/// Power on the ball.
template <class Real>
struct BallPowers {
  Real slip{};     ///< of sliding and spinning friction, never positive [W]
  Real rolling{};  ///< of rolling resistance [W]
  Real table{};    ///< that the moving table gives through the contact [W]
};

template <class Real>
PlaneMotion<Real> slip_of(const BallConstants& ball, const BallMotion<Real>& motion, const PlaneMotion<Real>& table) {
  const BasicVec2<Real> over = motion.velocity - table.velocity;
  return {{over.x - ball.radius * motion.roll.y, over.y + ball.radius * motion.roll.x}, motion.spin - table.omega};
}

/// Rates of velocity, roll and spin.
template <class Real>
BallMotion<Real> ball_rates(const BallConstants& ball, const BallContact<Real>& contact) {
  const auto& [force, moment, lean] = contact;
  return {
      {ball.weight.x - ball.force_slows * force.x, ball.weight.y - ball.force_slows * force.y},
      {ball.lean_turns * lean.y - ball.force_turns * force.y, ball.force_turns * force.x - ball.lean_turns * lean.x},
      -ball.moment_turns * moment};
}

template <class Real>
BallPowers<Real> ball_powers(const BallConstants& ball, const BasicVec2<Real>& roll, const PlaneMotion<Real>& slip,
                             const PlaneMotion<Real>& table, const BallContact<Real>& contact) {
  const auto& [force, moment, lean] = contact;
  return {-ball.force_power * dot(force, slip.velocity) - ball.moment_power * moment * slip.omega,
          ball.lean_power * (lean.y * roll.x - lean.x * roll.y),
          -ball.force_power * dot(force, table.velocity) - ball.moment_power * moment * table.omega};
}

}  // namespace dryslip::detail
