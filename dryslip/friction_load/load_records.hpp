#pragma once

#include <array>
#include <span>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

// Describes motions and loads as users see them. A header of its own, since every file includes those of the structs.

template <>
inline constexpr auto description<Twist> =
    record<Twist>("Rigid motion of the slider at the patch origin O.",
                  field<&Twist::velocity, &Vec2::x>("vx", "m/s", "velocity of O along body x"),
                  field<&Twist::velocity, &Vec2::y>("vy", "m/s", "velocity of O along body y"),
                  field<&Twist::omega>("rad/s", "rotation, counter-clockwise"));

template <>
inline constexpr auto description<FrictionLoad> =
    record<FrictionLoad>("External load that overcomes friction, reduced to the patch origin O.",
                         field<&FrictionLoad::force, &Vec2::x>("fx", "N", "force along body x"),
                         field<&FrictionLoad::force, &Vec2::y>("fy", "N", "force along body y"),
                         field<&FrictionLoad::moment>("N m", "about O, counter-clockwise"));

template <>
struct NumberRow<Twist> {
  static constexpr std::size_t least = 3, most = 3;
  static Twist from(std::span<const double> row) { return {{row[0], row[1]}, row[2]}; }
  static std::array<double, 3> numbers_of(const Twist& V) { return {V.velocity.x, V.velocity.y, V.omega}; }
};
template <>
struct NumberRow<FrictionLoad> {
  static constexpr std::size_t least = 3, most = 3;
  static FrictionLoad from(std::span<const double> row) { return {{row[0], row[1]}, row[2]}; }
  static std::array<double, 3> numbers_of(const FrictionLoad& P) { return {P.force.x, P.force.y, P.moment}; }
};

template <>
inline constexpr auto description<LoadScale> =
    record<LoadScale>("The units in which errors of a load are measured.", field<&LoadScale::force>("N", "μN"),
                      field<&LoadScale::moment>("N m", "μN times the mean distance of the contact from O"));

template <>
inline constexpr auto description<FrictionState> =
    record<FrictionState>("Load and dissipation of a contact for one twist.",
                          field<&FrictionState::load>("N, N, N m", "fx, fy, moment at O, body frame"),
                          field<&FrictionState::dissipation>("W", "D = P·V"),
                          field<&FrictionState::error_bound>("-", "of the load, relative to LoadScale"),
                          field<&FrictionState::converged>("", "the bound is below the tolerance asked for"));

}  // namespace dryslip
