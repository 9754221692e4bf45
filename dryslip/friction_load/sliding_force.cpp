#include "dryslip/friction_load/sliding_force.hpp"

#include <algorithm>
#include <numbers>

namespace dryslip {

double largest_sliding_force(const FrictionModel& model) {
  constexpr int directions = 180;
  double largest = 0.0;
  for (int i = 0; i < directions; ++i) {
    const Vec2 u = unit_vector(2.0 * std::numbers::pi * i / directions);
    largest = std::max(largest, length(model.load({u, 0.0}).force));
  }
  return largest;
}

}  // namespace dryslip
