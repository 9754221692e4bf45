#include "dryslip/stick_slip/friction_step.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace dryslip {

namespace {

using Vector3 = Eigen::Vector3d;

Vector3 vector_of(const Twist& V) { return {V.velocity.x, V.velocity.y, V.omega}; }
Vector3 vector_of(const FrictionLoad& P) { return {P.force.x, P.force.y, P.moment}; }
Twist twist_of(const Vector3& V) { return {{V[0], V[1]}, V[2]}; }

}  // namespace

Twist friction_step(const LimitSurface& surface, const Mat3& G, const Twist& V_star, double h) {
  const FrictionModel& model = surface.model();
  const Vector3 target = vector_of(V_star), impulse = G * target;
  if (impulse.isZero(0.0)) return {};
  const auto objective = [&](const Vector3& V, const FrictionLoad& P) {
    const Vector3 away = V - target;
    return 0.5 * away.dot(G * away) + h * power(P, twist_of(V));
  };
  const MotionOfLoad found = surface.motion_of((1.0 / h) * FrictionLoad{{impulse[0], impulse[1]}, impulse[2]});
  if (found.sticks()) return {};
  // the best motion in that direction: it beats rest, so that a descent from it does not end there
  const Vector3 n = vector_of(found.motion);
  Vector3 V = (n.dot(impulse) - h * model.dissipation(found.motion)) / n.dot(G * n) * n;
  FrictionLoad P = model.load(twist_of(V));
  double value = objective(V, P);
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Vector3 residual = G * (V - target) + h * vector_of(P);
    const Mat3 J = G + h * model.hessian(twist_of(V));
    const Vector3 change = -J.ldlt().solve(residual);
    double part = 1.0;
    Vector3 next = V + change;
    FrictionLoad P_next = model.load(twist_of(next));
    double value_next = objective(next, P_next);
    while (value_next > value + 1e-4 * part * residual.dot(change) + 1e-15 * std::abs(value) && part > 1e-8) {
      part *= 0.5;
      next = V + part * change;
      P_next = model.load(twist_of(next));
      value_next = objective(next, P_next);
    }
    const double moved = std::sqrt(part * part * change.dot(G * change));
    V = next;
    P = P_next;
    value = value_next;
    if (moved <= 1e-15 * std::sqrt(V.dot(G * V))) break;
  }
  return twist_of(V);
}

}  // namespace dryslip
