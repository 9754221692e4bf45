#pragma once

#include <Eigen/Core>
#include <Eigen/QR>
#include <limits>
#include <vector>

namespace dryslip {

/// From the point of a convex set nearest to the origin, to the origin: −x. The set is known by farthest(n), its point
/// farthest in the direction n. Wolfe's method [Wolfe1976]: exact for polytopes after finitely many points, else until the
/// nearest point is known to `tolerance` of the square of the largest distance met.
template <class Farthest>
Eigen::Vector3d nearest_point(const Farthest& farthest, double tolerance, int most_points = 1000) {
  using Vector3 = Eigen::Vector3d;
  struct Corner {
    Vector3 point;
    double weight;
  };
  std::vector<Corner> corners{{farthest(Vector3::UnitX()), 1.0}};
  double largest = corners.front().point.squaredNorm();
  const auto sum = [&]() -> Vector3 {
    Vector3 result = Vector3::Zero();
    for (const Corner& corner : corners) result += corner.weight * corner.point;
    return result;
  };
  for (int i = 0; i < most_points; ++i) {
    const Vector3 x = sum();
    const Vector3 next = farthest(-x);
    largest = std::max(largest, next.squaredNorm());
    if (x.dot(x) - x.dot(next) <= tolerance * largest) return x;
    corners.push_back({next, 0.0});
    // towards the nearest point of the plane, line or space of the corners; those that would get negative weight go
    while (corners.size() > 1) {
      const auto count = static_cast<Eigen::Index>(corners.size() - 1);
      Eigen::Matrix<double, 3, Eigen::Dynamic> edges(3, count);
      for (Eigen::Index j = 0; j < count; ++j) {
        edges.col(j) = corners[static_cast<std::size_t>(j) + 1].point - corners.front().point;
      }
      const Eigen::VectorXd share = edges.colPivHouseholderQr().solve(-corners.front().point);
      std::vector<double> wanted{1.0 - share.sum()};
      for (Eigen::Index j = 0; j < count; ++j) wanted.push_back(share[j]);
      double part = 1.0;
      std::size_t leaving = corners.size();
      for (std::size_t j = 0; j < corners.size(); ++j) {
        if (wanted[j] > 1e-14) continue;
        const double at = corners[j].weight / (corners[j].weight - wanted[j]);
        if (at <= part) {
          part = at;
          leaving = j;
        }
      }
      for (std::size_t j = 0; j < corners.size(); ++j) {
        corners[j].weight += part * (wanted[j] - corners[j].weight);
      }
      if (leaving == corners.size()) break;
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(leaving));
    }
  }
  return sum();
}

}  // namespace dryslip
