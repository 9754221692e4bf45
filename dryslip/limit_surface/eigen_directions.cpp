#include "dryslip/limit_surface/eigen_directions.hpp"

#include <cmath>

#include "dryslip/limit_surface/detail/critical_search.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

Mat3 kinetic_metric(double mass, double inertia, Vec2 center_of_mass) {
  if (!(mass > 0.0) || !std::isfinite(mass)) throw InvalidInput("mass", number_text(mass) + ": must be positive [kg]");
  if (!(inertia > 0.0) || !std::isfinite(inertia)) {
    throw InvalidInput("inertia", number_text(inertia) + ": must be positive [kg m²]");
  }
  // the center of mass moves with V + ω ẑ×c
  const Vec2 c = mass * turned_left(center_of_mass);
  Mat3 G;
  G << mass, 0.0, c.x, 0.0, mass, c.y, c.x, c.y, inertia + mass * dot(center_of_mass, center_of_mass);
  return G;
}

EigenDirections find_eigen_directions(const LimitSurface& surface, const Mat3& metric) {
  detail::CriticalSearch search(surface, metric);
  if (surface.model().scale().force == 0.0) return {};
  return search.run();
}

}  // namespace dryslip
