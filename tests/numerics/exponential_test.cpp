#include "dryslip/numerics/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "dryslip/numerics/simd_pack.hpp"

namespace dryslip {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

TEST(Exponential, AgreesWithTheStandardLibrary) {
  std::mt19937_64 random(71);
  std::uniform_real_distribution<double> wide(-700.0, 700.0), narrow(-1.0, 1.0);
  for (int i = 0; i < 20000; ++i) {
    const double x = i % 2 == 0 ? wide(random) : narrow(random);
    EXPECT_NEAR(exponential(x) / std::exp(x), 1.0, 2.0 * epsilon) << x;
  }
  EXPECT_EQ(exponential(0.0), 1.0);
}

TEST(Exponential, LogarithmsAgreeWithTheStandardLibrary) {
  std::mt19937_64 random(72);
  std::uniform_real_distribution<double> size(-280.0, 280.0), part(0.0, 1.0);
  for (int i = 0; i < 20000; ++i) {
    const double a = std::pow(10.0, size(random)), b = i % 2 == 0 ? 1.0 : a * (0.5 + part(random));
    const double known = i % 2 == 0 ? std::log(a) : std::log1p((a - b) / b);
    EXPECT_NEAR(log_of_quotient(a, b), known, 4.0 * epsilon * std::abs(known) + 1e-300) << a << " " << b;
    const double z = part(random) * (i % 3 == 0 ? 1e-8 : 1.0);
    EXPECT_NEAR(log_of_one_plus(z), std::log1p(z), 4.0 * epsilon * std::log1p(z)) << z;
  }
}

/// Expects the same bits in all lanes, for quotients on both sides of 1.
template <class Set>
void expect_lanes() {
  using Real = Pack<Set>;
  std::mt19937_64 random(73);
  std::uniform_real_distribution<double> size(-100.0, 100.0);
  for (int i = 0; i < 1000; ++i) {
    double a[Real::count], b[Real::count], z[Real::count];
    for (std::size_t lane = 0; lane < Real::count; ++lane) {
      a[lane] = std::exp(size(random));
      b[lane] = std::exp(size(random));
      z[lane] = 0.5 + 0.005 * size(random);
    }
    double logarithm[Real::count], power[Real::count], one_plus[Real::count];
    const Real L = log_of_quotient(Real::load(a), Real::load(b));
    L.store(logarithm);
    exponential(L).store(power);
    log_of_one_plus(Real::load(z)).store(one_plus);
    for (std::size_t lane = 0; lane < Real::count; ++lane) {
      EXPECT_EQ(logarithm[lane], log_of_quotient(a[lane], b[lane]));
      EXPECT_EQ(power[lane], exponential(logarithm[lane]));
      EXPECT_EQ(one_plus[lane], log_of_one_plus(z[lane]));
    }
  }
}

TEST(Exponential, LanesAreAsOneByOne) {
  expect_lanes<PairSet>();
  expect_lanes<BaselineSet>();
}

TEST(Exponential, DerivativesFollowTheChainRule) {
  const Dual3 x{0.7, 1.0, -2.0, 0.0};
  const Dual3 y = exponential(x);
  EXPECT_DOUBLE_EQ(y.dx, std::exp(0.7));
  EXPECT_DOUBLE_EQ(y.dy, -2.0 * std::exp(0.7));
  const Dual3 q = log_of_quotient(Dual3(0.3, 1.0, 0.0, 0.0), Dual3(0.9, 0.0, 1.0, 0.0));
  EXPECT_NEAR(q.dx, 1.0 / 0.3, 1e-14);
  EXPECT_NEAR(q.dy, -1.0 / 0.9, 1e-14);
}

}  // namespace
}  // namespace dryslip
