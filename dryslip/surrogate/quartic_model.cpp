#include "dryslip/surrogate/quartic_model.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/surrogate/detail/convex_quartic_fit.hpp"

namespace dryslip {

using detail::load_of;
using detail::vector_of;
using Vector3 = Eigen::Vector3d;

const std::array<std::array<int, 3>, 15> Quartic::powers{{{4, 0, 0},
                                                          {0, 4, 0},
                                                          {0, 0, 4},
                                                          {3, 1, 0},
                                                          {3, 0, 1},
                                                          {1, 3, 0},
                                                          {0, 3, 1},
                                                          {1, 0, 3},
                                                          {0, 1, 3},
                                                          {2, 2, 0},
                                                          {2, 0, 2},
                                                          {0, 2, 2},
                                                          {2, 1, 1},
                                                          {1, 2, 1},
                                                          {1, 1, 2}}};

Quartic::Quartic(const Coefficients& coefficients) : coefficients_(coefficients) {
  constexpr int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      const auto& [j, l] = pairs[row];
      const auto& [i, k] = pairs[column];
      to_hessian_(row, column) = 12.0 * (i == k ? 1.0 : 2.0) * detail::tensor_entry(coefficients, {j, l, i, k});
    }
  }
}

Mat3 Quartic::second_derivatives(const Vector3& y) const {
  Eigen::Matrix<double, 6, 1> products;
  products << y[0] * y[0], y[1] * y[1], y[2] * y[2], y[0] * y[1], y[0] * y[2], y[1] * y[2];
  const Eigen::Matrix<double, 6, 1> h = to_hessian_ * products;
  Mat3 result;
  result << h[0], h[3], h[4], h[3], h[1], h[5], h[4], h[5], h[2];
  return result;
}

double Quartic::gauge(const FrictionLoad& y) const {
  const Vector3 v = vector_of(y);
  return std::sqrt(std::sqrt(v.dot(second_derivatives(v) * v) / 12.0));
}

/// Newton's method for ∇H(z) = 4x, x a unit vector, from z = x: in the units of the frame the surface is near the unit sphere.
/// By Euler's rule ∇H = ∂²H z/3.
Vector3 Quartic::load_vector(const Vector3& x) const {
  constexpr double last_step = 1e-8;  // the next one would be its square
  constexpr int most_steps = 60;
  const Vector3 target = 4.0 / x.norm() * x;
  Vector3 z = 0.25 * target;
  for (int step = 0; step < most_steps; ++step) {
    const Mat3 H2 = second_derivatives(z);
    Vector3 change = H2.inverse() * (target - H2 * z / 3.0);
    // never across the zero load, where nothing is curved
    const double size = change.squaredNorm(), limit = 0.5 * z.squaredNorm();
    if (size > limit) change *= std::sqrt(limit / size);
    z += change;
    if (size <= last_step * last_step) break;
  }
  return z / std::sqrt(std::sqrt(z.dot(second_derivatives(z) * z) / 12.0));
}

FrictionLoad Quartic::load(const Twist& x) const { return load_of(load_vector(vector_of(x))); }

Mat3 Quartic::hessian(const Twist& x) const {
  // ∂²(½D²) = D ∂²D + y yᵀ is the inverse of ∂²(½g²) = ∂²H/4√H − ∇H ∇Hᵀ/8H√H, with H = 1 at y
  const Vector3 y = load_vector(vector_of(x));
  const Mat3 H2 = second_derivatives(y);
  const Vector3 H1 = H2 * y / 3.0;
  const Mat3 curvature = 0.25 * H2 - 0.125 * H1 * H1.transpose();
  return (curvature.inverse() - y * y.transpose()) / vector_of(x).dot(y);
}

namespace {

/// (y₁² + y₂²)² + c (y₁² + y₂²) y₃² + y₃⁴.
Quartic::Coefficients axisymmetric_quartic(double c) {
  Quartic::Coefficients a{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto& p = Quartic::powers[i];
    if (p[0] == 4 || p[1] == 4 || p[2] == 4) a[i] = 1.0;
    if (p[0] == 2 && p[1] == 2) a[i] = 2.0;
    if (p[2] == 2 && (p[0] == 2 || p[1] == 2)) a[i] = c;
  }
  return a;
}

}  // namespace

CertifiedQuartic quartic_by_one_parameter(const ContactSamples& samples) {
  const auto largest_error = [&](double c) {
    double largest = 0.0;
    for (const ContactSample& sample : samples.all) {
      const double f2 = dot(sample.load.force, sample.load.force), m2 = sample.load.moment * sample.load.moment;
      largest = std::max(largest, std::abs(std::sqrt(std::sqrt(f2 * f2 + c * f2 * m2 + m2 * m2)) - 1.0));
    }
    return largest;
  };
  // convex for 0 ≤ c ≤ 6
  const double c = boost::math::tools::brent_find_minima(largest_error, 0.0, 6.0, 40).first;
  return detail::nearest_convex_quartic(axisymmetric_quartic(c));
}

CertifiedQuartic quartic_by_least_squares(const ContactSamples& samples) { return detail::fit_convex_quartic(samples); }

double axisymmetric_parameter(const Quartic& quartic) { return quartic.coefficients()[10]; }

}  // namespace dryslip
