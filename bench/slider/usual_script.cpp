#include "bench/slider/usual_script.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace dryslip::bench {

namespace {

constexpr std::size_t order = 20;
using State = std::array<double, 6>;  // x, y, angle, vx, vy, omega

struct Rule {
  std::array<double, order> node, weight;  // on [-1, 1], weights of sum 1
};

Rule gauss() {
  Rule rule;
  const auto& x = boost::math::quadrature::gauss<double, order>::abscissa();
  const auto& w = boost::math::quadrature::gauss<double, order>::weights();
  for (std::size_t i = 0; i < order / 2; ++i) {
    rule.node[2 * i] = x[i];
    rule.node[2 * i + 1] = -x[i];
    rule.weight[2 * i] = rule.weight[2 * i + 1] = 0.5 * w[i];
  }
  return rule;
}

const Rule rule = gauss();
constexpr double half_x = 0.015, half_y = 0.005;                                // [m]
constexpr double mu_g = 0.4 * 9.81;                                             // [m/s²]
constexpr double gyration_squared = (half_x * half_x + half_y * half_y) / 3.0;  // [m²]

State slope(const State& s) {
  const double c = std::cos(s[2]), n = std::sin(s[2]);
  const double u = c * s[3] + n * s[4], v = c * s[4] - n * s[3], omega = s[5];  // body axes
  double fx = 0.0, fy = 0.0, moment = 0.0;
  for (std::size_t j = 0; j < order; ++j) {
    const double y = half_y * rule.node[j], vx = u - omega * y;
    double row_x = 0.0, row_y = 0.0, row_moment = 0.0;
    for (std::size_t i = 0; i < order; ++i) {
      const double x = half_x * rule.node[i], vy = v + omega * x;
      const double factor = rule.weight[i] / std::sqrt(vx * vx + vy * vy);
      row_x += factor;
      row_y += factor * vy;
      row_moment += factor * vy * x;
    }
    fx += rule.weight[j] * row_x * vx;
    fy += rule.weight[j] * row_y;
    moment += rule.weight[j] * (row_moment - row_x * vx * y);
  }
  return {s[3], s[4], s[5], -mu_g * (c * fx - n * fy), -mu_g * (n * fx + c * fy), -mu_g * moment / gyration_squared};
}

// Dormand and Prince's coefficients
constexpr std::array<std::array<double, 6>, 6> a{
    {{1.0 / 5.0},
     {3.0 / 40.0, 9.0 / 40.0},
     {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
     {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
     {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
     {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}}};
constexpr std::array<double, 7> e{-71.0 / 57600.0,    0.0,           71.0 / 16695.0, -71.0 / 1920.0,
                                  17253.0 / 339200.0, -22.0 / 525.0, 1.0 / 40.0};

double speed(const State& s) { return std::sqrt(s[3] * s[3] + s[4] * s[4] + gyration_squared * s[5] * s[5]); }

}  // namespace

std::array<double, 3> UsualScript::final_pose() const {
  State s{0.0, 0.0, 0.0, 0.5, 0.1, 20.0};
  std::array<State, 7> k{slope(s)};
  double h = 1e-3;
  while (speed(s) > least_speed) {
    State next = s;
    for (std::size_t stage = 0; stage < 6; ++stage) {
      next = s;
      for (std::size_t j = 0; j <= stage; ++j) {
        for (std::size_t i = 0; i < 6; ++i) next[i] += h * a[stage][j] * k[j][i];
      }
      k[stage + 1] = slope(next);
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < 6; ++i) {
      double error = 0.0;
      for (std::size_t j = 0; j < 7; ++j) error += h * e[j] * k[j][i];
      error /= absolute + relative * std::max(std::abs(s[i]), std::abs(next[i]));
      sum += error * error / 6.0;
    }
    const double norm = std::sqrt(sum);
    if (norm < 1.0) {
      s = next;
      k[0] = k[6];
    }
    h *= std::isfinite(norm) ? std::clamp(0.9 * std::pow(norm, -0.2), 0.2, norm < 1.0 ? 10.0 : 1.0) : 0.2;
    constexpr double shortest = 1e-12;  // [s]; the sum is not smooth where the slip reverses
    if (h < shortest) break;
  }
  return {s[0], s[1], s[2]};
}

}  // namespace dryslip::bench
