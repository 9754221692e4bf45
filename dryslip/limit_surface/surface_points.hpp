#pragma once

#include <cstddef>
#include <vector>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip {

/// Points of a limit surface and the motion that belongs to each, which is the outward normal there.
struct SurfacePoints {
  std::vector<Twist> motions;
  std::vector<FrictionLoad> loads;
};

/// Directions all around, evenly spread: a spiral with equal steps of omega and the golden angle between neighbours.
/// `length` is the unit in which velocity and omega are compared [m].
std::vector<Twist> spread_motions(std::size_t count, double length);

/// Throws InvalidInput for a model without a potential: it has no limit surface.
void require_potential(const FrictionModel& model);

/// Limit surface by direct integration over motions [Goyal1991, sec. 8.2]: the loads of `count` directions, spread in
/// units of the mean distance of the contact from O. Throws as require_potential().
SurfacePoints surface_points(const FrictionModel& model, std::size_t count);

/// Limit surface by the gradient of the moment function [Goyal1991, sec. 10]: for every center of the grid the loads of the
/// two spins about it. Throws as require_potential().
SurfacePoints surface_points_by_gradient(const FrictionModel& model, const RegularGrid& centers);

}  // namespace dryslip
