#include "dryslip/stick_slip/held_point.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace dryslip {

std::vector<HeldPoint> held_points(const ContactPatch& patch) {
  // one contact for each place, of its points alone
  std::vector<std::pair<Vec2, ContactPatch>> places;
  const std::vector<double> shares = normal_force_shares(patch);
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    const Support& support = patch.supports[i];
    const auto* points = std::get_if<Points>(&support.shape);
    if (!points) continue;
    double total = 0.0;
    for (const WeightedPoint& point : points->points) total += point.weight;
    for (const WeightedPoint& point : points->points) {
      const double force = patch.normal_force * shares[i] * point.weight / total;
      if (!(force > 0.0)) continue;
      const Vec2 place = support.center + rotated(point.position, unit_vector(support.angle));
      auto known = std::find_if(places.begin(), places.end(), [&](const auto& item) { return item.first == place; });
      if (known == places.end()) {
        known = places.insert(known, {place, ContactPatch{.mu = patch.mu, .mu_static = patch.mu_static}});
      }
      Support alone = support;
      alone.shape = Points{{point}};
      alone.share = force;
      known->second.normal_force += force;
      known->second.supports.push_back(alone);
    }
  }
  std::vector<HeldPoint> result;
  for (const auto& [place, alone] : places) {
    result.push_back({place, LimitSurface(alone), LimitSurface(alone, {.coefficient = Coefficient::Static})});
  }
  return result;
}

}  // namespace dryslip
