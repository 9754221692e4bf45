#include "dryslip/stick_slip/friction_step.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip {

namespace {

using Vector3 = Eigen::Vector3d;

Vector3 vector_of(const Twist& V) { return {V.velocity.x, V.velocity.y, V.omega}; }
Vector3 vector_of(const FrictionLoad& P) { return {P.force.x, P.force.y, P.moment}; }
Twist twist_of(const Vector3& V) { return {{V[0], V[1]}, V[2]}; }

/// Newton's method with a line search for the minimum of a function that is smooth on the way down from V.
Vector3 descend(const FrictionModel& model, const Mat3& G, const Vector3& target, double h, Vector3 V) {
  const auto objective = [&](const Vector3& at, const FrictionLoad& P) {
    const Vector3 away = at - target;
    return 0.5 * away.dot(G * away) + h * power(P, twist_of(at));
  };
  FrictionLoad P = model.load(twist_of(V));
  double value = objective(V, P);
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Vector3 slope = G * (V - target) + h * vector_of(P);
    const Mat3 J = G + h * model.hessian(twist_of(V));
    const Vector3 change = -J.ldlt().solve(slope);
    double part = 1.0, next_value = value;
    Vector3 next = V;
    for (; part > 1e-8; part *= 0.5) {
      next = V + part * change;
      P = model.load(twist_of(next));
      next_value = objective(next, P);
      if (next_value <= value + 1e-4 * part * slope.dot(change) + 1e-15 * std::abs(value)) break;
    }
    V = next;
    value = next_value;
    if (part * std::sqrt(change.dot(G * change)) <= 1e-15 * std::sqrt(V.dot(G * V))) break;
  }
  return V;
}

}  // namespace

FrictionStep::FrictionStep(const ContactPatch& patch, const Mat3& G, const FrictionModelOptions& options)
    : surface_(patch, options), points_(held_points(patch)), G_(G) {}

Twist FrictionStep::operator()(const Twist& V_star, double h) const {
  const FrictionModel& model = surface_.model();
  const Vector3 target = vector_of(V_star), impulse = G_ * target;
  if (impulse.isZero(0.0)) return {};
  const MotionOfLoad found = surface_.motion_of((1.0 / h) * FrictionLoad{{impulse[0], impulse[1]}, impulse[2]});
  if (found.sticks()) return {};
  // the best motion in a direction, and what it gains against rest is half its square
  const auto best_along = [&](const Twist& n) {
    const Vector3 direction = vector_of(n);
    return (direction.dot(impulse) - h * model.dissipation(n)) / direction.dot(G_ * direction);
  };
  // a spin about a support is the answer where the support can bear what is left, a force through it
  for (const HeldPoint& point : points_) {
    for (const Spin sense : {Spin::CounterClockwise, Spin::Clockwise}) {
      const Twist n = unit_spin(point.place, sense);
      const double speed = best_along(n);
      if (!(speed > 0.0)) continue;
      const Vector3 left = (impulse - G_ * (speed * vector_of(n))) / h - vector_of(model.load(n));
      if (point.kinetic.motion_of(load_at(point.place, {left[0], left[1]})).sticks())
        return twist_of(speed * vector_of(n));
    }
  }
  // the best motion along the normal beats rest, so that a descent from it does not end there
  return twist_of(descend(model, G_, target, h, best_along(found.motion) * vector_of(found.motion)));
}

}  // namespace dryslip
