#include "dryslip/slider/detail/breakaway.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dryslip::detail {

namespace {

constexpr int count = 8;  // of times; the polynomial has degree count − 1
using Columns = Eigen::Matrix<double, 3, count>;

/// Values of polynomials at some places c of the span 0 ≤ c ≤ 1 from those at the nodes, W times these.
template <int Places>
struct Values {
  using Matrix = Eigen::Matrix<double, count, Places>;
  Eigen::Matrix<double, Places, 1> at;
  Matrix value, slope;
  Matrix integral;         ///< ∫₀ᶜ w dc
  Matrix square_integral;  ///< ∫₀ᶜ c² w dc
};

using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

/// cᵏ times `factor(k)`, with `more` added to the power.
template <class Factor>
Long powers(long double c, int more, Factor factor) {
  Long column(count, 1);
  for (int k = 0; k < count; ++k) {
    const long double weight = factor(k);
    column(k, 0) = weight == 0.0L ? 0.0L : weight * std::pow(c, static_cast<long double>(k + more));
  }
  return column;
}

template <int Places>
Values<Places> values_at(const Eigen::Matrix<double, Places, 1>& places, const Long& to_coefficients) {
  Long value(count, Places), slope(count, Places), integral(count, Places), square_integral(count, Places);
  for (int j = 0; j < Places; ++j) {
    const long double c = places[j];
    value.col(j) = powers(c, 0, [](int) { return 1.0L; });
    slope.col(j) = powers(c, -1, [](int k) { return static_cast<long double>(k); });
    integral.col(j) = powers(c, 1, [](int k) { return 1.0L / (k + 1); });
    square_integral.col(j) = powers(c, 3, [](int k) { return 1.0L / (k + 3); });
  }
  const auto made = [&](const Long& matrix) { return (to_coefficients * matrix).template cast<double>(); };
  return {places, made(value), made(slope), made(integral), made(square_integral)};
}

/// Polynomials by their values at Chebyshev points of (0, 1], there and between.
struct Collocation {
  Eigen::Matrix<double, count, count> to_coefficients;  ///< of 1, c, c², …
  Values<count> nodes;
  Values<2 * count> between;

  Collocation() {
    Eigen::Matrix<double, count, 1> at;
    for (int j = 0; j < count; ++j) at[j] = 0.5 * (1.0 - std::cos(std::numbers::pi * (j + 1) / count));
    Long vandermonde(count, count);
    for (int j = 0; j < count; ++j) vandermonde.col(j) = powers(at[j], 0, [](int) { return 1.0L; });
    const Long inverse = vandermonde.inverse();
    to_coefficients = inverse.cast<double>();
    nodes = values_at<count>(at, inverse);
    Eigen::Matrix<double, 2 * count, 1> places;
    for (int j = 0; j < 2 * count; ++j) places[j] = (j + 0.5) / (2 * count);
    between = values_at<2 * count>(places, inverse);
  }
};

using PowersOfPair = Eigen::Matrix<double, 2, count>;  // of drive and springs

/// The equations of motion for w over a span of this duration.
class BreakawaySpan {
 public:
  BreakawaySpan(const SliderEquations& equations, double t, const SliderState& state, double duration)
      : equations_(equations), t_(t), start_(state), duration_(duration) {}

  /// Velocities of the table below the body at the nodes.
  Columns table_velocities(const Columns& W) const {
    Columns U = Columns::Zero();
    // where the body is depends on them where the table turns
    for (int round = 0; round < 4; ++round) {
      Columns next;
      for (int j = 0; j < count; ++j) {
        const Vector3 pose = pose_at(collocation().nodes, W, U, j);
        next.col(j) = equations_.table_velocity(t_ + collocation().nodes.at[j] * duration_, {pose[0], pose[1]});
      }
      if (next == U) break;
      U = next;
    }
    return U;
  }

  template <int Places>
  Vector3 pose_at(const Values<Places>& places, const Columns& W, const Columns& U, int j) const {
    return Vector3(start_.position.x, start_.position.y, start_.angle) +
           std::pow(duration_, 3) * (W * places.square_integral.col(j)) + duration_ * (U * places.integral.col(j));
  }

  template <int Places>
  SliderState state_at(const Values<Places>& places, const Columns& W, const Columns& U, int j) const {
    const double tau = places.at[j] * duration_;
    const Vector3 pose = pose_at(places, W, U, j);
    const Vector3 w = W * places.value.col(j);
    return state_of(pose, tau * tau * w + equations_.table_velocity(t_ + tau, {pose[0], pose[1]}));
  }

  /// [load − friction]/τ − M (2 w + τ w′) at the part c of the span.
  Vector3 residual(double c, const SliderState& state, const Vector3& w, const Vector3& w_slope) const {
    const double tau = c * duration_, t = t_ + tau;
    const Vector3 load =
        equations_.external(t, state).sum() - equations_.momentum(equations_.table_acceleration(t, state));
    return (load - equations_.friction(w, unit_vector(state.angle))) / tau - equations_.momentum(2.0 * w + c * w_slope);
  }

