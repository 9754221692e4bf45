#include "dryslip/numerics/detail/radau_table.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace dryslip::detail {
namespace {

constexpr int points = RadauTable::points;
constexpr const auto& c = RadauTable::c;
using Matrix = Eigen::MatrixXd;  // of any size: compiles faster
using ComplexMatrix = Eigen::MatrixXcd;

/// Derivative of basis(j, ·): the sum over its factors, one of them differentiated.
double slope_of_basis(int j, double x) {
  double sum = 0.0;
  for (int m = -1; m < points; ++m) {
    if (m == j) continue;
    double term = m < 0 ? 1.0 / c[j] : 1.0 / (c[j] - c[m]);
    if (m >= 0) term *= x / c[j];
    for (int k = 0; k < points; ++k) {
      if (k != j && k != m) term *= (x - c[k]) / (c[j] - c[k]);
    }
    sum += term;
  }
  return sum;
}

RadauTable make_table() {
  RadauTable table;
  Matrix derivative(points, points);
  for (int j = 0; j < points; ++j) {
    table.start_slope[j] = slope_of_basis(j, 0.0);
    for (int i = 0; i < points; ++i) derivative(i, j) = slope_of_basis(j, c[i]);
  }
  // from slopes at the points to values there
  table.A = derivative.inverse();
  const Eigen::EigenSolver<Matrix> solver(table.A);
  const ComplexMatrix T = solver.eigenvectors(), inverse = T.inverse();
  for (int i = 0, pair = 0; i < points; ++i) {
    const std::complex<double> value = solver.eigenvalues()[i];
    if (value.imag() == 0.0) {
      table.real_value = value.real();
      table.real_T = T.col(i).real();
      table.real_inverse = inverse.row(i).real();
    } else if (value.imag() > 0.0) {
      table.value[pair] = value;
      table.T.col(pair) = T.col(i);
      table.inverse.row(pair++) = inverse.row(i);
    }
  }
  return table;
}

}  // namespace

const RadauTable& RadauTable::get() {
  static const RadauTable values = make_table();
  return values;
}

}  // namespace dryslip::detail
