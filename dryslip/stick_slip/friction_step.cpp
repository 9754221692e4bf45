#include "dryslip/stick_slip/friction_step.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "dryslip/numerics/nearest_point.hpp"
#include "dryslip/numerics/span_of_vectors.hpp"

namespace dryslip {

namespace {

using Vector3 = Eigen::Vector3d;
using Basis = Eigen::Matrix<double, 3, Eigen::Dynamic>;

Vector3 vector_of(const Twist& V) { return {V.velocity.x, V.velocity.y, V.omega}; }
Vector3 vector_of(const FrictionLoad& P) { return {P.force.x, P.force.y, P.moment}; }
Twist twist_of(const Vector3& V) { return {{V[0], V[1]}, V[2]}; }

/// Newton's method with a line search among the motions N z, NᵀGN = 1, on which the objective is smooth on the way down.
Vector3 descend(const FrictionModel& model, const Basis& N, const Vector3& impulse, double h, Vector3 start,
                const Mat3& G) {
  const Eigen::VectorXd target = N.transpose() * impulse;
  Eigen::VectorXd z = N.transpose() * (G * start);
  const auto objective = [&](const Eigen::VectorXd& at, const FrictionLoad& P) {
    return 0.5 * (at - target).squaredNorm() + h * power(P, twist_of(N * at));
  };
  FrictionLoad P = model.load(twist_of(N * z));
  double value = objective(z, P);
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Eigen::VectorXd slope = z - target + h * (N.transpose() * vector_of(P));
    Eigen::MatrixXd J = Eigen::MatrixXd::Identity(z.size(), z.size());
    if (z.size() > 1) J += h * (N.transpose() * model.hessian(twist_of(N * z)) * N);
    const Eigen::VectorXd change = -J.ldlt().solve(slope);
    double part = 1.0, next_value = value;
    Eigen::VectorXd next = z;
    for (; part > 1e-8; part *= 0.5) {
      next = z + part * change;
      P = model.load(twist_of(N * next));
      next_value = objective(next, P);
      if (next_value <= value + 1e-4 * part * slope.dot(change) + 1e-15 * std::abs(value)) break;
    }
    z = next;
    value = next_value;
    if (part * change.norm() <= 1e-15 * z.norm()) break;
  }
  return N * z;
}

}  // namespace

Basis motions_on(std::span<const SlipKink* const> kinks, const Mat3& G) {
  const Mat3 from_unit = G.llt().matrixU().solve(Mat3::Identity());
  std::vector<Vector3> rows;
  for (const SlipKink* kink : kinks) {
    for (Eigen::Index i = 0; i < kink->rows.rows(); ++i) {
      const Vector3 row = from_unit.transpose() * kink->rows.row(i).transpose();
      rows.push_back(row.normalized());
    }
  }
  constexpr double dependent = 1e-9;  // sine
  const std::vector<Vector3> free = complement_of_span(span_of_vectors(rows, dependent));
  Basis N(3, static_cast<Eigen::Index>(free.size()));
  for (std::size_t i = 0; i < free.size(); ++i) N.col(static_cast<Eigen::Index>(i)) = from_unit * free[i];
  return N;
}

FrictionStep::FrictionStep(const ContactPatch& patch, const Mat3& G, const FrictionModelOptions& options)
    : surface_(patch, options),
      kinks_(slip_kinks(patch)),
      G_(G),
      to_unit_(G.llt().matrixU()),
      from_unit_(to_unit_.inverse()) {}

Twist FrictionStep::operator()(const Twist& V_star, double h) const {
  const FrictionModel& model = surface_.model();
  const Vector3 impulse = G_ * vector_of(V_star);
  if (impulse.isZero(0.0)) return {};
  const MotionOfLoad found = surface_.motion_of((1.0 / h) * FrictionLoad{{impulse[0], impulse[1]}, impulse[2]});
  if (found.sticks()) return {};
  if (!kinks_.empty()) return on_kinks(V_star, h);
  // the best motion along the normal beats rest, so that a descent from it does not end there
  const Vector3 n = vector_of(found.motion);
  const double size = (n.dot(impulse) - h * model.dissipation(found.motion)) / n.dot(G_ * n);
  return twist_of(descend(model, from_unit_, impulse, h, size * n, G_));
}

/// The impulse less the nearest that friction can give it, in units of energy; then exactly on the kinks that it is next to.
Twist FrictionStep::on_kinks(const Twist& V_star, double h) const {
  const FrictionModel& model = surface_.model();
  const Vector3 target = to_unit_ * vector_of(V_star);
  const Vector3 rough = from_unit_ * -nearest_point(
                                         [&](const Vector3& n) -> Vector3 {
                                           const FrictionLoad P = model.load(twist_of(from_unit_ * n));
                                           return h * (from_unit_.transpose() * vector_of(P)) - target;
                                         },
                                         1e-15);
  const double speed = (to_unit_ * rough).norm() / std::sqrt(G_(0, 0));
  std::vector<const SlipKink*> near;
  constexpr double next_to = 1e-5;  // of the speed; the nearest point is known to the root of its tolerance
  for (const SlipKink& kink : kinks_) {
    if (kink.miss(twist_of(rough)).norm() <= next_to * speed && kink.is_ahead(twist_of(rough))) near.push_back(&kink);
  }
  const Basis N = motions_on(near, G_);
  if (N.cols() == 0) return twist_of(rough);
  return twist_of(descend(model, N, G_ * vector_of(V_star), h, rough, G_));
}

}  // namespace dryslip
