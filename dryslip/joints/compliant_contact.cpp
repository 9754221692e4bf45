#include "dryslip/joints/compliant_contact.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace dryslip {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The joints with their normal forces given: no acceleration enters friction.
Mechanism with_given_forces(const Mechanism& mechanism, const VectorXd& normal_force) {
  Mechanism result = mechanism;
  result.C.setZero();
  result.d = normal_force;
  for (Index i = 0; i < result.size(); ++i)
    if (result.contact_of(i) == ContactKind::Unilateral) result.d[i] = std::max(result.d[i], 0.0);
  result.contact.clear();
  return result;
}

/// Rate of the normal forces per T; a unilateral contact that is open stays at 0 until it is pushed.
VectorXd force_rate(const Mechanism& mechanism, const VectorXd& acceleration, const VectorXd& normal_force,
                    const VectorXd& d) {
  VectorXd rate = mechanism.C * acceleration + d - normal_force;
  for (Index i = 0; i < rate.size(); ++i)
    if (mechanism.contact_of(i) == ContactKind::Unilateral && normal_force[i] <= 0.0) rate[i] = std::max(rate[i], 0.0);
  return rate;
}

/// Accelerations with given normal forces if resting joints stay at rest as long as they can: joints start one by one, first the one whose
/// load is farthest beyond its limit. None where a joint that has started would go back.
std::optional<VectorXd> acceleration_by_release(const Mechanism& given, const VectorXd& tau, const VectorXd& velocity) {
  const Index n = given.size();
  VectorXd direction = velocity.cwiseSign();
  for (Index released = 0; released <= n; ++released) {
    std::vector<Index> moving;
    for (Index i = 0; i < n; ++i)
      if (direction[i] != 0.0) moving.push_back(i);
    const VectorXd friction = given.mu.cwiseProduct(given.d.cwiseAbs()).cwiseProduct(direction);
    const VectorXd load = tau - given.b;
    VectorXd a = VectorXd::Zero(n);
    if (!moving.empty()) {
      const MatrixXd A = given.A(moving, moving);
      const VectorXd right = (load - friction)(moving), found = A.llt().solve(right);
      a(moving) = found;
    }
    if (!a.allFinite()) return std::nullopt;
    const VectorXd left = load - given.A * a;
    const VectorXd terms = tau.cwiseAbs() + given.b.cwiseAbs() + given.A.cwiseAbs() * a.cwiseAbs();
    Index first = -1;
    double most = 0.0;
    for (Index i = 0; i < n; ++i) {
      const double limit = given.static_coefficient(i) * std::abs(given.d[i]);
      if (direction[i] == 0.0) {
        const double center = given.static_center.size() == 0 ? 0.0 : given.static_center[i] * given.d[i];
        const double beyond = std::abs(left[i] - center) - limit - case_tolerance * (terms[i] + limit);
        if (beyond <= most) continue;
        most = beyond;
        first = i;
      } else if (velocity[i] == 0.0 && limit > 0.0 && a[i] * direction[i] < 0.0) {
        return std::nullopt;
      }
    }
    if (first < 0) return a;
    direction[first] = std::copysign(1.0, left[first]);
  }
  return std::nullopt;
}

/// Steps of this size resolve the fastest growth and decay.
double fast_step(const Mechanism& mechanism) { return 0.5 / fastest_rate(mechanism); }

/// One step of the fourth order of y′ = f(y).
template <class Slope>
VectorXd runge_kutta_step(const Slope& f, const VectorXd& y, double h) {
  const VectorXd k1 = f(y), k2 = f(y + 0.5 * h * k1), k3 = f(y + 0.5 * h * k2), k4 = f(y + h * k3);
  return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

}  // namespace

double relaxation_time(const Mechanism& mechanism, double stiffness) {
  const MatrixXd response = mechanism.C * mechanism.A.llt().solve(mechanism.C.transpose());
  return std::sqrt(response.diagonal().maxCoeff() / stiffness);
}

double fastest_rate(const Mechanism& mechanism) {
  const MatrixXd response = mechanism.C * mechanism.A.llt().solve(MatrixXd(mechanism.mu.asDiagonal()));
  return 1.0 + response.cwiseAbs().rowwise().sum().maxCoeff();
}

VectorXd compliant_acceleration(const Mechanism& mechanism, const VectorXd& tau, const VectorXd& velocity,
                                const VectorXd& normal_force) {
  const Mechanism given = with_given_forces(mechanism, normal_force);
  if (const auto found = acceleration_by_release(given, tau, velocity)) return *found;
  const OneAcceleration found = one_acceleration(given, tau, velocity);
  if (found.converged) return found.solution.acceleration;
  // several joints on the limit of rest at once: rounding decides which of them start
  const VectorXd nothing = VectorXd::Constant(tau.size(), std::numeric_limits<double>::quiet_NaN());
  if (!tau.allFinite() || !normal_force.allFinite()) return nothing;
  const MechanismAccelerations all = solve_mechanism(given, tau, velocity);
  return all.solutions.empty() ? nothing : all.solutions.front().acceleration;  // none: numbers that overflow
}

