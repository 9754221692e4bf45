#pragma once

#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/limit_surface/special_points.hpp"

namespace dryslip {

/// Marks the three centers in a frame of the body frame, sets as lines and areas cut at its border, and names them side by
/// side from `legend` on [px]; the name of what is not one point says what it is.
void draw_special_points(SvgCanvas& canvas, const PlotFrame& frame, const SpecialPoints& points, Vec2 legend);

}  // namespace dryslip
