#include "dryslip/slider/stop_time.hpp"

#include <cmath>
#include <limits>

#include "dryslip/limit_surface/eigen_directions.hpp"

namespace dryslip {

StopTimeBracket bracket_stop_time(const PreparedSlider& prepared, const DissipationRangeOptions& options) {
  const Slider& slider = prepared.slider();
  const Mat3 metric = kinetic_metric(slider.mass, slider.inertia, {});  // at the center of mass
  StopTimeBracket result{.range = bound_dissipation(*prepared.contact_at_center().surface(), metric, options)};
  const Vec2 velocity = slider.initial.velocity;
  const double root = std::hypot(std::sqrt(slider.mass) * length(velocity),
                                 std::sqrt(slider.inertia) * slider.initial.omega);  // √(2T₀)
  result.kinetic_energy = 0.5 * root * root;
  if (root == 0.0) return result;
  constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
  const auto time = [&](double D) { return D > 0.0 ? root / D : std::numeric_limits<double>::infinity(); };
  result.earliest = time(result.range.largest) * (1.0 - rounding);
  result.latest = time(result.range.least) * (1.0 + rounding);
  return result;
}

}  // namespace dryslip
