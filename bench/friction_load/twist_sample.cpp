#include "bench/friction_load/twist_sample.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace dryslip::bench {

std::vector<Twist> random_twists(std::size_t count, const Outline& outline) {
  std::mt19937_64 engine(20260801);
  std::uniform_real_distribution<double> even(-1.0, 1.0);
  std::normal_distribution<double> normal;
  const Vec2 half = outline.half_size;
  const auto is_inside = [&](Vec2 c) {
    const Vec2 scaled{c.x / half.x, c.y / half.y};
    return outline.form == Outline::Form::Ellipse ? dot(scaled, scaled) < 1.0
                                                  : std::max(std::abs(scaled.x), std::abs(scaled.y)) < 1.0;
  };
  const double mean_omega = 10.0;  // [rad/s]
  std::vector<Twist> twists;
  while (twists.size() < count) {
    const double omega = mean_omega * normal(engine);
    const bool wants_inside = twists.size() % 3 == 0;
    if (wants_inside) {
      const Vec2 c{half.x * even(engine), half.y * even(engine)};
      if (is_inside(c)) twists.push_back({-omega * turned_left(c), omega});
    } else {
      const double speed = mean_omega * length(half);
      const Vec2 velocity{speed * normal(engine), speed * normal(engine)};
      if (!is_inside((1.0 / omega) * turned_left(velocity))) twists.push_back({velocity, omega});
    }
  }
  std::shuffle(twists.begin(), twists.end(), engine);
  return twists;
}

}  // namespace dryslip::bench
