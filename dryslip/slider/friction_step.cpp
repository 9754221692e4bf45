#include "dryslip/slider/friction_step.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/numerics/nearest_point.hpp"
#include "dryslip/slider/detail/held_supports.hpp"

namespace dryslip {

namespace {

using Vector3 = Eigen::Vector3d;
using detail::HeldSupports;
using detail::twist_of;
using detail::vector_of;

using LoadOf = std::function<FrictionLoad(const Twist&)>;
using HessianOf = std::function<Mat3(const Twist&)>;

/// Newton's method with a line search among the motions N z, NᵀGN = 1, on which the objective is smooth on the way down. Columns of
/// N may be zero.
Vector3 descend(const LoadOf& load, const HessianOf& hessian, const Mat3& N, const Vector3& impulse, double h,
                const Vector3& start, const Mat3& G) {
  const Vector3 target = N.transpose() * impulse;
  Vector3 z = N.transpose() * (G * start);
  const auto objective = [&](const Vector3& at, const FrictionLoad& P) {
    return 0.5 * (at - target).squaredNorm() + h * power(P, twist_of(N * at));
  };
  const auto slope_at = [&](const Vector3& at, const FrictionLoad& P) -> Vector3 {
    return at - target + h * (N.transpose() * vector_of(P));
  };
  FrictionLoad P = load(twist_of(N * z));
  double value = objective(z, P);
  Vector3 slope = slope_at(z, P);
  for (int iteration = 0; iteration < 60 && !z.isZero(0.0); ++iteration) {
    const Mat3 J = Mat3::Identity() + h * (N.transpose() * hessian(twist_of(N * z)) * N);
    const Vector3 change = -J.ldlt().solve(slope);
    double part = 1.0, next_value = value;
    Vector3 next = z, next_slope = slope;
    for (; part > 1e-8; part *= 0.5) {
      next = z + part * change;
      P = load(twist_of(N * next));
      next_value = objective(next, P);
      next_slope = slope_at(next, P);
      // the objective shows half the digits only, the slope the others
      if (next_value <= value + 1e-4 * part * slope.dot(change) || next_slope.norm() <= 0.5 * slope.norm()) break;
    }
    if (part <= 1e-8) break;
    z = next;
    value = next_value;
    slope = next_slope;
    if (part * change.norm() <= 1e-15 * z.norm()) break;
  }
  return N * z;
}

/// Whether the supports that hold can add this load to that of V.
bool bears(const HeldSupports& held, const Twist& V, Coefficient coefficient, const Vector3& load,
           const Mat3& from_unit) {
  const ContactPatch contact = held.contact(V);
  if (contact.supports.empty()) return false;
  const auto model = friction_model(contact, {.coefficient = coefficient});
  const auto in_units = [&](const Vector3& P) -> Vector3 { return from_unit.transpose() * P; };
  double largest = 0.0;
  const Vector3 outside = nearest_point(
      [&](const Vector3& n) -> Vector3 {
        const Vector3 P = in_units(vector_of(model->load(twist_of(from_unit * n))));
        largest = std::max(largest, P.norm());
        return P - in_units(load);
      },
      1e-15);
  constexpr double as_known = 1e-6;  // the root of the tolerance and some
  return outside.norm() <= as_known * largest;
}

}  // namespace

FrictionStep::FrictionStep(const Contact& contact, const Mat3& G, Coefficient which)
    : surface_(contact.surface(which)), kinks_(contact.kinks(which)), G_(G) {}

Twist FrictionStep::operator()(const Twist& V_star, double h, const Twist& near, const Mat3& G) const {
  const Vector3 impulse = G * vector_of(V_star);
  if (impulse.isZero(0.0)) return {};
  if (const Vector3 start = vector_of(near); !start.isZero(0.0)) {
    if (const auto V = smooth(impulse, h, start, G)) return twist_of(*V);
  }
  const FrictionLoad needed = (1.0 / h) * FrictionLoad{{impulse[0], impulse[1]}, impulse[2]};
  if (!kinks_->empty()) {
    if (!impulse.allFinite()) throw std::invalid_argument("an impulse is not finite");
    const bool sticks = surface_->factor_of(needed) >= 1.0;
    return sticks ? Twist{} : on_kinks(V_star, h, G);
  }
  const MotionOfLoad found = surface_->motion_of(needed);
  if (found.sticks()) return {};
  // it beats rest, so that a descent from it does not end there
  const Vector3 start = along(found.motion, impulse, h, G);
  return start.isZero(0.0) ? Twist{} : twist_of(descend_freely(impulse, h, start, G));
}

/// The best of the motions along a normal of the limit surface; zero where rounding leaves none.
Vector3 FrictionStep::along(const Twist& normal, const Vector3& impulse, double h, const Mat3& G) const {
  const Vector3 n = vector_of(normal);
  return std::max(0.0, n.dot(impulse) - h * surface_->model().dissipation(normal)) / n.dot(G * n) * n;
}

Vector3 FrictionStep::descend_freely(const Vector3& impulse, double h, const Vector3& start, const Mat3& G) const {
  const FrictionModel& model = surface_->model();
  const Mat3 from_unit = G.llt().matrixU().solve(Mat3::Identity());
  return descend([&](const Twist& at) { return model.load(at); }, [&](const Twist& at) { return model.hessian(at); },
                 from_unit, impulse, h, start, G);
}

/// Newton's method for G (V* − V) = h P(V), as long as it runs straight to a solution: the problem is strictly convex, so
/// that one is the answer whatever its start. None: it did not, or has come next to a kink.
std::optional<Vector3> FrictionStep::smooth(const Vector3& impulse, double h, Vector3 V, const Mat3& G) const {
  const FrictionModel& model = surface_->model();
  const LoadScale scale = model.scale();
  // what rounding leaves of the equation: loads are known to 5e-14 relative to LoadScale or to their tolerance
  const double known = std::max(1e-13, surface_->load_error());
  constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();
  const double force = known * h * scale.force + rounding * impulse.head<2>().lpNorm<Eigen::Infinity>();
  const double moment = known * h * scale.moment + rounding * std::abs(impulse[2]);
  double last = std::numeric_limits<double>::infinity(), fall = last;
  Mat3 J_inverse = Mat3::Zero();
  for (;;) {
    const Vector3 rest = impulse - G * V - h * vector_of(model.load(twist_of(V)));
    if (rest.head<2>().lpNorm<Eigen::Infinity>() <= force && std::abs(rest[2]) <= moment) break;
    // the last derivative serves as long as it gains three digits a time
    if (fall > 1e-6) J_inverse = (G + h * model.hessian(twist_of(V))).inverse();
    const Vector3 change = J_inverse * rest;
    const double size = change.dot(G * change);
    // must fall fast, and never be near the size of V itself, where a step may jump across rest
    if (!(size < 0.25 * last) || !(size < 0.25 * V.dot(G * V))) return std::nullopt;
    fall = std::isinf(last) ? 0.0 : size / last;
    last = size;
    V += change;
  }
  if (kinks_->empty()) return V;
  const double speed = std::sqrt(V.dot(G * V) / G(0, 0));
  constexpr double next_to = 1e-9;  // of the speed
  for (const SlipKink& kink : *kinks_) {
    if (kink.miss(twist_of(V)).norm() <= next_to * speed) return std::nullopt;
  }
  return V;
}

/// The kinks within this distance of a motion, for each point or support the nearest one: two sides of its law would carry the load twice.
/// Rest comes before sides.
std::vector<const SlipKink*> FrictionStep::kinks_near(const Twist& V, double distance) const {
  std::vector<const SlipKink*> result;
  for (const SlipKink& kink : *kinks_) {
    if (kink.miss(V).norm() > distance || !kink.is_ahead(V)) continue;
    const auto same = std::find_if(result.begin(), result.end(), [&](const SlipKink* other) {
      return other->support == kink.support && other->point == kink.point;
    });
    if (same == result.end()) {
      result.push_back(&kink);
    } else if (!(*same)->is_rest() && (kink.is_rest() || kink.miss(V).norm() < (*same)->miss(V).norm())) {
      *same = &kink;
    }
  }
  return result;
}

/// The impulse less the nearest one that friction can give, in units of energy; then moved exactly onto the kinks nearby.
Twist FrictionStep::on_kinks(const Twist& V_star, double h, const Mat3& G) const {
  const FrictionModel& model = surface_->model();
  const Mat3 to_unit = G.llt().matrixU(), from_unit = to_unit.inverse();  // Lᵀ and its inverse, G = LLᵀ
  const Vector3 target = to_unit * vector_of(V_star), impulse = G * vector_of(V_star);
  const Vector3 rough = from_unit * -nearest_point(
                                        [&](const Vector3& n) -> Vector3 {
                                          const FrictionLoad P = model.load(twist_of(from_unit * n));
                                          return h * (from_unit.transpose() * vector_of(P)) - target;
                                        },
                                        1e-15);
  // so little beyond the limit surface that the nearest point is lost in rounding
  const auto on_normal = [&] {
    const FrictionLoad needed = (1.0 / h) * FrictionLoad{{impulse[0], impulse[1]}, impulse[2]};
    return twist_of(along(surface_->motion_of(needed).motion, impulse, h, G));
  };
  if (rough.isZero(0.0)) return on_normal();
  if (const auto V = smooth(impulse, h, rough, G)) return twist_of(*V);
  const double speed = (to_unit * rough).norm() / std::sqrt(G(0, 0));
  // the nearest point is known to the root of its tolerance; a short step may also end truly beside a kink
  for (double next_to = 1e-5; next_to > 1e-10; next_to *= 0.1) {
    const std::vector<const SlipKink*> near = kinks_near(twist_of(rough), next_to * speed);
    if (near.empty()) break;
    const HeldSupports held(surface_->patch(), near, G, {.coefficient = surface_->coefficient()});
    if (held.motions().isZero(0.0)) continue;
    const Vector3 V = descend([&](const Twist& at) { return held.load(at); },
                              [&](const Twist& at) { return held.hessian(at); }, held.motions(), impulse, h, rough, G);
    const Vector3 left = (impulse - G * V) / h - vector_of(held.load(twist_of(V)));
    if (bears(held, twist_of(V), surface_->coefficient(), left, from_unit)) return twist_of(V);
  }
  const Vector3 V = descend_freely(impulse, h, rough, G);
  // of the energy that the impulse brings, friction leaves what the answer moves with
  const double energy = V.dot(G * V), left = V.dot(impulse) - h * model.dissipation(twist_of(V));
  return energy > 0.0 && std::abs(left - energy) <= 0.01 * energy ? twist_of(V) : on_normal();
}

}  // namespace dryslip
