#include "dryslip/joints/uniqueness_bound.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <vector>

#include "tests/joints/random_mechanism.hpp"

namespace dryslip::tests {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Smallest factor at which some det(A + factor diag(eμ) C), rows and columns of some joints at rest left out, vanishes: from
/// eigenvalues, as a second route.
double margin_by_eigenvalues(const Mechanism& m, const VectorXd& velocity) {
  const Index n = m.size();
  double largest = 0.0;
  for (int kept = 0; kept < (1 << n); ++kept) {
    std::vector<Index> joints;
    bool is_allowed = true;
    for (Index i = 0; i < n; ++i) {
      if ((kept >> i) & 1)
        joints.push_back(i);
      else if (velocity[i] != 0.0)
        is_allowed = false;
    }
    if (!is_allowed || joints.empty()) continue;
    const Index k = static_cast<Index>(joints.size());
    for (int signs = 0; signs < (1 << k); ++signs) {
      MatrixXd A(k, k), C(k, k);
      for (Index i = 0; i < k; ++i) {
        for (Index j = 0; j < k; ++j) {
          const Index p = joints[static_cast<std::size_t>(i)], q = joints[static_cast<std::size_t>(j)];
          A(i, j) = m.A(p, q);
          C(i, j) = ((signs >> i) & 1 ? m.mu[p] : -m.mu[p]) * m.C(p, q);
        }
      }
      const Eigen::VectorXcd values = (-C * A.inverse()).eigenvalues();
      for (Index i = 0; i < k; ++i)
        if (std::abs(values[i].imag()) < 1e-9 * std::abs(values[i])) largest = std::max(largest, values[i].real());
    }
  }
  return 1.0 / largest;
}

TEST(UniquenessBound, MarginIsTheFirstEigenvalueOfAllPatterns) {
  Random random(4);
  for (int k = 0; k < test_cases(0.3); ++k) {
    const Index n = 1 + k % 5;
    const Mechanism mechanism = random_mechanism(random, n, 1.0);
    const VectorXd velocity = random_velocity(random, n, k % 2 == 0 ? 0.0 : 0.5);
    const UniquenessBound bound = bound_uniqueness(mechanism, velocity);
    const double expected = margin_by_eigenvalues(mechanism, velocity);
    EXPECT_NEAR(bound.margin_low, expected, 1e-8 * expected) << "case " << k;
    EXPECT_LE(bound.margin_low, bound.margin_high);
    EXPECT_LE(certain_factor(mechanism, velocity), expected * (1.0 + 1e-9)) << "case " << k;
    EXPECT_EQ(bound.is_unique, expected > 1.0);
  }
}

TEST(UniquenessBound, UniqueMeansOneSolutionOnEveryLoad) {
  Random random(5);
  int tried = 0;
  for (int k = 0; k < test_cases(0.5); ++k) {
    const Index n = 1 + k % 6;
    Mechanism mechanism = random_mechanism(random, n, 1.0);
    const VectorXd velocity = random_velocity(random, n, k % 2 == 0 ? 0.0 : 0.6);
    if (k % 3 == 0)
      for (Index i = 0; i < n; ++i)
        mechanism.contact.push_back(i % 2 == 0 ? ContactKind::Unilateral : ContactKind::Bilateral);
    // as near to the bound as may be
    const double margin = bound_uniqueness(mechanism, velocity).margin_low;
    if (!std::isfinite(margin)) continue;
    mechanism.mu *= 0.999 * margin;
    ASSERT_TRUE(bound_uniqueness(mechanism, velocity).is_unique) << "case " << k;
    for (int load = 0; load < 20; ++load, ++tried) {
      mechanism.d = random_load(random, n, 2.0);
      EXPECT_EQ(solve_mechanism(mechanism, random_load(random, n), velocity).count, AccelerationCount::One)
          << "case " << k;
    }
  }
  EXPECT_GT(tried, 100);
}

TEST(UniquenessBound, NotUniqueComesWithAVerifiedLoad) {
  Random random(6);
  int own_d = 0, all = 0;
  for (int k = 0; k < test_cases(0.5); ++k) {
    const Index n = 1 + k % 7;
    Mechanism mechanism = random_mechanism(random, n, 1.0);
    const VectorXd velocity = random_velocity(random, n, k % 2 == 0 ? 0.0 : 0.6);
    const double margin = bound_uniqueness(mechanism, velocity).margin_high;
    if (!std::isfinite(margin)) continue;
    mechanism.mu *= (k % 4 == 0 ? 1.02 : 1.7) * margin;
    const UniquenessBound bound = bound_uniqueness(mechanism, velocity);
    EXPECT_FALSE(bound.is_unique) << "case " << k;
    ASSERT_TRUE(bound.witness) << "case " << k << " n " << n;
    Mechanism loaded = mechanism;
    loaded.d = bound.witness->d;
    const MechanismAccelerations found = solve_mechanism(loaded, bound.witness->tau, velocity);
    EXPECT_NE(found.count, AccelerationCount::One) << "case " << k;
    EXPECT_EQ(found.solutions.size(), bound.witness->accelerations.solutions.size());
    own_d += loaded.d == mechanism.d;
    ++all;
  }
  EXPECT_GT(2 * own_d, all);
}

TEST(UniquenessBound, ParityOfTheCountDoesNotDependOnTheLoad) {
  // where no pattern is singular the indices of the solutions add up to one number for all loads
  Random random(7);
  int several = 0;
  for (int k = 0; k < test_cases(0.3); ++k) {
    const Index n = 1 + k % 6;
    const Mechanism mechanism = random_mechanism(random, n, 2.0);
    const VectorXd velocity = random_velocity(random, n, 0.0);
    std::size_t parity = 2;
    for (int load = 0; load < 12; ++load) {
      const MechanismAccelerations found = solve_mechanism(mechanism, random_load(random, n), velocity);
      several += found.solutions.size() > 1;
      if (parity == 2) parity = found.solutions.size() % 2;
      EXPECT_EQ(found.solutions.size() % 2, parity) << "case " << k;
    }
  }
  EXPECT_GT(several, 10);
}

TEST(UniquenessBound, StaticCoefficientsAboveTheKineticLeaveTwoChoicesAtRest) {
  Mechanism mechanism{.A = MatrixXd::Identity(2, 2),
                      .C = MatrixXd::Zero(2, 2),
                      .b = VectorXd::Zero(2),
                      .d = VectorXd::Ones(2),
                      .mu = VectorXd::Constant(2, 0.3),
                      .mu_static = VectorXd::Constant(2, 0.4)};
  EXPECT_TRUE(bound_uniqueness(mechanism, Eigen::Vector2d(1.0, -1.0)).is_unique);
  const UniquenessBound bound = bound_uniqueness(mechanism, Eigen::Vector2d(1.0, 0.0));
  EXPECT_FALSE(bound.is_unique);
  EXPECT_EQ(bound.margin_low, 0.0);
  ASSERT_TRUE(bound.witness);
  EXPECT_EQ(bound.witness->accelerations.count, AccelerationCount::Several);
}

TEST(UniquenessBound, MixedOptionsWithoutFrictionAreInfinite) {
  Mechanism mechanism{.A = MatrixXd::Identity(3, 3),
                      .C = MatrixXd::Zero(3, 3),
                      .b = VectorXd::Zero(3),
                      .d = VectorXd::Ones(3),
                      .mu = VectorXd::Constant(3, 0.3)};
  EXPECT_TRUE(std::isinf(bound_uniqueness(mechanism, Eigen::Vector3d(1.0, -1.0, 0.0)).margin_low));
  mechanism.C(0, 1) = 5.0;  // det = 1 for every pattern
  const UniquenessBound bound = bound_uniqueness(mechanism, Eigen::Vector3d(1.0, -1.0, 1.0));
  EXPECT_TRUE(std::isinf(bound.margin_low));
  EXPECT_TRUE(bound.is_unique);
}

}  // namespace
}  // namespace dryslip::tests