CompliantLimit compliant_limit(const Mechanism& mechanism, const VectorXd& tau, const VectorXd& velocity,
                               const VectorXd& normal_force) {
  constexpr int most_steps = 5000;                 // some hundred times T
  constexpr double settled = 1e-11, jammed = 1e8;  // rate and growth of the forces, of their terms
  CompliantLimit result{.normal_force = normal_force, .acceleration = {}};
  const Index n = mechanism.size();
  const double h = fast_step(mechanism);
  const VectorXd free = mechanism.A.llt().solve(tau - mechanism.b);
  const double terms = (mechanism.C * free).cwiseAbs().maxCoeff() + mechanism.d.cwiseAbs().maxCoeff();
  const double start = normal_force.cwiseAbs().maxCoeff();
  // joints at rest may start: their velocities divided by T are followed, for their sign turns friction round
  VectorXd& F = result.normal_force;
  VectorXd started = VectorXd::Zero(n);
  for (int step = 0; step < most_steps; ++step) {
    const VectorXd direction = (velocity.array() != 0.0).select(velocity, started);
    result.acceleration = compliant_acceleration(mechanism, tau, direction, F);
    if (force_rate(mechanism, result.acceleration, F, mechanism.d).cwiseAbs().maxCoeff() <= settled * terms) {
      result.outcome = CompliantLimit::Outcome::Settles;
      return result;
    }
    if (F.cwiseAbs().maxCoeff() > jammed * (terms + start)) {
      result.outcome = CompliantLimit::Outcome::Jams;
      return result;
    }
    const auto slope = [&](const VectorXd& y) -> VectorXd {
      VectorXd rate(2 * n);
      rate.head(n) = compliant_acceleration(mechanism, tau, direction, y.tail(n));
      rate.tail(n) = force_rate(mechanism, rate.head(n), y.tail(n), mechanism.d);
      return rate;
    };
    VectorXd y(2 * n);
    y << started, F;
    y = runge_kutta_step(slope, y, h);
    for (Index i = 0; i < n; ++i) {
      started[i] = started[i] * y[i] < 0.0 ? 0.0 : y[i];
      F[i] = mechanism.contact_of(i) == ContactKind::Unilateral ? std::max(y[n + i], 0.0) : y[n + i];
    }
  }
  return result;
}

ImpulsiveStop impulsive_stop(const Mechanism& mechanism, const VectorXd& velocity, const VectorXd& direction) {
  constexpr int most_steps = 200000;
  constexpr double start = 1e-9, end = 1e-12;  // sizes of the forces times T, of the momentum
  const Index n = mechanism.size();
  Mechanism light = mechanism;  // finite loads drop out
  light.b.setZero();
  light.d.setZero();
  const VectorXd no_load = VectorXd::Zero(n);
  const double momentum = (mechanism.C * velocity).cwiseAbs().maxCoeff();
  VectorXd v = velocity, P = direction * (start * momentum / std::max(direction.cwiseAbs().maxCoeff(), 1e-300));
  const double h = 0.2 * fast_step(mechanism);
  bool some_stopped = false;
  for (int step = 0; step < most_steps; ++step) {
    // joints keep their direction within a step; one that would turn round stops at the end of it
    const auto slope = [&](const VectorXd& y) -> VectorXd {
      VectorXd result(2 * n);
      result.head(n) = compliant_acceleration(light, no_load, v, y.tail(n));
      result.tail(n) = force_rate(light, result.head(n), y.tail(n), no_load);
      return result;
    };
    VectorXd y(2 * n);
    y << v, P;
    double taken = h;
    VectorXd next = runge_kutta_step(slope, y, taken);
    for (Index i = 0; i < n; ++i) {
      if (v[i] * next[i] < 0.0) {
        taken *= v[i] / (v[i] - next[i]);
        next = runge_kutta_step(slope, y, taken);
        next[i] = 0.0;
        some_stopped = true;
      }
    }
    v = next.head(n);
    P = next.tail(n);
    if (P.cwiseAbs().maxCoeff() < end * momentum || (some_stopped && (v.array() == 0.0).all())) break;
  }
  return {.velocity = v, .impulse = mechanism.A * (v - velocity), .normal_impulse = mechanism.C * (v - velocity)};
}

std::optional<int> compliant_branch(const ScalarJoint& joint, double tau, double velocity, double start) {
  const double s = velocity > 0.0 ? 1.0 : -1.0, stiff_sign = joint.c < 0.0 ? -s : s;
  const double ratio = joint.c / joint.a;
  const double terms = std::abs(ratio) * (std::abs(tau) + std::abs(joint.b)) + std::abs(joint.d);
  const double sum = ratio * (tau - joint.b) + joint.d,
               load = std::abs(sum) <= case_tolerance * terms ? 0.0 : sum;  // S/a
  const double soft = 1.0 - joint.mu * std::abs(ratio);
  const bool is_unilateral = joint.contact == ContactKind::Unilateral;
  if (is_unilateral && stiff_sign > 0.0) return load < 0.0 ? 0 : 1;
  if (is_unilateral) {
    // F ≥ 0 has the soft branch only: load = soft F
    if (soft > 0.0) return load < 0.0 ? 0 : 1;
    if (load < 0.0 && std::max(start, 0.0) * soft > load) return 0;
    return {};
  }
  if (soft > 0.0) return load < 0.0 ? -1 : 1;
  // the soft branch repels: on its far side forces grow without bound; where both branches meet, F_n = 0 is reached from one side
  const bool is_held =
      load == 0.0 ? stiff_sign * start >= 0.0 : stiff_sign * load > 0.0 && stiff_sign * (start * soft - load) < 0.0;
  if (!is_held) return {};
  return static_cast<int>(stiff_sign);
}

}  // namespace dryslip
