#include "dryslip/numerics/gauss_collocation.hpp"

#include <gtest/gtest.h>

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/legendre.hpp>
#include <cmath>

namespace dryslip::tests {
namespace {

constexpr std::size_t points = GaussCollocation::points;
constexpr double rounding = 4e-16;

const GaussCollocation& gauss() { return GaussCollocation::table(); }

TEST(GaussCollocation, PlacesAndWeightsAreThoseOfGaussQuadrature) {
  using Rule = boost::math::quadrature::gauss<double, points>;
  for (std::size_t i = 0; i < points / 2; ++i) {
    const std::size_t upper = points / 2 + i, lower = points / 2 - 1 - i;
    EXPECT_NEAR(gauss().places[upper], 0.5 + 0.5 * Rule::abscissa()[i], rounding);
    EXPECT_NEAR(gauss().places[lower], 0.5 - 0.5 * Rule::abscissa()[i], rounding);
    for (const std::size_t j : {upper, lower}) EXPECT_NEAR(gauss().weights[j], 0.5 * Rule::weights()[i], rounding);
  }
}

TEST(GaussCollocation, IntegratesPowersExactly) {
  for (int power = 0; power < 2 * static_cast<int>(points); ++power) {
    const auto integral = [&](const GaussCollocation::Row& weights) {
      double sum = 0.0;
      for (std::size_t j = 0; j < points; ++j) sum += weights[j] * std::pow(gauss().places[j], power);
      return sum;
    };
    const auto exact = [&](double x) { return std::pow(x, power + 1) / (power + 1); };
    EXPECT_NEAR(integral(gauss().weights), exact(1.0), 2.0 * rounding) << power;
    // up to other places: as far as the polynomial of degree 15 goes, and no further
    const bool is_exact = power < static_cast<int>(points);
    double worst = 0.0;
    for (std::size_t i = 0; i < points; ++i) {
      GaussCollocation::Row up_to;
      for (std::size_t j = 0; j < points; ++j) up_to[j] = gauss().integrals[j][i];
      worst = std::max(worst, std::abs(integral(up_to) - exact(gauss().places[i])));
    }
    for (const double x : {0.0, 0.123, 0.5, 0.987}) {
      worst = std::max(worst, std::abs(integral(gauss().integrals_to(x)) - exact(x)));
    }
    if (is_exact) {
      EXPECT_LE(worst, 4.0 * rounding) << power;
    } else if (power > static_cast<int>(points)) {
      EXPECT_GT(worst, 1e-12) << power;
    }
  }
  for (std::size_t j = 0; j < points; ++j) {
    EXPECT_NEAR(gauss().integrals_to(1.0)[j], gauss().weights[j], rounding);
    EXPECT_NEAR(gauss().integrals_to(gauss().places[5])[j], gauss().integrals[j][5], rounding);
  }
}

TEST(GaussCollocation, FindsTheCoefficientsOfLegendrePolynomials) {
  for (std::size_t order = 0; order < points; ++order) {
    GaussCollocation::Row coefficients{};
    for (std::size_t j = 0; j < points; ++j) {
      const double value = boost::math::legendre_p(static_cast<int>(order), 2.0 * gauss().places[j] - 1.0);
      for (std::size_t k = 0; k < points; ++k) coefficients[k] += value * gauss().of_polynomial[j][k];
    }
    for (std::size_t k = 0; k < points; ++k) EXPECT_NEAR(coefficients[k], k == order ? 1.0 : 0.0, 2e-14) << order;
  }
}

}  // namespace
}  // namespace dryslip::tests
