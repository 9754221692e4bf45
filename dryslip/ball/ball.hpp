#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/contact_patch/table.hpp"
#include "dryslip/numerics/expression.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"
#include "dryslip/surrogate/pade_formula.hpp"

namespace dryslip {

// A ball on a moving table as plain data, in the words of the scenario file.

struct BallState {
  Vec2 position, velocity;
  std::array<double, 3> omega{0.0, 0.0, 0.0};
};
template <>
inline constexpr auto description<BallState> = record<BallState>("Where a ball is and how it moves, world frame.",
                                                                 field<&BallState::position>("m", "of the center"),
                                                                 field<&BallState::velocity>("m/s", "of the center"),
                                                                 field<&BallState::omega>("rad/s", "about x, y, z"));

/// A homogeneous ball with its contact: a circle of Hertz pressure that leans towards where the ball rolls [Szewc, eqs. (1), (2)].
struct Ball {
  enum class Friction { Pade, Integral };
  double mass = 1.0;
  double radius = 0.0, contact_radius = 0.0;
  double mu = 0.0;
  double rolling_shift = 0.0;
  double epsilon_slip = 0.0, epsilon_roll = 0.0;
  Friction friction = Friction::Pade;
  PadeParameters pade = szewc_parameters;
  BallState initial;
  Table table;
};
template <>
inline constexpr std::array words<Ball::Friction>{"pade", "integral"};
template <>
inline constexpr auto description<Ball> = record<Ball>(
    "A homogeneous ball with its circular Hertz contact.",
    field<&Ball::mass>("kg", "cancels in the motion; energies are in proportion to it", positive),
    required<&Ball::radius>("m", "of the ball", positive),
    required<&Ball::contact_radius>("m", "a, below the radius of the ball", positive),
    required<&Ball::mu>("-", "kinetic coefficient", not_negative),
    field<&Ball::rolling_shift>("-", "lean of the pressure, and with it the rolling resistance", zero_to_one),
    field<&Ball::epsilon_slip>("1/s", "slip velocity/a below which friction fades; 0: set-valued friction",
                               not_negative),
    field<&Ball::epsilon_roll>("1/s", "rolling velocity/a below which the lean fades", not_negative),
    field<&Ball::friction>("", "Padé formula, or integrals over the contact"),
    field<&Ball::pade>("", "of the Padé formula; default: those of Szewc's paper"),
    outside_files(field<&Ball::initial>("", "where it starts and how it moves")),
    outside_files(field<&Ball::table>("", "the plane under it")));

/// Throws InvalidInput, with the key of the scenario, for values that no ball can have.
void check_ball(const Ball& ball);

}  // namespace dryslip
