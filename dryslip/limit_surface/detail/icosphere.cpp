#include "dryslip/limit_surface/detail/icosphere.hpp"

#include <algorithm>
#include <map>
#include <numbers>
#include <utility>

namespace dryslip::detail {

Icosphere make_icosphere(int level) {
  constexpr double g = std::numbers::phi;
  Icosphere mesh;
  mesh.vertices = {{0, 1, g},  {0, -1, g},  {g, 0, 1},  {-g, 0, 1},  {1, g, 0},  {-1, g, 0},
                   {1, -g, 0}, {-1, -g, 0}, {g, 0, -1}, {-g, 0, -1}, {0, 1, -g}, {0, -1, -g}};
  mesh.triangles = {{0, 1, 2},  {1, 0, 3},  {0, 4, 5},  {0, 2, 4},  {0, 5, 3},   {1, 6, 2},  {1, 7, 6},
                    {1, 3, 7},  {2, 8, 4},  {2, 6, 8},  {3, 5, 9},  {3, 9, 7},   {4, 10, 5}, {4, 8, 10},
                    {5, 10, 9}, {6, 7, 11}, {6, 11, 8}, {7, 9, 11}, {8, 11, 10}, {9, 10, 11}};
  for (Eigen::Vector3d& x : mesh.vertices) x.normalize();
  for (int i = 0; i < level; ++i) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> middles;  // of the sides
    const auto middle = [&](std::size_t a, std::size_t b) {
      const auto [at, is_new] = middles.try_emplace(std::minmax(a, b), mesh.vertices.size());
      if (is_new) mesh.vertices.push_back((mesh.vertices[a] + mesh.vertices[b]).normalized());
      return at->second;
    };
    std::vector<std::array<std::size_t, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const std::size_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.triangles = std::move(finer);
  }
  return mesh;
}

}  // namespace dryslip::detail
