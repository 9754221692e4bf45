#include "dryslip/numerics/nearest_point.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <vector>

namespace dryslip {

namespace {

using Vector3 = Eigen::Vector3d;

struct Corner {
  Vector3 point;
  double weight;
};

Vector3 weighted_sum(const std::vector<Corner>& corners) {
  Vector3 result = Vector3::Zero();
  for (const Corner& corner : corners) result += corner.weight * corner.point;
  return result;
}

/// Weights of the point nearest to the origin in the line, plane or space of two to four corners.
std::vector<double> weights_of_nearest(const std::vector<Corner>& corners) {
  Eigen::Matrix3d edges = Eigen::Matrix3d::Zero();  // columns without an edge get no share
  for (std::size_t j = 1; j < corners.size(); ++j) {
    edges.col(static_cast<Eigen::Index>(j - 1)) = corners[j].point - corners.front().point;
  }
  const Vector3 share = edges.colPivHouseholderQr().solve(-corners.front().point);
  std::vector<double> weights{1.0 - share.sum()};
  for (std::size_t j = 1; j < corners.size(); ++j) weights.push_back(share[static_cast<Eigen::Index>(j - 1)]);
  return weights;
}

/// Moves the weights to those of the nearest point; corners that would get negative weight go.
void move_to_nearest(std::vector<Corner>& corners) {
  while (corners.size() > 1) {
    const std::vector<double> wanted = weights_of_nearest(corners);
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
    for (std::size_t j = 0; j < corners.size(); ++j) corners[j].weight += part * (wanted[j] - corners[j].weight);
    if (leaving == corners.size()) return;
    corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(leaving));
  }
}

}  // namespace

Eigen::Vector3d nearest_point(const std::function<Vector3(const Vector3&)>& farthest, double tolerance,
                              int most_points) {
  std::vector<Corner> corners{{farthest(Vector3::UnitX()), 1.0}};
  double largest = corners.front().point.squaredNorm();
  for (int i = 0; i < most_points; ++i) {
    const Vector3 x = weighted_sum(corners);
    if (corners.size() == 4) return x;  // with positive weights: the origin is inside
    const Vector3 next = farthest(-x);
    largest = std::max(largest, next.squaredNorm());
    if (x.dot(x) - x.dot(next) <= tolerance * largest) return x;
    corners.push_back({next, 0.0});
    move_to_nearest(corners);
  }
  return weighted_sum(corners);
}

}  // namespace dryslip
