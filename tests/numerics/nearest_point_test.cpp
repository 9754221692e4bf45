#include "dryslip/numerics/nearest_point.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace dryslip {
namespace {

using Vector3 = Eigen::Vector3d;

TEST(NearestPoint, OfABoxIsTheCornerCutToItsSides) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> place(-3.0, 3.0);
  for (int i = 0; i < 200; ++i) {
    const Vector3 center(place(random), place(random), place(random)), half(0.5, 1.0, 2.0);
    const auto farthest = [&](const Vector3& n) -> Vector3 {
      return center + Vector3(std::copysign(half[0], n[0]), std::copysign(half[1], n[1]), std::copysign(half[2], n[2]));
    };
    Vector3 expected;  // each coordinate as near to zero as the box allows
    for (int k = 0; k < 3; ++k) {
      expected[k] = std::max(0.0, std::abs(center[k]) - half[k]) * (center[k] > 0.0 ? 1.0 : -1.0);
    }
    EXPECT_LT((nearest_point(farthest, 1e-15) - expected).norm(), 1e-12) << center.transpose();
  }
}

TEST(NearestPoint, OfABallLiesTowardsTheOrigin) {
  const Vector3 center(1.0, -2.0, 0.5);
  const auto farthest = [&](const Vector3& n) -> Vector3 { return center + 0.7 * n.normalized(); };
  const Vector3 expected = (1.0 - 0.7 / center.norm()) * center;
  EXPECT_LT((nearest_point(farthest, 1e-15) - expected).norm(), 1e-7);  // the root of the tolerance
}

TEST(NearestPoint, OfAFlatSetAndOfASetAroundTheOrigin) {
  const std::vector<Vector3> triangle{{2.0, 0.0, 0.0}, {0.0, 2.0, 0.0}, {0.0, 0.0, 2.0}};
  const auto farthest_of = [](const std::vector<Vector3>& corners, const Vector3& n) {
    Vector3 best = corners.front();
    for (const Vector3& corner : corners) {
      if (corner.dot(n) > best.dot(n)) best = corner;
    }
    return best;
  };
  const Vector3 nearest = nearest_point([&](const Vector3& n) { return farthest_of(triangle, n); }, 1e-15);
  EXPECT_LT((nearest - Vector3::Constant(2.0 / 3.0)).norm(), 1e-14);
  const std::vector<Vector3> around{{2.0, 0.0, 0.0}, {0.0, 2.0, 0.0}, {0.0, 0.0, 2.0}, {-1.0, -1.0, -1.5}};
  EXPECT_LT(nearest_point([&](const Vector3& n) { return farthest_of(around, n); }, 1e-15).norm(), 1e-12);
}

}  // namespace
}  // namespace dryslip
