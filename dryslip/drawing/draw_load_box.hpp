#pragma once

#include "dryslip/drawing/load_view.hpp"
#include "dryslip/drawing/svg_canvas.hpp"

namespace dryslip {

/// The far walls of a box in the space of loads, with lines at round values, their numbers and the names of the axes.
void draw_load_box(SvgCanvas& canvas, const LoadView& view, const LoadRanges& ranges);

}  // namespace dryslip
