#pragma once

#include <Eigen/Core>

#include "dryslip/friction_load/twist.hpp"

namespace dryslip::detail {

// Motions and loads in the units of a ContactFrame as vectors.

inline Eigen::Vector3d vector_of(const Twist& x) { return {x.velocity.x, x.velocity.y, x.omega}; }
inline Eigen::Vector3d vector_of(const FrictionLoad& y) { return {y.force.x, y.force.y, y.moment}; }
inline Twist motion_of(const Eigen::Vector3d& v) { return {{v[0], v[1]}, v[2]}; }
inline FrictionLoad load_of(const Eigen::Vector3d& v) { return {{v[0], v[1]}, v[2]}; }

}  // namespace dryslip::detail
