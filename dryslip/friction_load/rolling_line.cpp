#include "dryslip/friction_load/rolling_line.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace dryslip {

struct RollingLine::Split {
  struct Part {
    double force = 0.0, moment = 0.0;  // ∫ p ds, ∫ s p ds
  };
  Part left, right;
  std::optional<double> turn;  // where along the line the body turns, as a part of half its length
};

// A point at s along the line slips across it with v + ω s.
RollingLine::Split RollingLine::split(const Twist& V) const {
  const double v = dot(turned_left(along), V.velocity + V.omega * turned_left(middle));
  // of the points below the part x of half the length
  const auto below = [this](double x) -> Split::Part {
    return {0.5 * normal_force * (x + 1.0 + 0.5 * gradient * (x * x - 1.0)),
            0.5 * normal_force * half_length * (0.5 * (x * x - 1.0) + gradient / 3.0 * (x * x * x + 1.0))};
  };
  const Split::Part all = below(1.0);
  if (std::abs(v) >= std::abs(V.omega) * half_length) {
    return v < 0.0 ? Split{.left = {}, .right = all, .turn = {}} : Split{.left = all, .right = {}, .turn = {}};
  }
  const double x = -v / (V.omega * half_length);
  const Split::Part lower = below(x), upper{all.force - lower.force, all.moment - lower.moment};
  return V.omega > 0.0 ? Split{upper, lower, x} : Split{lower, upper, x};
}

FrictionLoad RollingLine::load(const Twist& V) const {
  const Split at = split(V);
  const double across = left.across * at.left.force + right.across * at.right.force;
  const double mean_along = left.along * at.left.force + right.along * at.right.force;
  FrictionLoad result = load_at(middle, mean_along * along + across * turned_left(along));
  result.moment += left.across * at.left.moment + right.across * at.right.moment;
  return result;
}

Mat3 RollingLine::hessian(const Twist& V) const {
  const Split at = split(V);
  if (!at.turn) return Mat3::Zero();
  // the force across jumps at the place where it turns, which slips with place · V
  const double pressure = 0.5 * normal_force / half_length * (1.0 + gradient * *at.turn);
  const FrictionLoad jump = load_at(middle + *at.turn * half_length * along, turned_left(along));
  const Eigen::Vector3d place(jump.force.x, jump.force.y, jump.moment);
  return (left.across - right.across) * pressure / std::abs(V.omega) * place * place.transpose();
}

double RollingLine::reach(const Twist& V) const {
  const Split at = split(V);
  return left.reach * at.left.force + right.reach * at.right.force;
}

double RollingLine::most_reach() const { return normal_force * std::max(left.reach, right.reach); }

}  // namespace dryslip
