#include "dryslip/limit_surface/detail/energy_sphere.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "dryslip/limit_surface/detail/check_metric.hpp"

namespace dryslip::detail {

constexpr double no_curvature = 1e-7;  // of λ: below this a direction counts as flat

Eigen::Matrix<double, 3, 2> directions_across(const Vector3& x) {
  Eigen::Index smallest = 0;
  x.cwiseAbs().minCoeff(&smallest);
  Eigen::Matrix<double, 3, 2> result;
  result.col(0) = x.cross(Vector3::Unit(smallest)).normalized();
  result.col(1) = x.cross(result.col(0));
  return result;
}

EnergySphere::EnergySphere(const FrictionModel& model, const Mat3& metric)
    : model_(model), tolerance_(model.is_closed_form() ? 1e-12 : 1e-10) {
  const Eigen::LLT<Mat3> factors = check_metric(metric);
  to_unit_ = factors.matrixU();
  to_twist_ = factors.matrixU().solve(Mat3::Identity());
  // the load of each axis; others are of their order
  double largest = 0.0;
  for (int i = 0; i < 3; ++i) largest = std::max(largest, load(Vector3::Unit(i)).norm());
  for (int i = 0; i < 3; ++i) largest = std::max(largest, load(-Vector3::Unit(i)).norm());
  if (largest > 0.0) unit_ = largest;
}

Twist EnergySphere::twist(const Vector3& x) const {
  const Vector3 V = to_twist_ * x;
  return {{V[0], V[1]}, V[2]};
}

Vector3 EnergySphere::direction(const Twist& V) const {
  return (to_unit_ * Vector3(V.velocity.x, V.velocity.y, V.omega)).normalized();
}

Vector3 EnergySphere::covector(const FrictionLoad& P) const {
  return to_twist_.transpose() * Vector3(P.force.x, P.force.y, P.moment) / unit_;
}

double EnergySphere::least_slope(const Vector3& x) const {
  const auto across = directions_across(x);
  const auto slope_towards = [&](double angle) {
    return slope(x, across.col(0) * std::cos(angle) + across.col(1) * std::sin(angle));
  };
  constexpr int count = 48;
  constexpr double step = 2.0 * std::numbers::pi / count;
  std::array<double, count> slopes;
  for (int i = 0; i < count; ++i) {
    slopes[static_cast<std::size_t>(i)] = slope_towards(i * step);
    if (slopes[static_cast<std::size_t>(i)] < 0.0) return slopes[static_cast<std::size_t>(i)];
  }
  // along other kinks there may be a narrow way down
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count && least >= 0.0; ++i) {
    const double here = slopes[static_cast<std::size_t>(i)],
                 before = slopes[static_cast<std::size_t>((i + count - 1) % count)],
                 after = slopes[static_cast<std::size_t>((i + 1) % count)];
    if (here > before || here > after) continue;
    least = std::min(least,
                     boost::math::tools::brent_find_minima(slope_towards, (i - 1) * step, (i + 1) * step, 30).second);
  }
  return least;
}

Twist EnergySphere::twist_on_kink(const Vector3& x) const {
  const Twist V = twist(x);
  Twist best = V;
  std::size_t most = 0;
  const auto nudged = [](double value, int steps) {  // by that many units in the last place
    return value * (1.0 + steps * std::numeric_limits<double>::epsilon());
  };
  for (int i = 0; i < 343; ++i) {  // seven values of each component
    const Twist near{{nudged(V.velocity.x, i % 7 - 3), nudged(V.velocity.y, i / 7 % 7 - 3)},
                     nudged(V.omega, i / 49 - 3)};
    const std::size_t terms = model_.load_set(near).terms.size();
    if (terms <= most) continue;
    most = terms;
    best = near;
  }
  return best;
}

SphereSlope EnergySphere::slope_at(const Vector3& x) const {
  const Vector3 p = load(x);
  SphereSlope result{.along = p - p.dot(x) * x, .dissipation = p.dot(x), .directions = {}, .curvatures = {}};
  const auto across = directions_across(x);
  const Mat3 H = to_twist_.transpose() * model_.hessian(twist(x)) * to_twist_ / unit_;
  const Eigen::Matrix2d curvature = across.transpose() * H * across - result.dissipation * Eigen::Matrix2d::Identity();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> principal(curvature);
  result.directions = across * principal.eigenvectors();
  result.curvatures = principal.eigenvalues();
  return result;
}

std::optional<Vector3> EnergySphere::newton(Vector3 x) const {
  SphereSlope at = slope_at(x);
  for (int step = 0; step < 30 && at.along.norm() > 1e-15; ++step) {
    if (!at.curvatures.allFinite()) return {};
    Vector3 move = Vector3::Zero();
    for (Eigen::Index i = 0; i < 2; ++i) {
      if (std::abs(at.curvatures[i]) <= no_curvature * at.dissipation) continue;  // along a curve of critical points
      const Vector3 u = at.directions.col(i);
      move -= u.dot(at.along) / at.curvatures[i] * u;
    }
    constexpr double farthest = 0.3;  // far from the start the slope says nothing
    if (move.norm() > farthest) move *= farthest / move.norm();
    const Vector3 next = (x + move).normalized();
    const SphereSlope at_next = slope_at(next);
    if (!(at_next.along.norm() < 0.7 * at.along.norm())) break;
    x = next;
    at = at_next;
  }
  if (!(at.along.norm() <= tolerance_)) return {};
  return x;
}

std::optional<EigenDirection::Kind> EnergySphere::kind_around(const Vector3& x, double radius) const {
  constexpr int count = 96;
  const auto across = directions_across(x);
  const double center = load(x).dot(x);
  int changes = 0, higher = 0;
  bool was_higher = false;
  for (int i = 0; i <= count; ++i) {
    const Vec2 w = radius * unit_vector(2.0 * std::numbers::pi * i / count);
    const Vector3 y = (x + across.col(0) * w.x + across.col(1) * w.y).normalized();
    const bool is_higher = load(y).dot(y) > center;
    if (i > 0) {
      changes += is_higher != was_higher;
      higher += is_higher;
    }
    was_higher = is_higher;
  }
  if (changes == 0) return higher ? EigenDirection::Kind::Minimum : EigenDirection::Kind::Maximum;
  if (changes == 2) return {};
  return changes == 4 ? EigenDirection::Kind::Saddle : EigenDirection::Kind::Degenerate;
}

}  // namespace dryslip::detail
