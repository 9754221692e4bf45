#include "bench/friction_load/precise_load.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

namespace dryslip::bench {

namespace {

using Number =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float_50::backend_type, boost::multiprecision::et_off>;

/// a² arsinh(b/|a|), 0 for a = 0.
Number square_times_arsinh(const Number& a, const Number& b) {
  using std::abs;
  return a == 0 ? Number(0) : Number(a * a * boost::multiprecision::asinh(Number(b / abs(a))));
}

/// Complete elliptic integrals of the modulus k = √(1−kc²) by the arithmetic-geometric mean.
struct Legendre {
  Number K, E;

  explicit Legendre(const Number& kc) {
    Number a = 1, g = kc, power = Number(1) / 2, sum = power * (1 - kc * kc);
    while (a - g > 1e-25 * a) {  // the next step squares it
      const Number c = (a - g) / 2;
      const Number mean = (a + g) / 2;
      g = sqrt(Number(a * g));
      a = mean;
      power *= 2;
      sum += power * c * c;
    }
    K = boost::math::constants::half_pi<Number>() / a;
    E = K * (1 - sum);
  }
};

/// ∂D/∂v and ∂D/∂λ of D = (2/π)(v+λ) E: a ring that moves with v and turns with the rim speed λ.
struct RingLoad {
  Number along_v, along_rim;

  RingLoad(const Number& v, const Number& rim) {
    const Number sum = v + rim, difference = v - rim, pi = boost::math::constants::pi<Number>();
    if (difference == 0) {
      along_v = along_rim = 2 / pi;
      return;
    }
    const Legendre integrals(abs(difference) / sum);
    along_v = v == 0 ? Number(0) : Number((sum * integrals.E + difference * integrals.K) / (pi * v));
    along_rim = rim == 0 ? Number(0) : Number((sum * integrals.E - difference * integrals.K) / (pi * rim));
  }
};

}  // namespace

FrictionLoad precise_rectangle_load(Vec2 size, const Twist& V) {
  const Number omega = V.omega;
  const Number cx = -Number(V.velocity.y) / omega, cy = Number(V.velocity.x) / omega;
  Number r_sum = 0, x_sum = 0, y_sum = 0;
  for (const int i : {-1, 1}) {
    for (const int j : {-1, 1}) {
      const Number x = i * Number(size.x) / 2 - cx, y = j * Number(size.y) / 2 - cy, r = sqrt(Number(x * x + y * y));
      const Number a = square_times_arsinh(x, y), b = square_times_arsinh(y, x);
      r_sum += i * j * (2 * x * y * r + x * a + y * b) / 6;  // ∂²/∂x∂y is r
      x_sum += i * j * (y * r + a) / 2;                      // x/r
      y_sum += i * j * (x * r + b) / 2;                      // y/r
    }
  }
  const Number pressure = (omega < 0 ? -1 : 1) / (Number(size.x) * Number(size.y));
  const Number fx = -pressure * y_sum, fy = pressure * x_sum;
  return {{static_cast<double>(fx), static_cast<double>(fy)},
          static_cast<double>(Number(pressure * r_sum + cx * fy - cy * fx))};
}

FrictionLoad precise_disk_load(RadialPressure pressure, const Twist& V) {
  const Number vx = V.velocity.x, vy = V.velocity.y, omega = abs(Number(V.omega)), v = sqrt(Number(vx * vx + vy * vy));
  // with r = sin α the pressures are smooth up to the edge: 2 p r dr, ∫ = 1
  const auto weight = [&](const Number& sine, const Number& cosine) {
    switch (pressure) {
      case RadialPressure::Hertz:
        return Number(3 * cosine * cosine * sine);
      case RadialPressure::Punch:
        return sine;
      default:
        return Number(2 * sine * cosine);
    }
  };
  boost::math::quadrature::tanh_sinh<Number> rule(12);
  Number force = 0, moment = 0;
  const auto add = [&](const Number& from, const Number& to) {
    const auto part = [&](bool wants_force) {
      return rule.integrate(
          [&](const Number& angle) {
            const Number r = sin(angle);
            const RingLoad ring(v, omega * r);
            return Number(weight(r, cos(angle)) * (wants_force ? ring.along_v : Number(r * ring.along_rim)));
          },
          from, to, Number(1e-22));
    };
    force += part(true);
    moment += part(false);
  };
  const Number end = boost::math::constants::half_pi<Number>();
  if (v < omega) {
    const Number center = asin(Number(v / omega));  // the ring through the center of rotation
    add(0, center);
    add(center, end);
  } else {
    add(0, end);
  }
  return {{static_cast<double>(Number(force * vx / v)), static_cast<double>(Number(force * vy / v))},
          (V.omega < 0.0 ? -1.0 : 1.0) * static_cast<double>(moment)};
}

FrictionLoad precise_points_load(const Points& points, const Twist& V) {
  Number fx = 0, fy = 0, moment = 0;
  for (const WeightedPoint& point : points.points) {
    const Number x = point.position.x, y = point.position.y;
    const Number slip_x = V.velocity.x - V.omega * y, slip_y = V.velocity.y + V.omega * x;
    const Number inverse = 1 / (sqrt(Number(slip_x * slip_x + slip_y * slip_y)) * points.points.size());
    fx += slip_x * inverse;
    fy += slip_y * inverse;
    moment += (x * slip_y - y * slip_x) * inverse;
  }
  return {{static_cast<double>(fx), static_cast<double>(fy)}, static_cast<double>(moment)};
}

double scaled_error(const FrictionLoad& P, const FrictionLoad& exact, const LoadScale& scale) {
  const FrictionLoad difference = P - exact;
  return std::max({std::abs(difference.force.x) / scale.force, std::abs(difference.force.y) / scale.force,
                   std::abs(difference.moment) / scale.moment});
}

}  // namespace dryslip::bench
