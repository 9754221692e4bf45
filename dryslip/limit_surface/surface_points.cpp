#include "dryslip/limit_surface/surface_points.hpp"

#include <cmath>
#include <numbers>

#include "dryslip/record/invalid_input.hpp"

namespace dryslip {

void require_potential(const FrictionModel& model) {
  if (!model.has_potential())
    throw InvalidInput("support.law", "a law that does not obey maximum power has no limit surface");
}

std::vector<Twist> spread_motions(std::size_t count, double length) {
  const double n = static_cast<double>(count);
  const Vec2 golden_angle = unit_vector(std::numbers::pi * (3.0 - std::sqrt(5.0)));
  std::vector<Twist> motions(count);
  Vec2 direction{1.0, 0.0};
  for (std::size_t i = 0; i < count; ++i) {
    const double height = 1.0 - (2.0 * static_cast<double>(i) + 1.0) / n;
    motions[i] = {std::sqrt(1.0 - height * height) * direction, height / length};
    direction = rotated(direction, golden_angle);
  }
  return motions;
}

SurfacePoints surface_points(const FrictionModel& model, std::size_t count) {
  require_potential(model);
  const LoadScale scale = model.scale();
  const bool has_size = scale.force > 0.0 && scale.moment > 0.0;  // else every direction will do
  SurfacePoints result{.motions = spread_motions(count, has_size ? scale.moment / scale.force : 1.0),
                       .loads = std::vector<FrictionLoad>(count)};
  model.loads(result.motions, result.loads);
  return result;
}

SurfacePoints surface_points_by_gradient(const FrictionModel& model, const RegularGrid& centers) {
  require_potential(model);
  SurfacePoints result;
  for (const Spin spin : {Spin::CounterClockwise, Spin::Clockwise}) {
    const MomentGrid M = moment_grid(model, centers, spin);
    for (std::size_t k = 0; k < centers.size(); ++k) {
      const Vec2 c = centers.node(k);
      result.motions.push_back(unit_spin(c, spin));
      result.loads.push_back(load_by_gradient(c, {.moment = M.moment.values[k], .gradient = M.gradients[k]}, spin));
    }
  }
  return result;
}

}  // namespace dryslip
