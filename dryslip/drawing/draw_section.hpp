#pragma once

#include "dryslip/drawing/mesh_section.hpp"

namespace dryslip {

/// A section in a frame whose box holds it, with its facets, edges and corners marked.
void draw_section(SvgCanvas& canvas, const PlotFrame& frame, const MeshSection& section, const SectionAxes& axes);

}  // namespace dryslip
