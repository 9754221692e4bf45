#pragma once

#include <optional>

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip {

/// The contact with the law of every line turned to where a straight side of it is along the line, if it is off that by at most this angle
/// [rad]. None where there is nothing to turn.
std::optional<ContactPatch> with_laws_along_lines(const ContactPatch& patch, double most);

/// Headings of wheels are typed with six digits at least; what is off an axle by less is meant to be on it [rad].
inline constexpr double most_off_axle = 1e-6;

/// The contact with point supports on common axles where they are off that by at most this angle [rad], more than by rounding: two wheels
/// whose heading is not quite across the line through them hold by themselves only what slips by that angle makes of their forces, and roll
/// together like the axle that was meant. Laws are turned to the line through the two points that are farthest apart; what is still off then,
/// as a third point, is moved onto it. None where there is nothing to do.
std::optional<ContactPatch> with_points_on_axles(const ContactPatch& patch, double most);

}  // namespace dryslip
