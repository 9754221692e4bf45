#include "dryslip/numerics/span_of_vectors.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>
#include <vector>

namespace dryslip::tests {
namespace {

using Eigen::Vector3d;

TEST(SpanOfVectors, HoldsTheVectorsAndItsComplementDoesNot) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  const auto any = [&] { return Vector3d(normal(random), normal(random), normal(random)); };
  for (int i = 0; i < 200; ++i) {
    const std::size_t dimension = static_cast<std::size_t>(i % 4);
    std::vector<Vector3d> basis, vectors;
    for (std::size_t k = 0; k < dimension; ++k) basis.push_back(any());
    for (int k = 0; k < 6; ++k) {
      Vector3d sum = Vector3d::Zero();
      for (const Vector3d& b : basis) sum += normal(random) * b;
      vectors.push_back(sum);
    }
    const std::vector<Vector3d> span = span_of_vectors(vectors, 1e-9), rest = complement_of_span(span);
    ASSERT_EQ(span.size(), dimension);
    ASSERT_EQ(rest.size(), 3 - dimension);
    std::vector<Vector3d> all = span;
    all.insert(all.end(), rest.begin(), rest.end());
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) EXPECT_NEAR(all[a].dot(all[b]), a == b ? 1.0 : 0.0, 1e-14);
    }
    for (const Vector3d& w : rest) {
      for (const Vector3d& v : vectors) EXPECT_NEAR(w.dot(v), 0.0, 1e-12);
    }
  }
}

TEST(SpanOfVectors, LeavesOutWhatIsTooShort) {
  const std::vector<Vector3d> vectors{{1.0, 0.0, 0.0}, {1.0, 1e-10, 0.0}, {0.0, 0.0, 0.0}};
  EXPECT_EQ(span_of_vectors(vectors, 1e-9).size(), 1u);
  EXPECT_EQ(span_of_vectors(vectors, 1e-11).size(), 2u);
}

}  // namespace
}  // namespace dryslip::tests
