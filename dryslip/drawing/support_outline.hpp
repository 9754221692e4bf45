#pragma once

#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip {

/// A support as it is drawn, body frame.
struct SupportOutline {
  std::vector<std::vector<Vec2>> loops{};
  std::vector<std::vector<Vec2>> lines{};
  std::vector<Vec2> points{};
};
template <>
inline constexpr auto description<SupportOutline> = record<SupportOutline>(
    "Outline of a support, body frame.",
    field<&SupportOutline::loops>("m", "boundary of an area, or the closed line of a ring"),
    field<&SupportOutline::lines>("m", "open lines"), field<&SupportOutline::points>("m", "point contacts"));

SupportOutline support_outline(const Support& support);

/// Lower left and upper right corner of a box around all supports.
struct Box {
  Vec2 low, high;  ///< [m]
};

Box bounding_box(const ContactPatch& patch);

/// What a picture of the contact shows: the bounding box with a margin, in units of its longer side; a long contact gets
/// more room across.
Box surroundings(const ContactPatch& patch, double margin);

}  // namespace dryslip
