#pragma once

#include <cstddef>
#include <vector>

#include "dryslip/friction_load/twist.hpp"

namespace dryslip::bench {

/// Where the center of rotation counts as inside.
struct Outline {
  enum class Form { Rectangle, Ellipse };
  Form form = Form::Rectangle;
  Vec2 half_size;  ///< about O [m]
};

/// Random twists, equal in every run: a third of them have their center of rotation inside the outline, evenly spread.
/// Velocity and omega of all others are normally distributed, of such sizes that centers spread over the surroundings of
/// the outline and, with the tail of a Cauchy distribution, far away. Both signs of omega, in random order.
std::vector<Twist> random_twists(std::size_t count, const Outline& outline);

}  // namespace dryslip::bench
