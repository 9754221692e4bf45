#pragma once

#include "dryslip/drawing/load_view.hpp"
#include "dryslip/drawing/svg_canvas.hpp"

namespace dryslip {

/// The limit surface as a shaded body in a box with ticks, with the axes through O where they leave it: facets, edges and
/// vertices that face the viewer are marked.
void draw_surface_view(SvgCanvas& canvas, const LoadView& view, const LoadRanges& ranges, const LimitSurface& surface,
                       const SurfaceMesh& mesh);

/// Names the marks of facets, edges and vertices, each only where the mesh has one, in lines below `corner` [px].
void draw_surface_legend(SvgCanvas& canvas, Vec2 corner, const SurfaceMesh& mesh);

}  // namespace dryslip
