#include "reproduce/Kardan2013/breakaway.hpp"

#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/limit_surface/stick_test.hpp"

namespace dryslip::reproduce {

Breakaway breakaway(const PreparedSlider& prepared, double offset) {
  const Slider& slider = prepared.slider();
  const LimitSurface& surface = *prepared.contact().surface(Coefficient::Static);
  const Vec2 point{0.0, -offset}, unit_force{1.0, 0.0};
  const FrictionLoad push{unit_force, cross(point, unit_force)};
  const Mat3 metric = kinetic_metric(slider.mass, slider.inertia, slider.center_of_mass);
  return {1e3 * offset, 1e3 * surface.motion_of(push).factor, 1e3 * motion_by_one_twist(surface, push, metric).factor};
}

}  // namespace dryslip::reproduce
