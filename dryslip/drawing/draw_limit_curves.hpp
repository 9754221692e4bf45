#pragma once

#include <string>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/drawing/svg_canvas.hpp"

namespace dryslip {

/// A closed convex curve of forces or loads, with the motions that belong to its points as arrows.
struct NormalCurve {
  struct Arrow {
    Vec2 place, direction;  ///< direction of unit length
  };
  std::string title{}, remark{};
  std::string x = "fx/N", y = "fy/N";  ///< names of the axes
  std::vector<Vec2> outline{};
  std::vector<Arrow> arrows{};
  std::vector<Vec2> marks{};  ///< points with several motions
};

/// Limit curve of a contact in one point, per unit normal force, with slip directions at equal angles from `first` on [rad]: a
/// fan where the curve has a corner. Along its straight sides the one slip direction is drawn several times. [Goyal1991, sec. 5]
NormalCurve limit_curve(const ContactPatch& point, double first = 0.0);

/// A part of the page with y upwards.
struct CurvePanel {
  Vec2 middle;          ///< on the page [px]
  double scale = 1.0;   ///< [px] per unit
  double half = 120.0;  ///< half side [px]

  Vec2 page(Vec2 r) const { return {middle.x + scale * r.x, middle.y - scale * r.y}; }
};

inline constexpr Vec2 curve_panel_step{310, 342};  ///< from one panel of a page to the next [px]

/// Panel of a column and row of a page, for points that are at most `largest` away from O: there is room for the arrows.
CurvePanel curve_panel(int column, int row, double largest);

/// Two lines above a panel.
void draw_panel_caption(SvgCanvas& canvas, const CurvePanel& panel, const std::string& title,
                        const std::string& remark);

/// Arrow from a place on the page along a direction with y upwards.
void draw_arrow(SvgCanvas& canvas, Vec2 from, Vec2 direction, double length, const SvgStyle& style);

/// Axes, a bar that shows the scale, the curve and its arrows.
void draw_normal_curve(SvgCanvas& canvas, const CurvePanel& panel, const NormalCurve& curve);

/// Curves side by side at one scale, each with its caption, as an SVG file; a single one is drawn larger.
std::string draw_limit_curves(const std::string& title, const std::string& subtitle,
                              const std::vector<NormalCurve>& curves);

}  // namespace dryslip
