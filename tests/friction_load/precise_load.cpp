#include "tests/friction_load/precise_load.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_2.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <stdexcept>
#include <vector>

namespace dryslip::tests {
namespace {

using Number = boost::multiprecision::cpp_bin_float_100;
using Point = BasicVec2<Number>;
const Number pi = boost::math::constants::pi<Number>();
const Number negligible("1e-22");  // ω/V [1/m] below it does not reach the 17 digits of a double

struct Motion {
  Point velocity;  // of the support's center
  Number omega;
};

struct Load {
  Point force{};
  Number moment{};
};

Point precise(Vec2 a) { return {Number(a.x), Number(a.y)}; }
Number size_of(const Point& a) { return sqrt(dot(a, a)); }

/// Integrals over an area or line seen from the center of rotation: ∫ p r and ∫ p e, e the unit vector from there.
struct Sums {
  Number r{};
  Point e{};
};

/// Load about the origin of the support's frame, c the center of rotation there.
Load load_of(const Sums& sums, const Point& c, const Number& omega) {
  const Number sign = omega < 0 ? -1 : 1;
  const Point force{-sign * sums.e.y, sign * sums.e.x};
  return {force, sign * sums.r + cross(c, force)};
}

Load translation(const Point& velocity, const Point& center_of_pressure) {
  const Point u = Number(1 / size_of(velocity)) * velocity;
  return {u, cross(center_of_pressure, u)};
}

/// ∫ sᵏ/R ds, k = 0 to 3, along a straight line at distance d.
struct EdgeIntegrals {
  Number J0, J1, J2, J3;
  EdgeIntegrals(const Number& d, const Number& s1, const Number& s2) {
    const Number d2 = d * d, R1 = sqrt(d2 + s1 * s1), R2 = sqrt(d2 + s2 * s2);
    J0 = d == 0 ? Number(0) : Number(asinh(Number(s2 / abs(d))) - asinh(Number(s1 / abs(d))));  // multiplied by d then
    J1 = R2 - R1;
    J2 = (s2 * R2 - s1 * R1 - d2 * J0) / 2;
    J3 = (s2 * s2 * R2 - s1 * s1 * R1 - 2 * d2 * J1) / 3;
  }
};

struct PrecisePolygon {
  std::vector<std::vector<Point>> loops;
  Point gradient{};  // of a pressure that is 1 at the centroid
  Number value = 1;  // at the origin
  Number total{};    // ∫ p dA
  Point center{};    // of pressure

  PrecisePolygon(const std::vector<std::vector<Vec2>>& given, const Point& g) : gradient(g) {
    Number area = 0, xx = 0, xy = 0, yy = 0;
    Point first{};
    for (const auto& loop : given) {
      std::vector<Point> points;
      for (const Vec2& vertex : loop) points.push_back(precise(vertex));
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Point a = points[i], b = points[(i + 1) % points.size()];
        const Number k = cross(a, b);
        area += k / 2;
        first = first + Number(k / 6) * (a + b);
        xx += k * (a.x * a.x + a.x * b.x + b.x * b.x) / 12;
        yy += k * (a.y * a.y + a.y * b.y + b.y * b.y) / 12;
        xy += k * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y) / 24;
      }
      loops.push_back(points);
    }
    value = 1 - dot(gradient, first) / area;
    total = value * area + dot(gradient, first);
    center = {(value * first.x + gradient.x * xx + gradient.y * xy) / total,
              (value * first.y + gradient.x * xy + gradient.y * yy) / total};
  }

  Load load(const Motion& V) const {
    if (abs(V.omega) <= negligible * size_of(V.velocity)) return translation(V.velocity, center);
    const Point c{-V.velocity.y / V.omega, V.velocity.x / V.omega};
    const Number at_c = value + dot(gradient, c);
    Sums sums;
    for (const auto& loop : loops) {
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const Point a = loop[i] - c, step = loop[(i + 1) % loop.size()] - loop[i];
        const Number length = size_of(step);
        if (length == 0) continue;
        const Point t = Number(1 / length) * step, n{t.y, -t.x};
        const Number d = dot(n, a), s1 = dot(t, a), s2 = s1 + length;
        const EdgeIntegrals J(d, s1, s2);
        const Number g_n = dot(gradient, n), g_t = dot(gradient, t);
        const Number int_R = d * d * J.J0 + J.J2, int_sR = d * d * J.J1 + J.J3;
        sums.r += d * ((at_c / 3 + g_n * d / 4) * int_R + g_t / 4 * int_sR);
        const Number q0 = at_c / 2 + g_n * d / 3, q1 = g_t / 3;
        sums.e = sums.e + Number(d * d * (q0 * J.J0 + q1 * J.J1)) * n + Number(d * (q0 * J.J1 + q1 * J.J2)) * t;
      }
    }
    return load_of({sums.r / total, Number(1 / total) * sums.e}, c, V.omega);
  }
};

