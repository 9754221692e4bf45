#include "dryslip/numerics/gauss_collocation.hpp"

#include <algorithm>
#include <boost/math/special_functions/legendre.hpp>
#include <vector>

namespace dryslip {
namespace {

using Collocation = GaussCollocation;
using Long = long double;

/// ∫₀ˣ P_k(2x − 1) = (P_{k+1} − P_{k−1})/(2(2k + 1)) for each k.
template <class Real>
std::array<Real, Collocation::points> integrals_of_legendre(Real x) {
  const Real z = 2 * x - 1;
  std::array<Real, Collocation::points> integrals;
  Real before = 1, now = z;
  integrals[0] = x;
  for (std::size_t k = 1; k < Collocation::points; ++k) {
    const Real next = boost::math::legendre_next(static_cast<unsigned>(k), z, now, before);
    integrals[k] = (next - before) / static_cast<Real>(4 * k + 2);
    before = now;
    now = next;
  }
  return integrals;
}

Collocation make_table() {
  constexpr int n = static_cast<int>(Collocation::points);
  Collocation table;
  std::vector<Long> z;
  for (const Long zero : boost::math::legendre_p_zeros<Long>(n)) z.insert(z.end(), {-zero, zero});
  std::sort(z.begin(), z.end());
  std::array<std::array<Long, Collocation::points>, Collocation::points> of_polynomial;
  for (std::size_t j = 0; j < Collocation::points; ++j) {
    const Long slope = boost::math::legendre_p_prime(n, z[j]);
    const Long weight = 1 / ((1 - z[j] * z[j]) * slope * slope);
    table.places[j] = static_cast<double>((1 + z[j]) / 2);
    table.weights[j] = static_cast<double>(weight);
    for (int k = 0; k < n; ++k) {
      const auto row = static_cast<std::size_t>(k);
      of_polynomial[j][row] = static_cast<Long>(2 * k + 1) * weight * boost::math::legendre_p(k, z[j]);
      table.of_polynomial[j][row] = static_cast<double>(of_polynomial[j][row]);
    }
  }
  for (std::size_t i = 0; i < Collocation::points; ++i) {
    const auto integrals = integrals_of_legendre((1 + z[i]) / 2);
    for (std::size_t j = 0; j < Collocation::points; ++j) {
      Long sum = 0;
      for (std::size_t k = 0; k < Collocation::points; ++k) sum += integrals[k] * of_polynomial[j][k];
      table.integrals[j][i] = static_cast<double>(sum);
    }
  }
  return table;
}

}  // namespace

Collocation::Row Collocation::integrals_to(double x) const {
  const Row of_legendre = integrals_of_legendre(x);
  Row result{};
  for (std::size_t j = 0; j < points; ++j) {
    for (std::size_t k = 0; k < points; ++k) result[j] += of_legendre[k] * of_polynomial[j][k];
  }
  return result;
}

const Collocation& Collocation::table() {
  static const GaussCollocation values = make_table();
  return values;
}

}  // namespace dryslip
