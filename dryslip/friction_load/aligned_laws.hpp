#pragma once

#include <optional>

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip {

/// Turns the law of every line support so that a straight side of its limit curve lies along the line, if it is off by no more than `most`
/// [rad]. None where nothing needs turning.
std::optional<ContactPatch> with_laws_along_lines(const ContactPatch& patch, double most);

/// People type a heading with at least six digits: a wheel that is off its axle by less is meant to be on it [rad].
inline constexpr double most_off_axle = 1e-6;

/// Puts point supports exactly on the axle that they share if they are off by no more than `most` [rad] but by more than rounding. Two wheels
/// whose headings are not quite across the line through them would not roll together on the axle that was meant. Laws are turned to the line
/// through the two points farthest apart; a third point that is still off is moved onto it. None where nothing needs to change.
std::optional<ContactPatch> with_points_on_axles(const ContactPatch& patch, double most);

}  // namespace dryslip
