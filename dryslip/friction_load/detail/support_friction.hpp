#pragma once

#include <cmath>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/detail/area_integral.hpp"
#include "dryslip/friction_load/detail/closed_forms.hpp"
#include "dryslip/friction_load/detail/line_integral.hpp"
#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip::detail {

/// Point supports with any law, in the body frame.
struct PointSupports {
  struct Point {
    Vec2 position;          ///< from O [m]
    double weight = 0.0;    ///< part of the normal force [-]
    double distance = 0.0;  ///< from O [m]
  };
  std::vector<Point> points;
  LimitCurve law;
  Vec2 heading;  ///< frame of the law
};

/// V + ω ẑ×r rounded once: exact enough for a center of rotation a nanometre beside r.
inline Vec2 slip_at(const Twist& V, Vec2 r) {
  return {std::fma(-V.omega, r.y, V.velocity.x), std::fma(V.omega, r.x, V.velocity.y)};
}

/// True for kernels that integrate and tell their error.
template <class Kernel>
inline constexpr bool is_integrated = std::is_same_v<Kernel, AreaIntegral> || std::is_same_v<Kernel, LineIntegral>;

/// Friction of one support, or of a part of it: a kernel in the support's own frame, and how that frame lies.
struct SupportFriction {
  using Kernel = std::variant<DiskClosedForm, AnnulusClosedForm, SegmentClosedForm, PolygonClosedForm, AreaIntegral,
                              LineIntegral, PointSupports>;
  Kernel kernel;
  Vec2 center;            ///< origin of the support's frame in the body frame [m]
  Vec2 axis{1.0, 0.0};    ///< its x axis there
  double unit = 1.0;      ///< length of 1 in the kernel [m]
  double strength = 0.0;  ///< factor of the kernel's force: μN for closed forms, N where the kernel holds the law [N]
  double scale = 0.0;     ///< largest friction force [N]
  double reach = 0.0;     ///< largest distance of the support from O [m]

  /// Also where there is no friction.
  bool is_closed_form() const {
    return scale == 0.0 ||
           (!std::holds_alternative<AreaIntegral>(kernel) && !std::holds_alternative<LineIntegral>(kernel));
  }

  /// V ≠ 0 of moderate size (1e-100 to 1e100), here and below.
  FrictionLoad load(const Twist& V) const;
  /// Adds the load and its error bound.
  void add_state(const Twist& V, FrictionState& sum, LoadScale& error) const;
  /// Writes the loads of many twists, vectorised where the kernel can. Returns false when a twist is not moderate for a
  /// contact of this extent [m]: its load is then left to the caller.
  bool loads(std::span<const Twist> V, double extent, std::span<FrictionLoad> P) const;
  void add_hessian(const Twist& V, Mat3& sum) const;
  /// Adds the terms of the set around the load.
  void add_set_terms(const Twist& V, std::vector<LoadSetTerm>& terms) const;
  bool is_unique(const Twist& V) const;
  bool has_potential() const;

  bool is_centered() const { return center == Vec2{}; }
  bool is_turned() const { return axis.y != 0.0 || axis.x < 0.0; }
  FrictionLoad other_load(const Twist& V) const;
  FrictionLoad point_load(const PointSupports& k, const Twist& V) const;
  BasicTwist<double> local_twist(const Twist& V) const {
    const Vec2 velocity = is_centered() ? V.velocity : slip_at(V, center);
    return {is_turned() ? rotated_back(velocity, axis) : velocity, V.omega * unit};
  }
  FrictionLoad global_load(const BasicLoad<double>& P) const {
    const Vec2 force = strength * (is_turned() ? rotated(P.force, axis) : P.force);
    return {force, strength * unit * P.moment + cross(center, force)};
  }
};

/// The parts that make up a support; closed forms where the law is isotropic and one is known.
std::vector<SupportFriction> make_support_friction(const Support& support, double normal_force, const LimitCurve& law,
                                                   double tolerance);

/// Pressure of a support: its centroid in the body frame [m].
Vec2 center_of_pressure(const Support& support);

}  // namespace dryslip::detail
