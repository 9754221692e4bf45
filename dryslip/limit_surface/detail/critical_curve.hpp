#pragma once

#include <vector>

#include "dryslip/limit_surface/detail/energy_sphere.hpp"

namespace dryslip::detail {

inline constexpr double curve_step = 0.02;  ///< between the points of a curve [rad]

/// A curve of critical points, along which the dissipation is the same.
struct CriticalCurve {
  std::vector<Vector3> points;     ///< in order
  std::vector<double> curvatures;  ///< across the curve at each point: positive where the curve is a valley
  bool is_closed = false;
  double dissipation = 0.0;

  bool passes(const Vector3& x) const;
  /// Middles of the longest parts with one sign of the curvature across: indices of points.
  std::vector<std::size_t> middles() const;
  /// What a closed curve adds to minima − saddles + maxima: minus the number of changes between valley and ridge.
  int index() const;
};

/// The curve through the smooth critical point x, which is flat in a direction; without points where x is isolated.
CriticalCurve curve_through(const EnergySphere& sphere, const Vector3& x);

}  // namespace dryslip::detail
