#pragma once

#include <cmath>
#include <numbers>

#include "dryslip/friction_load/detail/basic_load.hpp"
#include "dryslip/numerics/complete_elliptic.hpp"
#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip::detail {

/// Axisymmetric contacts of radius 1 with a closed form.
enum class DiskPressure { Uniform, Hertz, Punch, Ring };

/// Force and moment of an axisymmetric contact up to the factors that carry direction and sign:
/// inside (ρ = |V|/|ω| ≤ 1): F = (V/|ω|) force, M = sign(ω) moment; outside: F = (V/|V|) force, M = (ω/|V|) moment.
template <class Real>
struct DiskFactors {
  Real force;
  Real moment;
};

/// ρ ≤ 1, m = ρ², m1 = 1 − m. Uniform disk and ring by B and D (docs/theory/load.md), Hertz [Contensou1963], punch.
template <class Real>
DRYSLIP_HD inline DiskFactors<Real> disk_factors_inside(DiskPressure pressure, const Real& m, const Real& m1) {
  constexpr double pi = std::numbers::pi;
  switch (pressure) {
    case DiskPressure::Hertz:
      return {(3.0 * pi / 32.0) * (4.0 - m), (3.0 * pi / 128.0) * (8.0 + m * (3.0 * m - 8.0))};
    case DiskPressure::Punch:
      return {Real(pi / 4.0), (pi / 8.0) * (2.0 - m)};
    case DiskPressure::Uniform: {
      const AssociateElliptic<Real> I = complete_elliptic(m, m1);
      return {4.0 / (3.0 * pi) * (2.0 * I.B + m1 * I.D),
              4.0 / (9.0 * pi) * ((3.0 - m) * I.B + m1 * (3.0 - 2.0 * m) * I.D)};
    }
    default: {
      const AssociateElliptic<Real> I = complete_elliptic(m, m1);
      return {2.0 / pi * I.B, 2.0 / pi * (I.B + m1 * I.D)};
    }
  }
}

/// ρ ≥ 1, m = 1/ρ², m1 = 1 − m. The Hertz and punch forms cancel for m → 0: DiskPolynomial replaces them there.
template <class Real>
DRYSLIP_HD inline DiskFactors<Real> disk_factors_outside(DiskPressure pressure, const Real& m, const Real& m1) {
  using std::atan;
  using std::sqrt;
  constexpr double pi = std::numbers::pi;
  switch (pressure) {
    case DiskPressure::Hertz: {
      const Real rho2 = 1.0 / m, rho = sqrt(rho2), c = sqrt(m1 * rho2);
      const Real a = atan(1.0 / c);  // asin(1/ρ)
      return {3.0 / 16.0 / rho * (rho2 * (4.0 - rho2) * a + (rho2 + 2.0) * c),
              3.0 / 64.0 * rho * ((8.0 + rho2 * (3.0 * rho2 - 8.0)) * a + (6.0 - 3.0 * rho2) * c)};
    }
    case DiskPressure::Punch: {
      const Real rho2 = 1.0 / m, rho = sqrt(rho2), c = sqrt(m1 * rho2);
      const Real a = atan(1.0 / c);
      return {0.5 * (rho * a + c / rho), 0.25 * rho * ((2.0 - rho2) * a + c)};
    }
    case DiskPressure::Uniform: {
      const AssociateElliptic<Real> I = complete_elliptic(m, m1);
      return {4.0 / (3.0 * pi) * (2.0 * I.B + m1 * I.D), 4.0 / (9.0 * pi) * (3.0 * I.B + I.C_minus_D)};
    }
    default: {
      const AssociateElliptic<Real> I = complete_elliptic(m, m1);
      return {2.0 / pi * (I.B + m1 * I.D), 2.0 / pi * I.B};
    }
  }
}

/// Load of a disk or ring of radius 1 about its center, for V ≠ 0.
template <class Real>
DRYSLIP_HD inline BasicLoad<Real> disk_load(DiskPressure pressure, const BasicTwist<Real>& V) {
  using std::sqrt;
  const Real v2 = dot(V.velocity, V.velocity);
  const Real w2 = V.omega * V.omega;
  const Real smallest(1e-40);  // of m1: on the rim itself D and the derivatives are infinite, m1 times them is not
  if (v2 <= w2) {
    const Real sign = sign_factor(V.omega);
    const Real inverse = sign / V.omega;
    const Real inverse2 = inverse * inverse;
    const DiskFactors<Real> f = disk_factors_inside<Real>(pressure, v2 * inverse2, (w2 - v2) * inverse2 + smallest);
    const Real factor = f.force * inverse;
    return {factor * V.velocity, sign * f.moment};
  }
  const Real inverse = Real(1.0) / sqrt(v2);
  const Real inverse2 = inverse * inverse;
  const DiskFactors<Real> f = disk_factors_outside<Real>(pressure, w2 * inverse2, (v2 - w2) * inverse2 + smallest);
  const Real factor = f.force * inverse;
  return {factor * V.velocity, V.omega * inverse * f.moment};
}

}  // namespace dryslip::detail
