#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <vector>

namespace dryslip::detail {

/// Triangles that cover the unit sphere evenly, the same from opposite sides.
struct Icosphere {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<std::size_t, 3>> triangles;
};

/// An icosahedron whose triangles are divided into four `level` times: 20 × 4^level triangles with sides of 1.1/2^level.
Icosphere make_icosphere(int level);

}  // namespace dryslip::detail
