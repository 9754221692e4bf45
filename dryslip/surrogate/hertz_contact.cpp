#include "dryslip/surrogate/hertz_contact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "dryslip/numerics/adaptive_quadrature.hpp"
#include "dryslip/numerics/complete_elliptic.hpp"

namespace dryslip {

namespace {

using std::numbers::pi;

/// Part of the line ξ, mapped without change of speed.
struct Stretch {
  double from = 0.0;
  double width = 0.0;
  MappedNode operator()(double t) const { return {from + width * t, width}; }
};

/// Panels of [−1, 1] that shrink towards the place nearest to the center of rotation: there the integrand is
/// x ln(x² + δ²) for x = ξ − place, so that panels of 1e-8 leave nothing.
std::vector<Stretch> graded_panels(double place, double scale) {
  constexpr double ratio = 0.2, smallest = 1e-8;
  const double center = std::clamp(place, -1.0, 1.0);
  const double least = std::clamp(scale, smallest, 2.0);
  std::vector<Stretch> panels;
  for (const double end : {-1.0, 1.0}) {
    double width = end - center;
    while (std::abs(width) > least) {
      panels.push_back({center + ratio * width, (1.0 - ratio) * width});
      width *= ratio;
    }
    if (width != 0.0) panels.push_back({center, width});
  }
  for (Stretch& panel : panels) {
    if (panel.width < 0.0) panel = {panel.from + panel.width, -panel.width};
  }
  return panels;
}

}  // namespace

Vec2 rolling_shift(double d, Vec2 rolling_velocity, double epsilon) {
  constexpr double least = 1e-280;  // below it squares lose digits
  const double square = dot(rolling_velocity, rolling_velocity) + epsilon * epsilon;
  const double size = square > least ? std::sqrt(square) : std::hypot(rolling_velocity.x, rolling_velocity.y, epsilon);
  return size > 0.0 ? d / size * rolling_velocity : Vec2{};
}

double hertz_moment(int i, int j, int k, Vec2 shift) {
  if (i < 0 || j < 0 || i + j - k <= -2) {
    throw std::invalid_argument("moment c_ijk: i and j must not be negative, and i + j - k must be above -2");
  }
  const auto beta = [](double a, double b) { return std::tgamma(a) * std::tgamma(b) / std::tgamma(a + b); };
  // ∫₀¹ r^(n+1) √(1−r²) dr and ∫₀^{2π} cosᵖ sin^q dφ, zero for odd powers
  const auto radial = [&](int n) { return 0.5 * beta(0.5 * n + 1.0, 1.5); };
  const auto angular = [&](int p, int q) {
    return p % 2 != 0 || q % 2 != 0 ? 0.0 : 2.0 * beta(0.5 * (p + 1), 0.5 * (q + 1));
  };
  const int n = i + j - k;
  const double shifted = shift.x * angular(i + 1, j) + shift.y * angular(i, j + 1);
  return 1.5 / pi * (radial(n) * angular(i, j) + radial(n + 1) * shifted);
}

PressureMoments hertz_moments(Vec2 shift) {
  const auto [center, direction, distance] = hertz_pade_moments(shift);
  return {center, direction, distance};
}

namespace {

/// How near the integrand's singularities come to the line −1 ≤ ξ ≤ 1: the center of rotation at ξ = ρ ± iδ, and one at
/// ξ = (1 + ρ² + δ²)/2ρ, which is close to the rim when the center is.
double distance_of_singularity(double rho, double delta) {
  const double center = std::hypot(delta, std::max(rho - 1.0, 0.0));
  const double rim = ((rho - 1.0) * (rho - 1.0) + delta * delta) / (2.0 * rho);
  return rho > 0.0 ? std::min(center, rim) : center;
}

}  // namespace

FrictionState hertz_integral(const Twist& slip, Vec2 shift, double epsilon, double tolerance) {
  FrictionState result;
  const double size = std::max({std::abs(slip.velocity.x), std::abs(slip.velocity.y), std::abs(slip.omega)});
  if (size == 0.0) return result;
  const double unit = std::max(size, epsilon);
  const Vec2 velocity{slip.velocity.x / unit, slip.velocity.y / unit};
  const double v = std::hypot(velocity.x, velocity.y), omega = slip.omega / unit, e = epsilon / unit;
  // r = ξ n + η u with u along the velocity and n to its left: slip (v − ωξ) u + ωη n
  const Vec2 u = v > 0.0 ? 1.0 / v * velocity : Vec2{1.0, 0.0}, n = turned_left(u);
  const double d_n = dot(shift, n), d_u = dot(shift, u);
  const auto along = [&](double xi) {
    // ∫ √(h²−η²)/U dη = 2h² D/S, ∫ √(h²−η²) η²/U dη = ⅔h⁴ (D − C)/S with S² = B² + ω²h², m = (ωh/S)²
    const double h2 = (1.0 - xi) * (1.0 + xi), ahead = v - omega * xi, B2 = ahead * ahead + e * e;
    const double S2 = B2 + omega * omega * h2;
    if (!(S2 > 0.0)) return Integral<3>{};
    const auto elliptic = complete_elliptic(omega * omega * h2 / S2, B2 / S2);
    const double factor = 3.0 / pi * h2 / std::sqrt(S2);
    const double I0 = factor * elliptic.D, I2 = -factor * h2 / 3.0 * elliptic.C_minus_D, linear = 1.0 + d_n * xi;
    return Integral<3>{{ahead * linear * I0, omega * d_u * I2, linear * (omega * I2 - xi * ahead * I0)}, 0.0, true};
  };
  constexpr double far = 1e3;  // in radii: a translation, for the panels
  const bool is_far = std::abs(omega) * far < std::max(v, e);
  const double place = is_far ? far : v / omega;
  const double scale = is_far ? far : distance_of_singularity(std::abs(place), std::abs(e / omega));
  const auto integral = integrate_panels<3>(along, graded_panels(place, scale), tolerance, Smoothness::Regular);
  result.load = {integral.value[0] * u + integral.value[1] * n, integral.value[2]};
  result.dissipation = power(result.load, slip);
  result.error_bound = integral.error;
  result.converged = integral.converged;
  return result;
}

}  // namespace dryslip