Load segment_load(const Segment& segment, const Motion& V) {
  const Point start = precise(segment.from), step = precise(segment.to) - start;
  const Number length = size_of(step), n1 = segment.ends[0], n2 = segment.ends[1];
  const Point t = Number(1 / length) * step, n{t.y, -t.x};
  if (abs(V.omega) * length <= negligible * size_of(V.velocity)) {
    return translation(V.velocity, start + Number((n1 + 2 * n2) / (3 * (n1 + n2))) * step);
  }
  const Point c{-V.velocity.y / V.omega, V.velocity.x / V.omega}, a = start - c;
  const Number d = dot(n, a), s1 = dot(t, a), s2 = s1 + length;
  const EdgeIntegrals J(d, s1, s2);
  const Number slope = 2 * (n2 - n1) / ((n1 + n2) * length * length), w = 2 * n1 / ((n1 + n2) * length) - slope * s1;
  Sums sums;
  sums.r = w * (d * d * J.J0 + J.J2) + slope * (d * d * J.J1 + J.J3);
  sums.e = Number(d * (w * J.J0 + slope * J.J1)) * n + Number(w * J.J1 + slope * J.J2) * t;
  return load_of(sums, c, V.omega);
}

enum class Radial { Uniform, Hertz, Punch, Ring };

/// Force and moment of a disk of radius 1 for ρ = |V|/|ω|.
std::array<Number, 2> radial_load(Radial kind, const Number& rho) {
  const Number r2 = rho * rho;
  // limits, exact to ρ² or 1/ρ²
  if (rho < Number("1e-25")) {
    const Number slope = kind == Radial::Uniform ? Number(1)
                         : kind == Radial::Hertz ? Number(3 * pi / 8)
                         : kind == Radial::Punch ? Number(pi / 4)
                                                 : Number(0.5);
    const Number moment = kind == Radial::Uniform ? Number(Number(2) / 3)
                          : kind == Radial::Hertz ? Number(3 * pi / 16)
                          : kind == Radial::Punch ? Number(pi / 4)
                                                  : Number(1);
    return {slope * rho, moment};
  }
  if (rho > Number("1e12")) {
    const Number part = kind == Radial::Uniform ? Number(0.25)
                        : kind == Radial::Hertz ? Number(Number(1) / 5)
                        : kind == Radial::Punch ? Number(Number(1) / 3)
                                                : Number(0.5);
    return {Number(1), part / rho};
  }
  const auto K = [](const Number& k) { return boost::math::ellint_1(k); };
  const auto E = [](const Number& k) { return boost::math::ellint_2(k); };
  switch (kind) {
    case Radial::Uniform: {
      if (rho == 1) return {8 / (3 * pi), 8 / (9 * pi)};
      if (rho < 1) {
        const Number e = E(rho), k = K(rho);
        return {4 / (3 * pi * rho) * ((1 + r2) * e - (1 - r2) * k), 4 / (9 * pi) * ((4 - 2 * r2) * e - (1 - r2) * k)};
      }
      const Number modulus = 1 / rho, e = E(modulus), k = K(modulus);
      return {4 / (3 * pi) * ((r2 + 1) * e - (r2 - 1) * k),
              4 * rho / (9 * pi) * ((4 - 2 * r2) * e + (2 * r2 - 5 + 3 / r2) * k)};
    }
    case Radial::Hertz: {
      if (rho <= 1) return {3 * pi / 32 * (4 * rho - r2 * rho), 3 * pi / 128 * (8 - 8 * r2 + 3 * r2 * r2)};
      const Number a = asin(Number(1 / rho)), c = sqrt(Number(r2 - 1));
      return {3 / (16 * rho) * ((4 * r2 - r2 * r2) * a + (r2 + 2) * c),
              Number(3) / 64 * ((8 - 8 * r2 + 3 * r2 * r2) * a + (6 - 3 * r2) * c)};
    }
    case Radial::Punch: {
      if (rho <= 1) return {pi / 4 * rho, pi / 4 - pi * r2 / 8};
      const Number a = asin(Number(1 / rho)), c = sqrt(Number(r2 - 1));
      const Number force = rho * a / 2 + c / (2 * rho);
      return {force, ((r2 + 2) * a + 3 * c) / 4 - rho * force};
    }
    default: {
      if (rho == 1) return {2 / pi, 2 / pi};
      // G = (2/π)(1+ρ) E(m), dE/dm = (E − K)/(2m), m = 4ρ/(1+ρ)²
      const Number m = 4 * rho / ((1 + rho) * (1 + rho)), e = E(Number(sqrt(m))), k = K(Number(sqrt(m)));
      const Number dm = 4 * (1 - rho) / ((1 + rho) * (1 + rho) * (1 + rho));
      const Number G = 2 / pi * (1 + rho) * e, slope = 2 / pi * (e + (1 + rho) * (e - k) / (2 * m) * dm);
      return {slope, G - rho * slope};
    }
  }
}

