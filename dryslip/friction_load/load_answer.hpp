#pragma once

#include <optional>
#include <span>

#include "dryslip/friction_load/load_records.hpp"

namespace dryslip {

/// The friction load of a twist, with its set where it is not unique.
struct LoadAnswer {
  Twist twist;
  FrictionState state;
  double power = 0.0;            ///< load · twist, finite where a huge twist would overflow on the way [W]
  bool is_unique = false;        ///< the load is a single vector; else one element of the set
  std::optional<LoadSet> set{};  ///< where the load is not unique
};
template <>
inline constexpr auto description<LoadAnswer> = record<LoadAnswer>(
    "The friction load of a twist.",
    in_place(required<&LoadAnswer::twist>("m/s, m/s, rad/s", "motion of O, body frame")),
    in_place(required<&LoadAnswer::state, &FrictionState::load>("load", "N, N, N m", "at O, body frame")),
    required<&LoadAnswer::power>("W", "load · twist"),
    keyed("unique", required<&LoadAnswer::is_unique>("", "the load is a single vector")),
    field<&LoadAnswer::state, &FrictionState::error_bound>("error_bound", "-", "of the load, relative to LoadScale"));

/// The answer of `dryslip load` to a twist.
LoadAnswer load_answer(const FrictionModel& model, const Twist& V);

/// Answers without sets to many twists: all at once and without error bounds where the load has a closed form, else one by one.
void load_answers(const FrictionModel& model, std::span<const Twist> V, std::span<LoadAnswer> answers);

}  // namespace dryslip
