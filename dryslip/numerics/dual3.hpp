#pragma once

#include <cmath>
#include <concepts>

#include "dryslip/numerics/host_device.hpp"

namespace dryslip {

/// A number with its derivatives by three variables: run a kernel on it and the Jacobian comes out.
template <class Scalar>
struct BasicDual3 {
  Scalar value{};
  Scalar dx{};
  Scalar dy{};
  Scalar dz{};

  DRYSLIP_HD constexpr BasicDual3() = default;
  /// Constants enter formulas as they are.
  template <class Constant>
  requires std::convertible_to<Constant, Scalar> DRYSLIP_HD constexpr BasicDual3(const Constant& constant)
      : value(constant) {}
  DRYSLIP_HD constexpr BasicDual3(const Scalar& v, const Scalar& x, const Scalar& y, const Scalar& z)
      : value(v), dx(x), dy(y), dz(z) {}

  /// f(value) with the derivative f'(value).
  DRYSLIP_HD constexpr BasicDual3 chain(const Scalar& f, const Scalar& slope) const {
    return {f, slope * dx, slope * dy, slope * dz};
  }

  friend DRYSLIP_HD constexpr BasicDual3 operator-(const BasicDual3& a) { return {-a.value, -a.dx, -a.dy, -a.dz}; }
  friend DRYSLIP_HD constexpr BasicDual3 operator+(const BasicDual3& a, const BasicDual3& b) {
    return {a.value + b.value, a.dx + b.dx, a.dy + b.dy, a.dz + b.dz};
  }
  friend DRYSLIP_HD constexpr BasicDual3 operator-(const BasicDual3& a, const BasicDual3& b) {
    return {a.value - b.value, a.dx - b.dx, a.dy - b.dy, a.dz - b.dz};
  }
  friend DRYSLIP_HD constexpr BasicDual3 operator*(const BasicDual3& a, const BasicDual3& b) {
    return {a.value * b.value, a.value * b.dx + b.value * a.dx, a.value * b.dy + b.value * a.dy,
            a.value * b.dz + b.value * a.dz};
  }
  friend DRYSLIP_HD constexpr BasicDual3 operator/(const BasicDual3& a, const BasicDual3& b) {
    const Scalar q = a.value / b.value;
    return {q, (a.dx - q * b.dx) / b.value, (a.dy - q * b.dy) / b.value, (a.dz - q * b.dz) / b.value};
  }
  DRYSLIP_HD constexpr BasicDual3& operator+=(const BasicDual3& b) { return *this = *this + b; }
  friend DRYSLIP_HD constexpr bool operator<(const BasicDual3& a, const BasicDual3& b) { return a.value < b.value; }
  friend DRYSLIP_HD constexpr bool operator>(const BasicDual3& a, const BasicDual3& b) { return b < a; }
  friend DRYSLIP_HD constexpr bool operator<=(const BasicDual3& a, const BasicDual3& b) { return a.value <= b.value; }

  /// At 0, where the derivative does not exist, a constant 0.
  friend DRYSLIP_HD BasicDual3 sqrt(const BasicDual3& a) {
    using std::sqrt;
    const Scalar root = sqrt(a.value);
    return root > Scalar(0.0) ? a.chain(root, Scalar(0.5) / root) : BasicDual3();
  }
  friend DRYSLIP_HD BasicDual3 atan(const BasicDual3& a) {
    using std::atan;
    return a.chain(atan(a.value), Scalar(1.0) / (Scalar(1.0) + a.value * a.value));
  }
};

using Dual3 = BasicDual3<double>;

}  // namespace dryslip
