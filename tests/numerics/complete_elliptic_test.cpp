#include "dryslip/numerics/complete_elliptic.hpp"

#include <gtest/gtest.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_2.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <numbers>
#include <vector>

namespace dryslip {
namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;
using Precise = boost::multiprecision::cpp_bin_float_50;

constexpr double ulps = 1e-15;  // relative: a few roundings of the mean

/// B, D and C from K and E in 50 digits.
AssociateElliptic<double> expected(double m1) {
  const Precise p = Precise(1) - Precise(m1), modulus = sqrt(p);  // m1 may be tiny
  const Precise K = boost::math::ellint_1(modulus), E = boost::math::ellint_2(modulus);
  const Precise D = (K - E) / p, B = K - D;
  const Precise C = (D - B) / p;
  return {static_cast<double>(B), static_cast<double>(D), static_cast<double>(C), static_cast<double>(C - D)};
}

TEST(CompleteElliptic, AgreesWithKAndEInFiftyDigits) {
  std::vector<double> complements;  // m1 = 1 − m from tiny to nearly 1
  for (int i = 0; i <= 30; ++i) complements.push_back(std::pow(10.0, -i));
  for (int i = 1; i < 40; ++i) complements.push_back(i / 40.0);
  for (const double m1 : complements) {
    if (m1 == 1.0) continue;
    const double m = 1.0 - m1;
    const AssociateElliptic<double> value = complete_elliptic(m, m1), exact = expected(m1);
    EXPECT_NEAR(value.B, exact.B, ulps * (exact.B + exact.D)) << m1;  // it is K − D
    EXPECT_NEAR(value.D, exact.D, ulps * exact.D) << m1;
    EXPECT_NEAR(value.C, exact.C, 4 * ulps * std::abs(exact.C)) << m1;
    EXPECT_NEAR(value.C_minus_D, exact.C_minus_D, 4 * ulps * exact.D) << m1;
  }
}

TEST(CompleteElliptic, SmallParameterKeepsAllDigits) {
  // B = π/4 (1 + m/8 + …), D = π/4 (1 + 3m/8 + …), C → π/16: (D − B)/m would lose every digit
  constexpr double quarter = std::numbers::pi / 4;
  for (const double m : {0.0, 1e-300, 1e-30, 1e-20}) {
    const auto [B, D, C, C_minus_D] = complete_elliptic(m, 1.0 - m);
    EXPECT_NEAR(B, quarter, ulps);
    EXPECT_NEAR(D, quarter, ulps);
    EXPECT_NEAR(C, quarter / 4, ulps);
    EXPECT_NEAR(C_minus_D, -0.75 * quarter, ulps);
  }
  const double m = 1e-3;
  const auto [B, D, C, C_minus_D] = complete_elliptic(m, 1.0 - m);
  EXPECT_NEAR(B, quarter * (1 + m / 8 + 3 * m * m / 64), 1e-10);  // next term 25 m³/1024
  EXPECT_NEAR(D, quarter * (1 + 3 * m / 8 + 15 * m * m / 64), 1e-9);
  EXPECT_NEAR(C, quarter * (0.25 + 3 * m / 16), 1e-6);
  EXPECT_NEAR(C_minus_D, C - D, ulps);
}

TEST(CompleteElliptic, IsTheIntegralOfItsDefinition) {
  // midpoint rule over a quarter period: faster than any power for a periodic integrand
  const double m = 0.83;
  double B = 0.0, D = 0.0;
  const int count = 200;
  for (int i = 0; i < count; ++i) {
    const double theta = std::numbers::pi / 2 * (i + 0.5) / count, s = std::sin(theta), c = std::cos(theta);
    const double delta = std::sqrt(1 - m * s * s);
    B += c * c / delta * std::numbers::pi / 2 / count;
    D += s * s / delta * std::numbers::pi / 2 / count;
  }
  const auto value = complete_elliptic(m, 1 - m);
  EXPECT_NEAR(value.B, B, 1e-14);
  EXPECT_NEAR(value.D, D, 1e-14);
  EXPECT_NEAR(value.C, (D - B) / m, 1e-13);
}

TEST(CompleteElliptic, EndOfTheRangeIsFinite) {
  const auto [B, D, C, C_minus_D] = complete_elliptic(1.0, 0.0);
  EXPECT_NEAR(B, 1.0, 1e-14);     // K − D, both near 47
  EXPECT_TRUE(std::isfinite(D));  // infinite, cut at m1 = 1e-40: ln 4/1e-20 − 1
  EXPECT_NEAR(D, std::log(4e20) - 1, 1e-13);
  EXPECT_NEAR(C, D - B, 1e-13);
  EXPECT_NEAR(C_minus_D, -1.0, 1e-13);
}

TEST(CompleteElliptic, QuadruplePrecisionHasItsOwnDigits) {
  for (const double m1_double : {1e-12, 1e-6, 0.3, 0.999}) {
    const Quad m1(m1_double), m = Quad(1) - m1;
    const AssociateElliptic<Quad> value = complete_elliptic(m, m1);
    // ratios are free of π, which enters as a double
    const Precise p = Precise(1) - Precise(m1_double), modulus = sqrt(p);
    const Precise K = boost::math::ellint_1(modulus), E = boost::math::ellint_2(modulus), D = (K - E) / p;
    const Quad ratio = value.D / (value.B + value.D);
    EXPECT_LE(abs(ratio - static_cast<Quad>(D / K)), Quad(1e-32)) << m1_double;
    const Quad third = value.C / (value.B + value.D);
    EXPECT_LE(abs(third - static_cast<Quad>((2 * D - K) / (p * K))), Quad(1e-31)) << m1_double;
  }
}

TEST(CompleteElliptic, DerivativesAreThoseOfTheValues) {
  for (const double m : {0.05, 0.4, 0.9, 0.9999}) {
    const double h =
        1e-5 * (1 - m);  // central difference: truncation 1e-10, noise 1e-16/1e-5 of the value, times 1 − m
    const auto dual = complete_elliptic(Dual3(m, 1.0, 0.0, -2.0), Dual3(1 - m, -1.0, 0.0, 2.0));
    const auto above = complete_elliptic(m + h, 1 - m - h), below = complete_elliptic(m - h, 1 - m + h);
    const auto here = complete_elliptic(m, 1 - m);
    EXPECT_EQ(dual.B.value, here.B);
    EXPECT_EQ(dual.D.value, here.D);
    EXPECT_EQ(dual.C.value, here.C);
    const double unit = 1e-8 / (1 - m);
    EXPECT_NEAR(dual.B.dx, (above.B - below.B) / (2 * h), unit) << m;
    EXPECT_NEAR(dual.D.dx, (above.D - below.D) / (2 * h), unit) << m;
    EXPECT_NEAR(dual.C.dx, (above.C - below.C) / (2 * h), unit) << m;
    EXPECT_NEAR(dual.C_minus_D.dx, (above.C_minus_D - below.C_minus_D) / (2 * h), unit) << m;
    EXPECT_EQ(dual.C_minus_D.value, here.C_minus_D);
    EXPECT_EQ(dual.D.dy, 0.0);
    EXPECT_NEAR(dual.D.dz, -2 * dual.D.dx, 1e-14 * std::abs(dual.D.dx));
  }
}

}  // namespace
}  // namespace dryslip
