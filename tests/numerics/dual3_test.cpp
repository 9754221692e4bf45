#include "dryslip/numerics/dual3.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

namespace dryslip {
namespace {

/// Every operation once, none of the variables alike.
template <class Real>
Real formula(const Real& x, const Real& y, const Real& z) {
  using std::atan;
  using std::sqrt;
  Real sum = sqrt(x * y + 2.0) / (z - 0.25);
  sum += atan(-y / x) * z;
  return 3.0 - sum * x;
}

TEST(Dual3, DerivativesAreThoseOfCentralDifferences) {
  const std::array<double, 3> at{1.3, -0.7, 2.1};
  const Dual3 value = formula(Dual3(at[0], 1.0, 0.0, 0.0), Dual3(at[1], 0.0, 1.0, 0.0), Dual3(at[2], 0.0, 0.0, 1.0));
  EXPECT_EQ(value.value, formula(at[0], at[1], at[2]));
  const double h = 1e-5;  // truncation 1e-10, rounding 1e-11
  const auto slope = [&](std::size_t index) {
    std::array<double, 3> above = at, below = at;
    above[index] += h;
    below[index] -= h;
    return (formula(above[0], above[1], above[2]) - formula(below[0], below[1], below[2])) / (2 * h);
  };
  EXPECT_NEAR(value.dx, slope(0), 1e-9);
  EXPECT_NEAR(value.dy, slope(1), 1e-9);
  EXPECT_NEAR(value.dz, slope(2), 1e-9);
}

TEST(Dual3, SeedsScaleTheDerivatives) {
  // directional derivative along (2, −1, 0.5) in one component
  const Dual3 full = formula(Dual3(1.3, 1.0, 0.0, 0.0), Dual3(-0.7, 0.0, 1.0, 0.0), Dual3(2.1, 0.0, 0.0, 1.0));
  const Dual3 along = formula(Dual3(1.3, 2.0, 0.0, 0.0), Dual3(-0.7, -1.0, 0.0, 0.0), Dual3(2.1, 0.5, 0.0, 0.0));
  EXPECT_NEAR(along.dx, 2 * full.dx - full.dy + 0.5 * full.dz, 1e-14);
  EXPECT_EQ(along.dy, 0.0);
}

TEST(Dual3, ConstantsHaveNoDerivatives) {
  const Dual3 x(2.0, 1.0, 0.0, 0.0), product = 3.0 * x, shifted = x - 1.0, quotient = 1.0 / x;
  EXPECT_EQ(product.dx, 3.0);
  EXPECT_EQ(shifted.dx, 1.0);
  EXPECT_EQ(quotient.dx, -0.25);
  EXPECT_EQ(quotient.dy, 0.0);
  EXPECT_EQ(Dual3(5.0).dx, 0.0);
  EXPECT_EQ((-x).value, -2.0);
  EXPECT_EQ((-x).dx, -1.0);
}

TEST(Dual3, RootOfZeroIsAConstant) {
  const Dual3 root = sqrt(Dual3(0.0, 1.0, 2.0, 3.0));
  EXPECT_EQ(root.value, 0.0);
  EXPECT_EQ(root.dx, 0.0);  // not infinite: factors of zero stay zero
  EXPECT_EQ(root.dz, 0.0);
}

TEST(Dual3, ComparesByValue) {
  const Dual3 a(1.0, 5.0, 0.0, 0.0), b(2.0, -5.0, 0.0, 0.0);
  EXPECT_TRUE(a < b);
  EXPECT_TRUE(b > a);
  EXPECT_TRUE(a <= Dual3(1.0));
  EXPECT_FALSE(b <= a);
  EXPECT_FALSE(a < 1.0);
}

TEST(Dual3, HoldsNumbersOfHigherPrecisionToo) {
  using Quad = boost::multiprecision::cpp_bin_float_quad;
  const BasicDual3<Quad> x(Quad(2), Quad(1), Quad(0), Quad(0)), root = sqrt(x * x * x);
  EXPECT_LE(abs(Quad(root.dx - Quad(1.5) * sqrt(Quad(2)))), Quad(1e-32));  // d x^1.5 = 1.5 √x
}

}  // namespace
}  // namespace dryslip
