#pragma once

#include <Eigen/Core>
#include <functional>

namespace dryslip {

/// From the point of a convex set nearest to the origin, to the origin: −x. The set is known by farthest(n), its point
/// farthest in the direction n. Wolfe's method [Wolfe1976]: exact for polytopes after finitely many points, else until the
/// nearest point is known to `tolerance` of the square of the largest distance met.
Eigen::Vector3d nearest_point(const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& farthest, double tolerance,
                              int most_points = 1000);

}  // namespace dryslip
