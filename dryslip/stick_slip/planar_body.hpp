#pragma once

#include "dryslip/friction_load/twist.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"

namespace dryslip {

/// A rigid body that slides on a plane.
struct PlanarBody {
  double mass = 0.0;     ///< [kg]
  double inertia = 0.0;  ///< about the center of mass [kg m²]
  Vec2 center_of_mass;   ///< body frame [m]
};

/// G of the body for twists of its center of mass. Throws InvalidInput for a mass or inertia that is not positive.
inline Mat3 central_metric(const PlanarBody& body) { return kinetic_metric(body.mass, body.inertia, {}); }

/// T = (m v² + J ω²)/2 of a twist of the center of mass, whatever the axes [J].
constexpr double kinetic_energy(const PlanarBody& body, const Twist& V) {
  return 0.5 * (body.mass * dot(V.velocity, V.velocity) + body.inertia * V.omega * V.omega);
}

}  // namespace dryslip