  /// Newton's method; false where it does not converge.
  bool solve(Columns& W) const {
    const Values<count>& nodes = collocation().nodes;
    using Vector = Eigen::Matrix<double, 3 * count, 1>;
    double last = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < 20; ++iteration) {
      const Columns slopes = W * nodes.slope, U = table_velocities(W);
      Vector residuals;
      Eigen::Matrix<double, 3 * count, 3 * count> J = Eigen::Matrix<double, 3 * count, 3 * count>::Zero();
      for (int j = 0; j < count; ++j) {
        const SliderState at = state_at(nodes, W, U, j);
        residuals.segment<3>(3 * j) = residual(nodes.at[j], at, W.col(j), slopes.col(j));
        J.block<3, 3>(3 * j, 3 * j) = -curvature(W.col(j), unit_vector(at.angle)) / (nodes.at[j] * duration_);
        for (int i = 0; i < count; ++i) {
          const double weight = nodes.at[j] * nodes.slope(i, j) + (i == j ? 2.0 : 0.0);
          for (int axis = 0; axis < 3; ++axis) {
            J(3 * j + axis, 3 * i + axis) -= weight * equations_.momentum(Vector3::Unit(axis))[axis];
          }
        }
      }
      // moments by a power of two next to the size of the body: which equations are exchanged must not depend on units
      const double by_length = std::exp2(-std::ilogb(equations_.gyration_radius()));
      for (int j = 0; j < count; ++j) {
        J.row(3 * j + 2) *= by_length;
        residuals[3 * j + 2] *= by_length;
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
    const Values<2 * count>& between = collocation().between;
    const Columns U = table_velocities(W);
    double largest = 0.0;
    for (int j = 0; j < 2 * count; ++j) {
      const Vector3 w = W * between.value.col(j), w_slope = W * between.slope.col(j);
      const Vector3 missed = residual(between.at[j], state_at(between, W, U, j), w, w_slope);
      largest =
          std::max(largest, equations_.speed(equations_.acceleration(missed)) * between.at[j] / equations_.speed(w));
    }
    return largest;
  }

  Breakaway path(const Columns& W) const {
    const Values<count>& nodes = collocation().nodes;
    const Columns U = table_velocities(W);
    PowersOfPair by_slip, by_table;
    for (int j = 0; j < count; ++j) {
      const ExternalLoad load = equations_.external(t_ + nodes.at[j] * duration_, state_at(nodes, W, U, j));
      by_slip.col(j) << load.drive.dot(W.col(j)), load.springs.dot(W.col(j));
      by_table.col(j) << load.drive.dot(U.col(j)), load.springs.dot(U.col(j));
    }
    const auto coefficients = [](const auto& values) { return (values * collocation().to_coefficients).eval(); };
    return {duration_,
            [span = *this, w = coefficients(W), u = coefficients(U), by_slip = coefficients(by_slip),
             by_table = coefficients(by_table)](double after) { return span.place(w, u, by_slip, by_table, after); }};
  }

  /// From the coefficients of w, of the table's velocity, and of the powers of drive and springs on both.
  BreakawayPlace place(const Columns& w, const Columns& u, const PowersOfPair& by_slip, const PowersOfPair& by_table,
                       double after) const {
    const double c = after / duration_;
    Vector3 slip = Vector3::Zero(), works = Vector3::Zero();
    Vector3 pose(start_.position.x, start_.position.y, start_.angle);
    for (int k = count; k-- > 0;) {
      const double power = std::pow(c, k);
      slip += power * w.col(k);
      pose += std::pow(duration_ * c, 3) * power / (k + 3) * w.col(k) + after * power / (k + 1) * u.col(k);
      works.head<2>() +=
          std::pow(after, 3) * power / (k + 3) * by_slip.col(k) + after * power / (k + 1) * by_table.col(k);
    }
    const Vector3 velocity = after * after * slip + equations_.table_velocity(t_ + after, {pose[0], pose[1]});
    const SliderState state = state_of(pose, velocity);
    works[2] = equations_.kinetic_energy(state) - equations_.kinetic_energy(start_) - works[0] - works[1];
    return {state, works};
  }

 private:
  static const Collocation& collocation() {
    static const Collocation rule;
    return rule;
  }

  /// ∂²D/∂v² for the velocity of the center of mass in world axes.
  Mat3 curvature(const Vector3& velocity, Vec2 heading) const {
    Mat3 to_twist;
    for (int axis = 0; axis < 3; ++axis) {
      const Twist V = equations_.slip(Vector3::Unit(axis), heading);
      to_twist.col(axis) = Vector3(V.velocity.x, V.velocity.y, V.omega);
    }
    return to_twist.transpose() * equations_.kinetic().hessian(equations_.slip(velocity, heading)) * to_twist;
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
  const Vector3 q = equations.velocity_of(normal, unit_vector(state.angle));
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
    best = span.path(W);
  }
  return best;
}

}  // namespace dryslip::detail
