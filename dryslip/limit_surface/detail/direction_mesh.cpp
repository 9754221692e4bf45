#include "dryslip/limit_surface/detail/direction_mesh.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>

namespace dryslip::detail {

using Eigen::Vector3d;

DirectionMesh::DirectionMesh() {
  for (int axis = 0; axis < 3; ++axis) {
    directions_.push_back(Vector3d::Unit(axis));
    directions_.push_back(-Vector3d::Unit(axis));
  }
  for (std::uint32_t x : {0u, 1u}) {
    for (std::uint32_t y : {2u, 3u}) {
      for (std::uint32_t z : {4u, 5u}) {
        const bool is_mirrored = (x + y + z) % 2 == 1;
        triangles_.push_back(is_mirrored ? Triangle{x, z, y} : Triangle{x, y, z});
      }
    }
  }
}

std::uint32_t DirectionMesh::add(const Vector3d& direction) {
  directions_.push_back(direction.normalized());
  return static_cast<std::uint32_t>(directions_.size() - 1);
}

std::uint32_t DirectionMesh::insert(const Vector3d& direction) {
  constexpr double same = 1e-7;  // nearer than this to a corner or a side counts as on it
  const Vector3d unit = direction.normalized();
  for (std::size_t i = 0; i < directions_.size(); ++i) {
    if ((directions_[i] - unit).norm() > same) continue;
    directions_[i] = unit;
    return static_cast<std::uint32_t>(i);
  }
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const Triangle& corners = triangles_[t];
    Eigen::Matrix3d span;
    for (int k = 0; k < 3; ++k) span.col(k) = directions_[corners[static_cast<std::size_t>(k)]];
    const Vector3d part = span.inverse() * unit;
    if (part.minCoeff() < -same) continue;
    Eigen::Index smallest = 0;
    if (part.minCoeff(&smallest) > same) {
      split_inside(t, unit);
    } else {
      const std::uint32_t a = corners[(static_cast<std::size_t>(smallest) + 1) % 3];
      const std::uint32_t b = corners[(static_cast<std::size_t>(smallest) + 2) % 3];
      splits_[side(a, b)] = add(unit);
    }
    refine();
    break;
  }
  return static_cast<std::uint32_t>(directions_.size() - 1);
}

void DirectionMesh::insert_beside(std::uint32_t corner, const Vector3d& towards) {
  const Vector3d x = directions_[corner];
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (triangles_[t][k] != corner) continue;
      const Vector3d &a = directions_[triangles_[t][(k + 1) % 3]], &b = directions_[triangles_[t][(k + 2) % 3]];
      // between the sides to a and to b
      if (x.cross(a).dot(towards) <= 0.0 || x.cross(b).dot(towards) >= 0.0) continue;
      const Vector3d across = a.cross(b);
      const double whole = -across.dot(x) / across.dot(towards);  // of the way to the opposite side
      constexpr double largest = 0.02;                            // [rad]
      split_inside(t, x + (whole > 0.0 ? std::min(largest, 0.3 * whole) : largest) * towards);
      refine();
      return;
    }
  }
}

void DirectionMesh::split_side(std::uint32_t a, std::uint32_t b, double part) {
  const auto [place, is_new] = splits_.try_emplace(side(a, b), 0);
  if (is_new) place->second = add((1.0 - part) * directions_[a] + part * directions_[b]);
}

void DirectionMesh::split_inside(std::size_t triangle, const Vector3d& direction) {
  centers_.emplace_back(triangle, direction);
}

std::vector<bool> DirectionMesh::refine() {
  const std::size_t count = triangles_.size();
  std::vector<bool> is_new(count, false);
  for (std::size_t t = 0; t < count; ++t) {
    std::array<std::int64_t, 3> middles{-1, -1, -1};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto found = splits_.find(side(triangles_[t][k], triangles_[t][(k + 1) % 3]));
      if (found != splits_.end()) middles[k] = found->second;
    }
    if (middles == std::array<std::int64_t, 3>{-1, -1, -1}) continue;
    is_new[t] = true;
    cut(t, middles);
  }
  for (const auto& [t, direction] : centers_) {
    if (is_new[t]) continue;
    is_new[t] = true;
    const auto [a, b, c] = triangles_[t];
    const std::uint32_t center = add(direction);
    triangles_[t] = {a, b, center};
    triangles_.push_back({b, c, center});
    triangles_.push_back({c, a, center});
  }
  splits_.clear();
  centers_.clear();
  is_new.resize(triangles_.size(), true);
  return is_new;
}

/// Two, three or four triangles in place of one; middles[k] is that of the side from corner k to the next.
void DirectionMesh::cut(std::size_t triangle, const std::array<std::int64_t, 3>& middles) {
  const auto corner = [old = triangles_[triangle]](std::size_t k) { return old[k % 3]; };
  const auto middle = [&](std::size_t k) { return static_cast<std::uint32_t>(middles[k % 3]); };
  const auto count = std::count_if(middles.begin(), middles.end(), [](std::int64_t m) { return m >= 0; });
  if (count == 3) {
    triangles_[triangle] = {middle(0), middle(1), middle(2)};
    for (std::size_t k = 0; k < 3; ++k) triangles_.push_back({corner(k), middle(k), middle(k + 2)});
    return;
  }
  // k: the one side that is cut, or the first of two that follow each other
  std::size_t k = 0;
  while (middles[k] < 0 || (count == 2 && middles[(k + 1) % 3] < 0)) ++k;
  if (count == 1) {
    triangles_[triangle] = {corner(k), middle(k), corner(k + 2)};
    triangles_.push_back({middle(k), corner(k + 1), corner(k + 2)});
    return;
  }
  triangles_[triangle] = {middle(k), corner(k + 1), middle(k + 1)};
  // the shorter diagonal of what is left
  const double one = (directions_[corner(k)] - directions_[middle(k + 1)]).squaredNorm();
  const double other = (directions_[middle(k)] - directions_[corner(k + 2)]).squaredNorm();
  if (one < other) {
    triangles_.push_back({corner(k), middle(k), middle(k + 1)});
    triangles_.push_back({corner(k), middle(k + 1), corner(k + 2)});
  } else {
    triangles_.push_back({corner(k), middle(k), corner(k + 2)});
    triangles_.push_back({middle(k), middle(k + 1), corner(k + 2)});
  }
}

}  // namespace dryslip::detail
