#pragma once

#include <cmath>

#include "dryslip/numerics/host_device.hpp"

namespace dryslip {

/// A vector in the plane, templated so that kernels run on double, dual numbers and SIMD packs alike.
template <class Real>
struct BasicVec2 {
  Real x{};
  Real y{};

  friend constexpr bool operator==(const BasicVec2&, const BasicVec2&) = default;
};

using Vec2 = BasicVec2<double>;

template <class Real>
DRYSLIP_HD constexpr BasicVec2<Real> operator+(const BasicVec2<Real>& a, const BasicVec2<Real>& b) {
  return {a.x + b.x, a.y + b.y};
}
template <class Real>
DRYSLIP_HD constexpr BasicVec2<Real> operator-(const BasicVec2<Real>& a, const BasicVec2<Real>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <class Real>
DRYSLIP_HD constexpr BasicVec2<Real> operator-(const BasicVec2<Real>& a) {
  return {-a.x, -a.y};
}
template <class Real>
DRYSLIP_HD constexpr BasicVec2<Real> operator*(const Real& s, const BasicVec2<Real>& a) {
  return {s * a.x, s * a.y};
}

template <class Real>
DRYSLIP_HD constexpr Real dot(const BasicVec2<Real>& a, const BasicVec2<Real>& b) {
  return a.x * b.x + a.y * b.y;
}
/// z component of a × b.
template <class Real>
DRYSLIP_HD constexpr Real cross(const BasicVec2<Real>& a, const BasicVec2<Real>& b) {
  return a.x * b.y - a.y * b.x;
}
/// ẑ × a: a turned by +90°.
template <class Real>
DRYSLIP_HD constexpr BasicVec2<Real> turned_left(const BasicVec2<Real>& a) {
  return {-a.y, a.x};
}

inline double length(Vec2 a) { return std::sqrt(dot(a, a)); }
inline Vec2 unit_vector(double angle) { return {std::cos(angle), std::sin(angle)}; }
/// a turned by the angle whose unit vector is `direction`.
constexpr Vec2 rotated(Vec2 a, Vec2 direction) {
  return {a.x * direction.x - a.y * direction.y, a.x * direction.y + a.y * direction.x};
}
/// Inverse of rotated().
constexpr Vec2 rotated_back(Vec2 a, Vec2 direction) { return rotated(a, {direction.x, -direction.y}); }

}  // namespace dryslip
