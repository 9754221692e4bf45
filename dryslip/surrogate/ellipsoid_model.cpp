#include "dryslip/surrogate/ellipsoid_model.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <stdexcept>

#include "dryslip/friction_load/twist_vector.hpp"

namespace dryslip {

using detail::load_of;
using detail::vector_of;

FrictionLoad Ellipsoid::load(const Twist& x) const {
  const Eigen::Vector3d v = vector_of(x), Bv = B * v;
  return load_of(Bv / std::sqrt(v.dot(Bv)));
}

Mat3 Ellipsoid::hessian(const Twist& x) const {
  const Eigen::Vector3d v = vector_of(x), Bv = B * v;
  const double D2 = v.dot(Bv);
  return (B - Bv * Bv.transpose() / D2) / std::sqrt(D2);
}

Ellipsoid ellipsoid_by_axes(const ContactSamples& samples) {
  Ellipsoid result;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double D = samples.along_axes[static_cast<std::size_t>(i)].D;
    result.B(i, i) = D * D;
  }
  return result;
}

Ellipsoid ellipsoid_by_least_squares(const ContactSamples& samples) {
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  Eigen::Matrix<double, 6, 6> normal = Eigen::Matrix<double, 6, 6>::Zero();
  Vector6 right = Vector6::Zero();
  for (const ContactSample& sample : samples.all) {
    if (!(sample.D > 0.0)) continue;
    const Eigen::Vector3d v = vector_of(sample.motion) / sample.D;
    Vector6 row;
    row << v[0] * v[0], v[1] * v[1], v[2] * v[2], 2.0 * v[0] * v[1], 2.0 * v[0] * v[2], 2.0 * v[1] * v[2];
    normal += row * row.transpose();
    right += row;
  }
  const Vector6 b = normal.ldlt().solve(right);
  Ellipsoid result;
  result.B << b[0], b[3], b[4], b[3], b[1], b[5], b[4], b[5], b[2];
  if (result.B.llt().info() != Eigen::Success) {
    throw std::domain_error("ellipsoid: the contact resists in some directions only; no ellipsoid fits it");
  }
  return result;
}

}  // namespace dryslip
