#pragma once

#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/limit_surface/mesh_section.hpp"

namespace dryslip {

/// Names and units of the coordinates of a section.
using SectionAxes = std::array<PlotAxis, 2>;
SectionAxes section_axes(const SectionDirections& directions);

/// A section in a frame whose box holds it, with its facets, edges and corners marked.
void draw_section(SvgCanvas& canvas, const PlotFrame& frame, const MeshSection& section, const SectionAxes& axes);

/// Names its marks side by side from `corner` on [px], each only where it occurs.
void draw_section_legend(SvgCanvas& canvas, Vec2 corner, const MeshSection& section);

}  // namespace dryslip
