#pragma once

#include <vector>

#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// The point supports at one place: while they do not slip, their load is any of a set.
struct HeldPoint {
  Vec2 place;  ///< body frame [m]
  LimitSurface kinetic;
  LimitSurface at_rest;  ///< with the static coefficients
};

/// All places of point supports.
std::vector<HeldPoint> held_points(const ContactPatch& patch);

}  // namespace dryslip
