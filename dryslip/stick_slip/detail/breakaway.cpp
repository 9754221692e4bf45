#include "dryslip/stick_slip/detail/breakaway.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace dryslip::detail {

namespace {

constexpr int count = 8;  // of times; the polynomial has degree count − 1
using Columns = Eigen::Matrix<double, 3, count>;

/// Polynomials on the span 0 ≤ c ≤ 1 by their values at Chebyshev points of (0, 1].
struct Collocation {
  Eigen::Matrix<double, count, 1> nodes;
  Eigen::Matrix<double, count, count> slope;     ///< W slope: derivatives at the nodes
  Eigen::Matrix<double, count, count> integral;  ///< W integral: ∫₀ᶜ c² w dc to the nodes
  Eigen::Matrix<double, count, 2 * count> check_value, check_slope, check_integral;  ///< the same at places between

  Collocation() {
    using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
    for (int j = 0; j < count; ++j) nodes[j] = 0.5 * (1.0 - std::cos(std::numbers::pi * (j + 1) / count));
    const auto powers = [](long double c, int derivative, int shift) {
      Long column(count, 1);
      for (int k = 0; k < count; ++k) {
        const long double factor = derivative == 0 ? 1.0L : derivative == 1 ? k : 1.0L / (k + shift);
        const int power = derivative == 0 ? k : derivative == 1 ? k - 1 : k + shift;
        column(k, 0) = factor == 0.0L ? 0.0L : factor * std::pow(c, static_cast<long double>(power));
      }
      return column;
    };
    Long values(count, count), slopes(count, count), integrals(count, count);
    Long between(count, 2 * count), slopes_between(count, 2 * count), integrals_between(count, 2 * count);
    for (int j = 0; j < count; ++j) {
      values.col(j) = powers(nodes[j], 0, 0);
      slopes.col(j) = powers(nodes[j], 1, 0);
      integrals.col(j) = powers(nodes[j], 2, 3);  // ∫ c² cᵏ dc = c^(k+3)/(k+3)
    }
    for (int j = 0; j < 2 * count; ++j) {
      between.col(j) = powers((j + 0.5L) / (2 * count), 0, 0);
      slopes_between.col(j) = powers((j + 0.5L) / (2 * count), 1, 0);
      integrals_between.col(j) = powers((j + 0.5L) / (2 * count), 2, 3);
    }
    const Long inverse = values.inverse();
    slope = (inverse * slopes).cast<double>();
    integral = (inverse * integrals).cast<double>();
    check_value = (inverse * between).cast<double>();
    check_slope = (inverse * slopes_between).cast<double>();
    check_integral = (inverse * integrals_between).cast<double>();
  }
};

/// The equations of motion for w over a span of this duration.
class BreakawaySpan {
 public:
  BreakawaySpan(const SliderEquations& equations, double t, const SliderState& state, double duration)
      : equations_(equations), t_(t), start_(state), duration_(duration) {}

  /// Position of node j with the velocity there; the table moves by its velocity at the middle.
  SliderState state(const Columns& W, int j) const {
    const Vector3 travelled = std::pow(duration_, 3) * (W * collocation().integral.col(j));
    return moved(collocation().nodes[j], travelled, W.col(j));
  }
  SliderState moved(double c, const Vector3& travelled, const Vector3& w) const {
    const double tau = c * duration_;
    const Vector3 table = equations_.table_velocity(t_ + 0.5 * tau, start_.position);
    const Vector3 pose = Vector3(start_.position.x, start_.position.y, start_.angle) + travelled + tau * table;
    const Vector3 velocity = tau * tau * w + equations_.table_velocity(t_ + tau, {pose[0], pose[1]});
    return state_of(pose, velocity);
  }

  /// [load − friction]/τ − M (2 w + τ w′) at the part c of the span.
  Vector3 residual(double c, const SliderState& state, const Vector3& w, const Vector3& w_slope) const {
    const double tau = c * duration_, t = t_ + tau;
    const Vector3 load =
        equations_.external(t, state).sum() - equations_.momentum(equations_.table_acceleration(t, state));
    return (load - equations_.friction(w, state.angle)) / tau - equations_.momentum(2.0 * w + c * w_slope);
  }

