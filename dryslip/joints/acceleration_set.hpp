#pragma once

#include <array>
#include <optional>
#include <vector>

#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

/// How many accelerations satisfy the equations: all four are answers, none is an error.
enum class AccelerationCount { None, One, Several, Continuum };
template <>
inline constexpr std::array words<AccelerationCount>{"none", "one", "several", "continuum"};

/// What a joint does in one of its accelerations.
enum class JointMode {
  Slip,            ///< it moves already
  Static,          ///< at rest, and stays
  IncipientPlus,   ///< starts from rest, forwards
  IncipientMinus,  ///< starts from rest, backwards
  Separation       ///< a unilateral contact opens: no normal force, no friction
};
template <>
inline constexpr std::array words<JointMode>{"slip", "static", "incipient+", "incipient-", "separation"};

/// Which normal forces a joint transmits.
enum class ContactKind {
  Bilateral,  ///< both signs: a nut on its thread, a slider in its guide [Dupont1992, eq. (4)]
  Unilateral  ///< it only pushes, F_n ≥ 0 [Dupont1992, eq. (1)]
};
template <>
inline constexpr std::array words<ContactKind>{"bilateral", "unilateral"};
template <>
inline constexpr bool is_flag_in_files<ContactKind> = true;

/// The static coefficient of one joint.
template <auto member>
inline constexpr auto joint_mu_static_field = field<member>("-", "at least mu; default: mu", not_negative);

/// Equalities that decide between cases count as met within this fraction of their terms: μ|c| = a, S = 0, the ends of the
/// static band, and two solutions that are one. Ten thousand times the rounding of the formulas.
inline constexpr double case_tolerance = 1e-12;

/// One consistent acceleration of a joint.
struct JointAcceleration {
  double acceleration = 0.0, normal_force = 0.0;
  JointMode mode = JointMode::Slip;
};
template <>
inline constexpr auto description<JointAcceleration> = record<JointAcceleration>(
    "One consistent acceleration of a joint.", field<&JointAcceleration::acceleration>("rad/s² or m/s²", "q̈"),
    field<&JointAcceleration::normal_force>("N", "F_n = c q̈ + d; 0 after separation"),
    field<&JointAcceleration::mode>("", "what the joint does"));

/// A half line of accelerations, or from rest a stretch that ends before 0.
struct AccelerationContinuum {
  enum class Side { AtMost, AtLeast };
  double bound = 0.0;
  Side side = Side::AtMost;
  JointMode mode = JointMode::Slip;
};
template <>
inline constexpr std::array words<AccelerationContinuum::Side>{"<=", ">="};
template <>
inline constexpr auto description<AccelerationContinuum> = record<AccelerationContinuum>(
    "A half line of accelerations, or from rest a stretch that ends before 0.",
    field<&AccelerationContinuum::bound>("rad/s² or m/s²", "belongs to it; the normal force is 0 there"),
    field<&AccelerationContinuum::side>("", "of the bound"),
    field<&AccelerationContinuum::mode>("", "from rest it reaches from 0, excluded, to the bound"));

/// Every consistent acceleration of a joint.
struct JointAccelerations {
  AccelerationCount count = AccelerationCount::None;
  std::vector<JointAcceleration> solutions;
  std::optional<AccelerationContinuum> continuum;
  bool static_possible = false;
};
template <>
inline constexpr auto description<JointAccelerations> = record<JointAccelerations>(
    "Every consistent acceleration of a joint.", field<&JointAccelerations::count>("verdict", "", "how many there are"),
    field<&JointAccelerations::solutions>("", "ascending"),
    field<&JointAccelerations::continuum>("", "where there are infinitely many"),
    field<&JointAccelerations::static_possible>("", "the joint is at rest and may stay there"));

}  // namespace dryslip
