#pragma once

#include <string>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/numerics/regular_grid.hpp"

namespace dryslip {

struct MomentFunctionPicture {
  std::string title;
  double margin = 0.45;  ///< around the supports, in units of the longer side of their box [-]
  int samples = 160;     ///< nodes along the longer side of the picture
  int levels = 11;       ///< contour lines, about
};

/// Centers of rotation at which the picture samples the moment function.
RegularGrid picture_grid(const ContactPatch& patch, const MomentFunctionPicture& picture = {});

/// The part of the body frame that the picture shows, and its place on a page of its own.
PlotFrame moment_frame(const ContactPatch& patch, const MomentFunctionPicture& picture = {});

/// The picture without title, in a frame on a larger page; the scale of colors takes 90 pixels on its right.
void draw_moment_panel(SvgCanvas& canvas, const PlotFrame& frame, const FrictionModel& model, const ContactPatch& patch,
                       const MomentFunctionPicture& picture);

/// Contour lines of the moment function over the contact, as an SVG file: each point of the picture is a center of
/// rotation, its color the frictional moment about it.
std::string draw_moment_function(const FrictionModel& model, const ContactPatch& patch,
                                 const MomentFunctionPicture& picture = {});

}  // namespace dryslip