Load disk_load(Radial kind, const Number& radius, const Motion& V) {
  const Number speed = size_of(V.velocity), spin = abs(V.omega) * radius;
  const Number sign = V.omega < 0 ? -1 : 1;
  if (speed == 0) return {{}, sign * radius * radial_load(kind, Number(0))[1]};
  const Point u = Number(1 / speed) * V.velocity;
  if (spin == 0) return {u, Number(0)};
  const auto [force, moment] = radial_load(kind, Number(speed / spin));
  return {force * u, sign * radius * moment};
}

struct LoadOf {
  const Support& support;
  Motion V;
  Point gradient{};  // of a linear pressure, in the support's frame

  Load of_loops() const { return PrecisePolygon(boundary_loops(support.shape), gradient).load(V); }
  Load operator()(const Rectangle&) const { return of_loops(); }
  Load operator()(const Polygon&) const { return of_loops(); }
  Load operator()(const Disk& disk) const {
    const Radial kind = std::holds_alternative<HertzPressure>(support.pressure)   ? Radial::Hertz
                        : std::holds_alternative<PunchPressure>(support.pressure) ? Radial::Punch
                                                                                  : Radial::Uniform;
    return disk_load(kind, Number(disk.radius), V);
  }
  Load operator()(const Ring& ring) const { return disk_load(Radial::Ring, Number(ring.radius), V); }
  Load operator()(const Annulus& annulus) const {
    const Number a = annulus.radii[0], b = annulus.radii[1], area = b * b - a * a;
    const Load outer = disk_load(Radial::Uniform, b, V);
    if (a == 0) return outer;
    const Load inner = disk_load(Radial::Uniform, a, V);
    const Number outer_part = b * b / area, inner_part = a * a / area;
    return {outer_part * outer.force - inner_part * inner.force, outer_part * outer.moment - inner_part * inner.moment};
  }
  Load operator()(const Segment& segment) const { return segment_load(segment, V); }
  Load operator()(const Points& points) const {
    Load sum;
    Number total = 0;
    for (const WeightedPoint& point : points.points) {
      total += point.weight;
      const Point r = precise(point.position), slip = V.velocity + V.omega * turned_left(r);
      const Number speed = size_of(slip);
      if (speed == 0) continue;
      const Point force = Number(point.weight / speed) * slip;
      sum = {sum.force + force, sum.moment + cross(r, force)};
    }
    return {Number(1 / total) * sum.force, sum.moment / total};
  }
  Load operator()(const Ellipse&) const { throw std::logic_error("precise_load: an ellipse has no closed form"); }
};

}  // namespace

FrictionLoad precise_load(const ContactPatch& patch, const Twist& V) {
  const std::vector<double> forces = normal_forces(patch);
  Load sum;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const Support& support = patch.supports[i];
    const auto& law = std::get<IsotropicLaw>(support.law);
    const Number strength =
        Number(forces[i]) * Number(resolve_coefficient(law.coefficients, patch, Coefficient::Kinetic));
    const Point center = precise(support.center), axis{cos(Number(support.angle)), sin(Number(support.angle))};
    const auto into_frame = [&](const Point& a) { return Point{dot(axis, a), cross(axis, a)}; };
    LoadOf load_of_shape{support,
                         {into_frame(precise(V.velocity) + Number(V.omega) * turned_left(center)), Number(V.omega)}};
    if (const auto* linear = std::get_if<LinearPressure>(&support.pressure)) {
      load_of_shape.gradient = into_frame(precise(linear->gradient));
    }
    const Load load = std::visit(load_of_shape, support.shape);
    const Point force{axis.x * load.force.x - axis.y * load.force.y, axis.y * load.force.x + axis.x * load.force.y};
    sum.force = sum.force + strength * force;
    sum.moment += strength * (load.moment + cross(center, force));
  }
  return {{static_cast<double>(sum.force.x), static_cast<double>(sum.force.y)}, static_cast<double>(sum.moment)};
}

}  // namespace dryslip::tests
