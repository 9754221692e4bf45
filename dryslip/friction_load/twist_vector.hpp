#pragma once

#include <Eigen/Core>

#include "dryslip/friction_load/twist.hpp"

namespace dryslip::detail {

// Twists and loads as vectors (vx, vy, omega) and (fx, fy, moment), and back.

inline Eigen::Vector3d vector_of(const Twist& V) { return {V.velocity.x, V.velocity.y, V.omega}; }
inline Eigen::Vector3d vector_of(const FrictionLoad& P) { return {P.force.x, P.force.y, P.moment}; }
inline Twist twist_of(const Eigen::Vector3d& V) { return {{V[0], V[1]}, V[2]}; }
inline FrictionLoad load_of(const Eigen::Vector3d& P) { return {{P[0], P[1]}, P[2]}; }

}  // namespace dryslip::detail
