#include "dryslip/numerics/detail/radau_table.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace dryslip::detail {
namespace {

constexpr int points = RadauTable::points;
constexpr auto& c = RadauTable::c;

/// Derivative of basis(j, ·): sum over its factors, one of them differentiated.
double basis_slope(int j, double x) {
  double sum = 0.0;
  const auto at = [](int k) { return c[static_cast<std::size_t>(k)]; };
  for (int m = -1; m < points; ++m) {
    if (m == j) continue;
    double term = m < 0 ? 1.0 / at(j) : 1.0 / (at(j) - at(m));
    if (m >= 0) term *= x / at(j);
    for (int k = 0; k < points; ++k) {
      if (k != j && k != m) term *= (x - at(k)) / (at(j) - at(k));
    }
    sum += term;
  }
  return sum;
}

RadauTable make_table() {
  RadauTable table;
  // A takes slopes at the points to values there: inverse of the derivatives of basis()
  RadauTable::Real derivative;
  for (int j = 0; j < points; ++j) {
    table.start_slope[j] = basis_slope(j, 0.0);
    for (int i = 0; i < points; ++i) derivative(i, j) = basis_slope(j, c[static_cast<std::size_t>(i)]);
  }
  table.A = derivative.inverse();
  const Eigen::EigenSolver<RadauTable::Real> solver(table.A);
  // the real one first, each pair side by side
  std::array<int, points> order;
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](int i) {
    const std::complex<double> value = solver.eigenvalues()[i];
    return std::pair(std::abs(value.imag()), -value.imag());
  };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
  for (int i = 0; i < points; ++i) {
    const auto place = static_cast<std::size_t>(i);
    table.eigenvalues[place] = solver.eigenvalues()[order[place]];
    table.S.col(i) = solver.eigenvectors().col(order[place]);
  }
  table.inverse_S = table.S.inverse();
  return table;
}

}  // namespace

double RadauTable::basis(int i, double x) {
  const double own = c[static_cast<std::size_t>(i)];
  double value = x / own;
  for (const double other : c) {
    if (other != own) value *= (x - other) / (own - other);
  }
  return value;
}

const RadauTable& RadauTable::table() {
  static const RadauTable values = make_table();
  return values;
}

}  // namespace dryslip::detail
