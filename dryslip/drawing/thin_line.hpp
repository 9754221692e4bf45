#pragma once

#include <span>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// The corners that a line through all points needs to pass each of them within `distance`: the first, the last and some
/// between. For lines of thousands of points that are drawn on a page.
std::vector<Vec2> thinned(std::span<const Vec2> points, double distance);

}  // namespace dryslip
