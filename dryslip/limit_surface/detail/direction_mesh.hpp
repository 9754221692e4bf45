#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace dryslip::detail {

using Triangle = std::array<std::uint32_t, 3>;

/// The sphere of unit directions cut into triangles that share whole sides, refined at will. Corners are counter-clockwise
/// seen from outside.
class DirectionMesh {
 public:
  /// Eight triangles between the axes.
  DirectionMesh();

  const std::vector<Eigen::Vector3d>& directions() const { return directions_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }

  /// Makes a direction a corner of the mesh, and returns its place.
  std::uint32_t insert(const Eigen::Vector3d& direction);

  /// Makes a direction close to a corner of the mesh, off it towards a direction across, a neighbour of that corner.
  void insert_beside(std::uint32_t corner, const Eigen::Vector3d& towards);

  /// Asks for a corner on the side from a to b at this part of it, in the next refine(); the first to ask decides.
  void split_side(std::uint32_t a, std::uint32_t b, double part);
  /// Asks for a corner inside a triangle, where none of its sides is split.
  void split_inside(std::size_t triangle, const Eigen::Vector3d& direction);
  /// Does what was asked for. Triangles that stay keep their place; the others are replaced by new ones, the first in its
  /// place and the rest at the end. Returns true for each triangle that is new.
  std::vector<bool> refine();

 private:
  static std::uint64_t side(std::uint32_t a, std::uint32_t b) {
    return (static_cast<std::uint64_t>(std::min(a, b)) << 32) | std::max(a, b);
  }
  std::uint32_t add(const Eigen::Vector3d& direction);
  void cut(std::size_t triangle, const std::array<std::int64_t, 3>& middles);

  std::vector<Eigen::Vector3d> directions_;
  std::vector<Triangle> triangles_;
  std::unordered_map<std::uint64_t, std::uint32_t> splits_;       // middle of a side
  std::vector<std::pair<std::size_t, Eigen::Vector3d>> centers_;  // asked for inside triangles
};

}  // namespace dryslip::detail
