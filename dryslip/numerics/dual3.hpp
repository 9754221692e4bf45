#pragma once

#include <cmath>

#include "dryslip/numerics/host_device.hpp"

namespace dryslip {

/// A number with its derivatives by three variables: run a kernel on it and the Jacobian comes out.
struct Dual3 {
  double value = 0.0;
  double dx = 0.0;
  double dy = 0.0;
  double dz = 0.0;

  DRYSLIP_HD constexpr Dual3() = default;
  DRYSLIP_HD constexpr Dual3(double constant) : value(constant) {}  // constants enter formulas as they are
  DRYSLIP_HD constexpr Dual3(double v, double x, double y, double z) : value(v), dx(x), dy(y), dz(z) {}

  /// f(value) with the derivative f'(value).
  DRYSLIP_HD constexpr Dual3 chain(double f, double slope) const { return {f, slope * dx, slope * dy, slope * dz}; }

  friend DRYSLIP_HD constexpr Dual3 operator-(const Dual3& a) { return a.chain(-a.value, -1.0); }
  friend DRYSLIP_HD constexpr Dual3 operator+(const Dual3& a, const Dual3& b) {
    return {a.value + b.value, a.dx + b.dx, a.dy + b.dy, a.dz + b.dz};
  }
  friend DRYSLIP_HD constexpr Dual3 operator-(const Dual3& a, const Dual3& b) { return a + (-b); }
  friend DRYSLIP_HD constexpr Dual3 operator*(const Dual3& a, const Dual3& b) {
    return {a.value * b.value, a.value * b.dx + b.value * a.dx, a.value * b.dy + b.value * a.dy,
            a.value * b.dz + b.value * a.dz};
  }
  friend DRYSLIP_HD constexpr Dual3 operator/(const Dual3& a, const Dual3& b) {
    return a * b.chain(1.0 / b.value, -1.0 / (b.value * b.value));
  }
  DRYSLIP_HD constexpr Dual3& operator+=(const Dual3& b) { return *this = *this + b; }
  friend DRYSLIP_HD constexpr bool operator<(const Dual3& a, const Dual3& b) { return a.value < b.value; }
  friend DRYSLIP_HD constexpr bool operator>(const Dual3& a, const Dual3& b) { return b < a; }
  friend DRYSLIP_HD constexpr bool operator<=(const Dual3& a, const Dual3& b) { return a.value <= b.value; }
  friend DRYSLIP_HD constexpr bool operator>=(const Dual3& a, const Dual3& b) { return b <= a; }
};

DRYSLIP_HD inline Dual3 sqrt(const Dual3& a) {
  const double root = std::sqrt(a.value);
  return root > 0.0 ? a.chain(root, 0.5 / root) : Dual3(0.0);
}
DRYSLIP_HD inline Dual3 atan(const Dual3& a) { return a.chain(std::atan(a.value), 1.0 / (1.0 + a.value * a.value)); }

}  // namespace dryslip
