#pragma once

#include <string>

#include "dryslip/contact_patch/castor.hpp"

namespace dryslip {

/// Two castors as in [Goyal1991, sec. 7], as an SVG file: each with its limit curve for a line angle (normal to the slip
/// directions drawn on it) and after its turning (not normal: with the worst violation of maximum power), and how fast
/// the crooked one turns. line_angle in body axes [rad].
std::string draw_castor(const CrookedCastor& crooked, const InlineCastor& in_line, double line_angle);

}  // namespace dryslip
