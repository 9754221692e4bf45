#pragma once

#include <string>

#include "dryslip/drawing/svg_canvas.hpp"

namespace dryslip {

// Blue for what is round, orange for what is flat, black for what is sharp: distinct for all kinds of color vision.
inline const std::string body_color = "#dce9f6";
inline const std::string curve_color = "#2b4a6f";
inline const std::string facet_color = "#f0a94e";
inline const std::string facet_line_color = "#b34700";
inline const std::string sharp_color = "#111111";

inline const SvgStyle vertex_style{.stroke = "white", .width = 1.2, .fill = sharp_color};
inline constexpr double vertex_radius = 5.0;  // [px]

}  // namespace dryslip