  /// Newton's method; false where it does not converge.
  bool solve(Columns& W) const {
    const Collocation& rule = collocation();
    using Vector = Eigen::Matrix<double, 3 * count, 1>;
    double last = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < 20; ++iteration) {
      const Columns slopes = W * rule.slope;
      Vector residuals;
      Eigen::Matrix<double, 3 * count, 3 * count> J = Eigen::Matrix<double, 3 * count, 3 * count>::Zero();
      for (int j = 0; j < count; ++j) {
        const SliderState at = state(W, j);
        residuals.segment<3>(3 * j) = residual(rule.nodes[j], at, W.col(j), slopes.col(j));
        J.block<3, 3>(3 * j, 3 * j) = -curvature(W.col(j), at.angle) / (rule.nodes[j] * duration_);
        for (int i = 0; i < count; ++i) {
          const double weight = rule.nodes[j] * rule.slope(i, j) + (i == j ? 2.0 : 0.0);
          for (int axis = 0; axis < 3; ++axis) {
            J(3 * j + axis, 3 * i + axis) -= weight * equations_.momentum(Vector3::Unit(axis))[axis];
          }
        }
      }
      const Vector change = -J.partialPivLu().solve(residuals);
      if (!change.allFinite()) return false;
      double largest = 0.0, size = 0.0;
      for (int j = 0; j < count; ++j) {
        W.col(j) += change.segment<3>(3 * j);
        largest = std::max(largest, equations_.speed(change.segment<3>(3 * j)));
        size = std::max(size, equations_.speed(W.col(j)));
      }
      if (largest <= 1e-14 * size || (largest <= 1e-10 * size && largest >= 0.5 * last)) return true;
      last = largest;
    }
    return false;
  }

  /// Largest part of M w by which the equations are missed between the nodes.
  double defect(const Columns& W) const {
    const Collocation& rule = collocation();
    double largest = 0.0;
    for (int j = 0; j < 2 * count; ++j) {
      const double c = (j + 0.5) / (2 * count);
      const Vector3 w = W * rule.check_value.col(j), w_slope = W * rule.check_slope.col(j);
      const SliderState at = moved(c, std::pow(duration_, 3) * (W * rule.check_integral.col(j)), w);
      const Vector3 missed = equations_.acceleration(residual(c, at, w, w_slope)) * c;
      largest = std::max(largest, equations_.speed(missed) / equations_.speed(w));
    }
    return largest;
  }

  Breakaway end(const Columns& W) const {
    const Collocation& rule = collocation();
    Breakaway result{.duration = duration_, .state = state(W, count - 1)};
    // powers over τ², whose integrals the rule knows
    Columns powers;
    for (int j = 0; j < count; ++j) {
      const SliderState at = state(W, j);
      const double tau = rule.nodes[j] * duration_;
      const ExternalLoad load = equations_.external(t_ + tau, at);
      const Vector3 velocity(at.velocity.x, at.velocity.y, at.omega);
      powers.col(j) = Vector3(load.drive.dot(velocity), load.springs.dot(velocity),
                              -equations_.friction(W.col(j), at.angle).dot(velocity)) /
                      (tau * tau);
    }
    const Vector3 works = std::pow(duration_, 3) * (powers * rule.integral.col(count - 1));
    result.work_of_drive = works[0];
    result.work_of_springs = works[1];
    result.work_of_friction = works[2];
    return result;
  }

 private:
  static const Collocation& collocation() {
    static const Collocation rule;
    return rule;
  }

  /// ∂²D/∂v² for the velocity of the center of mass in world axes.
  Mat3 curvature(const Vector3& velocity, double angle) const {
    Mat3 to_twist;
    for (int axis = 0; axis < 3; ++axis) {
      const Twist V = equations_.slip(Vector3::Unit(axis), angle);
      to_twist.col(axis) = Vector3(V.velocity.x, V.velocity.y, V.omega);
    }
    return to_twist.transpose() * equations_.kinetic().hessian(equations_.slip(velocity, angle)) * to_twist;
  }

  const SliderEquations& equations_;
  double t_;
  SliderState start_;
  double duration_;
};

}  // namespace

std::optional<Breakaway> find_breakaway(const SliderEquations& equations, double t, const SliderState& state,
                                        const Twist& normal, double longest, double tolerance) {
  const auto load = [&](double at) -> Vector3 {
    return equations.external(at, state).sum() - equations.momentum(equations.table_acceleration(at, state));
  };
  // ½ λ q: the first term of the motion
  const double short_time = 1e-4 * longest;
  const Vector3 rate = (load(t + short_time) - load(t)) / short_time;
  const Vector3 q = equations.velocity_of(normal, state.angle);
  const double lambda = q.dot(rate) / q.dot(equations.momentum(q));
  if (!(lambda > 0.0)) return std::nullopt;
  // below a defect of 1e-6 the rounding of loads may be what is left
  std::optional<Breakaway> best;
  double least = 1e-6;
  for (double duration = longest; duration > 1e-5 * longest && least > tolerance; duration *= 0.5) {
    const BreakawaySpan span(equations, t, state, duration);
    Columns W = (0.5 * lambda * q).replicate<1, count>();
    if (!span.solve(W)) continue;
    const double defect = span.defect(W);
    if (defect > 0.5 * least) continue;
    least = defect;
    best = span.end(W);
  }
  return best;
}

}  // namespace dryslip::detail
