#include "dryslip/limit_surface/smooth_motion.hpp"

#include <Eigen/LU>
#include <cmath>
#include <limits>

namespace dryslip {

namespace {

using Vector3 = Eigen::Vector3d;

/// The model in units of force and length that make its scale 1.
struct ScaledModel {
  const FrictionModel& model;
  double force, length;

  Twist twist(const Vector3& x) const { return {{x[0], x[1]}, x[2] / length}; }
  Vector3 scaled(const FrictionLoad& P) const { return Vector3(P.force.x, P.force.y, P.moment / length) / force; }
  /// D y at x.
  Vector3 value(const Vector3& x) const {
    const Vector3 y = scaled(model.load(twist(x)));
    return y.dot(x) * y;
  }
  /// Its derivative.
  Mat3 slope(const Vector3& x) const {
    const Vector3 units(1.0, 1.0, 1.0 / length), y = scaled(model.load(twist(x)));
    const Mat3 dy = units.asDiagonal() * model.hessian(twist(x)) * units.asDiagonal() / force;
    return y * (y + dy.transpose() * x).transpose() + y.dot(x) * dy;
  }
};

}  // namespace

MotionOfLoad smooth_motion(const FrictionModel& model, const FrictionLoad& load, double length) {
  MotionOfLoad result;
  const ScaledModel scaled{model, model.scale().force, length};
  const Vector3 given = scaled.scaled(load);
  const double size = given.norm();
  if (size == 0.0) {
    result.factor = result.lower = result.upper = std::numeric_limits<double>::infinity();
    return result;
  }
  const Vector3 target = given / size;
  constexpr int most_steps = 60;
  constexpr double rounding = 1e-15, met = 1e-10;
  Vector3 x = target;
  double rest = (target - scaled.value(x)).norm();
  for (int step = 0; step < most_steps && rest > rounding; ++step) {
    const Vector3 change = scaled.slope(x).partialPivLu().solve(target - scaled.value(x));
    double part = 1.0, next = rest;
    for (; part > 1e-4; part *= 0.5) {
      next = (target - scaled.value(x + part * change)).norm();
      if (next < rest) break;
    }
    if (!(next < rest)) break;
    x += part * change;
    rest = next;
  }
  result.motion = scaled.twist(x);
  result.factor = 1.0 / (scaled.scaled(model.load(result.motion)).dot(x) * size);
  result.lower = result.upper = result.factor;
  result.is_unique = true;
  result.converged = rest <= met;
  return result;
}

}  // namespace dryslip
